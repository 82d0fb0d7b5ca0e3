import type { Offer, Runtype, TargetState } from '../../client/wire.ts';
import type { ImageLogin } from './image-login.ts';

/**
 * The rent form (or the flags of `rigdeck rent`) as it is filled in: text as typed, switches undefined until
 * touched. What is empty or untouched is left out of the request, so that a template or the service decides.
 */
export type RentDraft = {
  image: string;
  template: string;
  label: string;
  /** GB, as typed. */
  disk: string;
  pay: 'on-demand' | 'bid';
  /** $/h, as typed; sent for a bid only. */
  price: string;
  runtype: Runtype | undefined;
  targetState: TargetState | undefined;
  /** An editor's text with a `NAME=VALUE` on each line, or assignments to be taken as they are. */
  env: string | readonly string[];
  /** `8080:80 5000:5000/udp` */
  ports: string | readonly string[];
  onstart: string;
  /** Make the variables visible in SSH sessions too. */
  envInSsh: boolean;
  args: string;
  jupyterLab: boolean | undefined;
  jupyterDir: string;
  pythonUtf8: boolean | undefined;
  langUtf8: boolean | undefined;
  imageLogin: ImageLogin;
  cancelUnavail: boolean | undefined;
  vm: boolean | undefined;
  volumeId: string;
  /** Not in interface.md, and so optional. */
  volumePath: string;
};

/** A form that nobody has touched. */
export const emptyDraft: RentDraft = {
  image: '',
  template: '',
  label: '',
  disk: '',
  pay: 'on-demand',
  price: '',
  runtype: undefined,
  targetState: undefined,
  env: '',
  ports: '',
  onstart: '',
  envInSsh: false,
  args: '',
  jupyterLab: undefined,
  jupyterDir: '',
  pythonUtf8: undefined,
  langUtf8: undefined,
  imageLogin: { user: '', token: '', registry: '' },
  cancelUnavail: undefined,
  vm: undefined,
  volumeId: '',
  volumePath: '',
};

/** A form for this offer: how it is paid follows from how it was searched. */
export function draftFor(offer: Offer): RentDraft {
  return offer.is_bid ? { ...emptyDraft, pay: 'bid' } : emptyDraft;
}
