import type { Clock } from '../base/clock.ts';
import type { Client } from '../client/client-type.ts';
import type { Answer, Noting } from './agent.ts';
import { type AutoStop, type AutoStopTerms, autoStop } from './auto-stop/agent.ts';
import { type AgentPorts, createDriver, type Driven, type DriverPorts } from './driver.ts';
import type { Noted } from './journal-events.ts';
import type { Messages } from './messages.ts';
import type { JournalPort, Session } from './services.ts';

/** What an engine is handed: time, chance, the disk, and whom it tells. The deck and the commands each hand in their own. */
export type EnginePorts = {
  /** The service's time, as far as its answers have told (epoch ms). */
  clock: Clock;
  /** The machine's own clock: for spans and deadlines of ours. */
  local: Clock;
  /** The machine's time with what a rehearsal has let pass (epoch ms): for spans of ours that are noted on the disk. */
  own(): number;
  random(): number;
  journal(session: Session): JournalPort;
  notices: Notices;
  agents(session: Session): AgentsPorts;
};

/** What the agents of a session are carried out by. */
export type AgentsPorts = Pick<DriverPorts, 'holdsLock' | 'isBusy' | 'newAnswers'> & {
  /** Appends to the journal, and says what is not kept when the disk does not take it. */
  note(event: Noting): Promise<Noted>;
  /** The scheduled jobs have changed. */
  readJobs(): void;
  autoStop: AgentPorts<AutoStopTerms>;
};

/** Whom an engine tells: the message line of a deck, the standard error of a command. */
export type Notices = Pick<Messages, 'say' | 'settle' | 'note'>;

/**
 * All that goes on for one signed-in account, without a screen. Sign-in makes it, sign-out disposes of it with whatever
 * still waits.
 */
export type Engine = Pick<EnginePorts, 'clock' | 'local' | 'own' | 'random' | 'notices'> &
  Pick<AgentsPorts, 'note' | 'readJobs'> & {
    session: Session;
    client: Client;
    journal: JournalPort;
    agents: { autoStop: Driven<AutoStop, AutoStopTerms> };
    /** Hands on to the agents what a read answered. */
    answered(answer: Answer): void;
    /** Aborts when the account is left. */
    ended: AbortSignal;
    dispose(): void;
  };

/** `before` is the engine of an earlier session of the same account in this run. */
export function createEngine(ports: EnginePorts, session: Session, before?: Engine): Engine {
  const end = new AbortController();
  const { clock, local, own, random, notices } = ports;
  const journal = ports.journal(session);
  const { autoStop: stopping, note, readJobs, ...shared } = ports.agents(session);
  const { readOnly } = session;
  const driver = createDriver({ ...shared, note, clock, local, own, journal, readOnly });
  const agents = { autoStop: driver.drive(autoStop, stopping, before?.agents.autoStop.state()) };
  // Somebody logged out reads nothing, and nothing is done in their name.
  if (session.loggedOut === undefined) driver.start();
  return {
    ...{ clock, local, own, random, notices, session, journal, agents, note, readJobs },
    client: session.api,
    answered: driver.answered,
    ended: end.signal,
    dispose() {
      end.abort();
      driver.dispose();
    },
  };
}
