import { describe, expect, it } from 'vitest';
import { defaultKeymap } from '../../../src/engine/keymap.ts';
import { dispatch, type Layer, pasteTarget, visibleActions } from '../../../src/tui/keys/layers.ts';

const nothing = { run: () => {} };
const global: Layer = {
  kind: 'global',
  bindings: { 'app.quit': nothing, 'app.help': nothing, 'app.escape': nothing },
};
const screen: Layer = {
  kind: 'screen',
  bindings: { 'list.down': nothing, 'instance.stop': { run: () => {}, blocked: 'It is stopped already' } },
};
const field: Layer = {
  kind: 'text',
  bindings: { 'filter.clear': nothing },
  edits: (stroke) => stroke.text !== undefined,
  paste: () => {},
};
const dialog: Layer = { kind: 'modal', bindings: { 'dialog.cancel': nothing } };

const press = (key: string, layers: readonly Layer[]) =>
  dispatch(key.length === 1 ? { key, text: key } : { key }, layers, defaultKeymap);

describe('what can be used below a form that waits', () => {
  it('is what it leaves', () => {
    const asking: Layer = { ...field, bindings: {}, edits: () => true, leaves: ['app.escape', 'app.quit'] };
    const ids = (layers: readonly Layer[]) => visibleActions(layers, defaultKeymap).map(({ id }) => id);
    expect(ids([global, screen, asking])).toEqual(['app.quit', 'app.escape']);
  });
});

describe('dispatch', () => {
  it('asks the screen before what is global', () => {
    expect(press('j', [global, screen])).toMatchObject({ kind: 'action', id: 'list.down' });
    expect(press('?', [screen, global])).toMatchObject({ kind: 'action', id: 'app.help' });
  });

  it('answers a blocked action with its reason', () => {
    expect(press('x', [global, screen])).toMatchObject({ kind: 'blocked', reason: 'It is stopped already' });
  });

  it('gives letters to the text field on top and keeps its own keys', () => {
    expect(press('j', [global, screen, field])).toMatchObject({ kind: 'edit' });
    expect(press('?', [global, screen, field])).toMatchObject({ kind: 'edit' });
    expect(press('esc', [global, screen, field])).toMatchObject({ kind: 'action', id: 'filter.clear' });
  });

  it('hides everything below a dialog, but for quitting', () => {
    expect(press('j', [global, screen, field, dialog])).toEqual({ kind: 'none' });
    expect(press('x', [dialog, screen])).toEqual({ kind: 'none' });
    expect(press('ctrl+c', [global, dialog])).toMatchObject({ kind: 'action', id: 'app.quit' });
    expect(press('esc', [global, dialog])).toMatchObject({ kind: 'action', id: 'dialog.cancel' });
  });

  it('suspends from under a dialog, a field and a field of a dialog', () => {
    const asked: Layer = { ...field, kind: 'modal-text' };
    for (const layers of [[dialog], [field], [dialog, asked]])
      expect(
        press('ctrl+z', [{ ...global, bindings: { 'app.suspend': nothing } }, screen, ...layers]),
      ).toEqual({
        kind: 'action',
        id: 'app.suspend',
        binding: nothing,
      });
  });

  it('knows no key that nothing is bound to', () => {
    expect(press('Z', [global, screen])).toEqual({ kind: 'none' });
  });
});

describe('what can be done now', () => {
  it('lists the topmost first and stops at a dialog', () => {
    expect(
      visibleActions([global, screen], defaultKeymap)
        .map(({ id }) => id)
        .slice(0, 2),
    ).toEqual(['list.down', 'instance.stop']);
    expect(visibleActions([global, screen, dialog], defaultKeymap).map(({ id }) => id)).toEqual([
      'dialog.cancel',
    ]);
  });

  it('leaves out what a text field above would take for letters', () => {
    const ids = visibleActions([global, screen, field], defaultKeymap);
    expect(ids.map(({ id }) => id)).toEqual(['filter.clear', 'list.down', 'app.quit', 'app.help']);
    expect(ids.find(({ id }) => id === 'app.help')?.keys).toEqual(['f1']);
    expect(ids.find(({ id }) => id === 'list.down')?.keys).toEqual(['down']);
  });

  it('sends a paste to the field, and to nothing where there is none or a dialog hides it', () => {
    expect(pasteTarget([global, screen, field])).toBe(field);
    expect(pasteTarget([global, screen])).toBeUndefined();
    expect(pasteTarget([global, screen, field, dialog])).toBeUndefined();
  });
});

describe('a field of digits', () => {
  const digits: Layer = {
    kind: 'text',
    digitsOnly: true,
    bindings: {},
    edits: (stroke) => /^[0-9]$/.test(stroke.text ?? ''),
  };

  it('takes digits, leaves letters as commands, and says which of them work', () => {
    const layers = [global, screen, digits];
    expect(press('5', layers)).toMatchObject({ kind: 'edit' });
    expect(press('j', layers)).toMatchObject({ kind: 'action', id: 'list.down' });
    const ids = visibleActions(layers, defaultKeymap).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['list.down', 'app.help']));
    const jump: Layer = { kind: 'global', bindings: { 'app.security': nothing } };
    expect(visibleActions([jump, digits], defaultKeymap)).toEqual([]);
  });
});
