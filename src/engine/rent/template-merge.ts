import type { CreateRequest, Runtype, Template } from '../../client/wire.ts';
import { creationFields } from './creation-fields.ts';
import { readFlagEnv } from './flag-env.ts';
import { isRuntype, runtypes } from './runtypes.ts';

/** Whose value a field of the new instance has. `ignored`: the template says it, and it has no effect. */
export type Wins = 'form' | 'template' | 'both' | 'ignored';
export type MergeRow = { name: string; wins: Wins; text: string };

/** The launch mode that a template brings: its kind of access, and whether it is the direct one. */
export function templateRuntype({ runtype, ssh_direct, jup_direct }: Template): Runtype | undefined {
  const direct = runtype === 'ssh' ? ssh_direct : runtype === 'jupyter' ? jup_direct : undefined;
  const word = direct === undefined ? runtype : `${runtype}_${direct ? 'direct' : 'proxy'}`;
  return word !== undefined && isRuntype(word) ? word : undefined;
}

export const templateImage = ({ image, tag }: Template): string | undefined =>
  image === undefined || image === '' ? undefined : [image, tag].filter(Boolean).join(':');

const lines = (script: string): string => {
  const count = script.trim().split('\n').length;
  return `a script of ${count} ${count === 1 ? 'line' : 'lines'}`;
};
const yesNo = (value: boolean): string => (value ? 'yes' : 'no');
const labelOf = (name: keyof CreateRequest): string =>
  creationFields.find((field) => field.name === name)?.label ?? name;

/** One value over another (creation rule 2): the request wins, else the template; undefined where neither has one. */
function over<T>(
  name: keyof CreateRequest,
  own: T | undefined,
  brought: T | undefined,
  say: (value: T) => string,
): MergeRow | undefined {
  const label = labelOf(name);
  const bare = (value: T | undefined) => value === undefined || value === '';
  if (bare(brought)) return undefined;
  if (bare(own)) return { name: label, wins: 'template', text: say(brought as T) };
  const same = say(own as T) === say(brought as T) ? '' : `, not the template's ${say(brought as T)}`;
  return { name: label, wins: 'form', text: `${say(own as T)}${same}` };
}

/** Keys are kept from the template, new ones are added, and on a conflict the request wins (creation rule 3). */
function merged(name: string, own: readonly string[], brought: readonly string[]): MergeRow | undefined {
  if (brought.length === 0) return undefined;
  if (own.length === 0) return { name, wins: 'template', text: brought.join(', ') };
  const parts = [
    ['from the template', brought.filter((key) => !own.includes(key))],
    ['yours wins', brought.filter((key) => own.includes(key))],
    ['added by you', own.filter((key) => !brought.includes(key))],
  ] as const;
  const said = parts.flatMap(([what, keys]) => (keys.length === 0 ? [] : [`${keys.join(', ')} (${what})`]));
  return { name, wins: 'both', text: said.join('; ') };
}

function registry(body: CreateRequest, { docker_login_repo: repo, docker_login_user: user }: Template) {
  if (repo === undefined || repo === '') return undefined;
  const brought = user === undefined || user === '' ? repo : `${user} at ${repo}`;
  return body.image_login === undefined
    ? { name: 'Registry login', wins: 'template' as const, text: `${brought}, carried over` }
    : { name: 'Registry login', wins: 'form' as const, text: `yours, not the template's ${brought}` };
}

const isPort = (key: string): boolean => key.startsWith('-p ');

/**
 * What becomes of each thing that a template brings, once it meets a request (interface.md, creation rules 2 to 5).
 * Values of variables are never told, only their names.
 */
export function mergeRows(template: Template, body: CreateRequest): MergeRow[] {
  const flags = readFlagEnv(template.env ?? '');
  const own = Object.keys(body.env ?? {});
  const gb = (value: number) => `${value} GB`;
  const word = (value: string) => value;
  const rows: readonly (MergeRow | undefined)[] = [
    over('image', body.image, templateImage(template), word),
    over('disk', body.disk, template.recommended_disk_space, gb),
    over('runtype', body.runtype, templateRuntype(template), (name) => runtypes[name].label),
    over('onstart', body.onstart, template.onstart, lines),
    over('args_str', body.args_str, template.args_str, word),
    over('use_jupyter_lab', body.use_jupyter_lab, template.use_jupyter_lab, yesNo),
    over('jupyter_dir', body.jupyter_dir, template.jupyter_dir, word),
    merged(
      'Env',
      own.filter((key) => !isPort(key)),
      flags.names,
    ),
    merged(
      'Ports',
      own.filter(isPort).map((key) => key.slice(3)),
      flags.ports,
    ),
    registry(body, template),
    template.volume_info === undefined
      ? undefined
      : body.volume_info === undefined
        ? {
            name: 'Volume',
            wins: 'ignored',
            text: "a template's volume is only a hint: link one of yours by its id",
          }
        : {
            name: 'Volume',
            wins: 'form',
            text: `volume ${body.volume_info.volume_id}; the template's is only a hint`,
          },
  ];
  return rows.filter((row) => row !== undefined);
}

/** The rows in one sentence, for the question before a rent: what wins over the template, and what does not come. */
export function mergeSentence(template: Template, body: CreateRequest): string {
  const rows = mergeRows(template, body);
  const named = (wins: Wins) => rows.filter((row) => row.wins === wins).map(({ name }) => name);
  const parts = [
    ['from it', named('template')],
    ['merged', named('both')],
    ['yours wins', named('form')],
    ['ignored', named('ignored')],
  ] as const;
  return parts
    .flatMap(([what, names]) => (names.length === 0 ? [] : [`${what}: ${names.join(', ')}`]))
    .join('; ');
}
