import { expect, it } from 'vitest';
import { openDeck, simulatedTime } from '../support/deck.tsx';
import { storyOf } from './story.ts';

simulatedTime();

it('tells help and records page by page, each once and whole', async () => {
  const app = await openDeck({ spoken: true, world: { world: 'busy' }, route: { screen: 'instances' } });
  await app.advance(1000);
  const heard = async (...keys: Parameters<typeof app.press>) => {
    const before = app.heard().length;
    await app.press(...keys);
    return app.heard().slice(before);
  };
  const first = await heard('app.help');
  expect(first).toHaveLength(1 + 12 + 1);
  expect(first[0]).toBe('Keys that work here');
  expect(first.at(-1)).toMatch(/^lines 1 to 12 of \d+, j goes on$/);
  const second = await heard('pager.down');
  expect(second).toHaveLength(12 + 1);
  expect(second.at(-1)).toMatch(/^lines 13 to 24 of \d+, j goes on$/);
  expect(second.filter((line) => first.includes(line))).toEqual([]);
  // Back to the first, which is told again.
  expect(await heard('pager.up')).toEqual(first.slice(1));
  await app.press('pager.close');
  // Lines of a record that are the same as others are told all the same.
  const record = [...(await heard('list.raw')), ...(await heard('pager.down'))];
  expect(record).toHaveLength(1 + 12 + 1 + 12 + 1);
});

it('tells a long dialog by its title, what it is about and its choices, and the rest on a key', async () => {
  const app = await openDeck({ spoken: true, world: { world: 'busy' }, route: { screen: 'instances' } });
  const { step, skip, text } = storyOf(app);
  await app.advance(1000);
  await app.press('list.mark-all');
  skip();
  await app.press('instance.destroy');
  await app.past300ms();
  step('destroy all');
  await app.press('dialog.down');
  step('down');
  await app.press('dialog.up');
  step('up');
  await expect(text()).toMatchFileSnapshot('long-dialog.txt');
});

it('tells each line of a log that a page holds, and from the found one on', async () => {
  const app = await openDeck({ spoken: true, world: { world: 'busy' } });
  const id = app.sandbox.snapshot().instances.find((one) => one.label === 'train-a')?.id as number;
  app.lead({ go: 'push', route: { screen: 'logs', id } });
  await app.advance(3000);
  const before = app.heard().length;
  await app.press('list.top');
  const page = app.heard().slice(before - 1);
  expect(page.length).toBeGreaterThan(3);
  expect(page.length).toBeLessThanOrEqual(14);
});
