import type { Parts } from '../../base/parts.ts';
import { wrapWords } from '../../base/wrap-words.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useLayer } from '../keys/use-layer.ts';
import { useLine } from '../text/use-line.ts';
import { useTheme } from '../theme/theme.ts';
import { useTerminalSize } from '../use-viewport.ts';
import type { SecretModal } from './modal.ts';
import { Panel } from './panel.tsx';

const cells = 60;

/** A secret that is asked for: a dot for each character, so that a paste is seen to have arrived. */
export function SecretPrompt({ modal }: { modal: SecretModal }) {
  const deck = useDeck();
  const size = useTerminalSize();
  const { glyphs } = useTheme();
  const line = useLine('', { dot: glyphs.dot });
  const text = line.text.trim();
  const odd = text !== '' && !/^[\x21-\x7e]+$/.test(text);
  useLayer({
    kind: 'modal',
    bindings: {
      'prompt.keep': {
        run: () => {
          deck.close();
          modal.run(text);
        },
        blocked:
          text === ''
            ? 'Paste the secret first'
            : odd
              ? 'It holds a blank or a sign that no secret has'
              : undefined,
      },
      'prompt.close': { run: deck.close },
    },
  });
  useLayer({ kind: 'modal-text', bindings: {}, ...line.layer });
  const room = Math.min(cells, size.columns - 4) - 6;
  const lines: Parts[] = [
    [],
    ['  ', ...line.draw(room, glyphs.caret)],
    [],
    ...wrapWords(modal.note, room).map((row): Parts => ['  ', [row, 'dim']]),
  ];
  return <Panel title={modal.title} lines={lines} width={cells} columns={size.columns} rows={size.rows} />;
}
