import { marks } from '../reader/spoken-marks.ts';
import type { Glyphs } from './theme.ts';

/**
 * The signs of the deck as words, for a screen reader. A sign that stands beside a word of the same meaning is
 * nothing; where somebody is and where somebody types are marks for the announcer.
 */
export const spokenGlyphs: Glyphs = {
  cursor: marks.focus,
  caret: marks.caret,
  rule: '',
  running: '',
  loading: '',
  provisioning: '',
  stopped: '',
  exited: '',
  unknown: '',
  offline: '',
  other: '',
  mark: 'marked ',
  warn: 'warning:',
  done: 'done:',
  // Nothing is done before the form goes out.
  ready: '',
  fail: 'failed:',
  arrow: 'to',
  soon: 'now, soon',
  sep: ',',
  crumb: ',',
  up: 'ascending',
  down: 'descending',
  moreUp: '',
  moreDown: '',
  moreLeft: '',
  moreRight: '',
  on: 'chosen:',
  off: '',
  checked: 'checked:',
  unchecked: 'not checked:',
  absent: 'unknown',
  dot: '*',
  line: '',
  lineAhead: '',
  full: '',
  empty: '',
  gate: '',
  topLeft: '',
  topRight: '',
  bottomLeft: '',
  bottomRight: '',
  side: '',
  ellipsis: '…',
  unclear: '',
  ahead: '',
  // The announcer makes a word of a row of them.
  ramp: '▁▂▃▄▅▆▇█',
};
