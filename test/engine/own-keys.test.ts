import { describe, expect, it } from 'vitest';
import { closestName } from '../../src/base/closest-name.ts';
import { atStart } from '../../src/base/key-text.ts';
import { keyLayers } from '../../src/engine/key-layers.ts';
import { type ActionId, actionRow, actions, defaultKeymap, keyNames } from '../../src/engine/keymap.ts';
import { ownKeys } from '../../src/engine/own-keys.ts';
import { screens } from '../../src/screens/registry.ts';

const layers = keyLayers(screens);
const bind = (bindings: Record<string, string[]>) => ownKeys(bindings, layers, closestName);
const messages = (bindings: Record<string, string[]>) =>
  bind(bindings).problems.map(({ message }) => message);

describe('own keys', () => {
  it('take the place of the default ones, however they are written, and leave the others alone', () => {
    const { keymap, problems } = bind({ 'instance.stop': ['Shift+Q', '^G'], 'app.refresh': ['F5'] });
    expect(problems).toEqual([]);
    expect(keymap('instance.stop')).toEqual(['Q', 'ctrl+g']);
    expect(keymap('app.refresh')).toEqual(['f5']);
    expect(keymap('instance.destroy')).toEqual(['D']);
  });

  it('are taken off by an empty list', () => {
    expect(bind({ 'instance.destroy': [] })).toMatchObject({ problems: [] });
    expect(bind({ 'instance.destroy': [] }).keymap('instance.destroy')).toEqual([]);
  });

  it('can be exchanged', () => {
    const { keymap, problems } = bind({ 'instance.stop': ['a'], 'instance.start': ['x'] });
    expect(problems).toEqual([]);
    expect([keymap('instance.stop'), keymap('instance.start')]).toEqual([['a'], ['x']]);
  });

  it('of an action that is not there are named with the nearest one', () => {
    expect(messages({ 'instance.stpo': ['x'] })).toEqual([
      'There is no action instance.stpo. Did you mean instance.stop?',
    ]);
    expect(messages({ zzzzzzzz: ['x'] })[0]).toContain('rigdeck help keys');
  });

  it('that cannot be read are answered with what a key looks like', () => {
    const [said] = messages({ 'instance.stop': ['ctrl+hyper+x'] });
    expect(said).toContain('"hyper" is no modifier');
    expect(said).toContain('A key looks like');
    expect(bind({ 'instance.stop': ['ctrl+i'] }).keymap('instance.stop')).toEqual(['x']);
  });

  it('that mean two things at one moment leave both at their defaults, and name both and the key', () => {
    const { keymap, problems } = bind({ 'instance.stop': ['D'], 'app.refresh': ['f5'] });
    expect(problems.map(({ id }) => id)).toEqual(['instance.stop']);
    expect(problems[0]?.message).toMatch(
      /^D cannot mean both instance\.(stop and instance\.destroy|destroy and instance\.stop) \(on instances\)\./,
    );
    expect(keymap('instance.stop')).toEqual(['x']);
    expect(keymap('instance.destroy')).toEqual(['D']);
    expect(keymap('app.refresh')).toEqual(['f5']);
  });

  it('are told of once for a key that several actions have', () => {
    const { keymap, problems } = bind({ 'list.down': ['j', 'n'] });
    expect(problems.map(({ id }) => id)).toEqual(['list.down']);
    expect(problems[0]?.message).toMatch(
      /^n cannot mean both list\.down and what it means already: \S+, \S+/,
    );
    expect(keymap('list.down')).toEqual(actionRow('list.down').keys);
  });

  it('may be the same on screens that are never shown together', () => {
    expect(messages({ 'security.remove': ['x'] })).toEqual([]);
  });

  it('do not take a key from what works everywhere', () => {
    expect(messages({ 'offers.search': ['r'] })[0]).toContain('app.refresh');
  });

  it('of a binding that falls back do not collide with one that stands: both go back', () => {
    const { keymap, problems } = bind({ 'instance.stop': ['s'], 'instance.ssh': ['D'] });
    expect(problems.length).toBeGreaterThan(0);
    expect([keymap('instance.stop'), keymap('instance.ssh')]).toEqual([['x'], ['s']]);
  });
});

describe('what own keys cannot do', () => {
  it.each([
    'app.escape',
    'dialog.cancel',
    'prompt.close',
    'menu.close',
    'pager.close',
    'filter.clear',
    'columns.undo',
    'compare.close',
  ])('take the way out from %s', (id) => {
    expect(messages({ [id]: [] })[0]).toContain('keeps esc');
    expect(messages({ [id]: ['ctrl+g'] })[0]).toContain('keeps esc');
  });

  it('take Ctrl+C from quitting, or give it to something else; more keys may stand beside it', () => {
    expect(messages({ 'app.quit': ['ctrl+q'] })[0]).toContain('keeps ctrl+c');
    expect(messages({ 'app.quit': ['ctrl+c', 'ctrl+q'] })).toEqual([]);
    expect(messages({ 'instance.stop': ['ctrl+c'] })[0]).toContain('app.quit');
    expect(messages({ 'dialog.yes': ['esc'] })[0]).toContain('dialog.cancel');
    expect(messages({ 'dialog.yes': ['enter'] })[0]).toContain('dialog.press');
    expect(messages({ 'dialog.yes': ['n'] })[0]).toContain('dialog.no');
  });

  it('hide the palette and the help', () => {
    expect(messages({ 'app.palette': [] })[0]).toContain('needs a key');
    expect(messages({ 'app.help': [] })[0]).toContain('needs a key');
  });

  it.each<[ActionId, string, string]>([
    ['rent.review', 'g', 'is typed as text'],
    ['form.next', 'space', 'is typed as text'],
    ['prompt.keep', 'y', 'is typed as text'],
    ['dialog.press', 'p', 'is typed as text'],
    ['filter.keep', 'z', 'is typed as text'],
    ['tfa.go', 'g', 'is typed as text'],
    ['form.submit', 'ctrl+u', 'edits text'],
    ['limit.set', 'ctrl+w', 'edits text'],
  ])('give %s the key %s of a text field', (id, key, why) => {
    const { keymap, problems } = bind({ [id]: [key] });
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining(why)]);
    expect(keymap(id)).toEqual(defaultKeymap(id));
  });
});

describe('the layers of keys', () => {
  it('hold every action', () => {
    const held = new Set(layers.flatMap((layer) => [...layer.actions]));
    expect((Object.keys(actions) as ActionId[]).filter((id) => !held.has(id))).toEqual([]);
  });

  it('let every action be bound to its own default keys', () => {
    const own = Object.fromEntries(
      (Object.keys(actions) as ActionId[]).map((id) => [id, [...actionRow(id).keys]]),
    );
    expect(messages(own)).toEqual([]);
  });
});

describe('the name of a key in a text', () => {
  it('is its first key, and where there is none what the palette finds it by', () => {
    const name = keyNames(bind({ 'instance.stop': ['Q', 'x'], 'instance.destroy': [] }).keymap);
    expect([name('instance.stop'), name('instance.destroy'), name('app.refresh')]).toEqual([
      'Q',
      ':destroy',
      'r',
    ]);
  });

  it('begins a sentence with a capital, but for letters', () => {
    expect(['enter', 'ctrl+t', 'r', ':destroy', 'f1'].map(atStart)).toEqual([
      'Enter',
      'Ctrl+T',
      'r',
      ':destroy',
      'F1',
    ]);
  });
});
