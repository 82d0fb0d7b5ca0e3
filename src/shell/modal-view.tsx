import { useDeck } from '../hooks/deck.ts';
import { useStore } from '../hooks/store.ts';
import { useTerminalSize } from '../hooks/use-viewport.ts';
import { pieces } from '../wrap-words.ts';
import { ColumnPicker } from './column-picker.tsx';
import { Compare } from './compare.tsx';
import { Confirm } from './confirm.tsx';
import { Help } from './help.tsx';
import { LimitDialog } from './limit-dialog.tsx';
import { Menu } from './menu.tsx';
import { MessageHistory } from './messages.tsx';
import { Pager } from './pager.tsx';
import { Palette } from './palette.tsx';
import { PhoneView } from './phone-view.tsx';
import { Prompt } from './prompt.tsx';
import { SecretPrompt } from './secret-prompt.tsx';
import { SortLine } from './sort-line.tsx';
import { ThemeMenu } from './theme-menu.tsx';

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
      return <Confirm modal={shown} />;
    case 'sort':
      return <SortLine modal={shown} />;
    case 'compare':
      return <Compare of={shown.of} />;
    case 'columns':
      return <ColumnPicker list={shown.list} />;
    case 'limit':
      return <LimitDialog modal={shown} />;
    case 'prompt':
      return <Prompt modal={shown} />;
    case 'secret':
      return <SecretPrompt modal={shown} />;
    case 'menu':
      return (
        <Menu
          title={shown.title}
          entries={shown.entries}
          search={shown.search === true}
          lacks={shown.lacks}
        />
      );
    case 'pager':
      // Lines that are to be selected, as an address, are broken and never cut.
      return (
        <Pager
          title={shown.title}
          verbatim
          lines={shown.lines.flatMap((line) => pieces(line, columns - pagerFrame).map((piece) => [piece]))}
        />
      );
    case 'phone':
      return <PhoneView messages={shown.messages} />;
    case 'help':
      return <Help actions={shown.actions} />;
    case 'messages':
      return <MessageHistory />;
    case 'theme':
      return <ThemeMenu />;
    case 'palette':
      return <Palette />;
  }
}
