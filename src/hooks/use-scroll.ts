import { useState } from 'react';
import type { Bindings, MoveAction } from '../keymap.ts';

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
