import { pieces } from '../../base/wrap-words.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useStore } from '../../tui/use-store.ts';
import { useTerminalSize } from '../../tui/use-viewport.ts';
import { MessageHistory } from './messages.tsx';
import { dialogs } from './registry.ts';

/** Cells that the edges of a pager, and the room around it, take from a line. */
const pagerFrame = 8;

/** Whatever stands over the screen: one dialog, list or text, or nothing. */
export function ModalView() {
  const { modal } = useDeck();
  const shown = useStore(modal);
  const { columns } = useTerminalSize();
  switch (shown?.kind) {
    case undefined:
      return null;
    case 'confirm':
      return <dialogs.Confirm modal={shown} />;
    case 'sort':
      return <dialogs.SortLine modal={shown} />;
    case 'compare':
      return <dialogs.Compare of={shown.of} />;
    case 'columns':
      return <dialogs.ColumnPicker list={shown.list} />;
    case 'limit':
      return <dialogs.LimitDialog modal={shown} />;
    case 'prompt':
      return <dialogs.Prompt modal={shown} />;
    case 'secret':
      return <dialogs.SecretPrompt modal={shown} />;
    case 'menu':
      return (
        <dialogs.Menu
          title={shown.title}
          entries={shown.entries}
          search={shown.search === true}
          lacks={shown.lacks}
        />
      );
    case 'pager':
      // Lines that are to be selected, as an address, are broken and never cut.
      return (
        <dialogs.Pager
          title={shown.title}
          verbatim
          lines={shown.lines.flatMap((line) => pieces(line, columns - pagerFrame).map((piece) => [piece]))}
        />
      );
    case 'phone':
      return <dialogs.PhoneView messages={shown.messages} />;
    case 'help':
      return <dialogs.Help actions={shown.actions} />;
    case 'messages':
      return <MessageHistory />;
    case 'theme':
      return <dialogs.ThemeMenu />;
    case 'palette':
      return <dialogs.Palette />;
  }
}
