import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ptyUnavailable } from '../support/pty.ts';
import { runs, waits } from '../support/runs.ts';
import { describeIf } from '../support/strict.ts';
import { type Deck, onOffers, openDialog, patienceMs, pidOf, slow, startDeck, tempHome } from './deck.ts';
import { type Service, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService('--offers', '50', '--world', 'busy');
});
afterAll(() => service?.stop());

/** A deck with the cursor on a machine that runs, and programs of the test's own on its PATH, as scripts. */
async function deckWith(programs: Readonly<Record<string, string>>): Promise<Deck> {
  const home = tempHome();
  const bin = join(home, 'bin');
  mkdirSync(bin);
  for (const [name, body] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const env = { ...service.env, PATH: `${bin}:${process.env.PATH}`, DISPLAY: ':0' };
  const deck = startDeck({ home, env, shell: 'deck "$@"; echo "exit code $?"; read -r seen' });
  await onOffers(deck);
  deck.press('app.instances', 'list.filter');
  deck.write('train-a\r');
  await deck.see((lines) => lines.some((line) => /▌.*train-a/.test(line)));
  return deck;
}

/** What a script has written of itself into the home. */
async function pidIn({ home }: Deck, name: string): Promise<number> {
  const file = join(home, name);
  await expect
    .poll(() => existsSync(file) && readFileSync(file, 'utf8'), { timeout: patienceMs })
    .toBeTruthy();
  return Number(readFileSync(file, 'utf8'));
}

/**
 * Kills the deck as nothing can act on, once it is over starting what runs: a program may be at work before the deck
 * has gone on, and in those moments nobody knows of it yet.
 */
async function kill(deck: Deck): Promise<void> {
  const pid = pidOf(deck);
  await expect.poll(() => waits(pid), { timeout: patienceMs }).toBe(true);
  process.kill(pid, 'SIGKILL');
}

const gone = (pid: number) => expect.poll(() => runs(pid), { timeout: patienceMs }).toBe(false);

async function end(deck: Deck, code: number): Promise<void> {
  await deck.see(`exit code ${code}`);
  // A killed deck leaves a terminal in which Enter is no end of a line.
  deck.write('\n');
  await deck.exited;
}

const tells = (name: string) => `echo $$ >"$HOME/${name}.new"; mv "$HOME/${name}.new" "$HOME/${name}"`;

describeIf(ptyUnavailable())('a deck that is killed, which nothing can act on,', () => {
  test.each([
    ['a session', 'exec sleep 100', async (deck: Deck) => deck.press('instance.ssh')],
    [
      'a tunnel, one that is deaf to what ends a program',
      "trap '' TERM HUP; while :; do sleep 1; done",
      async (deck: Deck) => {
        deck.press('instance.tunnel');
        await openDialog(deck, 'Tunnel to train-a');
        deck.write('1');
      },
    ],
  ])('takes %s of ssh along', slow, async (_, waits, open) => {
    const deck = await deckWith({ ssh: `${tells('ssh')}\n${waits}` });
    await open(deck);
    const ssh = await pidIn(deck, 'ssh');
    expect(runs(ssh)).toBe(true);
    await kill(deck);
    await gone(ssh);
    await end(deck, 128 + 9);
  });
});

describeIf(ptyUnavailable())('a clipboard program', () => {
  const copyId = async (deck: Deck) => {
    deck.press('instance.copy');
    await openDialog(deck, 'Copy of train-a');
    deck.write('i');
  };

  test.each<[string, (deck: Deck) => unknown, number]>([
    ['was left', (deck) => deck.press('app.quit'), 0],
    ['was killed', kill, 128 + 9],
  ])(
    'that hangs without a look at what it gets is gone soon after the deck %s',
    slow,
    async (_, leave, code) => {
      const deck = await deckWith({ xclip: `${tells('xclip')}\nexec sleep 100` });
      await copyId(deck);
      const xclip = await pidIn(deck, 'xclip');
      await leave(deck);
      await deck.see(`exit code ${code}`);
      await gone(xclip);
      await end(deck, code);
    },
  );

  test('that stays to serve what was copied goes on after the deck', slow, async () => {
    // As xclip does: it reads, leaves a process behind, and ends.
    const serve = `cat >"$HOME/selection"\n( ${tells('server').replace('$$', "$(exec sh -c 'echo $PPID')")}; exec sleep 100 ) </dev/null >/dev/null 2>&1 &`;
    const deck = await deckWith({ xclip: serve });
    await copyId(deck);
    await deck.see(/Copied/);
    const server = await pidIn(deck, 'server');
    deck.press('app.quit');
    await end(deck, 0);
    // Its terminal is gone as well; and this is longer than one that hangs is given.
    await new Promise((resolve) => setTimeout(resolve, 3500));
    expect(runs(server)).toBe(true);
    process.kill(server);
    expect(readFileSync(join(deck.home, 'selection'), 'utf8')).toMatch(/^\d+$/);
  });
});
