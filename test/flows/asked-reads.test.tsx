import { describe, expect, it } from 'vitest';
import { type ActionId, openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { runningInstance } from '../support/running.ts';

simulatedTime();

/** Keys that ask for something and have nothing to show before it is here. */
const asking: [what: string, path: string, ask: (app: TestDeck) => Promise<unknown>][] = [
  ['SSH keys of train-a', '/api/v0/ssh/', (app) => app.press('instance.attach-key')],
  [
    'ls -l /workspace on train-a',
    '/api/v0/instances/command/*',
    async (app) => {
      await app.press('instance.execute');
      await app.type('ls -l /workspace');
      await app.press('prompt.keep');
    },
  ],
];

/** A key was pressed whose answer takes 20 seconds, and what was said at once is gone. */
async function asked([, path, ask]: (typeof asking)[number]) {
  const app = await openDeck();
  await runningInstance(app);
  await app.control('faults', { path, kind: 'delay', delay_ms: 20_000 });
  await ask(app);
  return app;
}

const messageLine = (app: TestDeck) =>
  app
    .frame()
    .at(-2)
    ?.trim()
    .replace(/^[⠀-⣿]/u, '*') ?? '';

describe.each(asking)('ux row 33, what a key asks for: %s', (...row) => {
  const [what] = row;

  it('is told of after 300 ms, after three seconds with its time, and after ten with the way out', async () => {
    const app = await asked(row);
    expect(app.text()).not.toContain(`${what}: loading`);
    await app.past300ms();
    await app.idle();
    expect(messageLine(app)).toMatch(new RegExp(`^\\* ${what}: loading|… ${what}$|^… Running ls`));
    await app.advance(4_500);
    expect(messageLine(app)).toMatch(new RegExp(`^\\* ${what}: loading, [45]s$`));
    await app.advance(6_500);
    expect(messageLine(app)).toMatch(new RegExp(`^\\* ${what}: loading, 1\\ds\\. Press Esc to cancel$`));
    await app.advance(12_000);
    expect(app.dialog()).not.toBe('');
    expect(messageLine(app)).not.toContain(': loading');
  });

  it.each<ActionId>(['app.escape', 'app.money'])(
    'is given up by %s, and a late answer opens nothing',
    async (key) => {
      const app = await asked(row);
      await app.advance(6_000);
      const { stack } = app.place();
      await app.press(key);
      if (key === 'app.escape') expect(app.place().stack).toEqual(stack);
      else expect(app.place().stack).toEqual([{ screen: 'money' }]);
      for (let second = 0; second < 25; second += 1) {
        expect(messageLine(app)).not.toContain('to cancel');
        await app.advance(1_000);
      }
      expect(app.dialog()).toBe('');
    },
  );

  it('can be asked for again', async () => {
    const app = await asked(row);
    await app.advance(6_000);
    await app.press('app.escape');
    await app.advance(20_000);
    const [, , ask] = row;
    await ask(app);
    await app.advance(3_000);
    expect(app.dialog()).not.toBe('');
  });
});
