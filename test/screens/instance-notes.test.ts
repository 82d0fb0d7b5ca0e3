import { describe, expect, it } from 'vitest';
import type { Instance } from '../../src/client/wire.ts';
import { defaultKeymap, keyNames } from '../../src/engine/keymap.ts';
import type { Outlook } from '../../src/hooks/use-next-offers.ts';
import { note } from '../../src/screens/instances/list-lines.ts';
import { partsText, partsWidth } from '../../src/tui/text/parts.ts';
import { makeTheme } from '../../src/tui/theme/theme.ts';

const keyName = keyNames(defaultKeymap);
const { glyphs } = makeTheme({ ascii: false });
const failed: Instance = {
  id: 9119870,
  label: 'lora-x',
  actual_status: 'exited',
  dph_total: 0.168,
  instance: { diskHour: 0.004 },
};
const lines = (row: Instance, outlook: Outlook, columns = 80) =>
  note(row, outlook, { glyphs, keyName, columns, underCursor: true }).map(partsText);
const onto: Outlook = {
  is: 'open',
  byHand: false,
  looked: true,
  next: { offer: { id: 7218991 }, perHour: 0.171 },
};

describe('the note of a row that needs the person', () => {
  it('names the machine, what waiting costs, and the keys that end it', () => {
    expect(lines(failed, onto)).toEqual([
      expect.stringMatching(/^ {4}✕ 9119870 lora-x .*won't start.*\$0\.10\/day$/),
      expect.stringMatching(/^ {6}D destroy {3}R .*7218991 \(\$0\.171\/h, was \$0\.168\)$/),
    ]);
  });

  it.each([60, 70, 80, 120])('keeps id, cost and keys in sight in %i columns', (columns) => {
    const outlooks: Outlook[] = [
      onto,
      { is: 'none' },
      { is: 'begun' },
      { is: 'open', byHand: true, looked: true },
      { ...onto, byHand: true },
    ];
    const rows: Instance[] = [
      failed,
      { ...failed, label: 'a label that somebody made very long indeed, and then some more' },
      { id: 9119870, actual_status: 'offline' },
      { ...failed, actual_status: 'stopped', intended_status: 'running', is_bid: true, min_bid: 0.2 },
      { ...failed, actual_status: 'stopped', intended_status: 'running' },
    ];
    for (const row of rows)
      for (const outlook of outlooks) {
        const [matter = [], keys = []] = note(row, outlook, { glyphs, keyName, columns, underCursor: true });
        expect(partsWidth(matter)).toBeLessThan(columns);
        expect(partsWidth(keys)).toBeLessThan(columns);
        expect(partsText(matter)).toMatch(/9119870.*(\$\d\.\d\d\/day|unknown)/);
        expect(partsText(keys)).toMatch(/ D destroy/);
        expect(partsText(keys)).toMatch(/ [R$n] /);
      }
  });

  it('says what is not known, and never a price of zero for it', () => {
    const open = (more: Partial<Extract<Outlook, { is: 'open' }>>): Outlook => ({
      ...{ is: 'open', byHand: false, looked: false },
      ...more,
    });
    expect(lines(failed, open({}))[1]).toContain('R replace (searching');
    expect(lines(failed, open({ looked: true }))[1]).toContain('R replace (no offer');
    expect(lines({ id: 1, actual_status: 'unknown' }, onto)).toEqual([
      expect.stringMatching(/✕ 1 .*won't start.*price unknown$/),
      expect.stringMatching(/D destroy {3}R .*7218991 \(\$0\.171\/h\)$/),
    ]);
    expect(lines(failed, { ...onto, next: { offer: { id: 5 }, perHour: undefined } })[1]).toContain(
      '5 (price unknown, was $0.168)',
    );
  });
});
