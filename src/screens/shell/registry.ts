import { Confirm } from '../../tui/dialog/confirm.tsx';
import { Help } from '../../tui/dialog/help.tsx';
import { Menu } from '../../tui/dialog/menu.tsx';
import { Pager } from '../../tui/dialog/pager.tsx';
import { Prompt } from '../../tui/dialog/prompt.tsx';
import { SecretPrompt } from '../../tui/dialog/secret-prompt.tsx';
import { ColumnPicker } from '../../tui/list/column-picker.tsx';
import { SortLine } from '../../tui/list/sort-line.tsx';
import { Palette } from '../../tui/palette/palette.tsx';
import { LimitDialog } from '../auto-stop/limit-dialog.tsx';
import { Compare } from '../offers/compare.tsx';
import { PhoneView } from './phone-view.tsx';
import { SpokenFrame } from './spoken-frame.tsx';
import { ThemeMenu } from './theme-menu.tsx';

/** What stands over a screen, and the screen reader's own frame. What a registry names is loaded when it is first asked for. */
export const dialogs = {
  get ColumnPicker() {
    return ColumnPicker;
  },
  get Compare() {
    return Compare;
  },
  get Confirm() {
    return Confirm;
  },
  get Help() {
    return Help;
  },
  get LimitDialog() {
    return LimitDialog;
  },
  get Menu() {
    return Menu;
  },
  get Pager() {
    return Pager;
  },
  get Palette() {
    return Palette;
  },
  get PhoneView() {
    return PhoneView;
  },
  get Prompt() {
    return Prompt;
  },
  get SecretPrompt() {
    return SecretPrompt;
  },
  get SortLine() {
    return SortLine;
  },
  get SpokenFrame() {
    return SpokenFrame;
  },
  get ThemeMenu() {
    return ThemeMenu;
  },
};
