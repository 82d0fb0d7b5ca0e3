import { useLayoutEffect, useState } from 'react';
import { width } from '../../base/cells.ts';
import type { Parts } from '../../base/parts.ts';
import { wrapWords } from '../../base/wrap-words.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useLayer } from '../keys/use-layer.ts';
import { type LineField, useLine } from '../text/use-line.ts';
import { useTheme } from '../theme/theme.ts';
import { useTerminalSize } from '../use-viewport.ts';
import type { PromptModal } from './modal.ts';
import { Panel } from './panel.tsx';

const cells = 60;

/** One line of text over the screen, with how much of its room is used. What is too long is kept, and not taken. */
export function Prompt({ modal }: { modal: PromptModal }) {
  const deck = useDeck();
  const size = useTerminalSize();
  const { glyphs, spoken } = useTheme();
  const line = useLine(modal.initial);
  const refused = useRefusal(modal, line);
  // What may not stand there is never drawn, the frame before it is taken out included.
  const text = refused === undefined ? line.text.trim() : '';
  const length = [...text].length;
  const over = length > modal.limit;
  const wrong = refused ?? modal.wrong?.(text);
  const keep = () => {
    deck.close();
    if (text !== modal.initial || modal.takesInitial === true) modal.run(text);
  };
  useLayer({
    kind: 'modal',
    bindings: {
      [modal.goesOn === true ? 'answer.go' : 'prompt.keep']: {
        run: keep,
        blocked: over ? `It has ${length} characters, and ${modal.limit} is the most` : wrong,
      },
      'prompt.close': { run: deck.close },
    },
  });
  useLayer({ kind: 'modal-text', bindings: {}, ...(refused === undefined ? line.layer : takesNothing) });
  const room = Math.min(cells, size.columns - 4) - 6;
  const used = `   ${length}/${modal.limit}`;
  const lines: Parts[] = [
    [],
    ...(modal.notes ?? []).flatMap((note) => wrapNote(note, room)).map((note): Parts => [`  ${note}`]),
    ...(refused === undefined
      ? [
          [
            '  ',
            ...line.draw(Math.min(modal.limit + 6, room - width(used)), glyphs.caret),
            // Told, the count is heard once it is too much.
            [spoken && !over ? '' : used, over ? 'bad' : 'dim'],
          ] as Parts,
        ]
      : []),
    ...wrapWords(wrong ?? '', room).map((said): Parts => [[`  ${said}`, 'bad']]),
    [],
  ];
  return <Panel title={modal.title} lines={lines} width={cells} columns={size.columns} rows={size.rows} />;
}

/** A note that fits stands as it was written; a longer one is broken between its words. */
const wrapNote = (note: string, room: number): string[] =>
  width(note) <= room ? [note] : wrapWords(note, room);

/** What is typed or pasted after a refusal is most likely the rest of what was refused. */
const takesNothing: LineField['layer'] = {
  edits: ({ text }) => text !== undefined,
  paste: () => {},
  room: () => Number.POSITIVE_INFINITY,
};

/** Why what stood in the field was taken out of it; from then on the field takes nothing. */
function useRefusal({ refuses }: PromptModal, line: LineField): string | undefined {
  const [refused, setRefused] = useState<string>();
  const now = refuses?.(line.text);
  useLayoutEffect(() => {
    if (now === undefined) return;
    setRefused(now);
    line.set('');
  }, [now, line]);
  return refused ?? now;
}
