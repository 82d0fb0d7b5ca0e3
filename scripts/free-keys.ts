/** Which keys and which room of the key line are still to be had on each screen. */

import { keyLayers } from '../src/engine/key-layers.ts';
import { type ActionId, actionRow, heldActions, settleActions } from '../src/engine/keymap.ts';
import { screens } from '../src/screens/registry.ts';
import { keyLineParts } from '../src/tui/text/key-line-parts.ts';
import { partsText, partsWidth } from '../src/tui/text/parts.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz';
const signs = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const kinds = [letters, letters.toUpperCase(), '0123456789', signs];
const columns = 80;
/** On the key line only while something waits. */
const atTimes: readonly ActionId[] = [...settleActions, ...heldActions];

export type FreeKeys = {
  screen: string;
  /** Letters, digits and punctuation without an action; undefined where a field takes them. */
  keys: readonly string[] | undefined;
  /** The key line of 80 columns when everything on it can be done. */
  line: string;
  /** Cells that are left of it. */
  room: number;
  /** The places (`footer`) that are taken, in their order, those that do not fit included. */
  places: readonly number[];
};

/** Every screen with what is free there. */
export function freeKeys(): FreeKeys[] {
  const layers = keyLayers(screens);
  return Object.keys(screens).map((screen) => {
    const ids = layers.find(({ where }) => where === `on ${screen}`)?.actions ?? [];
    const isForm = layers.some(({ where }) => where === `in the form of ${screen}`);
    const taken = new Set(ids.flatMap((id) => actionRow(id).keys));
    const hint = (id: ActionId) => ({ id, row: actionRow(id), keys: actionRow(id).keys, binding: {} });
    const parts = keyLineParts(ids.filter((id) => !atTimes.includes(id)).map(hint), columns, false);
    const places = ids.flatMap((id) => actionRow(id).footer ?? []).sort((a, b) => a - b);
    return {
      screen,
      keys: isForm ? undefined : [...kinds.join('')].filter((key) => !taken.has(key)),
      line: partsText(parts).trim(),
      room: Math.max(0, columns - partsWidth(parts)),
      places,
    };
  });
}

const inKinds = (keys: readonly string[]): string =>
  kinds.map((kind) => keys.filter((key) => kind.includes(key)).join('')).join(' ');

/** The same for a person. */
export function freeKeyLines(): string[] {
  const free = freeKeys();
  const lists = free.flatMap(({ keys }) => (keys === undefined ? [] : [keys]));
  const everywhere = lists[0]?.filter((key) => lists.every((keys) => keys.includes(key))) ?? [];
  return [
    `${'everywhere'.padEnd(12)}  ${inKinds(everywhere)}`,
    ...free.flatMap(({ screen, keys, line, room, places }) => [
      `${screen.padEnd(12)}  ${keys === undefined ? 'letters go to the fields' : inKinds(keys)}`,
      `${' '.repeat(14)}${room} of ${columns} cells free: ${line}`,
      `${' '.repeat(14)}places taken: ${places.join(' ')}`,
    ]),
  ];
}
