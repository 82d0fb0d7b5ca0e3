import { describe, expect, it } from 'vitest';
import { currentRoute, type Move, type Navigation, navigate } from '../../src/engine/route.ts';

const start: Navigation = { stack: [{ screen: 'offers' }] };
const walk = (...moves: Move[]) => moves.reduce(navigate, start);
const push = (id: number): Move => ({ go: 'push', route: { screen: 'instance', id } });
const jump: Move = { go: 'jump', route: { screen: 'instances' } };

describe('navigation', () => {
  it('goes back the way it came', () => {
    expect(currentRoute(walk(jump, push(7), { go: 'back' }))).toEqual({ screen: 'instances' });
    expect(walk({ go: 'back' })).toEqual(start);
  });

  it('starts a fresh stack on a jump', () => {
    expect(walk(push(7), jump).stack).toEqual([{ screen: 'instances' }]);
  });

  it('stays where it is on a jump to the screen that shows', () => {
    const here = walk(jump);
    expect(navigate(here, jump)).toBe(here);
  });

  it('leads to the view before and back again', () => {
    const there = walk(jump, { go: 'last' });
    expect(currentRoute(there)).toEqual({ screen: 'offers' });
    expect(currentRoute(navigate(there, { go: 'last' }))).toEqual({ screen: 'instances' });
    expect(walk({ go: 'last' })).toEqual(start);
  });

  it('replaces the top alone', () => {
    expect(walk(jump, push(1), { go: 'replace', route: { screen: 'instance', id: 2 } }).stack).toEqual([
      { screen: 'instances' },
      { screen: 'instance', id: 2 },
    ]);
  });
});
