import type { CloudCopyRequest } from '../../client/wire.ts';

export type CopyDirection = 'to-cloud' | 'from-cloud';

/**
 * A copy as it is filled in, form or flags: text as typed. The paths stand by their side, so that turning the
 * direction round changes which of them is the source and nothing else.
 */
export type CopyDraft = {
  instance: string;
  direction: CopyDirection;
  instancePath: string;
  cloudPath: string;
  /** Id of a connection of the account. */
  connection: string;
  /** Flags between blanks, or one by one as they are. */
  flags: string | readonly string[];
  /** A secret; left out of the request where it is empty. */
  apiKey: string;
};

export type CopyField = 'instance_id' | 'instance_path' | 'cloud_path' | 'selected' | 'flags' | 'api_key';
export type CopyError = { field: CopyField; message: string };
export type CopyRead =
  | { ok: true; body: CloudCopyRequest }
  /** `soFar` is the rest of the request, to look at; it is never sent. */
  | { ok: false; errors: CopyError[]; soFar: CloudCopyRequest };

/** The two transfers of interface.md (Cloud copy body). */
export const transfers: Readonly<Record<CopyDirection, string>> = {
  'to-cloud': 'Instance To Cloud',
  'from-cloud': 'Cloud To Instance',
};

/** What each path is called: which side it is on, and whether it is read or written there. */
export const pathLabels: Readonly<Record<CopyDirection, { instance: string; cloud: string }>> = {
  'to-cloud': { instance: 'From instance', cloud: 'To cloud' },
  'from-cloud': { instance: 'To instance', cloud: 'From cloud' },
};

/** The flags that the public client of such services knows; interface.md names none. */
export const knownFlags: readonly { flag: string; what: string }[] = [
  { flag: '--dry-run', what: 'only say what would be copied' },
  { flag: '--size-only', what: 'take files of one size for the same' },
  { flag: '--ignore-existing', what: 'leave files that are there already' },
  { flag: '--update', what: 'leave files that are newer there' },
  { flag: '--delete-excluded', what: 'delete there what the copy leaves out' },
];

const wordsOf = (flags: CopyDraft['flags']): string[] =>
  typeof flags === 'string' ? flags.split(/\s+/).filter((word) => word !== '') : [...flags];

function wrongFlag(flags: readonly string[]): string | undefined {
  const odd = flags.find((flag) => !/^--?[A-Za-z]/.test(flag));
  return odd === undefined ? undefined : `"${odd}" is no flag: one begins with -, its value stands after =`;
}

function wrongPath(path: string, side: 'instance' | 'cloud'): string | undefined {
  if (path === '') return `a path on the ${side} side is needed`;
  return /^\s|\s$|[\n\r]/.test(path) ? 'the path begins or ends with a blank' : undefined;
}

/**
 * The body of a cloud copy (interface.md, Cloud copy body), or what is wrong with it, field by field. The id of the
 * instance goes as a string, the list of flags and the key only where there are any.
 */
export function buildCopy(draft: CopyDraft): CopyRead {
  const instance = draft.instance.trim();
  const connection = draft.connection.trim();
  const apiKey = draft.apiKey.trim();
  const flags = wordsOf(draft.flags);
  const { instancePath, cloudPath } = draft;
  const [src, dst] = draft.direction === 'to-cloud' ? [instancePath, cloudPath] : [cloudPath, instancePath];
  const checks: readonly (readonly [CopyField, string | undefined])[] = [
    ['instance_id', /^[1-9]\d{0,15}$/.test(instance) ? undefined : 'the id of an instance is needed'],
    ['instance_path', wrongPath(instancePath, 'instance')],
    ['cloud_path', wrongPath(cloudPath, 'cloud')],
    ['selected', connection === '' ? 'the id of a connection is needed' : undefined],
    ['flags', wrongFlag(flags)],
    // The key itself is never repeated.
    ['api_key', /^[\x21-\x7e]*$/.test(apiKey) ? undefined : 'a key has no blanks and no other signs'],
  ];
  const body: CloudCopyRequest = {
    instance_id: instance,
    src,
    dst,
    selected: connection,
    transfer: transfers[draft.direction],
    ...(flags.length === 0 ? {} : { flags }),
    ...(apiKey === '' ? {} : { api_key: apiKey }),
  };
  const errors = checks.flatMap(([field, message]) => (message === undefined ? [] : [{ field, message }]));
  return errors.length === 0 ? { ok: true, body } : { ok: false, errors, soFar: body };
}

/** The request as it may be shown: without the key. */
export const shownCopy = ({ api_key, ...body }: CloudCopyRequest, hidden: string): CloudCopyRequest =>
  api_key === undefined ? body : { ...body, api_key: hidden };

/** What a copy can destroy where it writes. `deletes` wants more than a yes. */
export type CopyDanger = { deletes: boolean; words: readonly string[] };

const has = (flags: readonly string[], flag: string) =>
  flags.includes(flag) || flags.includes(`${flag}=true`);

/** Sentences about what is lost at the destination; they go by the flags that are known. */
export function copyDanger({ dst, flags = [], transfer }: CloudCopyRequest): CopyDanger {
  if (has(flags, '--dry-run'))
    return { deletes: false, words: ['A dry run: nothing is written or deleted.'] };
  const deleting = flags.filter((flag) => /^--delete/.test(flag));
  const spared = has(flags, '--update') ? ' unless the one there is newer' : '';
  const overwrites = has(flags, '--ignore-existing')
    ? 'Files that are there already stay as they are.'
    : `A file of the same name in ${dst} is overwritten${spared}, and cannot be brought back.`;
  const inSystem = transfer === transfers['from-cloud'] && /^\/(root\/?)?$/.test(dst);
  return {
    deletes: deleting.length > 0,
    words: [
      ...deleting.map((flag) => `${flag} deletes files in ${dst}; they cannot be brought back.`),
      overwrites,
      ...(inSystem
        ? [`Copying to ${dst} can break SSH access to the instance: a folder of its own is safer.`]
        : []),
    ],
  };
}
