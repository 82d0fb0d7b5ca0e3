import type { Clock } from '../base/clock.ts';
import { createStore, type Store } from '../base/store.ts';
import type { Deck } from './deck.ts';
import { keyOf, type Session } from './services.ts';

export type MessageLevel = 'info' | 'warn' | 'error';
/** One that is `quiet` is for the history alone. */
export type Message = {
  id: number;
  level: MessageLevel;
  text: string;
  at: number;
  quiet?: true;
  /** Information that waits for a key as a warning does. */
  stays?: true;
  /** It tells of what has only begun. */
  coming?: true;
  /** What it is of, as `Copy of box-1`: it is no longer true once that has gone well. */
  of?: string;
  /** Its text as it is at the moment, where that changes: how long a pause still lasts. */
  now?: (() => string) | undefined;
};

/** What the deck has said, newest last. The message line shows the last one; `m` shows all of them. */
export type Messages = {
  all: Store<readonly Message[]>;
  say(level: MessageLevel, text: string, more?: Pick<Message, 'stays' | 'coming' | 'of' | 'now'>): void;
  /** What was said of this is no longer true: only the history has it from here on. */
  settle(of: string): void;
  /** What stands on the message line. */
  current(): Message | undefined;
  /** Keeps something for the history that already stands elsewhere on the screen; nothing gives way to it. */
  note(text: string): void;
  /** Takes what is open off the message line; the history keeps it. */
  dismiss(): void;
  /** The person pressed a key: a warning that stood long enough to be read has been seen, and goes. */
  seen(): void;
  /** Whether a message stands on the message line. */
  open(): boolean;
  /** The newest message that was dismissed, by id. */
  dismissed: Store<number>;
};

/** What a message says at the moment. */
export const textOf = ({ text, now }: Message): string => now?.() ?? text;

/** Information goes by itself after this long, a warning with the next key after that; an error stays until dismissed. */
const infoStaysMs = 4_000;
const kept = 200;

/** `log` takes what was said, too. */
export function createMessages(
  clock: Clock,
  log: (level: MessageLevel, text: string) => void = () => {},
): Messages {
  const all = createStore<readonly Message[]>([]);
  const dismissed = createStore(0);
  let lastId = 0;
  const keep = (message: Omit<Message, 'id' | 'at'>) => {
    lastId += 1;
    log(message.level, message.text);
    const added = { id: lastId, at: clock.now(), ...message };
    all.set((now) => [...now, added].slice(-kept));
  };
  return {
    all,
    dismissed,
    say: (level, text, more) => keep({ level, text, ...more }),
    settle: (of) =>
      all.set((now) =>
        now.some((message) => message.of === of && message.quiet !== true)
          ? now.map((message) => (message.of === of ? { ...message, quiet: true } : message))
          : now,
      ),
    current: () => currentMessage(all.get(), dismissed.get(), clock.now())?.message,
    note: (text) => keep({ level: 'info', text, quiet: true }),
    open: () => currentMessage(all.get(), dismissed.get(), clock.now()) !== undefined,
    seen: () => {
      const shown = currentMessage(all.get(), dismissed.get(), clock.now())?.message;
      if ((shown?.level === 'warn' || shown?.stays === true) && clock.now() - shown.at >= infoStaysMs)
        dismissed.set(shown.id);
    },
    dismiss: () => dismissed.set(lastId),
  };
}

/** The message to show now and how many more wait behind it. */
export function currentMessage(
  all: readonly Message[],
  dismissed: number,
  now: number,
): { message: Message; more: number } | undefined {
  // The distance and not the age: the clock goes back when a person leaves a sandbox that was ahead of it.
  const fresh = (m: Message) => Math.abs(now - m.at) < infoStaysMs;
  const open = all.filter(
    (m) => m.id > dismissed && m.quiet !== true && (m.level !== 'info' || m.stays === true || fresh(m)),
  );
  const message = open.at(-1);
  return message === undefined ? undefined : { message, more: open.length - 1 };
}

/** Takes what is open off the message line; `u` brings it back. */
export function dismissMessage({ messages, undo }: Pick<Deck, 'messages' | 'undo'>): void {
  const was = messages.dismissed.get();
  messages.dismiss();
  undo.push({
    what: 'dismissed message',
    back: () => {
      if (messages.dismissed.get() === was) return false;
      messages.dismissed.set(was);
      return true;
    },
  });
}

/** Whether this is to be said of an account now: once in this run, however often the account is opened. */
export function saysOnce({ saidOnce }: Pick<Deck, 'saidOnce'>, what: string, session: Session): boolean {
  const of = `${what} ${keyOf(session)}`;
  const isFirst = !saidOnce.has(of);
  saidOnce.add(of);
  return isFirst;
}
