import { describe, expect, it } from 'vitest';
import { parseKey } from '../../src/base/key-text.ts';
import { keyPages } from '../../src/commands/cli/key-pages.ts';
import {
  type ActionId,
  actionRow,
  actions,
  globalActions,
  heldActions,
  settleActions,
} from '../../src/engine/keymap.ts';
import { screens } from '../../src/screens/registry.ts';

const ids = Object.keys(actions) as ActionId[];
const modalGroups = [
  'dialog',
  'prompt',
  'answer',
  'limit',
  'menu',
  'command',
  'pager',
  'filter',
  'sort',
  'columns',
  'compare',
];

/** Keys that a screen takes from the layer below it, on purpose. */
const hiddenOnPurpose: readonly (readonly [string, ActionId, ActionId])[] = [
  // ux.md section 4: refresh in lists, another code where a code is entered.
  ['r', 'tfa.resend', 'app.refresh'],
  ['r', 'tfa.ask-again', 'app.refresh'],
];

/**
 * Of one screen and with the same key, but never at the same step (test/engine/two-factor/tfa-properties.test.ts), and the log of
 * an instance, whose key scrolls while every field is shown (test/flows/columns.test.tsx).
 */
const neverTogether: readonly (readonly [ActionId, ActionId])[] = [
  ['tfa.resend', 'tfa.ask-again'],
  ['list.right', 'instance.logs'],
];

describe('the pages of keys', () => {
  it('give every action a place, and no place without one', () => {
    const shown = keyPages().flatMap(({ rows }) => rows.map(({ id }) => id));
    expect(shown.toSorted()).toEqual(ids.toSorted());
    expect(keyPages().filter(({ rows }) => rows.length === 0)).toEqual([]);
  });
});

describe('the keymap', () => {
  it.each(Object.entries(screens))('has no key twice within %s', (_name, screen) => {
    const owner = new Map<string, ActionId>();
    for (const id of screen.actions) {
      for (const key of actionRow(id).keys) {
        const other = owner.get(key);
        if (neverTogether.some(([one, two]) => one === other && two === id)) continue;
        expect([key, other], `${key} means ${other} and ${id}`).toEqual([key, undefined]);
        owner.set(key, id);
      }
    }
  });

  it('has no key twice among the global actions and within each kind of dialog', () => {
    const sets = [
      [...globalActions],
      ...modalGroups.map((group) => ids.filter((id) => id.startsWith(`${group}.`))),
    ];
    for (const set of sets) {
      const keys = set.flatMap((id) => actionRow(id).keys);
      expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    }
  });

  it('hides a global key only where that is listed', () => {
    const hidden = Object.values(screens).flatMap((screen) =>
      screen.actions.flatMap((id) =>
        globalActions.flatMap((global) =>
          id === global
            ? []
            : actionRow(id)
                .keys.filter((key) => actionRow(global).keys.includes(key))
                .map((key) => [key, id, global] as const),
        ),
      ),
    );
    const unique = [...new Map(hidden.map((row) => [row.join(' '), row])).values()];
    expect(unique).toEqual(hiddenOnPurpose);
  });

  it('uses only keys that a terminal can send', () => {
    const unknown = ids.flatMap((id) =>
      actionRow(id)
        .keys.filter((key) => 'error' in parseKey(key))
        .map((key) => `${id}: ${key}`),
    );
    expect(unknown).toEqual([]);
  });

  it('has a handler somewhere for every action', () => {
    const bound = new Set<ActionId>([
      ...globalActions,
      ...heldActions,
      ...settleActions,
      ...Object.values(screens).flatMap((screen) => [...screen.actions]),
    ]);
    expect(ids.filter((id) => !bound.has(id) && !modalGroups.includes(id.split('.')[0] as string))).toEqual(
      [],
    );
  });

  it('explains every action in a sentence', () => {
    for (const id of ids) {
      expect(actionRow(id).help.length, id).toBeGreaterThan(3);
      expect(actionRow(id).label.length, id).toBeLessThanOrEqual(16);
    }
  });

  it('keeps destroy away from the keys of harmless actions', () => {
    expect(actionRow('instance.destroy')).toMatchObject({ keys: ['D'], danger: 'type-name' });
    expect(actionRow('list.half-down').keys).toEqual(['ctrl+d']);
  });
});
