import type { Account } from '../composition.ts';
import type { JournalEvent, Noted, RentEvent, RescueEvent } from '../domain/journal-events.ts';
import { eventsOf } from '../domain/open-rents.ts';
import { blockingRent, type Unsettled, unclearNow, unsettled } from '../domain/rent-journal-machine.ts';
import { noteOutcome } from '../domain/rent-once.ts';
import { readingOf, settlements } from '../domain/rent-verdict.ts';
import { unkeptWords } from '../domain/unkept-words.ts';
import { damageWords, otherWriterWords, settledWords } from '../domain/unsettled-words.ts';
import type { CommandContext } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import { CommandFailure, failure } from './failure.ts';

/** The rent journal of one account, as a command works with it. */
export type AccountJournal = {
  events(): readonly JournalEvent[];
  /** Says what is lost when the disk does not take it; of an intent the caller does, before anything is sent. */
  append(event: RentEvent | RescueEvent): Promise<Noted>;
  /** What was appended here and is not on the disk. */
  unkept(): readonly (RentEvent | RescueEvent)[];
  check(): Promise<Noted>;
};

export function journalFor({ composition, io }: CommandContext, account: Account): AccountJournal {
  const { journal } = composition;
  const whose = { base_url: account.baseUrl, key_id: account.keyId };
  const kept = (written: Noted): Noted =>
    // The embedded sandbox keeps nothing on purpose.
    written.ok || account.sandbox ? { ok: true } : { ok: false, message: written.message };
  const events = () => eventsOf(journal.events(), whose);
  const unkept: (RentEvent | RescueEvent)[] = [];
  return {
    events,
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
  const name = `${account.baseUrl} ${account.keyId}`;
  const lock = await file.claim(name, clock.now());
  if (lock.kind === 'held')
    throw failure(
      'guard',
      'other_writer',
      `${otherWriterWords(lock.by)}. Nothing was sent.`,
      'Rent there, or end it and run this again.',
    );
  try {
    const journal = journalFor(context, account);
    if (file.damage !== undefined) context.io.say(damageWords(file.damage));
    for (const event of unclearNow(journal.events(), clock.now())) await journal.append(event);
    return await work(journal, lock.kind === 'unguarded' && !account.sandbox ? lock.message : undefined);
  } finally {
    file.release(name);
  }
}

/** Reads the list once and writes down what it settles; answers those events. */
export async function settleByList(
  { composition: { clock }, signal }: CommandContext,
  { api }: Account,
  journal: AccountJournal,
): Promise<{ settled: RentEvent[]; list: ReturnType<typeof readingOf> }> {
  const at = clock.now();
  const list = readingOf(await api.listInstances({ signal }), at);
  const settled = settlements(journal.events(), list, clock.now());
  for (const event of settled) await noteOutcome(journal, event);
  return { settled, list };
}

export const settleCommand = (rent: string): string => `rigdeck unsettled settle ${rent}`;

/**
 * Ends the command while a rent without an outcome stands against another one; the list is asked first, and what it
 * settles is said.
 */
export async function refuseWhileUnsettled(
  context: CommandContext,
  account: Account,
  journal: AccountJournal,
): Promise<void> {
  if (blockingRent(journal.events()) === undefined) return;
  const open = unsettled(journal.events());
  // A list that cannot be read settles nothing.
  const settled = (await settleByList(context, account, journal).catch(() => undefined))?.settled ?? [];
  for (const event of settled) {
    const rent = 'rent' in event ? open.find((one) => one.rent === event.rent) : undefined;
    if (rent !== undefined) context.io.say(settledWords(rent, event).text);
  }
  const blocks = blockingRent(journal.events());
  if (blocks !== undefined) throw unsettledFailure(blocks);
}

const unsettledFailure = ({ rent, offerId }: Unsettled): CommandFailure =>
  new CommandFailure(
    exitCodes.outcomeUnknown,
    'unsettled',
    `It is not known yet whether offer ${offerId} was rented. Nothing was sent.`,
    `Settle it first: ${settleCommand(rent)}`,
  );
