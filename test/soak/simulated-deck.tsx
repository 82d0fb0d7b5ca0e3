/** A deck that lives for weeks of simulated time, over two accounts, each a sandbox of its own. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { render } from 'ink';
import { vi } from 'vitest';
import { CrashBoundary } from '../../src/app/crash-boundary.tsx';
import { width } from '../../src/base/cells.ts';
import { App } from '../../src/deck.tsx';
import { createDeck } from '../../src/engine/deck.ts';
import type { ActionId } from '../../src/engine/keymap.ts';
import type { Services, Session } from '../../src/engine/services.ts';
import { makeTheme } from '../../src/tui/theme/theme.ts';
import { keyBytes } from '../support/deck.tsx';
import { fakeIn, fakeOut } from '../support/fake-terminal.ts';
import { createScreen } from '../support/screen.ts';
import { type TestWorld, testWorld } from '../support/test-services.ts';
import type { Moody } from './person.ts';
import { countSubscriptions } from './subscriptions.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes that are held once garbage is collected. */
export function heldBytes(): number {
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Lets so much simulated time pass, from one timer that is due to the next, and all that follows from each. */
export async function pass(ms: number, worlds: readonly TestWorld[]): Promise<void> {
  let over = false;
  setTimeout(() => {
    over = true;
  }, ms);
  while (!over) {
    vi.advanceTimersToNextTimer();
    for (let turns = 0; turns < 3; turns += 1) await turn();
    // An answer takes as many turns as it takes, but for one that waits for a timer.
    for (let turns = 0; turns < 30 && worlds.some(({ calls }) => calls.open > 0); turns += 1) await turn();
  }
}

/** The services of one deck over both accounts: what is kept of an account is kept apart, as on a disk. */
function servicesOver(main: TestWorld, work: TestWorld): Services {
  const of = (session: Session) => (session.profile === 'work' ? work : main).services;
  return {
    ...main.services,
    watches: (session) => of(session).watches(session),
    journal: (session) => of(session).journal(session),
    samples: (session) => of(session).samples(session),
    instanceKeys: (session) => of(session).instanceKeys(session),
    unkeptCodes: (session) => of(session).unkeptCodes(session),
    unkeptKeys: (session) => of(session).unkeptKeys(session),
    profiles: {
      list: () => [
        { name: 'main', baseUrl: 'https://sandbox.test', readOnly: false },
        { name: 'work', baseUrl: 'https://other.test', readOnly: false },
      ],
      open: async (name) => ({ ok: true, session: sessionOf(name === 'work' ? work : main, name) }),
    },
  };
}

const sessionOf = (world: TestWorld, profile: string): Session => ({
  ...world.connect(world.sandbox.apiKey),
  ...{ profile, baseUrl: profile === 'work' ? 'https://other.test' : 'https://sandbox.test' },
});

/** Two accounts with some credit. */
export function twoAccounts(seed: number) {
  const worlds = { main: testWorld({ seed }), work: testWorld({ seed: seed + 1 }) };
  for (const { sandbox } of Object.values(worlds)) sandbox.control.account({ credit: 5000 });
  return worlds;
}

/** What may happen to one of them. */
export const moody = ({ sandbox: { control } }: TestWorld): Moody => ({
  addFault: control.addFault,
  clearFaults: control.clearFaults,
  alive: () =>
    control.ledger().instances.flatMap(({ id, destroyed_at }) => (destroyed_at === null ? [id] : [])),
  change: control.instance,
});
export type Accounts = ReturnType<typeof twoAccounts>;

/** Opens a deck; `still` draws little of the time that passes. */
export function openSoak({ main, work }: Accounts, { cols = 80, rows = 24, still = false } = {}) {
  const worlds = [main, work];
  const screen = createScreen(cols, rows);
  const counts = { bytes: 0 };
  const faults: string[] = [];
  const keys = worlds.map(({ sandbox }) => sandbox.apiKey);
  const stdout = fakeOut(screen, (data) => {
    counts.bytes += data.length;
    if (keys.some((key) => data.includes(key))) faults.push('a key was written to the terminal');
  });
  const stdin = fakeIn();
  const services = servicesOver(main, work);
  const subscriptions = countSubscriptions(services);
  const deck = createDeck(subscriptions.services, {
    route: { screen: 'offers' },
    session: sessionOf(main, 'main'),
  });
  subscriptions.countStores(deck);
  const crashed = (error: unknown) => {
    faults.push(error instanceof Error ? `${error.stack}` : String(error));
  };
  const ink = render(
    <CrashBoundary onError={crashed}>
      <App deck={deck} theme={makeTheme({ ascii: false, still })} />
    </CrashBoundary>,
    {
      ...{ stdin, stdout, stderr: stdout },
      ...{ interactive: true, alternateScreen: true, incrementalRendering: true },
      ...{ exitOnCtrlC: false, patchConsole: false, maxFps: 60 },
    },
  );
  let ended = false;
  void ink.waitUntilExit().then(() => {
    ended = true;
  }, crashed);
  const check = () => {
    for (const line of screen.lines())
      if (width(line) > screen.cols) faults.push(`wider than ${screen.cols} cells: ${line}`);
    const text = screen.lines().join('\n');
    if (/undefined|\bNaN\b|\[object |\.tsx?:\d/.test(text)) faults.push(`said what nobody means:\n${text}`);
  };
  const soak = {
    deck,
    counts,
    /** What should never happen and did. */
    faults,
    ended: () => ended,
    text: () => screen.lines().join('\n').trimEnd(),
    pass: (ms: number) => pass(ms, worlds),
    /** How many listen to anything at all: stores, ports, the streams of the terminal. */
    listening: () =>
      subscriptions.count() +
      [stdin, stdout].reduce(
        (sum, stream) =>
          sum + stream.eventNames().reduce((all, name) => all + stream.listenerCount(name as string), 0),
        0,
      ),
    async type(bytes: string, after = 80) {
      stdin.push(bytes, 'utf8');
      await soak.pass(after);
      check();
    },
    async press(...ids: ActionId[]) {
      for (const id of ids) await soak.type(keyBytes(deck.keymap(id)[0] as string));
    },
    async resize(nextCols: number, nextRows: number) {
      screen.resize(nextCols, nextRows);
      Object.assign(stdout, { columns: nextCols, rows: nextRows });
      stdout.emit('resize');
      deck.resized.set((n) => n + 1);
      await soak.pass(80);
      check();
    },
    /** The machine sleeps: time goes on and nothing else. */
    async sleep(ms: number) {
      vi.setSystemTime(Date.now() + ms);
      await soak.pass(1000);
    },
    /** Forgets what only the test keeps, so that what is held is the deck's. */
    forget() {
      for (const { calls, sandbox, logged, ssh, copied, opened, commands } of worlds) {
        for (const list of [calls.seen, logged, ssh, copied, opened, commands]) list.length = 0;
        sandbox.control.log().requests.length = 0;
      }
    },
    async close() {
      ink.unmount();
      await soak.pass(10);
    },
  };
  return soak;
}
export type Soak = ReturnType<typeof openSoak>;
