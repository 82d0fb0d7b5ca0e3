import type { Offer, TargetState } from '../../client/wire.ts';
import { emptyDraft, type RentDraft, type RentError } from '../../engine/rent/rent-request.ts';
import { isRuntype } from '../../engine/rent/runtypes.ts';
import { type ConsentRead, readConsent } from '../../engine/rescue/rescue-consent.ts';

/** What stands in the rent form, by field id. Fields of the creation request have its own names. */
export type RentValues = Readonly<Record<string, string>>;

/** A form that nobody has touched; what is empty is left out of the request. */
export const emptyRentValues: RentValues = {
  image: '',
  label: '',
  disk: '',
  pay: 'on-demand',
  price: '',
  runtype: 'jupyter_direct',
  ports: '',
  env: '',
  env_ssh: '',
  onstart: '',
  cancel_unavail: 'true',
  // Consent to a rescue is part of the purchase, and no part of the request.
  rescue: 'ask',
  rescue_tries: '2',
  rescue_cap: '',
  template_hash_id: '',
  args_str: '',
  use_jupyter_lab: '',
  jupyter_dir: '',
  python_utf8: '',
  lang_utf8: '',
  image_login_user: '',
  image_login_token: '',
  image_login_registry: '',
  target_state: '',
  vm: '',
  volume_info: '',
  volume_path: '',
};

/** Belongs to one machine or one bargain, and is not carried over to another offer. */
const ofOneOffer = ['pay', 'price', 'rescue_cap', 'volume_info', 'volume_path'];
/** Never leaves the memory of this run. */
const secret = ['env', 'image_login_user', 'image_login_token', 'image_login_registry'];

const without = (values: RentValues, ids: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter(([id]) => Object.hasOwn(emptyRentValues, id) && !ids.includes(id)),
  );

/** The lowest bid that wins, to three decimals and not below it. */
const lowestBid = ({ min_bid }: Offer): string =>
  min_bid === undefined ? '' : (Math.ceil(min_bid * 1000 - 1e-6) / 1000).toFixed(3);

/** The values that a form for `offer` opens with: what was used before, and what belongs to this offer. */
export function firstValues(offer: Offer, before: RentValues = {}): RentValues {
  const bid: RentValues = offer.is_bid === true ? { pay: 'bid', price: lowestBid(offer) } : {};
  return { ...emptyRentValues, ...without(before, ofOneOffer), ...bid };
}

/** What may be kept on the disk: no values of variables, no registry credentials, nothing of one machine. */
export const keptValues = (values: RentValues): Record<string, string> =>
  without(values, [...secret, ...ofOneOffer, 'label']);

/** `true`, `false`, or undefined for a field that was left as it is. */
const choice = (value: string | undefined): boolean | undefined =>
  value === 'true' ? true : value === 'false' ? false : undefined;

/** The form as the creation request is built from. */
export function draftOf(values: RentValues): RentDraft {
  const text = (id: string) => values[id] ?? '';
  const runtype = text('runtype');
  return {
    ...emptyDraft,
    image: text('image'),
    template: text('template_hash_id'),
    label: text('label'),
    disk: text('disk'),
    pay: text('pay') === 'bid' ? 'bid' : 'on-demand',
    price: text('pay') === 'bid' ? text('price') : '',
    runtype: isRuntype(runtype) ? runtype : undefined,
    targetState: (text('target_state') || undefined) as TargetState | undefined,
    env: text('env'),
    ports: text('ports'),
    onstart: text('onstart'),
    envInSsh: text('env_ssh') === 'true',
    args: text('args_str'),
    jupyterLab: choice(text('use_jupyter_lab')),
    jupyterDir: text('jupyter_dir'),
    pythonUtf8: choice(text('python_utf8')),
    langUtf8: choice(text('lang_utf8')),
    imageLogin: {
      user: text('image_login_user'),
      token: text('image_login_token'),
      registry: text('image_login_registry'),
    },
    // Said either way: services of this kind do not agree on what they do when it is left out.
    cancelUnavail: text('cancel_unavail') === 'true',
    vm: choice(text('vm')),
    volumeId: text('volume_info'),
    volumePath: text('volume_path'),
  };
}

/** What is said of a rescue in the form; `total` is what the machine costs, $/h. */
export const consentOf = (values: RentValues, total: number | undefined): ConsentRead =>
  readConsent(
    {
      rescue: values.rescue ?? '',
      rescue_tries: values.rescue_tries ?? '',
      rescue_cap: values.rescue_cap ?? '',
    },
    total,
  );

/** The form field to go to for a field of the request, as the service or the builder of the request names it. */
export function formFieldOf(field: string, values: RentValues): string {
  if (field !== 'image_login') return field;
  const parts = ['image_login_user', 'image_login_token', 'image_login_registry'];
  return parts.find((id) => (values[id] ?? '').trim() === '') ?? 'image_login_user';
}

/** What is wrong, by form field; of several sentences about one field the first. */
export function errorsByField(errors: readonly RentError[], values: RentValues): Map<string, string> {
  const found = new Map<string, string>();
  for (const { field, message, line } of errors) {
    const id = formFieldOf(field, values);
    if (!found.has(id)) found.set(id, line === undefined ? message : `line ${line}: ${message}`);
  }
  return found;
}
