import type { CreateRequest, Offer } from '../../client/wire.ts';
import type { RentDraft } from './rent-draft.ts';
import { ignoredBecause, runtypes } from './runtypes.ts';

/** Publicly known limits of such services; interface.md gives none, so they warn and do not forbid. */
const ENV_ENTRY_CHARS = 256;
const MOST_PORTS = 64;

function lacksTag(image: string): boolean {
  const name = image.slice(image.lastIndexOf('/') + 1);
  return !name.includes(':') && !name.includes('@');
}

/** The fields that were filled in and are left out, since the runtype does not use them. */
function ignored(draft: RentDraft): string[] {
  const filled: [field: keyof CreateRequest, name: string, isFilled: boolean][] = [
    ['onstart', 'On start', draft.onstart.trim() !== '' || draft.envInSsh],
    ['args_str', 'Args', draft.args.trim() !== ''],
    ['use_jupyter_lab', 'JupyterLab', draft.jupyterLab === true],
    ['jupyter_dir', 'Jupyter directory', draft.jupyterDir.trim() !== ''],
  ];
  return filled.flatMap(([field, name, isFilled]) => {
    const reason = ignoredBecause(field, draft.runtype);
    return isFilled && reason !== undefined ? [`${name} is left out: ${reason}.`] : [];
  });
}

/** Sentences about a request that is good and may still surprise. */
export function rentWarnings(draft: RentDraft, body: CreateRequest, offer: Offer | undefined): string[] {
  const { image, disk, price, runtype, env = {} } = body;
  const mode = runtype === undefined ? undefined : runtypes[runtype];
  const entries = Object.entries(env).filter(([name]) => !name.startsWith('-p '));
  const long = entries.filter(([name, value]) => name.length + value.length + 1 > ENV_ENTRY_CHARS);
  const space = offer?.disk_space;
  const lowest = offer?.min_bid;
  const mayStand = body.cancel_unavail !== true && body.target_state !== 'stopped';
  const said: (string | false | undefined)[] = [
    image !== undefined && lacksTag(image) && 'The image has no tag: what it holds may change.',
    mode?.hasSsh === false && 'With args there is no SSH or Jupyter: you cannot log in.',
    mode?.direct &&
      offer?.direct_port_count === 0 &&
      'This machine has no open port, and a direct connection needs one.',
    ...ignored(draft),
    draft.pay === 'on-demand' && draft.price.trim() !== '' && 'The bid is left out: this is paid on demand.',
    draft.envInSsh &&
      draft.onstart.trim() === '' &&
      body.template_hash_id !== undefined &&
      body.onstart !== undefined &&
      "The export line takes the place of the template's on-start script.",
    disk !== undefined &&
      space !== undefined &&
      disk > space &&
      `The machine offers only ${Math.floor(space)} GB.`,
    price !== undefined &&
      lowest !== undefined &&
      price < lowest &&
      `The lowest bid that wins now is ${lowest.toFixed(3)} $/h.`,
    ...long.map(([name]) => `${name} is longer than ${ENV_ENTRY_CHARS} characters and may be refused.`),
    Object.keys(env).length - entries.length > MOST_PORTS && `More than ${MOST_PORTS} ports may be refused.`,
    mayStand &&
      'If the machine cannot start at once, a stopped instance may be made, and its disk is charged.',
  ];
  return said.filter((sentence) => typeof sentence === 'string');
}
