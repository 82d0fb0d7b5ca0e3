import { expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { rent } from '../support/rent.ts';
import { testWorld } from '../support/test-services.ts';

simulatedTime();

/** Everything that was written to the terminal while something went on. */
async function writtenDuring(app: TestDeck, work: () => Promise<unknown>): Promise<string> {
  const before = app.terminal.output().length;
  await work();
  return app.terminal.output().slice(before);
}

/** What of it is text, a piece for each place that was written to. */
const texts = (written: string): string[] =>
  written.split(/(?:\x1b\[[?\d;]*[A-Za-z]|\r|\n)+/).filter((text) => text.trim() !== '');

/** Clearing the screen or what is above it, or everything below the cursor. */
const clears = /\x1b\[[0123]?J|\x1bc/;

it('C084 a minute of watching machines is little to send, in frames that are shown whole, and clears nothing', async () => {
  const app = await openDeck({ cols: 120, rows: 40, world: { world: 'busy' } });
  await app.go('instances');
  await app.advance(5000);
  const written = await writtenDuring(app, () => app.advance(60_000));
  expect(written.length).toBeGreaterThan(0);
  expect(written.length / 60).toBeLessThan(150);
  expect(written).not.toMatch(clears);
  const begun = written.split('\x1b[?2026h').length;
  expect(written.split('\x1b[?2026l')).toHaveLength(begun);
  // What fits into a packet needs no marks: moves, looks and ends of lines, each counted from the top of the screen.
  const bare = written.replace(/\x1b\[\?2026h[\s\S]*?\x1b\[\?2026l/g, '');
  expect(bare).toMatch(/^(?:\x1b\[\d+(?:;\d+)?H|[^\x1b\r\n]|\x1b\[[\d;]*[CGKm]|\x1bE)+$/);
});

it('C085 ten reads that bring the same write nothing but the steps of an age', async () => {
  const app = await openDeck();
  await app.advance(5000);
  const table = app.frame().slice(2);
  const { seen } = app.world.calls;
  const reads = () => seen.filter(({ path }) => path === '/api/v0/instances/').length;
  const enough = reads() + 10;
  let tries = 0;
  const written = await writtenDuring(app, async () => {
    for (; tries < 60 && reads() < enough; tries += 1) await app.advance(10_000);
  });
  expect(reads()).toBeGreaterThanOrEqual(enough);
  expect(app.frame().slice(2)).toEqual(table);
  expect(written).not.toMatch(clears);
  const steps = texts(written);
  // Only cells that changed are written, `2` of `<2m` where `<1m` stood.
  expect(steps.filter((text) => !/^ ?(live · )?<?(30s|1m|2m|2)$/.test(text))).toEqual([]);
  expect(steps.length).toBeLessThanOrEqual(Math.ceil(tries / 6) * 3);
});

it('C084 nothing moves by itself where motion is reduced', async () => {
  const moves = async (still: boolean) => {
    const world = testWorld();
    world.sandbox.control.addFault({ kind: 'hang', path: '/api/v0/volumes/*', times: 9 });
    const app = await openDeck({ in: world, still });
    app.lead({ go: 'jump', route: { screen: 'volumes' } });
    await app.advance(1000);
    return /[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/.test(await writtenDuring(app, () => app.advance(4000)));
  };
  expect([await moves(false), await moves(true)]).toEqual([true, false]);
});

const screens = [
  'offers',
  'instances',
  'groups',
  'money',
  'security',
  'volumes',
  'keys',
  'ssh-keys',
] as const;

/** In how many of the next seconds anything is written. */
async function secondsDrawn(app: TestDeck, seconds: number): Promise<number> {
  let drawn = 0;
  for (let second = 0; second < seconds; second += 1) {
    const written = await writtenDuring(app, () => app.advance(1000));
    if (written !== '') drawn += 1;
  }
  return drawn;
}

it('C085 no screen is drawn again while it would say the same', async () => {
  const app = await openDeck();
  // Nothing is so young that its age counts seconds.
  await app.skip(1200);
  // Nobody has just asked for everything anew.
  await app.advance(61_000);
  for (const screen of screens) {
    app.lead({ go: 'jump', route: { screen } });
    await app.advance(6000);
    expect([screen, await secondsDrawn(app, 20)]).toEqual([screen, 0]);
  }
});

it('C084 a machine that has run for a while is drawn a few times a minute', async () => {
  const app = await openDeck();
  await rent(app, { Label: 'train-b' });
  await app.skip(1200);
  const drawn = [];
  for (const screen of ['instance', 'instances', 'money'] as const) {
    if (screen !== 'instance') app.lead({ go: 'jump', route: { screen } });
    await app.advance(6000);
    drawn.push(await secondsDrawn(app, 60));
  }
  expect(Math.max(...drawn)).toBeGreaterThan(0);
  expect(Math.max(...drawn)).toBeLessThanOrEqual(6);
});
