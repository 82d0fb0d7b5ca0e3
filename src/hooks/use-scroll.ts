import { useState } from 'react';
import type { Bindings, MoveAction } from '../engine/keymap.ts';
import type { Cursor } from './use-cursor.ts';

/**
 * The keys of a screen without rows that may not fit: `top` is how many lines it is scrolled down. The lines can
 * become fewer at any time, so `last`, the furthest that it goes, is handed to the bindings and held against it there.
 */
export function useScroll(): {
  top: number;
  bindings: (last: number, room: number) => Bindings<MoveAction>;
} {
  const [top, setTop] = useState(0);
  return {
    top,
    bindings: (last, room) => {
      const to = (next: (now: number) => number) => ({
        run: () => setTop((now) => Math.max(0, Math.min(last, next(Math.min(last, now))))),
        blocked: last === 0 ? 'Everything is in sight' : undefined,
      });
      const by = (count: number) => to((now) => now + count);
      const half = Math.max(1, Math.floor(room / 2));
      return {
        'list.down': by(1),
        'list.up': by(-1),
        'list.top': to(() => 0),
        'list.bottom': to(() => last),
        'list.page-down': by(room),
        'list.page-up': by(-room),
        'list.half-down': by(half),
        'list.half-up': by(-half),
      };
    },
  };
}

/**
 * The keys of a screen that has a few rows with a cursor, and more below them: the cursor moves first, and past the last
 * row the screen is scrolled, and back before the cursor moves up. `above` is how far it is scrolled down now.
 */
export function cursorThenScroll(
  { index, bindings }: Pick<Cursor<unknown>, 'index' | 'bindings'>,
  count: number,
  scroll: Bindings<MoveAction>,
  above: number,
): Bindings<MoveAction> {
  const both = (id: 'list.top' | 'list.bottom') => ({
    run: () => {
      bindings[id].run();
      scroll[id].run();
    },
  });
  return {
    ...scroll,
    'list.down': index < count - 1 && above === 0 ? bindings['list.down'] : { run: scroll['list.down'].run },
    'list.up': above > 0 ? scroll['list.up'] : bindings['list.up'],
    'list.top': both('list.top'),
    'list.bottom': both('list.bottom'),
  };
}
