import { expect, it } from 'vitest';
import { openDeck, simulatedTime } from '../support/deck.tsx';
import { storyOf } from './story.ts';

simulatedTime();

it('tells the comparison, the columns, the themes and the saved searches one thing at a time', async () => {
  const app = await openDeck({ spoken: true });
  const { step, skip, text } = storyOf(app);
  await app.press('list.mark', 'list.mark');
  skip();
  await app.press('offers.compare');
  step('compare');
  await app.press('compare.down');
  step('next field');
  await app.press('compare.close');
  skip();
  await app.press('list.columns', 'columns.down');
  skip();
  await app.press('columns.toggle');
  step('hide');
  await app.press('columns.later');
  step('later');
  await app.press('columns.undo');
  skip();
  await app.type(':');
  await app.type('theme');
  await app.type('\r');
  skip();
  await app.press('menu.down');
  step('themes');
  await app.press('menu.close', 'offers.search');
  await app.press('search.save');
  await app.past300ms();
  await app.type('cheap\r');
  await app.press('app.escape', 'app.escape');
  skip();
  await app.press('offers.saved');
  step('saved');
  await app.press('searches.watch');
  await app.advance(1000);
  step('watch');
  expect(text()).not.toMatch(/[\u2190-\u21ff\u2500-\u25ff\u2022■□★_]| {2}|\w-[,\n]/u);
  expect(text()).toMatch(/hide\]\n2 of \d+: memory, hidden\n\n\[later\]\n3 of \d+: memory, hidden\n/);
  expect(text()).toMatch(/chosen: 2 of 7: light, for a light background\n/);
  expect(text()).toMatch(
    /1 of 1: cheap, watched, best [\d.]+ dollars per hour, search on-demand, .* descending,/,
  );
});

it('says in words which offer is best in a field, where the eye sees it underlined', async () => {
  const app = await openDeck({ spoken: true });
  await app.press('list.mark', 'list.mark', 'offers.compare');
  for (let at = 0; at < 5 && !app.heard().at(-1)?.includes(': price in dollars per hour: '); at += 1)
    await app.press('compare.down');
  expect(app.heard().at(-1)).toMatch(
    /2 of \d+: price in dollars per hour: offer 1, [\d.]+; offer 2, [\d.]+; best, offer \d$/,
  );
});
