import { type ActionId, actionRow, actions } from './keymap.ts';
import { namesOf, places } from './places.ts';

/** Whether the palette has something else of this name: a place, or what is done on some screen. */
export function isCommandWord(name: string): boolean {
  if (places.some(({ names }) => names.includes(name))) return true;
  const ids = (Object.keys(actions) as ActionId[]).filter((id) => actionRow(id).group !== 'move');
  return ids.some((id) => namesOf(id, actionRow(id).label).includes(name));
}
