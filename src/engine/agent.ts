import type { EndpointName } from '../client/endpoints.ts';
import type { JournalEvent, LimitEvent, RentEvent, RescueEvent } from './journal-events.ts';

/** The moment of a step, and what holds then. */
export type Now = {
  /** The service's time, as far as its answers have told (epoch ms). */
  time: number;
  /** The machine's own time (epoch ms): for spans of ours, that no answer moves. */
  own: number;
  /** Whether this process holds the account's lock. One that does not may watch, and sends nothing. */
  holds: boolean;
  readOnly: boolean;
  /** Whether nothing can be asked of this instance now: something else is pending, or the service wants a pause. */
  isBusy(call: EndpointName, id: number): boolean;
};

/** What a read answered, equal to the answer before or not; `askedAt` by the machine's own time. */
export type Answer = { key: string; data: unknown; askedAt: number; whole: boolean };

/** What one agent reads, sends, says and asks, what comes of it, and what it is told: all of it values. */
export type Terms = Record<'read' | 'answer' | 'send' | 'sent' | 'say' | 'ask' | 'input', unknown>;

export type Event<T extends Terms> =
  | ({ t: 'read' } & Answer)
  /**
   * `answer` and `sent` are what came of it, undefined where a bug kept that from being known. `sent` is undefined where
   * the lock was lost, too: nothing went out.
   */
  | { t: 'done'; read: T['read']; answer: T['answer'] | undefined }
  | { t: 'done'; send: T['send']; sent: T['sent'] | undefined }
  /** A question that suits no moment is not shown. */
  | { t: 'done'; ask: T['ask']; shown: boolean }
  /** A person says yes to it, if ever. */
  | { t: 'yes'; ask: T['ask'] }
  | { t: 'tick' }
  | { t: 'input'; input: T['input'] }
  /** The journal has changed, whoever has written it. */
  | { t: 'journal'; events: readonly JournalEvent[] };

export type Noting = RentEvent | LimitEvent | RescueEvent;

export type Act<T extends Terms> =
  | { do: 'note'; event: Noting }
  | { do: 'read'; read: T['read'] }
  /** With a `note`, which is on the disk before it goes out. */
  | { do: 'send'; send: T['send']; note?: Noting }
  | { do: 'say'; say: T['say'] }
  | { do: 'ask'; ask: T['ask'] };

/** Actions of one `lane` are performed in order, each when the one before is over; lanes do not wait for each other. */
export type Action<T extends Terms> = { lane: string } & Act<T>;

export type Step<State, T extends Terms> = { state: State; actions: readonly Action<T>[] };

/** Something that acts on its own for an account: pure steps, that the driver carries out (driver.ts). */
export type Agent<State, T extends Terms> = {
  /** How things stand by the journal. `before` is what an earlier session of the account has left in this run. */
  begin(events: readonly JournalEvent[], before?: State): State;
  step(state: State, event: Event<T>, now: Now): Step<State, T>;
};

/** A state of its own for a step that changes its maps and sets: the one that it was given stays as it was. */
export const copied = <State extends object>(state: State): State =>
  Object.fromEntries(
    Object.entries(state).map(([name, of]) => [
      name,
      of instanceof Map ? new Map(of) : of instanceof Set ? new Set(of) : of,
    ]),
  ) as State;
