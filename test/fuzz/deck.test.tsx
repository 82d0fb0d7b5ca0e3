import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ActionId, actions } from '../../src/engine/keymap.ts';
import type { Route } from '../../src/engine/route.ts';
import { type DeckOptions, openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { fakeTerminal } from '../support/fake-terminal.ts';
import { testWorld } from '../support/test-services.ts';
import { patience, tried } from './budget.ts';
import { hostileText, mutated } from './hostile.ts';

simulatedTime();

const rejected: unknown[] = [];
const reject = (reason: unknown) => void rejected.push(reason);
beforeEach(() => {
  rejected.length = 0;
  process.on('unhandledRejection', reject);
});
afterEach(() => void process.off('unhandledRejection', reject));

/** A deck that hears its keyboard twice, as the program does: by Ink, and in the bytes as they come. */
function deckOf(of: Parameters<typeof testWorld>[0], { cols = 80, rows = 24, ...options }: DeckOptions = {}) {
  const world = testWorld(of);
  const terminal = fakeTerminal({ cols, rows });
  world.services.terminal.onRaw = (hear) => {
    const raw = (chunk: unknown) => hear(String(chunk));
    terminal.stdin.on('data', raw);
    return () => void terminal.stdin.off('data', raw);
  };
  return openDeck({ in: world, terminal, ...options });
}

/** What holds at every moment: no error was drawn or left lying, and nothing drawn controls the terminal. */
function isWell(app: TestDeck): void {
  expect(rejected).toEqual([]);
  expect(app.text()).not.toMatch(/ ERROR |\.(?:tsx?|m?js):\d+|\bundefined\b|\[object |\bNaN\b/);
}

/** However it stands, it leads back, explains itself and ends. */
async function canBeLeft(app: TestDeck): Promise<void> {
  // What was pasted or begun and never ended.
  await app.type('\x1b[201~\x07');
  for (let times = 0; times < 12 && !app.ended(); times += 1) {
    if (app.place().over === undefined) await app.type('\x1bOP');
    if (app.place().over === 'help') break;
    await app.past300ms();
    await app.type('\x1b');
  }
  if (!app.ended()) expect(app.place().over, app.text()).toBe('help');
  isWell(app);
  for (let times = 0; times < 3 && !app.ended(); times += 1) await app.press('app.quit');
  expect(app.ended(), app.text()).toBe(true);
}

/** Sees each rent that goes out, and whether one was asked about before. */
function guardRents(app: TestDeck) {
  let agreed = '';
  const unasked: string[] = [];
  const sandbox = app.sandbox as { fetch: (request: Request) => Promise<Response> };
  const { fetch } = sandbox;
  sandbox.fetch = (request) => {
    if (request.method === 'PUT' && new URL(request.url).pathname.startsWith('/api/v0/asks/')) {
      if (!/Rent this machine\?/.test(agreed)) unasked.push(request.url);
      agreed = '';
    }
    return fetch(request);
  };
  return {
    unasked,
    look() {
      if (app.place().over === 'confirm') agreed = app.text();
    },
  };
}

const ids = (Object.keys(actions) as ActionId[]).filter((id) => id !== 'app.quit');
/** Without what quits, and without words that would be taken for a fault of the deck where they are shown. */
const wild = hostileText.map((text) =>
  text.replaceAll('\x03', '').replaceAll('NaN', 'nan').replaceAll('undefined', ''),
);
const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ press: fc.constantFrom(...ids) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      bytes: fc.constantFrom('\r', '\r\r', '\t', ' ', '\x1b', 'y', 'n', '1', '2', '\x1b[B', 'jjj', '\x7f'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ bytes: wild }) },
  { weight: 1, arbitrary: fc.record({ paste: wild }) },
  {
    weight: 1,
    arbitrary: fc.record({ cols: fc.integer({ min: 1, max: 220 }), rows: fc.integer({ min: 1, max: 60 }) }),
  },
  { weight: 2, arbitrary: fc.record({ ms: fc.constantFrom(300, 1000, 6000, 21_000) }) },
  {
    weight: 2,
    arbitrary: fc.record({ image: fc.constantFrom('a/b:1', 'pytorch/pytorch'), agrees: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ fault: fc.constantFrom('drop', 'garbage', 'html', 'truncate', 'drop-after') }),
  },
);

describe('a deck in the hands of somebody who knows nothing', () => {
  it(
    'neither crashes nor rents unasked, explains itself, and ends',
    () =>
      tried(
        'deck: a monkey',
        [fc.array(step, { minLength: 30, maxLength: 40 }), fc.constantFrom('busy', 'fresh')],
        async (steps, world) => {
          const app = await deckOf({ world, offers: 40 }, { route: { screen: 'instances' } });
          const rents = guardRents(app);
          for (const one of steps) {
            if (app.ended()) break;
            rents.look();
            if ('press' in one) await app.press(one.press);
            else if ('bytes' in one) await app.type(one.bytes);
            else if ('ms' in one) await app.advance(one.ms);
            else if ('cols' in one) await app.resize(one.cols, one.rows);
            else if ('image' in one) {
              // On the way to a rent, so that what asks before it is met.
              if (app.place().over === undefined) app.lead({ go: 'jump', route: { screen: 'offers' } });
              await app.press('offer.rent');
              if (app.place().screen !== 'rent' || app.place().over !== undefined) continue;
              await app.fill({ Image: one.image });
              await app.press('form.submit');
              await app.past300ms();
              rents.look();
              if (one.agrees) await app.press('dialog.yes');
            } else if ('fault' in one)
              await app.control('faults', { kind: one.fault, path: '/api/v0/*', times: 2 });
            else {
              app.terminal.paste(one.paste.replaceAll('\x1b[201~', ''));
              await app.type('');
            }
            isWell(app);
          }
          expect(rents.unasked).toEqual([]);
          await app.resize(80, 24);
          await canBeLeft(app);
        },
      ),
    patience,
  );
});

const screens: readonly Route[] = [
  { screen: 'offers' },
  { screen: 'instances' },
  { screen: 'money' },
  { screen: 'security' },
  { screen: 'groups' },
  { screen: 'keys' },
  { screen: 'ssh-keys' },
  { screen: 'volumes' },
  { screen: 'copy' },
  { screen: 'calls' },
  { screen: 'searches' },
];

describe('a deck of a service that answers anything', () => {
  it(
    'shows every screen',
    () =>
      tried(
        'deck: any answer',
        [
          fc.infiniteStream(fc.nat({ max: 2 ** 31 })),
          fc.shuffledSubarray([...screens], { minLength: 4, maxLength: 5 }),
        ],
        async (chance, some) => {
          const app = await deckOf({ world: 'busy', offers: 40 }, { cols: 120, rows: 40 });
          const sandbox = app.sandbox as { fetch: (request: Request) => Promise<Response> };
          const { fetch } = sandbox;
          sandbox.fetch = async (request) => {
            const response = await fetch(request);
            const text = await response.clone().text();
            if (request.url.includes('_sandbox') || !response.ok || text === '') return response;
            const [value] = fc.sample(mutated(JSON.parse(text)), {
              numRuns: 1,
              seed: chance.next().value as number,
            });
            return new Response((JSON.stringify(value) ?? '').replaceAll('NaN', 'nan'), {
              status: response.status,
            });
          };
          const machine = app.sandbox.snapshot().instances[0]?.id ?? 1;
          for (const route of [...some, { screen: 'instance', id: machine } as const]) {
            app.lead({ go: 'jump', route });
            await app.advance(2_000);
            await app.press(
              'app.refresh',
              'list.down',
              'list.raw',
              'list.raw',
              'list.sort-right',
              'list.pane',
            );
            isWell(app);
          }
          await canBeLeft(app);
        },
      ),
    patience,
  );
});
