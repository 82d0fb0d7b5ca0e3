import type { CreateRequest, Offer } from '../../client/wire.ts';
import { readEnvEntries, readEnvLines } from './env-lines.ts';
import { writeImageLogin } from './image-login.ts';
import { portKey, readPorts } from './port-list.ts';
import type { RentDraft } from './rent-draft.ts';
import { rentWarnings } from './rent-warnings.ts';
import { ignoredBecause } from './runtypes.ts';

export { draftFor, emptyDraft, type RentDraft } from './rent-draft.ts';

export type RentError = {
  field: keyof CreateRequest | 'ports';
  message: string;
  /** Line of the env text, from 1. */
  line?: number;
};
export type RentRequest =
  | { ok: true; body: CreateRequest; warnings: string[] }
  /** `soFar` is the rest of the request, to look at; it is never sent. */
  | { ok: false; errors: RentError[]; soFar: CreateRequest };

/** Publicly known limits of such services. */
const MAX_LABEL_CHARS = 256;
const MAX_IMAGE_CHARS = 1024;
/** Of on-start script and args together. */
const MAX_COMMAND_CHARS = 4096;

/**
 * The line that makes `env` visible in SSH sessions (interface.md, creation rule 6): logins read this file.
 */
export const exportLine = 'env >> /etc/environment';

/** The on-start script as it is sent. The export comes first, so that it holds when a later line fails. */
export function onstartScript(draft: Pick<RentDraft, 'onstart' | 'envInSsh'>): string {
  const script = draft.onstart.replace(/\r\n?/g, '\n');
  if (!draft.envInSsh || script.split('\n').includes(exportLine)) return script;
  return script.trim() === '' ? exportLine : `${exportLine}\n${script}`;
}

type Report = (field: RentError['field'], message: string, line?: number) => undefined;

/** Digits with at most one point, above 0. A malformed number is refused and never cleaned. */
function readNumber(
  field: 'disk' | 'price',
  unit: string,
  typed: string,
  report: Report,
): number | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if (!/^(?:\d+(?:\.\d+)?|\.\d+)$/.test(text)) return report(field, `"${text}" is not a number of ${unit}`);
  const number = Number(text);
  return number > 0 && Number.isFinite(number) ? number : report(field, `${unit} must be above 0`);
}

function readImage(draft: RentDraft, report: Report): string | undefined {
  const image = draft.image.trim();
  if (image === '' && draft.template.trim() === '')
    return report('image', 'an image or a template is needed');
  if (/\s/.test(image)) return report('image', 'an image path has no blanks');
  if (image.length > MAX_IMAGE_CHARS) return report('image', `at most ${MAX_IMAGE_CHARS} characters`);
  return image;
}

function readEnv(draft: RentDraft, report: Report): Record<string, string> | undefined {
  const { env, errors } = typeof draft.env === 'string' ? readEnvLines(draft.env) : readEnvEntries(draft.env);
  for (const { line, reason } of errors) report('env', reason, line);
  const { ports, errors: wrong } = readPorts(draft.ports);
  for (const reason of wrong) report('ports', reason);
  const all = { ...env, ...Object.fromEntries(ports.map((port) => [portKey(port), '1'])) };
  return Object.keys(all).length > 0 ? all : undefined;
}

function readVolume(draft: RentDraft, report: Report): CreateRequest['volume_info'] {
  const id = draft.volumeId.trim();
  const path = draft.volumePath.trim();
  if (id === '') return path === '' ? undefined : report('volume_info', 'a volume id is needed for the path');
  const volume_id = Number(id);
  if (!/^[1-9]\d*$/.test(id) || !Number.isSafeInteger(volume_id)) {
    return report('volume_info', `"${id}" is no volume id`);
  }
  if (path !== '' && !path.startsWith('/')) return report('volume_info', 'the path begins with /');
  return { volume_id, ...(path === '' ? {} : { mount_path: path }) };
}

function readLogin(draft: RentDraft, report: Report): string | undefined {
  const login = writeImageLogin(draft.imageLogin);
  return login.ok ? login.value : report('image_login', login.reason);
}

/** The field's value where it is filled in and the runtype uses it. */
function used<T>(draft: RentDraft, field: keyof CreateRequest, value: T | undefined): T | undefined {
  return value === '' || ignoredBecause(field, draft.runtype) !== undefined ? undefined : value;
}

type Loose = { [K in keyof CreateRequest]: CreateRequest[K] | undefined };

function filledIn(body: Loose): CreateRequest {
  const entries = Object.entries(body).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(entries) as CreateRequest;
}

/**
 * The creation request (interface.md, Instance creation request) for a filled-in form, with sentences that warn;
 * or what is wrong with it, field by field.
 */
export function buildCreateRequest(draft: RentDraft, offer?: Offer): RentRequest {
  const errors: RentError[] = [];
  const report: Report = (field, message, line) => {
    errors.push({ field, message, ...(line === undefined ? {} : { line }) });
  };
  const label = draft.label.trim();
  if ([...label].length > MAX_LABEL_CHARS) report('label', `at most ${MAX_LABEL_CHARS} characters`);
  const isBid = draft.pay === 'bid';
  if (isBid && draft.price.trim() === '') report('price', 'a bid needs a price in $/h');
  const onstart = used(draft, 'onstart', onstartScript(draft));
  const args = used(draft, 'args_str', draft.args.trim());
  if ((onstart?.length ?? 0) + (args?.length ?? 0) > MAX_COMMAND_CHARS) {
    report(args === undefined ? 'onstart' : 'args_str', `at most ${MAX_COMMAND_CHARS} characters`);
  }
  const body = filledIn({
    image: readImage(draft, report),
    template_hash_id: draft.template.trim(),
    label,
    disk: readNumber('disk', 'GB', draft.disk, report),
    runtype: draft.runtype,
    target_state: draft.targetState,
    price: isBid ? readNumber('price', '$/h', draft.price, report) : undefined,
    env: readEnv(draft, report),
    onstart: onstart?.trim() === '' ? undefined : onstart,
    args_str: args,
    use_jupyter_lab: used(draft, 'use_jupyter_lab', draft.jupyterLab),
    jupyter_dir: used(draft, 'jupyter_dir', draft.jupyterDir.trim()),
    python_utf8: draft.pythonUtf8,
    lang_utf8: draft.langUtf8,
    image_login: readLogin(draft, report),
    cancel_unavail: draft.cancelUnavail,
    vm: draft.vm,
    volume_info: readVolume(draft, report),
  });
  return errors.length > 0
    ? { ok: false, errors, soFar: body }
    : { ok: true, body, warnings: rentWarnings(draft, body, offer) };
}
