import { ended, withDeadline } from '../client/deadline.ts';
import { ApiError } from '../client/errors.ts';
import { eventsOf, lockNames, userIn } from '../engine/journal-account.ts';
import type { JournalEvent, Noted, RentEvent, RescueEvent } from '../engine/journal-events.ts';
import { unkeptWords } from '../engine/note-down.ts';
import { foundByMark, sought } from '../engine/rent/late-marks.ts';
import { blockingRent, type Unsettled, unclearNow, unsettled } from '../engine/rent/rent-journal-machine.ts';
import { noteOutcome } from '../engine/rent/rent-once.ts';
import { readingOf, settlements } from '../engine/rent/rent-verdict.ts';
import { damageWords, foundWords, otherWriterWords, settledWords } from '../engine/rent/unsettled-words.ts';
import type { Account, CommandContext } from './cli/context.ts';
import { exitCodes } from './cli/exit-codes.ts';
import { CommandFailure, failure } from './cli/failure.ts';

/** The rent journal of one account, as a command works with it. */
export type AccountJournal = {
  events(): readonly JournalEvent[];
  /** Those of every account. */
  all(): readonly JournalEvent[];
  /** Says what is lost when the disk does not take it; of an intent the caller does, before anything is sent. */
  append(event: RentEvent | RescueEvent): Promise<Noted>;
  /** What was appended here and is not on the disk. */
  unkept(): readonly (RentEvent | RescueEvent)[];
  check(): Promise<Noted>;
};

export function journalFor(
  { composition, io }: CommandContext,
  account: Account,
  user: number | undefined = userIn(composition.journal.events(), ofKey(account)),
): AccountJournal {
  const { journal } = composition;
  const whose = { ...ofKey(account), ...(user !== undefined && { user_id: user }) };
  const kept = (written: Noted): Noted =>
    // The embedded sandbox keeps nothing on purpose.
    written.ok || account.sandbox ? { ok: true } : { ok: false, message: written.message };
  const events = () => eventsOf(journal.events(), whose);
  const unkept: (RentEvent | RescueEvent)[] = [];
  return {
    events,
    all: journal.events,
    unkept: () => unkept,
    async append(event) {
      const noted = kept(await journal.append({ ...event, ...whose }));
      if (noted.ok) return noted;
      unkept.push(event);
      const lost = event.t === 'intent' ? undefined : unkeptWords(event, events(), unkept);
      if (lost !== undefined) io.say(`That could not be written down: ${lost}. ${noted.message}`);
      return noted;
    },
    check: async () => kept(await journal.check()),
  };
}

const ofKey = ({ baseUrl, keyId }: Account) => ({ base_url: baseUrl, key_id: keyId });

/** The user that the key belongs to: as the journal knows, else as the service says. Undefined where neither tells. */
async function userOf(
  { composition, signal }: CommandContext,
  account: Account,
): Promise<number | undefined> {
  // Each command has a sandbox of its own.
  if (account.sandbox) return undefined;
  const known = userIn(composition.journal.events(), ofKey(account));
  return known ?? (await account.api.currentUser({ signal, once: true }).catch(() => undefined))?.id;
}

/**
 * Does something as the one rigdeck that rents on the account; another one that does ends the command (guard). What an
 * earlier run left without an answer begins its clock.
 */
export async function asWriter<T>(
  context: CommandContext,
  account: Account,
  work: (journal: AccountJournal, unguarded: string | undefined) => Promise<T>,
): Promise<T> {
  const { journal: file, clock } = context.composition;
  const user = await userOf(context, account);
  const names = lockNames({ ...ofKey(account), ...(user !== undefined && { user_id: user }) });
  const lock = await file.claim(names, clock.now());
  if (lock.kind === 'held')
    throw failure(
      'guard',
      'other_writer',
      `${otherWriterWords(lock.by)}. Nothing was sent.`,
      'Rent there, or end it and run this again.',
    );
  try {
    const journal = journalFor(context, account, user);
    if (file.damage !== undefined) context.io.say(damageWords(file.damage));
    for (const event of unclearNow(journal.events(), clock.now())) await journal.append(event);
    return await work(journal, lock.kind === 'unguarded' && !account.sandbox ? lock.message : undefined);
  } finally {
    file.release(names);
  }
}

/**
 * Reads the list once and writes down what it settles, and what it shows of rents that counted as not created or were
 * another key's, which is said; answers the former.
 */
export async function settleByList(
  { composition: { clock }, io, signal }: CommandContext,
  { api }: Account,
  journal: AccountJournal,
): Promise<{ settled: RentEvent[]; found: string[]; list: ReturnType<typeof readingOf> }> {
  const at = clock.now();
  const list = readingOf(await api.listInstances({ signal }), at);
  const settled = settlements(journal.events(), list, clock.now());
  for (const event of settled) await noteOutcome(journal, event);
  const found = foundByMark(journal.all(), journal.events(), list, clock.now());
  for (const { intent, event } of found) {
    io.say(foundWords(intent, event));
    // No rescue begins: whoever agreed to one took this machine for one that is not there.
    await journal.append(event);
  }
  return { settled, found: found.map(({ intent }) => intent.rent), list };
}

/** As long a command that tells of the journal waits for the list. No other wait is as long, so that a test can tell it. */
export const correctsWithinMs = 2_950;

/**
 * Looks, for a moment and once, for what counts as not created: a mark of ours in the list corrects the journal, and is said.
 * Where nothing is looked for, nothing is asked; a list that cannot be read in time is said.
 */
export async function correctByMarks(context: CommandContext, account: Account): Promise<void> {
  const { composition, io, signal } = context;
  const { clock } = composition;
  const journal = journalFor(context, account);
  if (sought(journal.all(), journal.events(), clock.now()).length === 0) return;
  let list: ReturnType<typeof readingOf>;
  try {
    list = await withDeadline(clock, correctsWithinMs, undefined, async (late) => {
      const at = clock.now();
      const options = { signal: AbortSignal.any([signal, late]), once: true };
      return readingOf(await account.api.listInstances(options), at);
    });
  } catch (error) {
    if (signal.aborted || !(error === ended.timeout || error instanceof ApiError)) throw error;
    io.say("Couldn't read the list of instances: a rent that counts as not created may exist all the same.");
    return;
  }
  const found = () => foundByMark(journal.all(), journal.events(), list, clock.now());
  const seen = found();
  for (const { intent, event } of seen) io.say(foundWords(intent, event));
  if (seen.length === 0) return;
  // Another rigdeck that rents on the account is about to write the same.
  await asWriter(context, account, async (own) => {
    for (const { event } of found()) await own.append(event);
  }).catch((error: unknown) => {
    if (!(error instanceof CommandFailure)) throw error;
  });
}

export const settleCommand = (rent: string): string => `rigdeck unsettled settle ${rent}`;

/**
 * Ends the command while a rent without an outcome stands against another one; the list is asked first, and what it
 * settles is said. Answers the rents that it has just settled.
 */
export async function refuseWhileUnsettled(
  context: CommandContext,
  account: Account,
  journal: AccountJournal,
): Promise<ReadonlySet<string>> {
  const { clock } = context.composition;
  const just = new Set<string>();
  const open = unsettled(journal.events());
  if (open.length === 0 && sought(journal.all(), journal.events(), clock.now()).length === 0) return just;
  // A list that cannot be read settles nothing.
  const read = await settleByList(context, account, journal).catch(() => undefined);
  for (const rent of read?.found ?? []) just.add(rent);
  for (const event of read?.settled ?? []) {
    const rent = 'rent' in event ? open.find((one) => one.rent === event.rent) : undefined;
    if (rent === undefined) continue;
    just.add(rent.rent);
    context.io.say(settledWords(rent, event).text);
  }
  const blocks = blockingRent(journal.events());
  if (blocks !== undefined) throw unsettledFailure(blocks);
  return just;
}

const unsettledFailure = ({ rent, offerId, otherKey }: Unsettled): CommandFailure =>
  new CommandFailure(
    exitCodes.outcomeUnknown,
    'unsettled',
    otherKey === true
      ? `Couldn't confirm whether offer ${offerId} was rented with another API key. Nothing was sent.`
      : `It is not known yet whether offer ${offerId} was rented. Nothing was sent.`,
    `Settle it first: ${settleCommand(rent)}`,
  );
