import { dateTime, epochMs } from '../base/format-time.ts';
import type { ApiKey, ListReply } from '../client/wire.ts';
import { gatherEvidence, keyInUse } from '../engine/api-keys/key-evidence.ts';
import { keyName, mayText } from '../engine/api-keys/key-words.ts';
import { isWhole } from '../engine/missing-rows.ts';
import { type CommandContext, requireAccount } from './cli/context.ts';

import { listEnd, notListed, wholeness } from './cli/missing-rows.ts';
import { readId } from './cli/numbers.ts';
import { type PrintColumn, printJson, printRows } from './cli/output.ts';
import { publicList } from './cli/public-list.ts';
import { deleteOnce, listedBefore } from './cli/settle-lost.ts';
import { askTyped, needYes } from './cli/typed-consent.ts';

/** `rigdeck keys`: the API keys of the account, without their values, which are shown once and never again. */
export async function keysCommand(context: CommandContext): Promise<number> {
  const { io, json, composition, signal } = context;
  const { api, source } = await requireAccount(context);
  const list = await publicList(
    api,
    api.listApiKeys({ signal }),
    'This service lists no API keys.',
    'See its web console.',
  );
  const keys = list.rows;
  const inUse = idInUse(keys, source);
  if (json) printJson(io, { schema: 1, keys: keys.map((key) => keyFields(key, inUse)), ...wholeness(list) });
  else if (keys.length > 0) printRows(io, columns(inUse, composition.env.TZ), keys);
  else if (isWhole(list)) io.say('The service lists no keys.');
  return listEnd(io, 'API key', list);
}

/** The id of the key in use, where the list tells it. That it can be read says one thing of it, and nothing more is tried. */
const idInUse = (keys: readonly ApiKey[], { last4 }: { last4?: string | undefined }): number | undefined =>
  keyInUse(keys, last4 ?? '', gatherEvidence(['user_read'], []));

function keyFields(key: ApiKey, inUse: number | undefined) {
  return {
    id: key.id,
    name: key.name ?? null,
    permissions: key.permissions ?? null,
    may: mayText(key) ?? null,
    created_at: key.created_at ?? null,
    in_use: inUse === undefined ? null : key.id === inUse,
  };
}

function columns(inUse: number | undefined, timeZone: string | undefined): readonly PrintColumn<ApiKey>[] {
  const made = ({ created_at: at }: ApiKey) => (at === undefined ? '·' : dateTime(epochMs(at), timeZone));
  const used = ({ id }: ApiKey) => (inUse === undefined ? '·' : id === inUse ? 'yes' : 'no');
  return [
    { title: 'ID', text: (k) => String(k.id), raw: (k) => k.id, right: true },
    { title: 'NAME', text: (k) => k.name ?? '·', raw: (k) => k.name, least: 10 },
    { title: 'MAY', text: (k) => mayText(k) ?? '·', raw: mayText, least: 10 },
    { title: 'MADE', text: made, raw: (k) => k.created_at },
    { title: 'IN USE', text: used, raw: (k) => (inUse === undefined ? undefined : k.id === inUse) },
  ];
}

/**
 * `rigdeck keys delete ID --yes`. Without --yes it asks for the id to be typed where somebody can answer. That it is the key
 * in use is said before, as far as the list tells; with --yes a list that cannot be read keeps nothing from being deleted.
 */
export async function keysDeleteCommand(
  context: CommandContext,
  typedId: string,
  options: { yes?: boolean },
): Promise<void> {
  const { io, json, signal } = context;
  const id = readId(typedId, 'key id');
  needYes(context, options.yes, 'keys delete', 'whatever uses the key stops working');
  const account = await requireAccount(context);
  const { api, source } = account;
  const list = () => api.listApiKeys({ signal });
  const known = options.yes ? await listedBefore(context, account, list) : await list();
  const keys = known?.rows;
  const inUse = keys === undefined ? undefined : idInUse(keys, source);
  const tellOwn = () =>
    inUse === id && io.say(`Key ${id} is the key in use: nothing more can be done with it then.`);
  if (options.yes) tellOwn();
  else await askForId(context, id, known ?? { rows: [] }, tellOwn);
  const reply = await deleteOnce(context, { name: `key ${id}`, id, list }, () =>
    api.deleteApiKey(id, { signal }),
  );
  if (json) return printJson(io, { schema: 1, key_id: id, ...(reply ?? { success: true }) });
  const forget =
    inUse === undefined
      ? ' If it was the one in use, rigdeck logout forgets it here.'
      : inUse === id
        ? ' rigdeck logout forgets it here.'
        : '';
  io.say(`Key ${id} is deleted.${forget}`);
}

async function askForId(
  context: CommandContext,
  id: number,
  keys: ListReply<ApiKey>,
  tellOwn: () => void,
): Promise<void> {
  const { io } = context;
  const key = keys.rows.find((one) => one.id === id);
  if (key === undefined) throw notListed(keys, `The service lists no key ${id}.`, 'API key');
  io.say(`Key ${keyName(key)} may call ${mayText(key) ?? 'what is not told'}.`);
  io.say('Whatever uses it stops working at once, for good.');
  tellOwn();
  await askTyped(context, {
    question: `Type ${id} to delete it: `,
    accepts: (typed) => typed === String(id),
    wrong: 'That is not its id.',
    nothing: 'Nothing was deleted.',
  });
}
