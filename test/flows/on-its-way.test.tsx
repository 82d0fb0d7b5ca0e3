import { expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { review, testImage } from '../support/rent.ts';

simulatedTime();

const messageLine = (app: TestDeck) => app.frame().at(-2)?.trim();

it('tells of an act whose answer does not come how long it has been out, and that it goes out once', async () => {
  const app = await openDeck({ world: { world: 'busy' } });
  await app.press('app.instances', 'instance.destroy');
  await app.control('faults', { method: 'DELETE', path: '/api/v0/instances/*', kind: 'hang' });
  await app.past300ms();
  await app.type('lora-x');
  await app.press('dialog.press');
  await app.advance(5_500);
  expect(messageLine(app)).not.toContain('asking');
  await app.advance(1_500);
  expect(messageLine(app)).toBe('… Destroy lora-x: asking');
  await app.advance(3_000);
  expect(messageLine(app)).toMatch(/^… Destroy lora-x: asking, \ds$/);
  await app.advance(8_000);
  expect(messageLine(app)).toMatch(/, 1\ds\. It goes out once; its end will be told here$/);
  await app.advance(25_000);
  expect(app.prose()).toContain('It is not known whether the machine was destroyed.');
});

it('tells of a rent that is out wherever the person has gone meanwhile', async () => {
  const app = await openDeck();
  await app.press('offer.rent');
  await app.fill({ Image: testImage });
  await review(app);
  await app.control('faults', { method: 'PUT', path: '/api/v0/asks/*', kind: 'hang' });
  await app.past300ms();
  await app.press('dialog.yes');
  await app.advance(2_000);
  await app.press('app.escape');
  await app.advance(4_000);
  expect(app.text()).toMatch(/… Rent: asking, \ds/);
});
