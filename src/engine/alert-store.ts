import {
  type Alert,
  type Calls,
  eventRecord,
  isLooking,
  isNews,
  nextCall,
  type Told,
  waitingWith,
} from './alerts.ts';
import type { Deck } from './deck.ts';

/** Calls a person who has turned away, and tells the program of `on_event`. What is said on the screen is said elsewhere. */
export type Alerts = {
  /** Answers whether it was news: each change of an instance is told once. */
  raise(alert: Alert): boolean;
  /** The same for what came at once, which calls as one; answers what of it was news. */
  raiseAll(alerts: readonly Alert[]): readonly Alert[];
  /** To be called each second: what had to wait goes out. */
  tick(): void;
  /** Another account: what was told was of the one before. */
  clear(): void;
};

type Parts = Pick<
  Deck,
  'services' | 'local' | 'session' | 'latest' | 'lastKeyAt' | 'messages' | 'bell' | 'silent'
>;

export function createAlerts(deck: () => Parts): Alerts {
  let told: Told = new Map();
  let calls: Calls = { waiting: [] };
  let hookFailed = false;

  const looks = () => {
    const { services, local, lastKeyAt } = deck();
    const sinceKeyMs = local.now() - lastKeyAt.current;
    return isLooking({ focused: services.terminal.focused(), sinceKeyMs });
  };
  const tick = () => {
    // Who has come back reads it on the screen.
    if (calls.waiting.length > 0 && looks()) calls = { ...calls, waiting: [] };
    const next = nextCall(calls, deck().local.now());
    calls = next.calls;
    if (next.say !== undefined) deck().services.terminal.notify(next.say);
  };
  const tellProgram = (alert: Alert) => {
    const { services, session, latest, messages } = deck();
    const label = latest.current?.find(({ id }) => id === alert.id)?.label;
    const at = services.clock.now();
    services.onEvent?.(eventRecord(alert, { at, profile: session.get()?.profile, label }), (why) => {
      if (!hookFailed) messages.say('warn', `on_event of config.toml: ${why}. It is said once.`);
      hookFailed = true;
    });
  };
  /** Whether it is news; who is to be called for it waits until the others have come. */
  const takes = (alert: Alert): boolean => {
    const next = isNews(told, alert);
    told = next.told;
    if (!next.news) return false;
    tellProgram(alert);
    const { bell, silent } = deck();
    const isSilent = !bell.get() || (alert.id !== undefined && silent.get().has(alert.id));
    if (!isSilent && !looks()) calls = { ...calls, waiting: waitingWith(calls.waiting, alert) };
    return true;
  };
  const raiseAll = (alerts: readonly Alert[]): readonly Alert[] => {
    const news = alerts.filter(takes);
    if (news.length > 0) tick();
    return news;
  };
  return {
    raise: (alert) => raiseAll([alert]).length > 0,
    raiseAll,
    tick,
    clear() {
      told = new Map();
      calls = { waiting: [] };
    },
  };
}
