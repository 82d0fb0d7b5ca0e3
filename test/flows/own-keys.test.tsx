import { describe, expect, it } from 'vitest';
import { keyLayers } from '../../src/engine/key-layers.ts';
import { actionRow } from '../../src/engine/keymap.ts';
import { type CommandSpec, ownCommands } from '../../src/engine/own-commands.ts';
import { screens } from '../../src/screens/registry.ts';
import { type ActionId, type Keymap, openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';

simulatedTime();

/** Every key of one letter or sign is another one; digits too. */
const elsewhere = (key: string): string => (key.length === 1 ? `alt+${key}` : key);
const rebound: Keymap = (id) => actionRow(id).keys.map(elsewhere);

/** Letters and signs that stand alone in a frame, as the name of a key does; no digit and no A, which stand for themselves too, and no ?, a state's sign. */
const alone = (app: TestDeck): string[] =>
  app.frame().flatMap((line) => line.match(/(?<![\S])[B-HJ-Zb-z!@:*](?![^\s,.:;)])/g) ?? []);

/** Goes through the deck and answers what stands alone in its frames, by place. */
async function walk(keymap?: Keymap): Promise<Record<string, string[]>> {
  const app = await openDeck({ cols: 120, rows: 40, world: { world: 'busy' }, ...(keymap && { keymap }) });
  const found: Record<string, string[]> = {};
  const look = (place: string) => {
    const names = alone(app);
    if (names.length > 0) found[place] = [...new Set(names)];
  };
  const steps: readonly (readonly [place: string, ...ids: ActionId[]])[] = [
    ['offers'],
    ['help', 'app.help'],
    ['rent form', 'pager.close', 'offer.rent'],
    ['search form', 'app.escape', 'app.escape', 'offers.search'],
    ['instances', 'app.escape', 'app.escape', 'app.instances'],
    ['the second instance', 'list.down'],
    ['the third', 'list.down'],
    ['one instance', 'instance.open'],
    ['a mark', 'app.escape', 'list.mark'],
    ['groups', 'list.mark-none', 'app.groups'],
    ['copy', 'app.copy'],
    ['security', 'app.security'],
    ['keys', 'security.keys'],
    ['money', 'app.money'],
    ['calls', 'app.calls'],
  ];
  for (const [place, ...ids] of steps) {
    await app.press(...ids);
    look(place);
  }
  return found;
}

describe('own keys', () => {
  it('are what every frame names: no key of the table stands in one any more', async () => {
    const before = await walk();
    // What this test looks for is there to be found.
    expect(before.instances).toContain('s');
    expect(Object.keys(before).length).toBeGreaterThan(8);
    expect(await walk(rebound)).toEqual({});
  });

  it('do what the default ones did, and messages and dialogs name them', async () => {
    const app = await openDeck({ world: { world: 'busy' }, keymap: rebound });
    await app.press('app.instances', 'instance.stop');
    expect(app.dialog()).toContain('destroy instead (alt+D)');
    expect(app.dialog()).toContain('(alt+y)');
    await app.past300ms();
    await app.press('dialog.yes');
    expect(app.text()).toContain('alt+u cancel');
    await app.type('x');
    expect(app.dialog()).toBe('');
  });
});

describe('commands of one’s own', () => {
  const commandsOf = (...specs: CommandSpec[]) =>
    ownCommands(specs, (id) => actionRow(id).keys, keyLayers(screens)).commands;

  it('run for the row under the cursor, stand in the help and the palette, and come back to the same place', async () => {
    const app = await openDeck({
      ...{ cols: 200, world: { world: 'busy' } },
      readOnly: true,
      commands: commandsOf({ key: 'T', on: ['instances'], run: 'nvtop "$RIGDECK_HOST"', label: 'gpus' }),
    });
    await app.press('app.instances');
    expect(app.frame().at(-1)).toContain('T gpus');
    await app.type('T');
    expect(app.world.commands).toEqual([
      {
        ...{ name: 'gpus', run: 'nvtop "$RIGDECK_HOST"', apart: false },
        variables: expect.objectContaining({ RIGDECK_STATE: 'exited', RIGDECK_HOST: 'ssh4.example.com' }),
      },
    ]);
    expect(app.text()).toContain('gpus ended with exit code 0 after 3s');
    expect(app.place().stack).toEqual([{ screen: 'instances' }]);
    await app.press('app.palette');
    await app.type('gpus');
    expect(app.text()).toContain('Yours: gpus');
  });
});
