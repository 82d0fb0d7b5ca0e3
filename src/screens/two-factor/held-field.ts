import { strokeToEdit } from '../../tui/keys/edit-keys.ts';
import type { Layer } from '../../tui/keys/layers.ts';

/** The keys of a field whose text is with the service: none of them types anything, and Esc leads elsewhere. */
export const heldField: Required<Pick<Layer, 'edits' | 'paste'>> = {
  edits: (stroke) =>
    stroke.key !== 'esc' && (stroke.text !== undefined || strokeToEdit(stroke) !== undefined),
  paste: () => {},
};
