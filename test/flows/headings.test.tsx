import { describe, expect, it } from 'vitest';
import { openDeck, type Route, simulatedTime } from '../support/deck.tsx';

simulatedTime();

const places: readonly [Route['screen'], Route][] = [
  ['offers', { screen: 'offers' }],
  ['instances', { screen: 'instances' }],
  ['money', { screen: 'money' }],
  ['security', { screen: 'security' }],
  ['groups', { screen: 'groups' }],
  ['volumes', { screen: 'volumes' }],
  ['keys', { screen: 'keys' }],
  ['ssh-keys', { screen: 'ssh-keys' }],
  ['calls', { screen: 'calls' }],
  ['searches', { screen: 'searches' }],
];

describe.each(places)('headings and titles on %s', (_, route) => {
  it('are whole at every width that is supported', async () => {
    const app = await openDeck({ world: { world: 'busy' }, route, cols: 60, rows: 24 });
    await app.advance(125_000);
    for (const [cols, rows] of [
      [60, 16],
      [60, 24],
      [66, 24],
      [72, 24],
      [80, 24],
      [96, 30],
      [120, 40],
      [140, 40],
    ] as const) {
      await app.resize(cols, rows);
      const frame = app.frame();
      // A heading is a line of capitals; a title stands on a rule. That of a pane ends with a name, which is cut first.
      const heads = frame
        .map((line) => line.replace(/── .* (\S+ hides|\d+ to \d+ of \d+) ──$/, ''))
        .filter((line) => /^\s+[A-Z][A-Z$/▼▲ …]{5,}/.test(line) || /── \S/.test(line));
      expect(
        heads.filter((line) => line.includes('…')),
        `${cols}x${rows}`,
      ).toEqual([]);
    }
  });
});
