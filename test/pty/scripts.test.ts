/** The scripts of the program: which of them a start needs, and what becomes of the others when they are replaced. */

import { cpSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { program } from '../support/program.ts';
import { ptyUnavailable } from '../support/pty.ts';
import { describeIf } from '../support/strict.ts';
import { onOffers, restored, slow, startDeck, tempHome } from './deck.ts';

/** What the process itself starts from, and what the first frame of a deck is drawn by. */
const first = ['deck.js', 'main.js', 'package.json', 'program.js', 'rigdeck.js', 'shared.js'];

/** A copy of the built program, without the code that was kept of it. */
function copied(names: readonly string[]): string {
  const folder = join(tempHome(), 'dist');
  for (const name of names) cpSync(join(dirname(program()), name), join(folder, name));
  return join(folder, basename(program()));
}
const built = () => readdirSync(dirname(program())).filter((name) => /\.js(on)?$/.test(name));

describeIf(ptyUnavailable())('the scripts of the program', () => {
  test.each([
    ['of the sandbox', { args: ['--sandbox'] }],
    ['of a small terminal', { args: ['--sandbox', '--ascii'], cols: 60, rows: 16 }],
    ['of an account', { env: { RIGDECK_API_KEY: 'a'.repeat(64), RIGDECK_BASE_URL: 'http://127.0.0.1:9' } }],
  ])('for other screens and for commands are needed by no first frame %s', slow, async (_, options) => {
    const deck = startDeck({ cols: 100, rows: 30, ...options, program: copied(first) });
    await deck.see((_lines, { raw }) => /\x1b\[\?1004h[\s\S]*1 Offers[\s\S]*\? help/.test(plain(raw())));
  });

  test('end a deck with what mends it where one is cut short, and keep no report', slow, async () => {
    const other = copied(built());
    truncateSync(join(dirname(other), 'screens.js'), 5000);
    const shell = 'deck "$@"; echo "exit code $?"; read -r seen';
    const deck = startDeck({ cols: 100, rows: 30, args: ['--sandbox'], program: other, shell });
    await onOffers(deck);
    deck.press('app.instances');
    await deck.see(/exit code 1\b/);
    const told = deck.screen().join('\n');
    expect(told).toContain(
      'The installation of rigdeck is broken: screens.js is not whole. Install it again.',
    );
    expect(told).not.toContain('bug');
    expect(deck.modes()).toEqual(restored);
    deck.write('\r');
    await deck.exited;
  });

  test('stay those of the start when another version takes their place', slow, async () => {
    const other = copied(built());
    const deck = startDeck({ cols: 100, rows: 30, args: ['--sandbox'], program: other });
    await onOffers(deck);
    rmSync(dirname(other), { recursive: true });
    deck.press('app.instances');
    await deck.see('[2 Instances]');
    deck.press('app.palette');
    await deck.see(/command/i);
  });
});

/** Without colours, which stand between a key and its label. */
const plain = (raw: string) => raw.replace(/\x1b\[[0-9;]*m/g, '');
