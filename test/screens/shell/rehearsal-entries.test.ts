import { describe, expect, it } from 'vitest';
import type { Instance } from '../../../src/client/wire.ts';
import { type Place, placeOf, rehearsalEntries } from '../../../src/screens/shell/rehearsal-entries.ts';

const bid: Instance = { id: 7, actual_status: 'running', is_bid: true };
const everywhere: Place = { instance: bid, offer: { id: 9 } };
/** The palette cuts longer names off. */
const labelCells = 52;

describe('what can be rehearsed', () => {
  it('has a name of its own for each entry, found under "Sandbox" and short enough to be read', () => {
    const labels = rehearsalEntries(everywhere).map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels.filter((label) => !label.startsWith('Sandbox: ') || label.length > labelCells)).toEqual([]);
  });

  it('names the machine or the offer in what it says was done', () => {
    const said = rehearsalEntries(everywhere).flatMap(({ what, done }) =>
      what.kind === 'instance' || what.kind === 'offer' ? [[what.id, done]] : [],
    );
    expect(said).toHaveLength(9);
    for (const [id, done] of said) expect(done).toContain(String(id));
  });

  it('refuses to outbid what is no bid, and only that', () => {
    const blocked = (instance: Place['instance']) =>
      rehearsalEntries({ ...(instance && { instance }) }).filter((entry) => entry.blocked !== undefined);
    expect(blocked(bid)).toEqual([]);
    expect(blocked({ id: 7 })).toEqual([]);
    expect(blocked({ ...bid, is_bid: false }).map(({ what }) => what)).toEqual([
      { kind: 'instance', id: 7, fate: 'outbid' },
    ]);
  });
});

describe('the place that it speaks of', () => {
  const under = new Map([
    ['instances', 7],
    ['offers', 9],
  ]);

  it.each([
    [{ screen: 'instance', id: 7 } as const, { instance: bid }],
    [{ screen: 'instance', id: 8 } as const, { instance: { id: 8 } }],
    [{ screen: 'instances' } as const, { instance: bid }],
    [{ screen: 'offers' } as const, { offer: { id: 9 } }],
    [{ screen: 'rent', offer: { id: 5 } } as const, { offer: { id: 5 } }],
    [{ screen: 'search' } as const, {}],
    [{ screen: 'sign-in' } as const, {}],
  ])('follows the route %j', (route, place) => {
    expect(placeOf(route, under, [bid])).toEqual(place);
  });

  it('is none on an empty list', () => {
    expect(placeOf({ screen: 'instances' }, new Map(), [])).toEqual({});
  });
});
