import * as v from 'valibot';
import { assumptions } from './assumptions.ts';
import { flag, type JsonObject, named, num, optional, readShape, text } from './body.ts';
import { envFromFlags, splitWords } from './docker-flags.ts';
import type { CanonicalRuntype, InstanceRecord, RegistryLogin, TemplateRecord } from './entities.ts';
import { reject } from './errors.ts';
import { containerPorts, isPortKey, readPortKey } from './ports.ts';
import type { Store } from './store.ts';

/** The runtypes of interface.md, and how the public client spells them. */
const runtypes: Record<string, CanonicalRuntype> = {
  ssh_direct: 'ssh_direct',
  ssh_proxy: 'ssh_proxy',
  ssh: 'ssh_proxy',
  jupyter_direct: 'jupyter_direct',
  jupyter_proxy: 'jupyter_proxy',
  jupyter: 'jupyter_proxy',
  args: 'args',
  'ssh_direc ssh_proxy': 'ssh_direct',
  ssh_direc: 'ssh_direct',
  'jupyter_direc ssh_direc ssh_proxy': 'jupyter_direct',
  jupyter_direc: 'jupyter_direct',
  'jupyter_proxy ssh_proxy': 'jupyter_proxy',
};

const shape = v.object({
  image: optional(text),
  template_hash_id: optional(text),
  template_id: optional(num),
  label: optional(text),
  disk: optional(num),
  runtype: optional(text),
  target_state: optional(v.picklist(['running', 'stopped'])),
  price: optional(num),
  env: optional(named(v.string())),
  onstart: optional(text),
  args_str: optional(text),
  args: optional(v.array(text)),
  use_jupyter_lab: optional(flag),
  jupyter_dir: optional(text),
  python_utf8: optional(flag),
  lang_utf8: optional(flag),
  image_login: optional(text),
  cancel_unavail: optional(flag),
  vm: optional(flag),
  volume_info: optional(
    v.looseObject({ volume_id: v.nonOptional(num), mount_path: optional(text), create_new: optional(flag) }),
  ),
});

/** What an instance is to be, whoever asked for each part of it. */
export type Wanted = Pick<
  InstanceRecord,
  | 'image'
  | 'label'
  | 'disk'
  | 'runtype'
  | 'requestedRuntype'
  | 'env'
  | 'onstart'
  | 'args'
  | 'jupyterLab'
  | 'jupyterDir'
  | 'pythonUtf8'
  | 'langUtf8'
  | 'vm'
  | 'registry'
  | 'template'
  | 'volumeId'
  | 'mountPath'
> & { price: number | undefined; stopped: boolean; cancelUnavail: boolean };

/**
 * Reads an instance creation request (interface.md, Instance creation request) and lays it over its template:
 * template values are defaults, env is merged key by key, registry credentials carry over, a template's
 * volume_info does not.
 */
export function readCreation(store: Store, body: JsonObject): Wanted {
  const given = readShape(shape, body);
  const template = findTemplate(store, given.template_hash_id, given.template_id);
  const image = given.image || (template === undefined ? '' : templateImage(template));
  if (image === '') reject('bad_request', '"image" is missing and no template supplies it');

  const word = given.runtype ?? template?.runtype ?? assumptions.runtype;
  const runtype = runtypes[word.trim().replace(/\s+/g, ' ')];
  if (runtype === undefined) reject('bad_request', '"runtype" is none of the runtypes');

  const argsStr = given.args_str ?? template?.argsStr ?? '';
  const wanted: Wanted = {
    image,
    label: given.label ?? null,
    disk: given.disk ?? template?.recommendedDisk ?? 8,
    runtype,
    requestedRuntype: word,
    env: { ...(template === undefined ? {} : envFromFlags(template.env)), ...given.env },
    onstart: given.onstart ?? (template?.onstart || null),
    args: runtype === 'args' ? (given.args ?? splitWords(argsStr)) : [],
    jupyterLab: given.use_jupyter_lab ?? template?.jupyterLab ?? false,
    jupyterDir: given.jupyter_dir ?? template?.jupyterDir ?? null,
    pythonUtf8: given.python_utf8 ?? false,
    langUtf8: given.lang_utf8 ?? false,
    vm: given.vm ?? false,
    registry: given.image_login ? readLogin(given.image_login) : (template?.registry ?? null),
    template: template === undefined ? null : { id: template.id, hash: template.hash, name: template.name },
    volumeId: given.volume_info?.volume_id ?? null,
    mountPath: given.volume_info?.mount_path ?? null,
    price: given.price,
    stopped: given.target_state === 'stopped',
    cancelUnavail: given.cancel_unavail ?? false,
  };
  checkLimits(wanted, argsStr);
  return wanted;
}

export const templateImage = (template: TemplateRecord): string =>
  template.tag === '' ? template.image : `${template.image}:${template.tag}`;

/** The template of this hash or id; undefined where none is named, 400 where none is found. */
export function findTemplate(
  store: Store,
  hash: string | undefined,
  id: number | undefined,
): TemplateRecord | undefined {
  if (!hash && id === undefined) return undefined;
  const template = store.state.templates.find(
    (one) => one.deleted !== true && (hash ? one.hash === hash : one.id === id),
  );
  return template ?? reject('bad_request', 'no template has this template_hash_id');
}

/** `-u <user> -p <access_token> <registry>`. The refusal says nothing of what was given. */
function readLogin(login: string): RegistryLogin {
  const [u, user, p, pass, repo, ...rest] = splitWords(login);
  if (u !== '-u' || p !== '-p' || !user || !pass || !repo || rest.length > 0) {
    return reject('bad_request', '"image_login" must read -u <user> -p <access_token> <registry>');
  }
  return { repo, user, pass };
}

const tooLong = (name: string, most: number) =>
  reject('invalid_args', `${name} is longer than ${most} characters`);

function checkLimits(wanted: Wanted, argsStr: string): void {
  const a = assumptions;
  if (wanted.image.length > a.imageChars) tooLong('image', a.imageChars);
  if ((wanted.label?.length ?? 0) > a.labelCharsAtCreation) tooLong('label', a.labelCharsAtCreation);
  const command = wanted.args.join(' ').length + (wanted.onstart?.length ?? 0);
  if (Math.max(command, argsStr.length) > a.commandChars)
    tooLong('args and onstart together', a.commandChars);
  if (wanted.disk < a.leastDisk) reject('invalid_args', `disk must be at least ${a.leastDisk} GB`);
  if (wanted.price !== undefined && (wanted.price < a.price[0] || wanted.price > a.price[1])) {
    reject('invalid_price', `price must lie between ${a.price[0]} and ${a.price[1]} $/h`);
  }
  checkEnv(wanted.env);
  if (containerPorts(wanted).length > a.portsPerInstance) {
    reject('invalid_args', `an instance has at most ${a.portsPerInstance} ports`);
  }
}

/** Variables with a name each, and port mappings as interface.md has them: such a key, with the value 1. */
export function checkEnv(env: InstanceRecord['env']): void {
  const a = assumptions;
  const entries = Object.entries(env);
  for (const [key, value] of entries) {
    if (key.trim() === '') reject('bad_request', 'a variable in "env" has no name');
    if (isPortKey(key) && (readPortKey(key) === undefined || value !== '1')) {
      reject(
        'bad_request',
        'a port mapping in "env" must read -p <host_port>:<container_port>, with the value 1',
      );
    }
    if (key.length + value.length > a.envEntryChars) tooLong('an entry of env', a.envEntryChars);
  }
  if (entries.reduce((sum, [key, value]) => sum + key.length + value.length, 0) > a.envChars) {
    tooLong('env', a.envChars);
  }
}
