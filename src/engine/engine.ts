import type { Client } from '../client/client-type.ts';
import type { ApiError } from '../client/errors.ts';
import type { InstanceListReply } from '../client/wire.ts';
import type { Noting } from './agent.ts';
import type { Alert } from './alerts.ts';
import { type AutoStop, type AutoStopTerms, autoStop } from './auto-stop/agent.ts';
import { autoStopPorts } from './auto-stop/effects.ts';
import { createDriver, type Driven } from './driver.ts';
import { createInstanceState, type InstanceState } from './instances/state.ts';
import { instanceNoun } from './instances/writes.ts';
import type { Noted } from './journal-events.ts';
import type { Messages } from './messages.ts';
import { keys } from './read-keys.ts';
import { createReads, type ReadPorts, type Reads } from './reads.ts';
import type { JournalPort, Session } from './services.ts';
import type { KeyName, Question } from './write.ts';
import { createWrites, type Pending, type Writes } from './writes.ts';

/** What an engine is handed: time, chance, the disk, and whom it tells. The deck and the commands each hand in their own. */
export type EnginePorts = Omit<ReadPorts, 'client'> & {
  /** The machine's time with what a rehearsal has let pass (epoch ms): for spans of ours that are noted on the disk. */
  own(): number;
  timeZone: string;
  journal(session: Session): JournalPort;
  /** Appends to the journal, and says what is not kept when the disk does not take it. */
  note(session: Session, event: Noting): Promise<Noted>;
  /** Whether this process holds the account's lock. */
  holdsLock(): boolean;
  /** Forgets the restricted key of an instance that is no more. */
  forgetKey(session: Session, id: number): void;
  notices: Notices;
  /** Calls a person who has turned away. */
  alert(alert: Alert): void;
  /** Asks something that nobody has asked for; false where that suits no moment now. */
  ask(question: Question & { action: string }, yes: () => void): boolean;
  /** Says that a write failed, in a message `of` it, and leads to where that is mended. */
  failed(what: string, error: ApiError, of?: string): void;
  /** What a text calls the key of an action. */
  keyName: KeyName;
};

/** Whom an engine tells: the message line of a deck, the standard error of a command. */
export type Notices = Pick<Messages, 'say' | 'settle' | 'note' | 'current' | 'dismiss'>;

/**
 * All that goes on for one signed-in account, without a screen. Sign-in makes it, sign-out disposes of it with whatever
 * still waits.
 */
export type Engine = Pick<EnginePorts, 'clock' | 'local' | 'own' | 'random' | 'notices' | 'keyName'> & {
  session: Session;
  client: Client;
  reads: Reads;
  writes: Writes;
  journal: JournalPort;
  note(event: Noting): Promise<Noted>;
  agents: { autoStop: Driven<AutoStop, AutoStopTerms> };
  instances: InstanceState;
  /** Aborts when the account is left. */
  ended: AbortSignal;
  /** Sends nothing any more; what waits is told of unless rigdeck itself ends. */
  dispose(why: 'left' | 'quit'): void;
};

const none: readonly Pending[] = [];

/** What was confirmed for the account that is open and has no answer yet. */
export const pendingOf = ({ engine }: { engine: { get(): Engine | undefined } }): readonly Pending[] =>
  engine.get()?.writes.pending.get() ?? none;

/** `before` is the engine of an earlier session of the same account in this run. */
export function createEngine(ports: EnginePorts, session: Session, before?: Engine): Engine {
  const { clock, local, own, random, notices, keyName, failed, holdsLock } = ports;
  const end = new AbortController();
  const client = session.api;
  const journal = ports.journal(session);
  const note = (event: Noting) => ports.note(session, event);
  const reads = createReads({ ...ports, client });
  const instances = createInstanceState(
    () => clock.now(),
    (id) => {
      void note({ t: 'gone', id, at: clock.now() });
      ports.forgetKey(session, id);
    },
    before?.instances,
  );
  const shared = { clock, local, own, notices, keyName, client, reads };
  const states: Readonly<Record<string, unknown>> = { [instanceNoun.one]: instances };
  const writes = createWrites(
    { ...shared, failed, stateOf: ({ one }) => states[one], ended: end.signal },
    before?.writes,
  );
  const driver = createDriver({
    ...{ clock, local, own, journal, note, holdsLock, readOnly: session.readOnly },
    isBusy: (call, id) => writes.busyReason(instanceNoun, [id]) !== undefined || client.heldMs(call) > 0,
  });
  const means = { ...ports, client, reads, writes, now: () => clock.now() };
  const agents = {
    autoStop: driver.drive(autoStop, autoStopPorts(means), before?.agents.autoStop.state()),
  };
  reads.onAnswer((key, answer) => {
    if (key === keys.instances) instances.heard(answer.data as InstanceListReply);
    driver.answered({ key, ...answer });
  });
  // Somebody logged out reads nothing, and nothing is done in their name.
  if (session.loggedOut === undefined) driver.start();
  return {
    ...{ ...shared, random, session, journal, note, writes, agents, instances },
    ended: end.signal,
    dispose(why) {
      end.abort(why);
      driver.dispose();
      reads.dispose();
    },
  };
}
