import type { Parts } from '../../base/parts.ts';
import { leftMs, type Pending, titleOf } from '../../engine/writes.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useTicking } from '../../hooks/use-now.ts';
import { usePending } from '../../hooks/use-writes.ts';
import { visibleActions } from '../../tui/keys/layers.ts';
import { Line } from '../../tui/text/line.tsx';
import { aroundName, fitting, partsWidth } from '../../tui/text/parts.ts';
import { useTheme } from '../../tui/theme/theme.ts';
import { useStore } from '../../tui/use-store.ts';
import { drainBar } from './drain-bar.ts';

/** The act that is sent next and has not been yet; one that was sent is shown as every write is (on-its-way.tsx). */
export function useHeldAct(): { act: Pending; more: number } | undefined {
  const waiting = usePending().filter(({ sending }) => !sending);
  const act = waiting.toSorted((a, b) => a.due - b.due)[0];
  return act === undefined ? undefined : { act, more: waiting.length - 1 };
}

/** The act that waits, its time and the key that cancels it, for a terminal that has room for little else. */
export function heldShort(act: Pending, left: number, columns: number, undoKey: string): Parts {
  const seconds = Math.max(1, Math.ceil(left / 1000));
  const [only] = act.targets;
  const short = act.write.messages.title(
    String(act.targets.length === 1 ? only?.id : act.targets.length),
    act.input,
  );
  const verb = act.write.messages.title('', act.input).trim();
  return fitting(
    [
      [[`${titleOf(act)} in ${seconds}s  ${undoKey} cancel`, 'warn']],
      [[`${short} in ${seconds}s  ${undoKey} cancel`, 'warn']],
      [[`${verb} in ${seconds}s  ${undoKey} cancel`, 'warn']],
    ],
    columns,
  );
}

/** What waits to be sent, how long it still does, and the keys for it: the newest goes back first. */
export function HeldLine({ act, more, columns }: { act: Pending; more: number; columns: number }) {
  const { layers, keymap, keyName, local } = useDeck();
  const { glyphs, still } = useTheme();
  const stack = useStore(layers).map(({ current }) => current);
  // Where nothing is to move by itself, the bar does not move, and the time is that of the whole wait.
  const left = useTicking(() => (still ? act.due - act.at : leftMs(act, local.now())));
  // Enter belongs to the screen on most of them; it is offered where it is free.
  const enter = visibleActions(stack, keymap).some(({ id }) => id === 'held.send');
  const seconds = Math.max(1, Math.ceil(left / 1000));
  const others = more === 0 ? '' : `, ${more} more pending`;
  const keys = [`${keyName('app.undo')} cancel`, ...(enter ? [`${keyName('held.send')} send now`] : [])];
  const wordings = [keys, keys.slice(0, 1)].map(
    (said) =>
      (title: string): Parts => [
        [`   ${title} in ${seconds}s${others}  `, 'warn'],
        [drainBar(left, act.write.holdMs ?? 0, glyphs), 'warn'],
        `  ${said.join(` ${glyphs.sep} `)}`,
      ],
  );
  const fits = wordings.map((draw) => draw(titleOf(act))).find((parts) => partsWidth(parts) <= columns);
  const [, shortest = () => []] = wordings;
  return <Line parts={fits ?? aroundName(titleOf(act), columns, shortest)} columns={columns} />;
}
