import type { Clock } from '../base/clock.ts';
import type { Client } from '../client/client-type.ts';
import type { Answer, Noting } from './agent.ts';
import { type AutoStop, type AutoStopTerms, autoStop } from './auto-stop/agent.ts';
import { type AgentPorts, createDriver, type Driven, type DriverPorts } from './driver.ts';
import type { Noted } from './journal-events.ts';
import type { Messages } from './messages.ts';
import type { JournalPort, Session } from './services.ts';

/** What an engine is handed: time, chance, the disk, and whom it tells. The deck and the commands each hand in their own. */
export type EnginePorts = Pick<DriverPorts, 'holdsLock' | 'isBusy'> & {
  /** The service's time, as far as its answers have told (epoch ms). */
  clock: Clock;
  /** The machine's own clock: for spans and deadlines of ours. */
  local: Clock;
  /** The machine's time with what a rehearsal has let pass (epoch ms): for spans of ours that are noted on the disk. */
  own(): number;
  random(): number;
  journal: JournalPort;
  /** Appends to the journal, and says what is not kept when the disk does not take it. */
  note(event: Noting): Promise<Noted>;
  notices: Notices;
  /** The scheduled jobs have changed. */
  readJobs(): void;
  /** The answers of reads that came since this was asked last. */
  newAnswers?(): readonly Answer[];
  /** What auto-stop is carried out by. */
  autoStop: AgentPorts<AutoStopTerms>;
};

/** Whom an engine tells: the message line of a deck, the standard error of a command. */
export type Notices = Pick<Messages, 'say' | 'settle' | 'note'>;

/**
 * All that goes on for one signed-in account, without a screen. Sign-in makes it, sign-out disposes of it with whatever
 * still waits.
 */
export type Engine = Omit<EnginePorts, 'autoStop' | 'newAnswers' | 'holdsLock' | 'isBusy'> & {
  session: Session;
  client: Client;
  agents: { autoStop: Driven<AutoStop, AutoStopTerms> };
  /** Hands on what a read answered. */
  answered(answer: Answer): void;
  /** Aborts when the account is left. */
  ended: AbortSignal;
  dispose(): void;
};

/** `before` is the engine of an earlier session of the same account in this run. */
export function createEngine(
  { autoStop: stopping, newAnswers, holdsLock, isBusy, ...ports }: EnginePorts,
  session: Session,
  before?: Engine,
): Engine {
  const end = new AbortController();
  const { readOnly } = session;
  const driver = createDriver({ ...ports, holdsLock, isBusy, readOnly, newAnswers });
  const agents = { autoStop: driver.drive(autoStop, stopping, before?.agents.autoStop.state()) };
  // Somebody logged out reads nothing, and nothing is done in their name.
  if (session.loggedOut === undefined) driver.start();
  return {
    ...ports,
    session,
    client: session.api,
    agents,
    answered: driver.answered,
    ended: end.signal,
    dispose() {
      end.abort();
      driver.dispose();
    },
  };
}
