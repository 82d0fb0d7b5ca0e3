import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { labelled, rent, review, testImage } from '../support/rent.ts';

simulatedTime();

const offerUnderCursor = (app: TestDeck) => Number(/offer (\d+)/.exec(app.text())?.[1]);
/** What a person who looks elsewhere is told of the price. */
const rings = (app: TestDeck): string[] => {
  const heard: string[] = [];
  app.world.services.terminal.focused = () => false;
  app.world.services.terminal.notify = (text) => void (dear.test(text) && heard.push(text));
  return heard;
};
const dear = /costs \$0\.90\d\/h, you agreed to \$0\.\d{3}\/h/;

/** Rents at a price that goes up between the review and the yes. */
async function rentWhileItRises(app: TestDeck): Promise<number> {
  const offer = offerUnderCursor(app);
  await app.press('offer.rent');
  await app.fill({ Image: testImage, Label: 'train-a' });
  await review(app);
  await app.control(`offers/${offer}`, { dph_base: 0.9 });
  await app.press('dialog.yes');
  await app.advance(3_000);
  const [id = 0] = await labelled(app, 'train-a');
  expect(app.text()).toContain(`${id}`);
  return id;
}

describe('a machine that costs more than was agreed to', () => {
  it('rings and is told as soon as its record says so, with the key that ends it', async () => {
    const app = await openDeck();
    const heard = rings(app);
    const id = await rentWhileItRises(app);
    expect(heard).toHaveLength(1);
    expect(app.prose()).toMatch(
      new RegExp(`train-a ${dear.source}\\. ! goes there, and :destroy \\d+ destroys it`),
    );
    await app.press('app.messages');
    expect(app.prose()).toContain(`rented as ${id}`);
    await app.press('pager.close');
    await app.type(`:destroy ${id}\r`);
    expect(app.dialog()).toContain('train-a');
    await app.press('dialog.cancel');
    await app.advance(45_000);
    expect(heard).toHaveLength(1);
  });

  it('stands on its screen and in the list until it is gone, and counts as one that needs the person', async () => {
    const app = await openDeck();
    await rentWhileItRises(app);
    await app.press('app.escape');
    expect(app.text()).toMatch(new RegExp(`It ${dear.source}`));
    await app.go('instances');
    expect(app.text()).toContain('1 needs you');
    expect(app.text()).toMatch(new RegExp(`▲ \\d+ train-a ${dear.source}`));
    expect(app.text()).toContain('D destroy   x stop');
    await app.go('offers');
    await app.press('app.needs-you');
    expect(app.text()).toMatch(/Offers › \d+ train-a/);
  });

  it('is told again at the next start', async () => {
    const first = await openDeck();
    await rentWhileItRises(first);
    const again = await openDeck({ in: first.world });
    await again.advance(2_000);
    expect(again.prose()).toMatch(dear);
  });

  it('is not told of one that costs what was agreed to, or less', async () => {
    const app = await openDeck();
    const heard = rings(app);
    await rent(app);
    await app.skip(400);
    expect(app.text()).not.toContain('you agreed to');
    expect(heard).toEqual([]);
  });
});
