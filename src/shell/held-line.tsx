import { drainBar } from '../components/drain-bar.ts';
import { Line } from '../components/line.tsx';
import { useDeck } from '../hooks/deck.ts';
import { actVerb, type HeldAct, heldName, holdMs } from '../hooks/held-acts.ts';
import { useStore } from '../hooks/store.ts';
import { useTicking } from '../hooks/use-now.ts';
import { visibleActions } from '../layers.ts';
import { type Parts, partsWidth } from '../parts.ts';
import { useTheme } from '../theme.ts';

/** The act that is sent next and has not been yet; undefined while none waits. */
export function useWaitingAct(): { act: HeldAct; more: number } | undefined {
  const { held } = useDeck();
  const waiting = useStore(held).filter(({ sending }) => !sending);
  const act = waiting.toSorted((a, b) => a.due - b.due)[0];
  return act === undefined ? undefined : { act, more: waiting.length - 1 };
}

/** What waits to be sent, how long it still does, and the keys for it: the newest goes back first. */
export function HeldLine({ act, more, columns }: { act: HeldAct; more: number; columns: number }) {
  const { layers, keymap, services } = useDeck();
  const { glyphs } = useTheme();
  const stack = useStore(layers).map(({ current }) => current);
  const leftMs = useTicking(() => Math.max(0, act.due - services.clock.now()));
  // Enter belongs to the screen on most of them; it is offered where it is free.
  const enter = visibleActions(stack, keymap).some(({ id }) => id === 'held.send');
  const seconds = Math.max(1, Math.ceil(leftMs / 1000));
  const others = more === 0 ? '' : `, ${more} more waiting`;
  const keys = [`u calls it back`, ...(enter ? ['enter sends it now'] : [])];
  const wordings = [keys, keys.slice(0, 1)].map(
    (said): Parts => [
      [`   ${actVerb[act.act]}${heldName(act).slice(act.act.length)} in ${seconds}s${others}  `, 'warn'],
      [drainBar(leftMs, holdMs, glyphs), 'warn'],
      `  ${said.join(` ${glyphs.sep} `)}`,
    ],
  );
  const fitting = wordings.find((parts) => partsWidth(parts) <= columns) ?? (wordings.at(-1) as Parts);
  return <Line parts={fitting} columns={columns} />;
}
