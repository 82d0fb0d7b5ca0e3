import type { Services, Session } from '../../src/engine/services.ts';

type Subscribes = { subscribe(listener: () => void): () => void };

const subscribes = (value: unknown): value is Subscribes =>
  typeof value === 'object' &&
  value !== null &&
  'subscribe' in value &&
  typeof value.subscribe === 'function';

/** Counts who listens: to the stores of a deck, and to the ports that call back. */
export function countSubscriptions(given: Services) {
  let listening = 0;
  const counted =
    <Args extends unknown[]>(subscribe: (...args: Args) => () => void) =>
    (...args: Args) => {
      const end = subscribe(...args);
      let isOn = true;
      listening += 1;
      return () => {
        if (isOn) listening -= 1;
        isOn = false;
        end();
      };
    };
  const wrap = <T extends Subscribes>(port: T): T => {
    const { subscribe } = port;
    port.subscribe = counted(subscribe.bind(port));
    return port;
  };
  /** The same port at each call, so that one wrap is enough. */
  const ports = new Map<unknown, Subscribes>();
  const over =
    <T extends Subscribes>(open: (session: Session) => T) =>
    (session: Session): T => {
      const port = open(session);
      if (!ports.has(port)) ports.set(port, wrap({ ...port }));
      return ports.get(port) as T;
    };
  const { terminal } = given;
  const services: Services = {
    ...given,
    journal: over(given.journal),
    samples: over(given.samples),
    terminal: {
      ...terminal,
      onRaw: counted(terminal.onRaw),
      onFocus: counted(terminal.onFocus),
      attach: counted(terminal.attach),
    },
    ...(given.calls && { calls: wrap({ ...given.calls }) }),
  };
  const countStores = (of: object, depth = 2) => {
    for (const value of Object.values(of)) {
      if (subscribes(value)) wrap(value);
      else if (depth > 0 && typeof value === 'object' && value !== null && value !== services)
        countStores(value, depth - 1);
    }
  };
  return { services, countStores, count: () => listening };
}
