import { isoTime } from '../base/format-time.ts';

/** What happened of itself and calls for a person who has turned away. */
export type AlertEvent =
  | 'running'
  | 'boot-failed'
  | 'offline'
  | 'crashed'
  | 'stopped'
  | 'outbid'
  | 'gone'
  | 'rescue'
  | 'limit'
  | 'idle'
  | 'price-raised'
  | 'contract-end'
  | 'runway-short'
  | 'unexplained-spending'
  | 'best-price'
  | 'lockout-over';

export type Alert = {
  event: AlertEvent;
  /** One sentence without its stop. */
  text: string;
  /** The instance that it is of. */
  id?: number;
  /** Of a change that may come to many at once: the name, and what `12 instances` are then said to be. */
  many?: { name: string; are: string };
  /** Tells two alerts of one event and one instance apart, as the steps of a rescue. */
  step?: string;
};

/** Somebody who has pressed no key for so long looks elsewhere, whatever window has the focus. */
export const AWAY_AFTER_MS = 60_000;

/** Whether the person sees by themselves what the deck says: nobody need be called then. */
export const isLooking = ({ focused, sinceKeyMs }: { focused: boolean; sinceKeyMs: number }): boolean =>
  focused && Math.abs(sinceKeyMs) < AWAY_AFTER_MS;

/** The state in which each instance was last told to be, so that each change is told once. */
export type Told = ReadonlyMap<number, string>;

/** Whether an alert is news, and what has been told after it. What is of no instance always is. */
export function isNews(told: Told, { id, event, step }: Alert): { news: boolean; told: Told } {
  if (id === undefined) return { news: true, told };
  const state = step === undefined ? event : `${event} ${step}`;
  return told.get(id) === state ? { news: false, told } : { news: true, told: new Map(told).set(id, state) };
}

/** At most one call in so long. */
const CALL_GAP_MS = 10_000;

/** When somebody was last called (ms of one clock), and what has waited since then. */
export type Calls = { lastAt?: number; waiting: readonly Alert[] };

const states: ReadonlySet<AlertEvent> = new Set([
  'running',
  'boot-failed',
  'offline',
  'crashed',
  'stopped',
  'outbid',
  'gone',
]);

/** Whether one alert says what became of another: an instance is in one state, and a rescue or a limit at one step. */
const overtakes = (later: Alert, { id, event }: Alert): boolean =>
  id !== undefined &&
  later.id === id &&
  (later.event === event || (states.has(later.event) && states.has(event)));

/** The alerts that wait, with one more: it takes the place of what it overtakes, which is no longer so when it is told. */
export const waitingWith = (waiting: readonly Alert[], alert: Alert): readonly Alert[] => [
  ...waiting.filter((one) => !overtakes(alert, one)),
  alert,
];

/** What is called out now, if anything: the first alert at once, and those of the ten seconds after it as one. */
export function nextCall(calls: Calls, now: number): { calls: Calls; say?: string } {
  const isEarly = calls.lastAt !== undefined && Math.abs(now - calls.lastAt) < CALL_GAP_MS;
  if (calls.waiting.length === 0 || isEarly) return { calls };
  return { calls: { lastAt: now, waiting: [] }, say: summary(calls.waiting) };
}

/** Names that a gathered change is told by, where there are more than one more. */
const namedOfMany = 3;

/** One text of them all, in the order of their coming: those of one change are told together. */
export function summary(alerts: readonly Alert[]): string {
  const told = new Set<string>();
  const texts = alerts.flatMap(({ text, many }) => {
    if (many === undefined) return [text];
    const names = alerts.flatMap((one) => (one.many?.are === many.are ? [one.many.name] : []));
    if (names.length === 1) return [text];
    if (told.has(many.are)) return [];
    told.add(many.are);
    return [`${names.length} instances ${many.are}: ${someOf(names)}`];
  });
  const [only] = texts;
  return texts.length === 1 && only !== undefined ? only : `${alerts.length} events: ${texts.join('; ')}`;
}

const someOf = (names: readonly string[]): string =>
  names.length <= namedOfMany + 1
    ? names.join(', ')
    : `${names.slice(0, namedOfMany).join(', ')} and ${names.length - namedOfMany} more`;

/** An alert as the program of `on_event` reads it, a line of JSON; `at` is epoch ms. No secret is part of it. */
export function eventRecord(
  { event, text, id }: Alert,
  { at, profile, label }: { at: number; profile?: string | undefined; label?: string | undefined },
): Readonly<Record<string, string | number>> {
  return {
    schema: 1,
    event,
    text,
    at: isoTime(at),
    ...(profile === undefined ? {} : { profile }),
    ...(id === undefined ? {} : { instance_id: id }),
    ...(label === undefined ? {} : { label }),
  };
}
