import { Panel } from '../components/panel.tsx';
import { useDeck } from '../hooks/deck.ts';
import type { PromptModal } from '../hooks/modal.ts';
import { useLayer } from '../hooks/use-layer.ts';
import { useLine } from '../hooks/use-line.ts';
import { useTerminalSize } from '../hooks/use-viewport.ts';
import type { Parts } from '../parts.ts';
import { useTheme } from '../theme.ts';

/** One line of text over the screen, with how much of its room is used. What is too long is kept, and not taken. */
export function Prompt({ modal }: { modal: PromptModal }) {
  const deck = useDeck();
  const size = useTerminalSize();
  const { glyphs } = useTheme();
  const line = useLine(modal.initial);
  const text = line.text.trim();
  const length = [...text].length;
  const over = length > modal.limit;
  const wrong = modal.wrong?.(text);
  const keep = () => {
    deck.close();
    if (text !== modal.initial || modal.takesInitial === true) modal.run(text);
  };
  useLayer({
    kind: 'modal',
    bindings: {
      'prompt.keep': {
        run: keep,
        blocked: over ? `It has ${length} characters, and ${modal.limit} is the most` : wrong,
      },
      'prompt.close': { run: deck.close },
    },
  });
  useLayer({ kind: 'modal-text', bindings: {}, ...line.layer });
  const lines: Parts[] = [
    [],
    ...(modal.notes ?? []).map((note): Parts => [`  ${note}`]),
    [
      '  ',
      ...line.draw(Math.min(modal.limit + 6, size.columns - 20), glyphs.caret),
      [`   ${length}/${modal.limit}`, over ? 'bad' : 'dim'],
    ],
    ...(wrong === undefined ? [] : [[`  ${wrong}`, 'bad'] as const].map((part): Parts => [part])),
    [],
  ];
  return <Panel title={modal.title} lines={lines} width={60} columns={size.columns} rows={size.rows} />;
}
