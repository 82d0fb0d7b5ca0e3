/** `npm run dev` on a copy of the project whose source changes under it. */

import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { copyProject } from '../../scripts/project-copy.mjs';
import { ptyUnavailable, startPty, stopPtys } from '../support/pty.ts';
import { describeIf } from '../support/strict.ts';

afterEach(stopPtys);

describeIf(ptyUnavailable())('npm run dev', () => {
  it('shows the deck of the last good build or why there is none, and gives the terminal back', async () => {
    const copy = await copyProject();
    onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
    const home = join(copy, 'home');
    const pty = startPty({
      argv: [process.execPath, join(copy, 'scripts/dev.mjs'), '--world', 'fresh'],
      cwd: copy,
      env: { HOME: home, RIGDECK_DEV_HOME: join(home, 'dev') },
    });
    const see = (wanted: string) => pty.waitFor(wanted, 60_000);
    await see('? help');
    expect(pty.modes().alternateScreen).toBe(true);
    await see('$100.00 credit');

    const keymap = join(copy, 'src/engine/actions-everywhere.ts');
    const text = readFileSync(keymap, 'utf8');
    appendFileSync(keymap, 'const broken = ;\n');
    await see('Waiting for a change');
    expect(pty.text()).toContain('actions-everywhere.ts');
    expect(pty.modes()).toMatchObject({ alternateScreen: false, cursorVisible: true, bracketedPaste: false });

    writeFileSync(keymap, text.replace("label: 'help'", "label: 'halp'"));
    await see('? halp');
    await see('live');
    expect(readFileSync(join(home, 'dev/rigdeck.log'), 'utf8')).toContain('"endpoint":"searchOffers"');
    pty.write('\x03');
    expect((await pty.exited).code).toBe(0);
    expect(pty.modes()).toMatchObject({ alternateScreen: false, cursorVisible: true, bracketedPaste: false });
  }, 180_000);
});
