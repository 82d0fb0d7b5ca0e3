import { useEffect, useState } from 'react';
import { findLines } from '../../engine/connect/log-tail.ts';
import { foundNext, type LogView, scrolled, wholeLog } from '../../engine/connect/log-view.ts';
import type { ActionId } from '../../engine/keymap.ts';
import { dismissMessage } from '../../engine/messages.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import type { LogSource } from '../../hooks/use-log.ts';
import { useLayer, useScreenLayer } from '../../tui/keys/use-layer.ts';
import { type LineField, useLine } from '../../tui/text/use-line.ts';

export const logActions = [
  'list.down',
  'list.up',
  'list.top',
  'list.page-down',
  'list.page-up',
  'list.half-down',
  'list.half-up',
  'logs.search',
  'logs.next',
  'logs.previous',
  'logs.end',
  'logs.left',
  'logs.right',
  'logs.save',
  'logs.daemon',
] as const satisfies readonly ActionId[];

const sideStep = 20;

type Given = { lines: readonly string[]; room: number; save: () => void };

/** Where the person is in the log, and what can be looked at there. */
export function useLogState() {
  const [view, change] = useState<LogView>(wholeLog);
  const [source, setSource] = useState<LogSource>('container');
  const [typing, setTyping] = useState(false);
  return { view, change, source, setSource, typing, setTyping };
}

/** The keys of a pager over the lines, and the field in which a search is typed; the lines follow each letter. */
export function useLogKeys(
  { view, change, setSource, typing, setTyping }: ReturnType<typeof useLogState>,
  { lines, room, save }: Given,
): LineField {
  const deck = useDeck();
  const field = useLine('');
  const by = (count: number) => ({ run: () => change((now) => scrolled(now, count, lines.length, room)) });
  const next = (step: 1 | -1) => ({
    run: () => change((now) => foundNext(now, lines, step, room)),
    blocked:
      view.search === ''
        ? `Search for something first: ${deck.keyName('logs.search')}`
        : findLines(lines, view.search).length === 0
          ? `No line holds ${view.search}`
          : undefined,
  });
  const side = (cells: number) => ({
    run: () => change((now) => ({ ...now, left: Math.max(0, now.left + cells) })),
  });
  const look = (search: string) =>
    change(({ hit: _, ...now }) => foundNext({ ...now, search }, lines, 0, room));
  const clear = () => {
    field.set('');
    setTyping(false);
    change(({ hit: _, ...now }) => ({ ...now, search: '' }));
  };
  const half = Math.max(1, Math.floor(room / 2));
  useScreenLayer<(typeof logActions)[number]>({
    'list.down': by(1),
    'list.up': by(-1),
    'list.top': { run: () => change((now) => ({ ...now, top: 0 })) },
    'list.page-down': by(room),
    'list.page-up': by(-room),
    'list.half-down': by(half),
    'list.half-up': by(-half),
    'logs.search': { run: () => setTyping(true) },
    'logs.next': next(1),
    'logs.previous': next(-1),
    'logs.end': { run: () => change((now) => ({ ...now, top: 'end' })) },
    'logs.left': side(-sideStep),
    'logs.right': side(sideStep),
    'logs.save': { run: save, blocked: lines.length === 0 ? 'There is nothing to save' : undefined },
    'logs.daemon': {
      run: () => {
        setSource((now) => (now === 'container' ? 'daemon' : 'container'));
        change(({ search }) => ({ ...wholeLog, search }));
      },
    },
  });
  // Beside the screen's own layer: what is open on the message line goes first, as everywhere.
  useLayer(
    view.search === '' || typing
      ? undefined
      : {
          kind: 'screen',
          bindings: { 'app.escape': { run: () => (deck.messages.open() ? dismissMessage(deck) : clear()) } },
        },
  );
  useLayer(
    typing
      ? {
          kind: 'text',
          bindings: { 'filter.keep': { run: () => setTyping(false) }, 'filter.clear': { run: clear } },
          ...field.layer,
        }
      : undefined,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter looks once, in the lines that are there then
  useEffect(() => {
    if (field.text !== view.search) look(field.text);
  }, [field.text]);
  return field;
}
