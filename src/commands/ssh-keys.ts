import { readFile } from 'node:fs/promises';
import { dateTime, epochMs } from '../base/format-time.ts';
import type { Client } from '../client/client-type.ts';
import { ApiError } from '../client/errors.ts';
import type { ListReply, SshKey } from '../client/wire.ts';
import { describePublicKey, type PublicKey, readPublicKey } from '../engine/api-keys/ssh-public-key.ts';
import { attachMessages, detachMessages } from '../engine/instances/messages.ts';
import { attachKey, detachKey } from '../engine/instances/writes.ts';
import { listed as isListed, isWhole, missingWords } from '../engine/missing-rows.ts';
import { saysNotThere } from '../engine/refusals.ts';
import { publicKeyFiles } from '../platform/files/ssh-public-files.ts';
import { placesOf } from '../platform/files/typed-path.ts';
import { type CommandContext, requireAccount } from './cli/context.ts';
import { failure } from './cli/failure.ts';
import { handOut } from './cli/hand-out.ts';
import { listEnd, notListed, wholeness } from './cli/missing-rows.ts';
import { pathFrom } from './cli/new-file-out.ts';
import { readId } from './cli/numbers.ts';
import { type PrintColumn, printJson, printRows } from './cli/output.ts';
import { publicList } from './cli/public-list.ts';
import { changeOnce, createOnce, deleteOnce, listedBefore } from './cli/settle-lost.ts';
import { askTyped, needYes } from './cli/typed-consent.ts';

/** `rigdeck ssh-keys`: the public keys of the account, with their fingerprints as ssh-keygen prints them. */
export async function sshKeysCommand(context: CommandContext): Promise<number> {
  const { io, json, composition, signal } = context;
  const { api } = await requireAccount(context);
  const list = await publicList(
    api,
    listed(api, signal),
    'This service lists no SSH keys.',
    'See its web console.',
  );
  const keys = list.rows;
  if (json) printJson(io, { schema: 1, ssh_keys: keys.map(sshKeyFields), ...wholeness(list) });
  else if (keys.length > 0) printRows(io, columns(composition.env.TZ), keys);
  else if (isWhole(list)) io.say('The account has no SSH keys. Run rigdeck ssh-keys add.');
  return listEnd(io, 'SSH key', list);
}

/** Such services also answer 404 where there is no key yet; a gateway's page of that status is no such answer. */
async function listed(api: Client, signal: AbortSignal): Promise<ListReply<SshKey>> {
  try {
    return await api.listSshKeys({ signal });
  } catch (error) {
    if (error instanceof ApiError && saysNotThere(error)) return { rows: [] };
    throw error;
  }
}

function sshKeyFields({ id, public_key: text, created_at: at }: SshKey) {
  const { type, fingerprint, comment } = describePublicKey(text);
  return {
    id,
    type: type ?? null,
    fingerprint: fingerprint ?? null,
    comment: comment ?? null,
    public_key: text ?? null,
    created_at: at ?? null,
  };
}

function columns(timeZone: string | undefined): readonly PrintColumn<SshKey>[] {
  const of = ({ public_key: text }: SshKey) => describePublicKey(text);
  const added = ({ created_at: at }: SshKey) =>
    typeof at === 'number' ? dateTime(epochMs(at), timeZone) : '·';
  return [
    { title: 'ID', text: (k) => String(k.id), raw: (k) => k.id, right: true },
    { title: 'TYPE', text: (k) => of(k).type ?? '·', raw: (k) => of(k).type },
    { title: 'FINGERPRINT', text: (k) => of(k).fingerprint ?? '·', raw: (k) => of(k).fingerprint },
    { title: 'COMMENT', text: (k) => of(k).comment || '·', raw: (k) => of(k).comment, least: 10 },
    { title: 'ADDED', text: added, raw: (k) => k.created_at },
  ];
}

/**
 * `rigdeck ssh-keys add [FILE]`: `-` is standard input; without a file the one .pub file of ~/.ssh. A key that the account
 * has is not sent again.
 */
export async function sshKeysAddCommand(context: CommandContext, file: string | undefined): Promise<void> {
  const { io, json, signal } = context;
  const key = await keyFrom(context, file);
  const account = await requireAccount(context);
  const { api } = account;
  const list = () => listed(api, signal);
  const found = (rows: readonly SshKey[]) => rows.filter((row) => printOf(row) === key.fingerprint);
  // A list that cannot be read keeps nobody from adding a key.
  const [there] = found((await listedBefore(context, account, list))?.rows ?? []);
  const made =
    there === undefined
      ? await createOnce(context, { what: 'SSH key', list, found }, () =>
          api.createSshKey(key.line, { signal }),
        )
      : { row: there };
  const shown = 'reply' in made ? made.reply.key : made.row;
  if (json)
    return handOut(io, () => printJson(io, { schema: 1, ssh_key: sshKeyFields(shown) }), {
      made: `SSH key ${shown.id} is on the account.`,
      next: 'The same command again names it.',
    });
  const how = there === undefined ? 'is added' : 'is on the account already';
  io.say(`SSH key ${shown.id} ${how}: ${key.fingerprint} ${key.comment}`.trimEnd());
  io.say('New instances take it. For one that runs already: rigdeck ssh-keys attach ID.');
}

async function keyFrom(context: CommandContext, file: string | undefined): Promise<PublicKey> {
  const read = readPublicKey(await textFrom(context, file));
  if (!read.ok) throw failure('usage', 'bad_ssh_key', read.reason);
  return read.key;
}

async function textFrom({ io, composition }: CommandContext, file: string | undefined): Promise<string> {
  const places = placesOf(composition.env);
  // Its line is enough: whoever pastes it need not end the input.
  if (file === '-') return (await io.readLine()) ?? '';
  if (file !== undefined) {
    const text = await readFile(pathFrom(file, places), 'utf8').catch(() => undefined);
    if (text === undefined) throw failure('usage', 'no_file', `${file} cannot be read.`);
    return text;
  }
  const found = await publicKeyFiles(places.home);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only.text;
  const why =
    found.length === 0
      ? 'There is no .pub file in ~/.ssh.'
      : `There are several in ~/.ssh: ${found.map(({ name }) => name).join(', ')}.`;
  throw failure('usage', 'which_ssh_key', why, 'Name the file of a public key.');
}

/** `rigdeck ssh-keys remove ID --yes`. Without --yes it asks for the id to be typed where somebody can answer. */
export async function sshKeysRemoveCommand(
  context: CommandContext,
  typedId: string,
  options: { yes?: boolean },
): Promise<void> {
  const { io, json, signal } = context;
  const id = readId(typedId, 'SSH key id');
  needYes(context, options.yes, 'ssh-keys remove', 'new instances will not have the key');
  const { api } = await requireAccount(context);
  const list = () => listed(api, signal);
  if (!options.yes) await askForId(context, id, await list());
  const about = { name: `SSH key ${id}`, id, list };
  const reply = await deleteOnce(context, about, () => api.deleteSshKey(id, { signal }));
  if (json) return printJson(io, { schema: 1, ssh_key_id: id, ...(reply ?? { success: true }) });
  io.say(`SSH key ${id} is removed. Instances that have it already may keep it.`);
}

async function askForId(context: CommandContext, id: number, keys: ListReply<SshKey>): Promise<void> {
  const { io } = context;
  const key = keys.rows.find((one) => one.id === id);
  if (key === undefined)
    throw notListed(keys, `The account has no SSH key ${id}.`, 'SSH key', 'See rigdeck ssh-keys.');
  const { fingerprint, comment } = describePublicKey(key.public_key);
  io.say([`SSH key ${id}:`, fingerprint ?? '·', comment].filter(Boolean).join(' '));
  io.say('New instances will not take it any more. Those that have it already may keep it.');
  await askTyped(context, {
    question: `Type ${id} to remove it: `,
    accepts: (typed) => typed === String(id),
    wrong: 'That is not its id.',
    nothing: 'Nothing was removed.',
  });
}

/** `rigdeck ssh-keys attach INSTANCE`: a key of the account, the only one where none is named. */
export async function sshKeysAttachCommand(
  context: CommandContext,
  typedId: string,
  flags: { id?: string; file?: string },
): Promise<void> {
  const { io, json, signal } = context;
  const id = readId(typedId, 'instance id');
  needOneName(flags);
  const given = flags.file === undefined ? undefined : await keyFrom(context, flags.file);
  const { api } = await requireAccount(context);
  const line = given?.line ?? ownKey(await listed(api, signal), flags.id);
  const { fingerprint = '' } = describePublicKey(line);
  const seen = ({ rows }: ListReply<SshKey>) => {
    const there = rows.some((row) => printOf(row) === fingerprint);
    return {
      done: there ? true : undefined,
      text: `instance ${id} ${there ? 'has' : 'does not have'} the key`,
    };
  };
  const reply = await changeOnce(context, { read: () => api.listInstanceSshKeys(id, { signal }), seen }, () =>
    api.attachSshKey(...attachKey.request(id, line), { signal }),
  );
  if (json) return printJson(io, { schema: 1, instance_id: id, ...(reply ?? { success: true }) });
  io.say(`${attachMessages.done({ name: String(id) })} (${fingerprint}).`);
}

/**
 * `rigdeck ssh-keys detach INSTANCE --yes`: takes a key off an instance, one that the account has no more, too. Without
 * --id or --file it is the only one that the instance has.
 */
export async function sshKeysDetachCommand(
  context: CommandContext,
  typedId: string,
  flags: { id?: string; file?: string; yes?: boolean },
): Promise<void> {
  const { io, json, signal } = context;
  const id = readId(typedId, 'instance id');
  needOneName(flags);
  const wanted = flags.id === undefined ? undefined : readId(flags.id, '--id');
  const given = flags.file === undefined ? undefined : await keyFrom(context, flags.file);
  needYes(context, flags.yes, 'ssh-keys detach', `the key can no longer open instance ${id}`);
  const { api } = await requireAccount(context);
  const read = () => api.listInstanceSshKeys(id, { signal });
  const has = await read();
  const there = has.rows;
  const named = there.filter((row) =>
    given === undefined ? wanted === undefined || row.id === wanted : printOf(row) === given.fingerprint,
  );
  const [key] = named;
  if (named.length === 0 && !isWhole(has)) throw notListed(has, '', 'SSH key');
  // The only one that is listed need not be the only one.
  const isNamed = wanted !== undefined || given !== undefined;
  if (key === undefined || named.length > 1 || !(isNamed || isWhole(has))) throw whichOf(id, has);
  if (!flags.yes) {
    const { fingerprint = '·', comment } = describePublicKey(key.public_key);
    io.say(`SSH key ${key.id}: ${fingerprint} ${comment ?? ''}`.trimEnd());
    if (there.length === 1 && isWhole(has)) io.say(detachMessages.isOnly);
    await askTyped(context, {
      question: `Type ${key.id} to detach it: `,
      accepts: (typed) => typed === String(key.id),
      wrong: 'That is not its id.',
      nothing: 'Nothing was detached.',
    });
  }
  const seen = (now: ListReply<SshKey>) => {
    const there = isListed(now, key.id);
    const has = there === undefined ? 'may have' : there ? 'has' : 'does not have';
    return { done: there === false ? true : undefined, text: `instance ${id} ${has} the key` };
  };
  const reply = await changeOnce(context, { read, seen }, () =>
    api.detachSshKey(...detachKey.request(id, { key, isOnly: there.length === 1 }), { signal }),
  );
  if (json)
    return printJson(io, { schema: 1, instance_id: id, ssh_key_id: key.id, ...(reply ?? { success: true }) });
  io.say(`${detachMessages.done({ name: String(id) })} (key ${key.id}). ${detachMessages.sessions}`);
}

/** Each of the two names a key: both together are no clear wish. */
function needOneName({ id, file }: { id?: string; file?: string }): void {
  if (id !== undefined && file !== undefined)
    throw failure('usage', 'usage', '--id and --file cannot be used together');
}

const printOf = ({ public_key: text }: SshKey) => describePublicKey(text).fingerprint;

function whichOf(instance: number, list: ListReply<SshKey>): Error {
  const { rows: keys } = list;
  const ids = keys.map((one) => one.id).join(', ');
  const lacks = isWhole(list) ? '' : ` ${missingWords(list.missing ?? 0, 'SSH key')}.`;
  const why =
    keys.length === 0 ? `Instance ${instance} has no SSH keys.` : `Which SSH key? It has ${ids}.${lacks}`;
  return keys.length === 0
    ? notListed(list, why, 'SSH key')
    : failure('usage', 'which_ssh_key', why, 'Give --id ID.');
}

function ownKey(list: ListReply<SshKey>, wanted: string | undefined): string {
  const { rows: keys } = list;
  const id = wanted === undefined ? undefined : readId(wanted, '--id');
  const key =
    id === undefined
      ? keys.length === 1 && isWhole(list)
        ? keys[0]
        : undefined
      : keys.find((one) => one.id === id);
  if (key?.public_key !== undefined) return key.public_key;
  if (keys.length === 0 && !isWhole(list)) throw notListed(list, '', 'SSH key');
  const ids = keys.map((one) => one.id).join(', ');
  const why = keys.length === 0 ? 'The account has no SSH keys.' : `Which SSH key? The account has ${ids}.`;
  throw failure(
    'usage',
    'which_ssh_key',
    why,
    keys.length === 0 ? 'Run rigdeck ssh-keys add.' : 'Give --id ID.',
  );
}
