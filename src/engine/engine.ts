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
import { createWrites, type Pending, type Writes, type WritesPorts } from './writes.ts';

/** What an engine needs from outside: time, random numbers, the disk, and someone to notify. The deck and the commands each pass their own. */
export type EnginePorts = Omit<ReadPorts, 'client'> & {
  /** The machine's time plus what a rehearsal skipped (epoch ms), for spans that are saved to disk. */
  own(): number;
  timeZone: string;
  journal(session: Session): JournalPort;
  /** Appends to the journal, and reports what could not be saved. */
  note(session: Session, event: Noting): Promise<Noted>;
  /** Whether this process holds the account's lock. */
  holdsLock(): boolean;
  /** Deletes the restricted key of an instance that is gone. */
  forgetKey(session: Session, id: number): void;
  notices: Notices;
  /** Notifies a user who is looking elsewhere. */
  alert(alert: Alert): void;
  /** Opens a question that the user did not ask for. False if now is a bad moment. */
  ask(question: Question & { action: string }, answer: (is: 'yes' | 'no') => void): boolean;
  /** Reports a failed write, in a message keyed by `of`, and goes to where it can be fixed. */
  failed(from: Session, what: string, error: ApiError, of?: string): void;
  /** The name of an action's key for texts. */
  keyName: KeyName;
};

/** Where messages go: the deck's message line, a command's standard error. */
export type Notices = Pick<Messages, 'say' | 'settle' | 'note' | 'current' | 'dismiss'>;

/**
 * Everything that runs for one signed-in account, without a screen. Sign-in creates it; sign-out disposes of it and of
 * what is pending.
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
  /** Aborts when the user leaves the account. */
  ended: AbortSignal;
  /** Sends nothing from now on. Pending writes are reported unless rigdeck quits. */
  dispose(why: 'left' | 'quit'): void;
};

const none: readonly Pending[] = [];

/** Confirmed writes of the open account that are not answered yet. */
export const pendingOf = ({ engine }: { engine: { get(): Engine | undefined } }): readonly Pending[] =>
  engine.get()?.writes.pending.get() ?? none;

/** `before` is the engine of an earlier session of the account in this run. */
export function createEngine(ports: EnginePorts, session: Session, before?: Engine): Engine {
  const { clock, local, own, random, notices, keyName, holdsLock } = ports;
  const failed: WritesPorts['failed'] = (what, error, of) => ports.failed(session, what, error, of);
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
  const means = { ...ports, failed, client, reads, writes, now: () => clock.now() };
  const agents = {
    autoStop: driver.drive(autoStop, autoStopPorts(means), before?.agents.autoStop.state()),
  };
  reads.onAnswer((key, answer) => {
    if (key === keys.instances) instances.heard(answer.data as InstanceListReply);
    driver.answered({ key, ...answer });
  });
  // A logged-out session reads nothing, and nothing is done for it.
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
