import type { Client } from '../client/client-type.ts';
import type { LogsRequest } from '../client/wire.ts';
import { followEvery, newLines } from '../engine/connect/log-tail.ts';
import { type CommandContext, requireAccount } from './cli/context.ts';
import { readId, readWhole } from './cli/numbers.ts';
import { printJsonAsIs } from './cli/output.ts';
import { patientReads, pausesWhileRead } from './cli/pause.ts';

/** The most lines that a service is asked for. */
const mostTail = 10_000;

type Options = { follow?: boolean; tail: string; filter?: string; daemon?: boolean };

/**
 * `rigdeck logs ID [-f] [--tail N]`. With --json one value, or for a log that is followed one per line. Following ends at
 * Ctrl+C, at a refusal, and when nobody reads it; a service that does not answer for a while is waited for.
 */
export async function logsCommand(context: CommandContext, typedId: string, options: Options): Promise<void> {
  const { io, json, signal } = context;
  const id = readId(typedId, 'instance id');
  const tail = readWhole(options.tail, '--tail', 1, mostTail);
  const { api } = await requireAccount(context);
  const request: LogsRequest = {
    tail: String(tail),
    ...(options.filter === undefined ? {} : { filter: options.filter }),
    ...(options.daemon === true ? { daemon_logs: 'true' } : {}),
  };
  const pause = pausesWhileRead(context);
  let shown = await readLog(api, id, request, signal);
  if (json && options.follow !== true) return printJsonAsIs(io, { schema: 1, instance_id: id, lines: shown });
  const print = (lines: readonly string[]) => {
    for (const line of lines)
      if (json) printJsonAsIs(io, { schema: 1, instance_id: id, line });
      else io.out(`${line}\n`);
  };
  print(shown);
  if (shown.length === 0)
    io.say(options.filter === undefined ? 'The log is empty.' : 'No line of the log matches.');
  const patience = patientReads(context, true);
  while (options.follow === true && (await pause(followEvery * 1000))) {
    const now = await patience(() => readLog(api, id, request, signal));
    if (now === undefined) continue;
    const { fresh, gap } = newLines(shown, now);
    if (gap) io.say('More was written than one reading holds: lines are missing here.');
    print(fresh);
    shown = now;
  }
}

async function readLog(
  api: Client,
  id: number,
  request: LogsRequest,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { result_url } = await api.requestLogs(id, request, { signal });
  return api.readResult('requestLogs', result_url, { signal });
}
