import { describe, expect, it } from 'vitest';
import { closestName } from '../../../src/base/closest-name.ts';
import { type Named, ranked } from '../../../src/tui/palette/palette-rank.ts';

const entries: readonly Named[] = [
  { label: 'Copy the ssh command', names: ['copy'] },
  { label: 'Stop: compute billing halts', names: ['stop'] },
  { label: 'Connect by SSH in this terminal', names: ['ssh'] },
  { label: 'SSH-keys: the public keys that open instances', names: ['ssh-keys'], isPlace: true },
  { label: 'Go to Instances', names: ['instances', 'inst'], isPlace: true },
  { label: 'Go to Copy', names: ['copy'], isPlace: true },
];
const first = (typed: string) => ranked(typed, entries)[0]?.entry.label;

describe('what is typed into the palette', () => {
  it('is a place before an act of the same name', () => {
    expect(first('copy')).toBe('Go to Copy');
  });

  it('is what is called exactly so before what only begins so, and that before loose letters', () => {
    expect(first('ssh')).toBe('Connect by SSH in this terminal');
    expect(first('ssh-')).toBe('SSH-keys: the public keys that open instances');
    expect(first('instances')).toBe('Go to Instances');
    expect(first('inst')).toBe('Go to Instances');
  });

  it('finds by letters of a label what no name is like, and nothing where they are not in it', () => {
    expect(ranked('billing halts', entries).map(({ entry }) => entry.label)).toEqual([
      'Stop: compute billing halts',
    ]);
    expect(ranked('xyzzy', entries)).toEqual([]);
  });

  it('is a name whose letters were typed from its first on, scattered as they are', () => {
    const named: readonly Named[] = [
      { label: 'Loosen the search so that more offers are found', names: ['loosen'] },
      { label: 'Go to Offers', names: ['offers'], isPlace: true },
      { label: 'Destroy: the disk is erased', names: ['destroy'] },
      { label: 'Stop: compute billing halts', names: ['stop'] },
    ];
    const likeliest = (typed: string) => ranked(typed, named, closestName)[0];
    expect(likeliest('ofr')).toMatchObject({ name: 'offers', nameAt: [0, 1, 4] });
    expect(likeliest('ofers')?.name).toBe('offers');
    expect(likeliest('dstroy')?.name).toBe('destroy');
    expect(likeliest('offres')).toMatchObject({ name: 'offers', isGuess: true });
    expect(likeliest('destory')).toMatchObject({ name: 'destroy', isGuess: true });
    expect(likeliest('stpo')).toMatchObject({ name: 'stop', isGuess: true });
    expect(likeliest('qzxv')).toBeUndefined();
  });

  it('is everything, in its order, while nothing is typed', () => {
    expect(ranked('  ', entries).map(({ entry }) => entry)).toEqual(entries);
  });
});
