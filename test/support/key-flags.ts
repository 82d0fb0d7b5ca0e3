/** The flags of Ink's `useInput` when no key and no modifier is named. */

import type { KeyFlags } from '../../src/tui/keys/strokes.ts';

export const noFlags: KeyFlags = {
  upArrow: false,
  downArrow: false,
  leftArrow: false,
  rightArrow: false,
  pageUp: false,
  pageDown: false,
  home: false,
  end: false,
  return: false,
  escape: false,
  tab: false,
  backspace: false,
  delete: false,
  ctrl: false,
  shift: false,
  meta: false,
  super: false,
  hyper: false,
};
