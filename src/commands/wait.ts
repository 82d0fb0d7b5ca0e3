import { span } from '../base/format.ts';
import type { Client } from '../client/client-type.ts';
import { ApiError } from '../client/errors.ts';
import type { Instance } from '../client/wire.ts';
import { lookAt, noLook, type WaitGoal, type WaitState, waitVerdict } from '../engine/instances/changes.ts';
import { recordNow, saysNotThere } from '../engine/refusals.ts';
import { type CommandContext, requireAccount } from './cli/context.ts';
import { failure } from './cli/failure.ts';
import { readId, readSpan, withUnit } from './cli/numbers.ts';
import { printJson } from './cli/output.ts';
import { patientReads, pause } from './cli/pause.ts';
import { journalFor } from './rent-journal.ts';

/** Between looks, as interface.md (Instance actual_status) suggests. */
const lookEveryMs = 10_000;

/**
 * `rigdeck wait ID --for running --timeout 10m`: 0 once it is so, 5 when it never will be, 1 when there never was such
 * an instance as far as anything here knows, 124 when the time is over. A line of progress for each change, on standard error.
 * Its answer is its exit code: it goes on when nobody reads what it prints.
 */
export async function waitCommand(
  context: CommandContext,
  typedId: string,
  options: { for: WaitGoal; timeout: string },
): Promise<void> {
  const { io, json, composition, signal } = context;
  const id = readId(typedId, 'instance id');
  const timeoutMs = readSpan(options.timeout, '--timeout');
  const account = await requireAccount(context);
  const { api } = account;
  const { now } = composition.clock;
  const began = now();
  const patience = patientReads(context);
  const rented = journalFor(context, account).events();
  let state: WaitState = { ...noLook, known: rented.some((event) => 'id' in event && event.id === id) };
  for (;;) {
    const found = await patience(() => lookUp(api, id, signal));
    if (found !== undefined) {
      const { word } = state;
      state = lookAt(state, id, found.row);
      if (state.word !== word) io.say(`${span(now() - began)}  ${id} is ${state.word}`);
      const verdict = waitVerdict(state, options.for);
      if (verdict.end === 'unknown')
        throw failure('refused', 'no_such_instance', `There is no instance ${id}.`, 'See rigdeck instances.');
      if (verdict.end === 'failed')
        throw failure(
          'instanceFailed',
          'instance_failed',
          `${id}: ${verdict.why}`,
          `See rigdeck instances ${id}.`,
        );
      if (verdict.end === 'reached')
        return json ? printJson(io, { schema: 1, instance_id: id, state: state.word }) : undefined;
    }
    const left = began + timeoutMs - now();
    if (left <= 0)
      throw failure(
        'timedOut',
        'timed_out',
        `${id} is ${state.word || 'not known'} after ${withUnit(options.timeout)}, not ${options.for}.`,
        'It is charged as it is; rigdeck waits no longer.',
      );
    await pause(context, Math.min(lookEveryMs, left));
  }
}

/**
 * What lookAt is told: the record, by the list where the service has none alone; where neither has it, null or undefined
 * for the service's word on it. Undefined altogether while that cannot be told.
 */
async function lookUp(
  api: Client,
  id: number,
  signal: AbortSignal,
): Promise<{ row: Instance | null | undefined } | undefined> {
  let word: null | undefined = null;
  const alone = async () => {
    try {
      return await api.getInstance(id, { signal });
    } catch (error) {
      if (error instanceof ApiError && saysNotThere(error)) word = undefined;
      throw error;
    }
  };
  const asApiError = (thrown: unknown) => (thrown instanceof ApiError ? thrown : undefined);
  const row = await recordNow(id, { alone, list: () => api.listInstances({ signal }), asApiError });
  if (row === undefined) return undefined;
  return { row: row ?? word };
}
