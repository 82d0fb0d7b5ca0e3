/** A paste into the filter of Offers: what fits, and what is far too long; from its first byte until it is answered. */

import { offersDeck } from './driven.ts';
import { type Measure, median, type Result } from './result.ts';

/** Signs of many bytes and accents, which are slowest to take apart. */
const strange = (characters: number) =>
  'é漢字ไทย👍🏽 '.repeat(Math.ceil(characters / 11)).slice(0, characters);
const marked = (text: string) => `\x1b[200~${text}\x1b[201~`;
const lengths = [4000, 100_000, 1_000_000];

const measure: Measure = async (tools) => {
  const deck = await offersDeck(tools, 300);
  const results: Result[] = [];
  for (const length of lengths) {
    const runs = tools.quick ? 1 : 5;
    const answered: number[] = [];
    const blocked: number[] = [];
    await deck.press('/', 150);
    for (let run = 0; run < runs; run += 1) {
      await deck.inside();
      const { last, bytes } = await deck.press(marked(strange(length)), 300);
      // What changes nothing on the screen within a second has no moment at which it is answered.
      if (bytes > 0) answered.push(last);
      blocked.push((await deck.inside()).longestOwnMs);
      // The filter is emptied, and typed into again.
      await deck.press('\x15', 150);
    }
    await deck.press('\x1b', 150);
    const what = `a paste of ${length.toLocaleString('en-US')} characters`;
    const row = { group: 'paste', unit: 'ms', runs } as const;
    if (answered.length > 0)
      results.push({
        ...row,
        id: `paste-${length}`,
        what: `${what}, until answered`,
        value: median(answered),
      });
    results.push({
      ...row,
      id: `paste-${length}-block`,
      what: `${what}: longest main-thread block`,
      value: median(blocked),
    });
  }
  await deck.stop();
  return results;
};

export default measure;
