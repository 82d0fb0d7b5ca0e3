/** Which stroke does what in a text field: the editing keys of a shell. */

import type { EditCommand, EditOptions } from '../text/text-edit.ts';
import type { Stroke } from './strokes.ts';

const everywhere: Readonly<Record<string, EditCommand>> = {
  backspace: 'backspace',
  delete: 'delete',
  left: 'left',
  right: 'right',
  home: 'home',
  end: 'end',
  'ctrl+a': 'home',
  'ctrl+e': 'end',
  'ctrl+u': 'delete-to-start',
  'ctrl+k': 'delete-to-end',
  'ctrl+w': 'delete-blank-word-left',
  'alt+b': 'word-left',
  'alt+f': 'word-right',
  'alt+d': 'delete-word-right',
  'alt+backspace': 'delete-word-left',
  'ctrl+backspace': 'delete-word-left',
  'ctrl+delete': 'delete-word-right',
  'ctrl+left': 'word-left',
  'ctrl+right': 'word-right',
  'alt+left': 'word-left',
  'alt+right': 'word-right',
};

const inSeveralLines: Readonly<Record<string, EditCommand>> = {
  up: 'up',
  down: 'down',
  'ctrl+home': 'text-start',
  'ctrl+end': 'text-end',
  enter: { insert: '\n' },
};

/** The command that `stroke` gives in a text field; undefined when the key belongs to the form around it. */
export function strokeToEdit(
  stroke: Stroke,
  { multiline = false }: EditOptions = {},
): EditCommand | undefined {
  if (stroke.text !== undefined) return { insert: stroke.text };
  return (multiline ? inSeveralLines[stroke.key] : undefined) ?? everywhere[stroke.key];
}
