import { ApiError } from '../client/errors.ts';
import { saysNotThere } from '../engine/refusals.ts';
import {
  buildCopy,
  type CopyDirection,
  type CopyField,
  copyDanger,
  shownCopy,
} from '../engine/transfer/cloud-copy.ts';
import { cleanApiKey } from '../platform/credentials/api-key.ts';
import { readKeyFile } from '../platform/credentials/read-key-file.ts';
import { type CommandContext, requireAccount } from './cli/context.ts';
import { failure } from './cli/failure.ts';
import { readId } from './cli/numbers.ts';
import { printJson } from './cli/output.ts';
import { askTyped, needYes } from './cli/typed-consent.ts';
import { findInstance } from './instances.ts';

export type CopyOptions = {
  direction?: CopyDirection;
  instancePath?: string;
  cloudPath?: string;
  connection?: string;
  flag?: string[];
  copyKeyFile?: string;
  copyKeyStdin?: boolean;
  yes?: boolean;
  cancel?: boolean;
};

const flagOf: Readonly<Record<CopyField, string>> = {
  instance_id: 'ID',
  instance_path: '--instance-path',
  cloud_path: '--cloud-path',
  selected: '--connection',
  flags: '--flag',
  api_key: '--copy-key-file',
};

/**
 * `rigdeck copy ID --direction to-cloud …`: starts a cloud copy (interface.md, Cloud copy body); with `--cancel` calls
 * off what is being copied there. The command is the consent, but for flags that delete: those want a word or `--yes`.
 */
export async function copyCommand(
  context: CommandContext,
  typedId: string,
  options: CopyOptions,
): Promise<void> {
  const id = readId(typedId, 'instance id');
  if (options.cancel) return cancelCopy(context, id, options);
  const { direction } = options;
  if (direction === undefined)
    throw failure('usage', 'usage', 'missing --direction', 'use to-cloud, from-cloud, or --cancel');
  const given = [
    ['--instance-path', options.instancePath],
    ['--cloud-path', options.cloudPath],
    ['--connection', options.connection],
  ] as const;
  const missing = given.filter(([, value]) => (value ?? '').trim() === '').map(([flag]) => flag);
  if (missing.length > 0) throw failure('usage', 'bad_value', `missing ${missing.join(', ')}`);
  const read = buildCopy({
    instance: String(id),
    direction,
    instancePath: options.instancePath ?? '',
    cloudPath: options.cloudPath ?? '',
    connection: options.connection ?? '',
    flags: options.flag ?? [],
    apiKey: await copyKey(context, options),
  });
  if (!read.ok) {
    const lines = read.errors.map(({ field, message }) => `${flagOf[field]}: ${message}`);
    throw failure('usage', 'bad_value', lines.join('\n'), 'rigdeck copy --help, rigdeck connections');
  }
  const { body } = read;
  const { io, json, signal } = context;
  const { deletes, words } = copyDanger(body);
  if (deletes && !options.yes) await askToDelete(context, words);
  const { api } = await requireAccount(context);
  const reply = await api.cloudCopy(body, { signal });
  const { api_key: _, ...sent } = shownCopy(body, '');
  if (json) return printJson(io, { schema: 1, ...sent, instance_id: id, ...reply });
  for (const line of [reply.msg, reply.result_url]) if (line !== undefined) io.out(`${line}\n`);
  io.say(`${body.src} to ${body.dst}. ${words.join(' ')}`);
  io.say(
    `How far it is stands in the status of the instance, about 30 s late: rigdeck instances ${id} --json`,
  );
}

async function cancelCopy(
  { io, json, signal, ...context }: CommandContext,
  id: number,
  options: CopyOptions,
) {
  const { direction, instancePath, cloudPath, connection, flag, copyKeyFile, copyKeyStdin } = options;
  const others = [direction, instancePath, cloudPath, connection, flag, copyKeyFile, copyKeyStdin];
  if (others.some((given) => given !== undefined))
    throw failure('usage', 'usage', '--cancel takes no other flags', `rigdeck copy ${id} --cancel`);
  const { api } = await requireAccount({ io, json, signal, ...context });
  const { success, msg } = await api.cancelCloudCopy(id, { signal }).catch(async (error: unknown) => {
    // A 404 says both: that nothing is copied there, and that there is no such instance.
    if (error instanceof ApiError && error.status === 404)
      await findInstance(api, id, signal).catch((why: unknown) => {
        if (!(why instanceof ApiError) || saysNotThere(why)) throw why;
      });
    throw error;
  });
  if (json) return printJson(io, { schema: 1, instance_id: id, success: success ?? true, msg: msg ?? null });
  io.say(
    `${id}: Called off. What is copied already stays where it is.${msg === undefined ? '' : ` (${msg})`}`,
  );
}

async function askToDelete(context: CommandContext, words: readonly string[]): Promise<void> {
  const { io } = context;
  const what = words[0] ?? '';
  needYes(context, false, 'copy', what);
  for (const line of words) io.say(line);
  await askTyped(context, {
    question: 'Type delete to go on: ',
    accepts: (typed) => typed === 'delete',
    nothing: 'Nothing was copied.',
  });
}

/** The key that goes in the body, empty for none: from a file or standard input, never an argument. */
async function copyKey({ io, composition }: CommandContext, options: CopyOptions): Promise<string> {
  const { copyKeyFile, copyKeyStdin } = options;
  if (copyKeyFile === undefined && !copyKeyStdin) return '';
  if (copyKeyFile !== undefined && copyKeyStdin)
    throw failure('usage', 'usage', '--copy-key-file and --copy-key-stdin cannot be used together');
  if (copyKeyStdin && composition.flags.apiKeyStdin)
    throw failure(
      'usage',
      'usage',
      'Standard input can hold only one of the two keys.',
      'Use --copy-key-file.',
    );
  const flag = copyKeyStdin ? '--copy-key-stdin' : '--copy-key-file';
  const given = copyKeyFile === undefined ? await io.readAll() : await fromFile(copyKeyFile);
  const { key, flaw } = cleanApiKey(given);
  composition.redactor.add(key);
  if (flaw !== undefined) throw failure('usage', 'bad_value', `${flag}: ${flaw.message}`);
  return key;
}

async function fromFile(path: string): Promise<string> {
  const read = await readKeyFile(path);
  if (read.ok) return read.text;
  throw failure('usage', 'bad_value', `--copy-key-file ${path}: ${read.reason}`);
}
