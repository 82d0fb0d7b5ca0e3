import { expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';

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

it('C085 ten reads that bring the same write nothing but the age of what is shown', async () => {
  const app = await openDeck();
  await app.advance(5000);
  const table = app.frame().slice(2);
  const { seen } = app.world.calls;
  const reads = () => seen.filter(({ path }) => path === '/api/v0/instances/').length;
  const enough = reads() + 10;
  const written = await writtenDuring(app, async () => {
    for (let tries = 0; tries < 60 && reads() < enough; tries += 1) await app.advance(10_000);
  });
  expect(reads()).toBeGreaterThanOrEqual(enough);
  expect(app.frame().slice(2)).toEqual(table);
  expect(written).not.toMatch(clears);
  expect(texts(written).filter((text) => !/^(?: *live · )?\d*[ \dhms]*(?: ago)?$/.test(text))).toEqual([]);
  expect(texts(written).length).toBeGreaterThan(0);
});
