import type { EndpointName } from '../client/endpoints.ts';
import type { JournalEvent, LimitEvent, RentEvent, RescueEvent } from './journal-events.ts';

/** When a step happens, and what is true then. */
export type Now = {
  /** The provider's time, as far as its answers have shown (epoch ms). */
  time: number;
  /** The machine's time (epoch ms), for spans of our own that no answer shifts. */
  own: number;
  /** Whether this process holds the account's lock. Without it an agent may watch, but sends nothing. */
  holds: boolean;
  readOnly: boolean;
  /** Whether nothing can be sent to this instance now: a write is pending, or the provider asked for a pause. */
  isBusy(call: EndpointName, id: number): boolean;
};

/** The answer of a read, changed or not. `askedAt` is the machine's time. */
export type Answer = { key: string; data: unknown; askedAt: number; whole: boolean };

/** What an agent reads, sends, says and asks, the outcomes, and its input: all values. */
export type Terms = Record<'read' | 'answer' | 'send' | 'sent' | 'say' | 'ask' | 'input', unknown>;

export type Event<T extends Terms> =
  | ({ t: 'read' } & Answer)
  /**
   * `answer` and `sent` are the outcome, undefined after a bug. `sent` is also undefined if nothing was sent: the lock was
   * lost, or the instance is busy.
   */
  | { t: 'done'; read: T['read']; answer: T['answer'] | undefined }
  /** Passed on even after the driver was disposed of; nothing else is. */
  | { t: 'done'; send: T['send']; sent: T['sent'] | undefined }
  /** A question is not shown if now is a bad moment. */
  | { t: 'done'; ask: T['ask']; shown: boolean }
  /** The user agrees to it, or closes the question, if ever. */
  | { t: 'yes' | 'no'; ask: T['ask'] }
  | { t: 'tick' }
  | { t: 'input'; input: T['input'] }
  /** The journal has changed, by whatever process. */
  | { t: 'journal'; events: readonly JournalEvent[] };

export type Noting = RentEvent | LimitEvent | RescueEvent;

export type Act<T extends Terms> =
  | { do: 'note'; event: Noting }
  | { do: 'read'; read: T['read'] }
  /** With a `note`, it is sent once that is on disk; with `unlessBusy`, not while that instance is busy. */
  | { do: 'send'; send: T['send']; note?: Noting; unlessBusy?: Parameters<Now['isBusy']> }
  | { do: 'say'; say: T['say'] }
  | { do: 'ask'; ask: T['ask'] };

/** Actions in one `lane` run in order, one after the other. Lanes don't wait for each other. */
export type Action<T extends Terms> = { lane: string } & Act<T>;

export type Step<State, T extends Terms> = { state: State; actions: readonly Action<T>[] };

/** Something that acts on its own for an account: pure steps, carried out by the driver (driver.ts). */
export type Agent<State, T extends Terms> = {
  /** The state from the journal. `before` is what an earlier session of the account left in this run. */
  begin(events: readonly JournalEvent[], before?: State): State;
  step(state: State, event: Event<T>, now: Now): Step<State, T>;
};

/** A copy of a state for a step that changes its maps and sets; the original stays unchanged. */
export const copied = <State extends object>(state: State): State =>
  Object.fromEntries(
    Object.entries(state).map(([name, of]) => [
      name,
      of instanceof Map ? new Map(of) : of instanceof Set ? new Set(of) : of,
    ]),
  ) as State;
