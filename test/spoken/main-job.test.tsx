import { expect, it } from 'vitest';
import { keyBytes, openDeck, simulatedTime } from '../support/deck.tsx';
import { testImage } from '../support/rent.ts';
import { storyOf } from './story.ts';

simulatedTime();

it('tells a whole job in appended lines: sign in, offers, filter, rent, review, boot, ssh, stop, destroy', async () => {
  const app = await openDeck({ spoken: true, signedIn: false });
  const { step, skip, text } = storyOf(app);
  step('opened');
  await app.fill({ 'Base URL': 'https://sandbox.test', 'API key': app.sandbox.apiKey });
  step('address and key typed');
  await app.press('form.press');
  await app.advance(1000);
  step('enter');
  await app.press('form.previous');
  await app.type(keyBytes('right'));
  await app.press('form.next', 'form.press');
  await app.advance(2000);
  step('another place for the key, and entered');
  await app.press('list.down', 'list.filter');
  await app.type('4090');
  await app.advance(1000);
  await app.press('filter.keep');
  step('down, a filter, 4090, enter');
  await app.press('offer.rent');
  step('rent');
  await app.fill({ Image: testImage, Label: 'train-a', Disk: '20' });
  step('image, label and disk');
  await app.press('form.submit');
  step('reviewed');
  await app.past300ms();
  await app.press('dialog.other', 'dialog.press');
  await app.advance(2000);
  step('the other choice, and pressed');
  await app.skip(15);
  step('15 seconds later');
  await app.skip(300);
  step('5 minutes later');
  const before = app.heard().length;
  await app.press('app.repaint');
  const anew = app.heard().slice(before).join('\n');
  for (const part of [
    / train-a, from Instances, main$/m,
    /credit, burn .*runway to/,
    /^ssh -p \d+ root@/m,
    /: command/,
  ])
    expect(anew).toMatch(part);
  skip();
  await app.press('instance.ssh');
  step('ssh');
  await app.press('instance.stop');
  step('stop');
  await app.past300ms();
  await app.press('dialog.yes');
  await app.advance(12_000);
  step('yes');
  await app.press('instance.destroy');
  await app.past300ms();
  step('destroy');
  await app.type('train-a');
  await app.advance(1000);
  await app.press('dialog.press', 'held.send');
  await app.advance(2000);
  step('its label typed, and sent at once');
  await app.go('instances');
  step('the instances');
  await expect(text()).toMatchFileSnapshot('main-job.txt');
  const all = app.terminal.output();
  expect(all.replace(/\x1b\[\?(2004|1004)[hl]/g, '')).not.toMatch(/\x1b|[\u2500-\u259f]/);
});
