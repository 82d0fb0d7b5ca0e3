/** Starts the deck in small (deck-fixture.tsx) in a pty, with programs of the test's own beside it. */

import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFailed } from 'vitest';
import { bundleForNode } from '../../support/bundle.ts';
import { type Pty, startPty, stopPtys } from '../../support/pty.ts';

export let program = '';
export let home = '';
beforeAll(async () => {
  program = await bundleForNode('test/platform/terminal/deck-fixture.tsx');
  home = mkdtempSync(join(tmpdir(), 'rigdeck-test-'));
  mkdirSync(join(home, 'bin'));
  mkdirSync(join(home, 'tmp'));
});
afterAll(async () => {
  await stopPtys();
  rmSync(home, { recursive: true, force: true });
  rmSync(program, { force: true });
});

/** Puts a shell script where `ssh` or the editor is looked for. */
export function script(name: string, body: string): string {
  const path = join(home, 'bin', name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

export async function deck(env: Record<string, string> = {}, cols = 80): Promise<Pty> {
  const path = `${join(home, 'bin')}:${process.env.PATH}`;
  const pty = startPty({
    argv: [process.execPath, program],
    cols,
    env: { PATH: path, FIXTURE_HOME: join(home, 'state'), TMPDIR: join(home, 'tmp'), ...env },
  });
  await pty.waitFor('note: none');
  await pty.waitFor(modesAre(inDeck));
  return pty;
}

let kept: Pty | undefined;
/** A deck for the tests that leave it running: the one of the test before, its keys forgotten. */
export async function sharedDeck(): Promise<Pty> {
  kept ??= await deck({ EDITOR: `'${join(home, 'bin', 'ed it')}'` }, 300);
  const pty = kept;
  // A test that failed may have left it anywhere.
  onTestFailed(() => {
    kept = undefined;
  });
  void pty.exited.then(() => {
    if (kept === pty) kept = undefined;
  });
  pty.write('x');
  await pty.waitFor(/keys:$[\s\S]*note: none$/m);
  return pty;
}

export const restored = {
  alternateScreen: false,
  cursorVisible: true,
  bracketedPaste: false,
  mouse: false,
  focusReports: false,
  applicationCursorKeys: false,
  applicationKeypad: false,
};
export const inDeck = {
  ...restored,
  alternateScreen: true,
  cursorVisible: false,
  bracketedPaste: true,
  focusReports: true,
};
export const modesAre = (modes: object) => (_: string[], pty: Pty) =>
  JSON.stringify(pty.modes()) === JSON.stringify({ ...pty.modes(), ...modes });
