import { span } from '../base/format.ts';
import { isNotListed } from '../engine/refusals.ts';
import { type LateAnswer, lateAnswer } from '../engine/rent/late-answer.ts';
import { absentAfterMs } from '../engine/write.ts';
import type { Account, CommandContext } from './cli/context.ts';
import { failure } from './cli/failure.ts';
import type { AccountJournal } from './rent-journal.ts';

/**
 * The machine that the same command has rented within the last hour and could not name, if it is still there: that is
 * what is answered now, and nothing is rented. `just` are the rents that this run has settled, whenever they were sent. A
 * list that cannot be read ends the command.
 */
export async function findLate(
  context: CommandContext,
  { api }: Account,
  journal: AccountJournal,
  { wish, just }: { wish: string; just: ReadonlySet<string> },
): Promise<LateAnswer | undefined> {
  const { io, composition } = context;
  const { now } = composition.clock;
  let late = lateAnswer(journal.events(), wish, { now: now(), just });
  // Whatever happens before it is named, another hour begins.
  if (late !== undefined) await journal.append({ t: 'asked-again', rent: late.rent, at: now() });
  while (late !== undefined && (await isGone(context, api, late))) {
    io.say(`Instance ${late.id}, which the same command rented before, is not there any more.`);
    await handOver(context, journal, late.rent);
    late = lateAnswer(journal.events(), wish, { now: now(), just });
  }
  if (late === undefined) return undefined;
  const { id, offerId, at } = late;
  io.say(
    `This is the late answer to the same request of ${span(now() - at)} ago: offer ${offerId} was rented, as instance ${id}. No other one was rented; the same command again rents another.`,
  );
  return late;
}

/** Between looks at the list. */
const lookEveryMs = 5_000;

/**
 * Whether a machine is no more. A list may lag behind what was created: one that lacks a machine of a moment ago is asked
 * again, for as long as it takes to say that nothing was created.
 */
async function isGone(
  { io, composition: { clock }, signal }: CommandContext,
  api: Account['api'],
  { id, at }: LateAnswer,
): Promise<boolean> {
  // A clock that was set back makes the wait no longer.
  const mayLagMs = Math.min(absentAfterMs, at + absentAfterMs - clock.now());
  for (let waited = 0; ; waited += lookEveryMs) {
    if (!isNotListed(await api.listInstances({ signal }), id)) return false;
    if (waited >= mayLagMs) return true;
    if (waited === 0) io.say(`Instance ${id} is not in the list yet; looking for up to ${span(mayLagMs)}.`);
    await clock.sleep(lookEveryMs, signal).catch(() => {
      throw failure('interrupted', 'interrupted', 'Nothing was sent.');
    });
  }
}

/** From now on the same command means another machine. Answers whether that is on the disk. */
export const handOver = (
  { composition }: Pick<CommandContext, 'composition'>,
  journal: AccountJournal,
  rent: string,
) => journal.append({ t: 'handed-over', rent, at: composition.clock.now() });
