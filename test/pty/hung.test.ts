import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ptyUnavailable } from '../support/pty.ts';
import { runs } from '../support/runs.ts';
import { describeIf } from '../support/strict.ts';
import { type Deck, homeWithSsh, onOffers, patienceMs, pidOf, restored, slow, startDeck } from './deck.ts';
import { type Service, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService('--offers', '50', '--world', 'busy');
});
afterAll(() => service?.stop());

/** A deck that hangs is given some 16 seconds, more on a busy machine. */
const hungMs = 90_000;
const hanging = { timeout: 150_000 };

/** At SIGUSR1 the deck computes without end. */
const before = `import { writeFileSync } from 'node:fs';
process.on('SIGUSR1', () => {
  writeFileSync(process.env.HOME + '/hung', '');
  for (;;);
});`;

async function hang(deck: Deck): Promise<void> {
  process.kill(pidOf(deck), 'SIGUSR1');
  await expect.poll(() => existsSync(join(deck.home, 'hung')), { timeout: patienceMs }).toBe(true);
}

/** The shell beside a deck, which is started some seconds after it. */
async function watchdogOf(pid: number): Promise<number> {
  const found = () => {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=', '-o', 'ppid=', '-o', 'args='], {
      encoding: 'utf8',
    });
    const all = lines.split('\n').map((line) => /^\s*(\d+)\s+(\d+)\s.*rigdeck-watchdog/.exec(line));
    return all.find((match) => Number(match?.[2]) === pid)?.[1];
  };
  await expect.poll(found, { timeout: patienceMs }).toBeDefined();
  return Number(found());
}

const gone = (pid: number) => expect.poll(() => runs(pid), { timeout: hungMs }).toBe(false);

const modes = 'stty -a | grep -v columns';
const shell = `${modes} >"$HOME/before"; deck "$@"; echo "exit code $?"; ${modes} >"$HOME/after"; read -r seen`;
const read = ({ home }: Deck, name: string) => readFileSync(join(home, name), 'utf8');

describeIf(ptyUnavailable())('a deck that computes without end', () => {
  test(
    'is ended and its terminal restored; one that is stopped, or waits while ssh has its terminal, goes on',
    hanging,
    async () => {
      const { home, PATH } = homeWithSsh();
      const hung = startDeck({ shell, before, env: service.env });
      const stopped = startDeck({ shell, env: service.env });
      const inSsh = startDeck({ shell, home, env: { ...service.env, PATH } });
      const decks = [hung, stopped, inSsh];
      await Promise.all(decks.map(onOffers));
      const watchdogs = await Promise.all(decks.map((deck) => watchdogOf(pidOf(deck))));
      process.kill(pidOf(stopped), 'SIGSTOP');
      inSsh.press('app.instances', 'list.filter');
      inSsh.write('train-a\r');
      await inSsh.see((lines) => lines.some((line) => /▌.*train-a/.test(line)));
      inSsh.press('instance.ssh');
      await inSsh.see('connected by:');

      await hang(hung);
      // Nothing of what ends a deck reaches it.
      process.kill(pidOf(hung), 'SIGTERM');
      hung.press('app.quit');
      await hung.see('exit code 137', hungMs);
      expect(hung.history().join('\n')).toMatch(/stopped responding[\s\S]*billed[\s\S]*rigdeck status/);
      expect(hung.modes()).toEqual(restored);
      await gone(watchdogs[0] as number);
      hung.write('\r');
      expect(await hung.exited).toEqual({ code: 0, signal: 0 });
      expect(read(hung, 'after')).toBe(read(hung, 'before'));

      expect([...watchdogs.slice(1), pidOf(stopped), pidOf(inSsh)].map(runs)).toEqual([
        true,
        true,
        true,
        true,
      ]);
      const drawn = stopped.raw().length;
      process.kill(pidOf(stopped), 'SIGCONT');
      // Keys that come before it has the terminal again get lost.
      await stopped.see((_, { raw }) => /\x1b\[2J[\s\S]*\x1b\[\?2026l/.test(raw().slice(drawn)));
      inSsh.write('\r');
      await inSsh.see((_, { modes }) => modes().alternateScreen && modes().focusReports);
      for (const deck of [stopped, inSsh]) {
        deck.press('app.quit');
        await deck.see('exit code 0');
        deck.write('\r');
        await deck.exited;
      }
      await Promise.all(watchdogs.map(gone));
    },
  );
});

describeIf(ptyUnavailable())('a deck that computes without end', () => {
  test('is ended while its terminal reads nothing, and says so once that reads', hanging, async () => {
    const deck = startDeck({ shell, before, cols: 160, rows: 50, env: service.env });
    await onOffers(deck);
    await watchdogOf(pidOf(deck));
    const readOn = deck.stopReading();
    // A pty holds 13,000 bytes, and a switch takes some 5,000.
    for (let n = 0; n < 12; n += 1) deck.press('app.instances', 'app.offers');
    await hang(deck);
    await gone(pidOf(deck));
    readOn();
    await deck.see('exit code 137');
    expect(deck.history().join('\n')).toMatch(/stopped responding[\s\S]*exit code 137/);
    expect(deck.modes()).toEqual(restored);
    deck.write('\r');
    await deck.exited;
  });
});

describeIf(ptyUnavailable() ?? (process.platform === 'linux' ? undefined : 'no setsid'))('a terminal', () => {
  test('that goes away takes along a deck that computes without end', hanging, async () => {
    // A session of its own: not even the hangup reaches it.
    const apart = 'exec 3<&0; setsid "$0" "$@" <&3 & echo $! >"$HOME/pid"; wait';
    const deck = startDeck({ shell: apart, before, env: service.env });
    await onOffers(deck);
    const watchdog = await watchdogOf(pidOf(deck));
    await hang(deck);
    deck.close();
    await gone(pidOf(deck));
    await gone(watchdog);
  });
});

describeIf(ptyUnavailable())('the shell beside a deck', () => {
  test('is gone once its deck is killed', slow, async () => {
    const deck = startDeck({ shell, env: service.env });
    await onOffers(deck);
    const watchdog = await watchdogOf(pidOf(deck));
    process.kill(pidOf(deck), 'SIGKILL');
    await gone(watchdog);
    await deck.see('exit code 137');
    deck.write('\n');
    await deck.exited;
  });
});
