import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ptyUnavailable } from '../support/pty.ts';
import { runs } from '../support/runs.ts';
import { describeIf } from '../support/strict.ts';
import { homeWithSsh, onOffers, patienceMs, pidOf, restored, slow, startDeck, tempHome } from './deck.ts';
import { type Service, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService('--offers', '50', '--world', 'busy');
});
afterAll(() => service?.stop());

describeIf(ptyUnavailable())('nothing is left behind', () => {
  test('C106 by a deck that is ended while ssh has its terminal', slow, async () => {
    const { home, PATH } = homeWithSsh();
    const ssh = join(home, 'bin', 'ssh');
    writeFileSync(ssh, '#!/bin/sh\necho $$ >"$HOME/ssh-pid"\necho connected\nexec sleep 100\n');
    chmodSync(ssh, 0o755);
    const shell = 'deck "$@"; echo "exit code $?"; read -r seen';
    const deck = startDeck({ home, shell, env: { ...service.env, PATH } });
    await onOffers(deck);
    deck.press('app.instances', 'list.filter');
    deck.write('train-a\r');
    await deck.see((lines) => lines.some((line) => /▌.*train-a/.test(line)));
    deck.press('instance.ssh');
    await deck.see('connected');
    const pid = Number(readFileSync(join(home, 'ssh-pid'), 'utf8'));
    expect(runs(pid)).toBe(true);
    process.kill(pidOf(deck), 'SIGTERM');
    await deck.see(/exit code 143/);
    expect(runs(pid)).toBe(false);
    expect(deck.modes()).toEqual(restored);
    deck.write('\r');
    await deck.exited;
  });
});

describeIf(ptyUnavailable() ?? (process.platform === 'linux' ? undefined : 'no setsid'))('a terminal', () => {
  test(
    'C109 that goes away without a signal takes the deck and a command that follows along, or asks,',
    slow,
    async () => {
      // Sessions of their own: nobody tells them, and only reads and writes fail.
      const shell = `exec 3<&0
setsid "$0" "$@" <&3 & echo $! >"$HOME/deck"
until [ -e "$HOME/go" ]; do sleep 0.05; done
setsid "$0" "$@" instances --watch=1 <&3 & echo $! >"$HOME/watch"
until [ -e "$HOME/ask" ]; do sleep 0.05; done
setsid "$0" "$@" login <&3 & echo $! >"$HOME/login"
wait`;
      const deck = startDeck({ shell, env: service.env });
      await onOffers(deck);
      writeFileSync(join(deck.home, 'go'), '');
      await deck.see('every 1 s, Ctrl+C ends it');
      writeFileSync(join(deck.home, 'ask'), '');
      await deck.see(() => deck.raw().includes('API key (not shown)'));
      const pids = ['deck', 'watch', 'login'].map((name) =>
        Number(readFileSync(join(deck.home, name), 'utf8')),
      );
      expect(pids.map(runs)).toEqual([true, true, true]);
      deck.close();
      await expect.poll(() => pids.map(runs), { timeout: patienceMs }).toEqual([false, false, false]);
      const reports = readdirSync(deck.home, { recursive: true, encoding: 'utf8' })
        .filter((name) => /crash-/.test(name))
        .map((name) => readFileSync(join(deck.home, name), 'utf8'));
      // What a report says is seen where there is one: that it is there tells nobody why.
      expect(reports).toEqual([]);
    },
  );
});

describeIf(ptyUnavailable())('a home that is none', () => {
  test(
    'without HOME and with a locale that is none the deck is drawn and says what it does not keep',
    slow,
    async () => {
      const env = { ...service.env, HOME: '', LANG: '', LC_ALL: 'xx_YY.none' };
      const deck = startDeck({ env, cols: 120 });
      await onOffers(deck);
      await deck.see('There is no home folder, so not kept: settings, profiles');
      deck.write(':w ~/offers.csv\r');
      await deck.see('There is no home folder (HOME): write the whole path, from /.');
      deck.press('app.quit');
      expect(await deck.exited).toEqual({ code: 0, signal: 0 });
    },
  );

  test('one that takes nothing is told of as the deck opens', slow, async () => {
    const HOME = join(tempHome(), 'file');
    writeFileSync(HOME, '');
    const deck = startDeck({ env: { ...service.env, HOME }, cols: 160 });
    await onOffers(deck);
    await deck.see(/is kept for this run only: \S+file is no folder\./);
    deck.press('app.quit');
    expect(await deck.exited).toEqual({ code: 0, signal: 0 });
    expect(readFileSync(HOME, 'utf8')).toBe('');
  });
});
