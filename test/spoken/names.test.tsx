import { expect, it } from 'vitest';
import type { ActionId } from '../../src/engine/keymap.ts';
import { openDeck, simulatedTime } from '../support/deck.tsx';

simulatedTime();

/** Labels of a person that look like a span and a price, and what would be made of them if they were. */
it.each([
  ['37d', /37 days/],
  ['$4.56', /4\.56 dollars/],
])('tells a machine labelled %s by that name in messages, dialogs, menus and lists', async (label, wrong) => {
  const app = await openDeck({ spoken: true, world: { world: 'busy' } });
  await app.go('instances');
  const running = app.sandbox.snapshot().instances.find((one) => one.label === 'train-a')?.id as number;
  app.lead({ go: 'push', route: { screen: 'instance', id: running } });
  await app.advance(500);
  await app.press('instance.label');
  await app.past300ms();
  await app.type('\x15');
  await app.type(`${label}\r`);
  await app.past300ms();
  await app.advance(3000);
  const from = app.heard().length;
  /** What is said after these keys names it. */
  const names = async (...keys: ActionId[]) => {
    const before = app.heard().length;
    await app.press(...keys);
    await app.past300ms();
    expect(
      app
        .heard()
        .slice(before - 1)
        .join('\n'),
      keys.join(),
    ).toContain(label);
  };
  await names('app.repaint');
  await names('instance.stop');
  await app.press('dialog.cancel');
  await names('instance.limit');
  await app.press('limit.close');
  await names('instance.destroy');
  await app.press('dialog.cancel');
  await names('instance.bell', 'app.messages');
  await app.press('pager.close');
  await names('app.money');
  await app.press('app.palette');
  await app.type('stop ');
  await app.advance(1000);
  await app.type(label);
  await app.advance(1000);
  await app.press('command.run');
  await app.past300ms();
  await app.press('dialog.yes');
  await app.advance(8000);
  const told = app.heard().slice(from).join('\n');
  expect(told).toContain(`Stopping ${label}`);
  expect(told).not.toMatch(wrong);
});
