import { readFile } from 'node:fs/promises';
import { closestName } from '../base/closest-name.ts';
import type {
  ApiKey,
  ApiKeyMade,
  ApiKeyRequest,
  PermissionCategory,
  PermissionDocument,
} from '../client/wire.ts';
import { keyFileText } from '../engine/api-keys/key-copy.ts';
import {
  buildPermissions,
  categoriesOf,
  mayCall,
  permissionCategories,
  readPermissions,
  spendingCategories,
} from '../engine/api-keys/permission-scopes.ts';
import { writeNewFile } from '../platform/files/new-file.ts';
import { type Places, placesOf } from '../platform/files/typed-path.ts';
import { type Account, type CommandContext, requireAccount } from './cli/context.ts';
import { failure } from './cli/failure.ts';
import { handOut } from './cli/hand-out.ts';
import { mustBeNew, pathFrom } from './cli/new-file-out.ts';
import { printJson, printJsonAsIs } from './cli/output.ts';
import { createOnce, listedBefore } from './cli/settle-lost.ts';

type Flags = { category?: string[]; permissionsFile?: string; save?: string; print?: boolean };

/**
 * `rigdeck keys create NAME`. Its value comes once, and goes into a new file, or to standard output where that was
 * asked for; where it is to go is found out before anything is made.
 */
export async function keysCreateCommand(context: CommandContext, name: string, flags: Flags): Promise<void> {
  const { io, json, composition } = context;
  const { save } = flags;
  if (name.trim() === '') throw failure('usage', 'no_name', 'A key needs a name, such as what uses it.');
  if ((save === undefined) === (flags.print !== true)) {
    const why = 'choose where to write the key';
    throw failure('usage', 'no_place', why, 'pass --save FILE or --print');
  }
  const places = placesOf(composition.env);
  const permissions = await permissionsOf(flags, places);
  if (save !== undefined) await mustBeNew(pathFrom(save, places));

  const account = await requireAccount(context);
  const spends = spendingCategories(mayCall(permissions));
  const may = `${categoriesOf(permissions).join(', ')}${spends.length === 0 ? '' : ` and can spend money (by ${spends.join(', ')})`}`;
  const { id, key } = await makeKey(context, account, { name: name.trim(), permissions });
  composition.redactor.add(key);
  // Its value comes once: nothing that can go wrong stands before it is written.
  if (save === undefined) {
    const print = () => {
      if (json) return printJsonAsIs(io, { schema: 1, key_id: id, permissions, key });
      try {
        io.say(`Key ${id} is made; it may call ${may}. This is its value, this once:`);
      } finally {
        io.out(`${key}\n`);
      }
    };
    return handOut(io, print, {
      made: `Key ${id} is made, and its value is lost.`,
      next: `Run rigdeck keys delete ${id}, then make another.`,
    });
  }
  const written = await writeNewFile(save, keyFileText(key), places);
  if (!written.ok) {
    const lost = `Key ${id} is made, and its value could not be written and is lost: ${written.message}`;
    throw failure('refused', 'value_lost', lost, `Run rigdeck keys delete ${id}, then make another.`);
  }
  if (json)
    return handOut(io, () => printJson(io, { schema: 1, key_id: id, permissions, key_file: written.path }), {
      made: `Key ${id} is made. Its value is in ${written.path}.`,
      next: '',
    });
  io.say(`Key ${id} is made; it may call ${may}. Its value is in ${written.path}, which only you can read.`);
  for (const { message } of written.warnings) io.say(message);
}

/** Makes a key, once. One whose answer is lost, and that the list has then, has a value that nobody saw. */
async function makeKey(
  context: CommandContext,
  account: Account,
  request: ApiKeyRequest,
): Promise<ApiKeyMade> {
  const { signal } = context;
  const { api } = account;
  const list = () => api.listApiKeys({ signal });
  const before = new Set((await listedBefore(context, account, list))?.rows.map(({ id }) => id));
  const found = (rows: readonly ApiKey[]) =>
    rows.filter(({ id, name }) => !before.has(id) && (name === undefined || name === request.name));
  const made = await createOnce(context, { what: 'key', list, found }, () =>
    api.createApiKey(request, { signal }),
  );
  if ('reply' in made) return made.reply;
  const { id } = made.row;
  throw failure(
    'refused',
    'value_lost',
    `The value of key ${id} is lost: it came with the answer.`,
    `Run rigdeck keys delete ${id}, then make another.`,
  );
}

/** The categories of the flags, each narrowed as the file says; the file's own where no category is named. */
async function permissionsOf(
  { category, permissionsFile }: Flags,
  places: Places,
): Promise<PermissionDocument> {
  const named = (category ?? []).flatMap((one) => one.split(',')).map((one) => one.trim());
  const wrong = named.find((one) => !permissionCategories.includes(one as PermissionCategory));
  if (wrong !== undefined) {
    const near = closestName(wrong, permissionCategories);
    const next =
      near === undefined ? `There are ${permissionCategories.join(', ')}.` : `Do you mean ${near}?`;
    throw failure('usage', 'bad_value', `There is no category ${JSON.stringify(wrong)}.`, next);
  }
  const chosen = named as PermissionCategory[];
  if (permissionsFile === undefined) {
    if (chosen.length > 0) return buildPermissions(chosen);
    const next = `Give --category, as --category misc,user_read: ${permissionCategories.join(', ')}.`;
    throw failure('usage', 'no_permissions', 'What may the key call?', next);
  }
  const path = pathFrom(permissionsFile, places);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) throw failure('usage', 'no_file', `${permissionsFile} cannot be read.`);
  const read = readPermissions(text);
  if (!read.ok) throw failure('usage', 'bad_permissions', `${permissionsFile}: ${read.reason}`);
  return buildPermissions(chosen.length > 0 ? chosen : categoriesOf(read.document), read.document);
}
