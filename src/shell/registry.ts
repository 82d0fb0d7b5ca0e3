import { ColumnPicker } from './column-picker.tsx';
import { Compare } from './compare.tsx';
import { Confirm } from './confirm.tsx';
import { Help } from './help.tsx';
import { LimitDialog } from './limit-dialog.tsx';
import { Menu } from './menu.tsx';
import { Pager } from './pager.tsx';
import { Palette } from './palette.tsx';
import { PhoneView } from './phone-view.tsx';
import { Prompt } from './prompt.tsx';
import { SecretPrompt } from './secret-prompt.tsx';
import { SortLine } from './sort-line.tsx';
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
