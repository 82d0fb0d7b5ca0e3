import type { Client } from '../client/client-type.ts';
import type { Messages } from './messages.ts';
import { createReads, type ReadPorts, type Reads } from './reads.ts';
import type { JournalPort, Session } from './services.ts';

/** What an engine is handed: time, chance, the disk, and whom it tells. The deck and the commands each hand in their own. */
export type EnginePorts = Omit<ReadPorts, 'client'> & {
  /** The machine's time with what a rehearsal has let pass (epoch ms): for spans of ours that are noted on the disk. */
  own(): number;
  journal(session: Session): JournalPort;
  notices: Notices;
};

/** Whom an engine tells: the message line of a deck, the standard error of a command. */
export type Notices = Pick<Messages, 'say' | 'settle' | 'note'>;

/**
 * All that goes on for one signed-in account, without a screen. Sign-in makes it, sign-out disposes of it with whatever
 * still waits.
 */
export type Engine = Pick<EnginePorts, 'clock' | 'local' | 'own' | 'random' | 'notices'> & {
  session: Session;
  client: Client;
  reads: Reads;
  journal: JournalPort;
  /** Aborts when the account is left. */
  ended: AbortSignal;
  dispose(): void;
};

export function createEngine(ports: EnginePorts, session: Session): Engine {
  const end = new AbortController();
  const { clock, local, own, random, notices } = ports;
  const client = session.api;
  const reads = createReads({ ...ports, client });
  return {
    ...{ clock, local, own, random, notices, session, client, reads },
    journal: ports.journal(session),
    ended: end.signal,
    dispose() {
      end.abort();
      reads.dispose();
    },
  };
}
