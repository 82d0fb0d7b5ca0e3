import { keyAtStake } from './api-keys/new-key.ts';
import { limitsEndingWithDeck } from './auto-stop/rules.ts';
import type { Deck } from './deck.ts';
import { pendingOf } from './engine.ts';
import { nameOfId } from './instances/names.ts';
import type { KeyName } from './keymap.ts';
import { armedRescues } from './rescue/armed-rescues.ts';
import type { WriteUnderWay } from './services.ts';
import { awaitsCodes, isUnderWay } from './two-factor/tfa-outcome.ts';
import { writeTitle } from './write-words.ts';
import { nameOf, type Pending } from './writes.ts';

/** The two ways of leaving an account: rigdeck ends, or another account takes its place. */
type Leaving = 'quit' | 'switch';

type Unfinished = {
  /** What is on its way, waits to be sent or is shown once: leaving now would lose it. */
  underWay: string[];
  /** What is kept only while this account is in use. */
  unkept: string[];
};

/** What leaving now would lose, a sentence each; none when nothing would. */
export function unfinished(deck: Deck, leaving: Leaving): Unfinished {
  const says = words[leaving];
  const { keyName } = deck;
  const pending = pendingOf(deck);
  const session = deck.session.get();
  const events = session === undefined ? [] : deck.services.journal(session).events();
  const listed = (ids: readonly (number | string)[]) => (ids.length === 0 ? [] : [ids.join(', ')]);
  const key = keyAtStake(deck.newKey.get());
  const codes = lostCodes(deck);
  const isRenting = deck.renting.get() !== undefined || deck.sending.get().size > 0;
  const isCopying = deck.copy.records.get().some(({ state }) => state === 'sent');
  // Each of these says more of itself than that it is on its way.
  const told: Readonly<Record<string, boolean>> = {
    createInstance: isRenting,
    cloudCopy: isCopying,
    createApiKey: key?.is === 'making',
    // What a login comes to matters to nobody who leaves.
    tfaLogin: true,
  };
  const ofCodes = codes.some((what) => what !== 'codesShown');
  const others = writesOut(deck).filter(
    ({ endpoint }) => told[endpoint] !== true && !(ofCodes && endpoint.startsWith('tfa')),
  );
  const sending = [
    ...pending.filter(({ sending }) => sending).map(nameOf),
    ...others.map((write) => nameOfWrite(deck, write)),
  ];
  return {
    underWay: [
      ...codes.map((what) => says[what](keyName)),
      ...(key === undefined ? [] : [says[key.is](key.name)]),
      ...(isRenting ? [says.sent('rent')] : []),
      ...(isCopying ? [says.sent('copy')] : []),
      ...listed(pending.filter(({ sending }) => !sending).map(nameOf)).map((acts) =>
        says.waiting(acts, keyName('app.undo')),
      ),
      ...listed(sending).map(says.sending),
    ],
    unkept: [
      ...listed(limitsEndingWithDeck(events).map(({ id }) => id)).map(says.limits),
      ...listed(armedRescues(events)).map(says.rescues),
    ],
  };
}

/**
 * Backup codes come once: those that are on their way, and those that are shown and not yet kept. A code that changes the
 * account has its end told.
 */
export function lostCodes({ tfa }: Pick<Deck, 'tfa'>): ('codesShown' | 'codesAwaited' | 'codeSent')[] {
  if (tfa.held.get() !== undefined) return ['codesShown'];
  const flows = [...tfa.runs.values()].map(({ state }) => state.get());
  if (flows.some(awaitsCodes)) return ['codesAwaited'];
  return flows.some((state) => state.goal.kind !== 'login' && isUnderWay(state)) ? ['codeSent'] : [];
}

const words = {
  quit: {
    codesShown: (key: KeyName) =>
      `Quit now and these codes are lost; new ones can be made with ${key('security.codes')} on Security.`,
    codesAwaited: (key: KeyName) =>
      `Backup codes may be on their way. Quit now and they are lost; ${key('security.codes')} on Security makes new ones.`,
    codeSent: () => 'A two-factor code is with the service: quit now and its outcome is not known.',
    making: (key: string) => `Key ${key} is being made: quit now and its value is lost.`,
    shown: (key: string) => `Quit now and the value of key ${key} is lost.`,
    sent: (what: string) => `A ${what} is on its way: quit now and its outcome is not known.`,
    waiting: (acts: string, _undo: string) => `Quit now and this is not sent: ${acts}.`,
    sending: (acts: string) => `Still sending: ${acts}.`,
    limits: (ids: string) => `Quit now and auto-stop of ${ids} is off until the next start.`,
    rescues: (ids: string) => `Quit now and nothing rescues ${ids} if it does not boot.`,
  },
  switch: {
    codesShown: () => 'Backup codes are shown only once. Save them, then switch.',
    codesAwaited: () => 'Backup codes may be on their way: switch once they are here and kept.',
    codeSent: () => 'Still sending a two-factor code. Switch when it is done.',
    making: (key: string) => `Key ${key} is being made: switch once it is here and kept.`,
    shown: (key: string) => `Key ${key} is shown only once. Save it, then switch.`,
    sent: (what: string) => `Still sending a ${what}. Switch when it is done.`,
    waiting: (acts: string, undo: string) =>
      `Not sent yet: ${acts}. Switch once it is, or press ${undo} to cancel.`,
    sending: (acts: string) => `Still sending: ${acts}. Switch profiles when it is done.`,
    limits: (ids: string) => `Auto-stop of ${ids} is off meanwhile.`,
    rescues: (ids: string) => `Nothing rescues ${ids} meanwhile if it does not boot.`,
  },
} as const;

/** The writes that are no request of these, which are told of by themselves. */
export const writesBeside = (
  writes: readonly WriteUnderWay[],
  pending: readonly Pick<Pending, 'write' | 'targets'>[],
): WriteUnderWay[] =>
  writes.filter(
    ({ endpoint, subject }) =>
      !pending.some(
        ({ write, targets }) =>
          write.endpoint === endpoint && targets.some(({ id }) => id === subject.instance),
      ),
  );

/** `Label box-1`: what a write does, with the name that its instance has now. */
export const titleOfWrite = ({ latest }: Pick<Deck, 'latest'>, { subject }: WriteUnderWay): string =>
  writeTitle(subject, (id) => nameOfId(latest.current, id));

/** The same within a sentence: `label box-1`. */
export function nameOfWrite(deck: Pick<Deck, 'latest'>, write: WriteUnderWay): string {
  const title = titleOfWrite(deck, write);
  return title.charAt(0).toLowerCase() + title.slice(1);
}

/** What is out with no answer yet beside what a person has confirmed. */
export function writesOut(deck: Pick<Deck, 'services' | 'engine'>): readonly WriteUnderWay[] {
  return writesBeside(
    deck.services.calls?.underWay() ?? [],
    pendingOf(deck).filter(({ sending }) => sending),
  );
}
