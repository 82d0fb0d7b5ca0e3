import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { program } from '../support/program.ts';
import { type Pty, ptyUnavailable, startPty } from '../support/pty.ts';
import { describeIf } from '../support/strict.ts';
import { patienceMs, restored, slow, tempHome } from './deck.ts';
import { type Service, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService('--offers', '300');
});
afterAll(() => service?.stop());

/** A shell with job control, and in it `deck`: the program as a child of another, as npx runs it. */
async function shell(): Promise<{ pty: Pty; tty(): Promise<string> }> {
  const home = tempHome();
  const wrapper = join(home, 'deck');
  writeFileSync(wrapper, `#!/bin/sh\n'${process.execPath}' '${program()}'\necho "wrapper: $?"\n`);
  chmodSync(wrapper, 0o755);
  const pty = startPty({
    argv: ['bash', '--norc', '--noprofile', '--noediting', '-i'],
    cwd: home,
    env: { HOME: home, PS1: 'prompt> ', TZ: 'UTC', BASH_SILENCE_DEPRECATION_WARNING: '1', ...service.env },
  });
  await pty.waitFor('prompt>', patienceMs);
  let asked = 0;
  const tty = async () => {
    asked += 1;
    pty.write(`stty -a | grep -v columns >modes; echo asked $((${asked}))\r`);
    await pty.waitFor(new RegExp(`asked ${asked}$`, 'm'), patienceMs);
    return readFileSync(join(home, 'modes'), 'utf8');
  };
  return { pty, tty };
}

const onOffers = (pty: Pty) =>
  pty.waitFor(
    (lines) => /\$.* ago/.test(lines[1] ?? '') && lines.join().includes('1x ') && pty.modes().focusReports,
    patienceMs,
  );
/** The shell tells of it the `time`th time; before that its screen may stand, with what it told earlier, half restored. */
const stopped = async (pty: Pty, key: string, time = 1) => {
  pty.write(key);
  await pty.waitFor(new RegExp(`(?:Stopped[\\s\\S]*){${time}}prompt>`), patienceMs);
  expect(pty.modes()).toEqual(restored);
};

const reads = async () => {
  const { requests } = await service.control<{ requests: { method: string; path: string }[] }>('GET', '/log');
  return requests.filter(({ path }) => path.startsWith('/api/')).length;
};

describeIf(ptyUnavailable())('job control', () => {
  test(
    'C110 Ctrl+Z, as both kinds of terminals send it, stops the deck and its wrapper; fg brings a fresh whole frame of the new size',
    slow,
    async () => {
      const { pty, tty } = await shell();
      const before = await tty();
      pty.write('./deck\r');
      await onOffers(pty);
      await stopped(pty, '\x1b[122;5u');
      expect(await tty()).toBe(before);
      pty.resize(100, 30);
      pty.write('stty size\r');
      await pty.waitFor('30 100', patienceMs);
      const asked = await reads();
      pty.write('fg\r');
      await pty.waitFor(
        (lines) =>
          lines[0]?.startsWith(' rigdeck ') === true &&
          lines[2] === '─'.repeat(100) &&
          lines[29]?.includes('? help') === true,
        patienceMs,
      );
      await pty.waitFor((_, { modes }) => modes().focusReports && modes().bracketedPaste, patienceMs);
      // What was shown may be old by now.
      await expect.poll(reads, { timeout: patienceMs }).toBeGreaterThan(asked);
      await stopped(pty, '\x1a', 2);
      pty.write('fg\r');
      await onOffers(pty);
      pty.write('q');
      await pty.waitFor('wrapper: 0', patienceMs);
      expect(pty.modes()).toEqual(restored);
      expect(await tty()).toBe(before);
    },
  );

  test.each([
    ['by the shell', 'kill %1', 'rigdeck: nothing is rented'],
    ['outright', 'kill -9 %1', ''],
  ])(
    'C106 C110 a deck that is ended %s while it is stopped leaves the terminal as it was',
    slow,
    async (_, kill, goodbye) => {
      const { pty, tty } = await shell();
      const before = await tty();
      pty.write('./deck\r');
      await onOffers(pty);
      await stopped(pty, '\x1a');
      // A deck that went on behind the shell would be stopped once more, and stay.
      pty.write(`${kill}; until [ -z "$(jobs -p)" ]; do jobs >/dev/null; done; echo over $((1))\r`);
      await pty.waitFor(/over 1$/m, patienceMs);
      // The shell knows of the wrapper alone, which can be gone before the deck is.
      await pty.waitFor(goodbye, patienceMs);
      expect(await tty()).toBe(before);
      expect(pty.modes()).toEqual(restored);
    },
  );
});
