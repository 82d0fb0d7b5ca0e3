import { readdirSync, readFileSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ptyUnavailable } from '../support/pty.ts';
import { describeIf } from '../support/strict.ts';
import { type Deck, onOffers, openDialog, pidOf, restored, slow, startDeck } from './deck.ts';
import { type Service, startService } from './service.ts';

/** What a person had in the terminal, the program, and how it left the terminal. */
const session = `
i=1; while [ $i -le 30 ]; do echo "shell line $i"; i=$((i + 1)); done
stty -a >"$HOME/before"
deck "$@"
code=$?
stty -a >"$HOME/after"
echo "exit code $code"
read -r seen`;
const shellLines = Array.from({ length: 30 }, (_, n) => `shell line ${n + 1}`);

/** Throws, or leaves a promise rejected, inside the running program. */
const thrower = `process.on('SIGUSR1', () => setTimeout(() => { throw new Error('provoked by a test'); }));`;
/** Throws while the deck is drawn, which a library's part of every frame is. */
const drawingThrower = `process.on('SIGUSR1', () => {
  const { repeat } = String.prototype;
  String.prototype.repeat = function (count) {
    if (new Error().stack.split('\\n').length > 9) throw new Error('provoked by a test');
    return repeat.call(this, count);
  };
});`;
/** What a terminal that is gone answers to a write; what the shell shows is the same terminal, which is not. */
const outputCloser = `process.on('SIGUSR1', () => {
  process.stdout.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' }));
});`;
const rejecter = `process.on('SIGUSR1', () => void Promise.reject(new Error('provoked by a test')));`;

const signal = (name: NodeJS.Signals) => (deck: Deck) => void process.kill(pidOf(deck), name);

let service: Service;
beforeAll(async () => {
  service = await startService('--offers', '300');
});
afterAll(() => service?.stop());

async function sessionOnOffers(before?: string): Promise<Deck> {
  const deck = startDeck({ shell: session, env: service.env, ...(before === undefined ? {} : { before }) });
  await onOffers(deck);
  expect(deck.text()).not.toContain('shell line');
  return deck;
}

/** The terminal as it was before the program, and on its ordinary screen what was there, each line once. */
async function expectRestored(deck: Deck): Promise<string[]> {
  await deck.see(/exit code \d+/);
  // What a program writes just before its end can be lost with its terminal: the shell waits until it was seen.
  deck.write('\r');
  expect(await deck.exited).toEqual({ code: 0, signal: 0 });
  expect(deck.modes()).toEqual(restored);
  const tty = (when: string) => readFileSync(join(deck.home, when), 'utf8');
  expect(tty('before')).toMatch(/ icanon.* echo /s);
  expect(tty('after')).toBe(tty('before'));
  const lines = deck.history();
  expect(lines.slice(0, 30)).toEqual(shellLines);
  // No emulator tells of these: what was put on the terminal's stacks is off again.
  expect(count(deck, /\x1b\[22;0t/g)).toBe(count(deck, /\x1b\[23;0t/g));
  expect(deck.raw().lastIndexOf('\x1b[<u')).toBeGreaterThan(
    deck.raw().search(/\x1b\[>\d*u(?!.*\x1b\[>\d*u)/s),
  );
  // The sequence that wipes a terminal's scrollback.
  expect(deck.raw()).not.toContain('\x1b[3J');
  return lines.slice(30);
}

const count = (deck: Deck, sequence: RegExp) => deck.raw().match(sequence)?.length ?? 0;

describeIf(ptyUnavailable())('a deck that ends gives the terminal back', () => {
  test.each<[string, (deck: Deck) => void, number]>([
    ['q', (deck) => deck.press('app.back'), 0],
    ['Ctrl+C', (deck) => deck.press('app.quit'), 0],
    ['SIGINT', signal('SIGINT'), 128 + 2],
    ['SIGTERM', signal('SIGTERM'), 128 + 15],
    ['SIGHUP', signal('SIGHUP'), 128 + 1],
    ['SIGQUIT', signal('SIGQUIT'), 128 + 3],
    ['SIGUSR2', signal('SIGUSR2'), 128 + constants.signals.SIGUSR2],
  ])('C086 C106 after %s', slow, async (_, leave, code) => {
    const deck = await sessionOnOffers();
    leave(deck);
    const lines = await expectRestored(deck);
    expect(lines[0]).toBe('rigdeck: nothing is rented, nothing costs money.');
    expect(lines.at(-1)).toBe(`exit code ${code}`);
    // The shell may name the signal that ended it; nothing else stands between.
    expect(lines.length).toBeLessThanOrEqual(3);
  });

  test.each([
    ['thrown error', thrower],
    ['rejected promise', rejecter],
    ['thrown error of drawing', drawingThrower],
  ])(
    'C106 after a %s, with one sentence, a report that only its owner reads, and exit code 70',
    slow,
    async (_, before) => {
      const deck = await sessionOnOffers(before);
      signal('SIGUSR1')(deck);
      if (before === drawingThrower) deck.press('list.down');
      const lines = await expectRestored(deck);
      expect(lines.at(-1)).toBe('exit code 70');
      expect(lines.at(-2)).toBe('rigdeck: nothing is rented, nothing costs money.');
      const folder = join(deck.home, '.local/state/rigdeck');
      const [name, ...others] = readdirSync(folder).filter((file) => file.startsWith('crash-'));
      expect(others).toEqual([]);
      const report = join(folder, String(name));
      const told = lines.slice(0, -2).join('');
      expect(told).toMatch(
        /^rigdeck .*bug.* \(0 running\): provoked by a test; a report is in .*, on this machine only\.$/,
      );
      expect(told).toContain(report);
      expect(statSync(report).mode & 0o777).toBe(0o600);
      const text = readFileSync(report, 'utf8');
      expect(text).toContain('Error: provoked by a test\n    at ');
      expect(text).toContain('screen: offers');
      expect(text).toContain('money: 0 running\n');
      expect(text).toMatch(/^terminal: TERM=xterm-256color 80x24$/m);
      expect(text).not.toContain(service.apiKey);
    },
  );

  test('C106 after a bug in the sandbox, which keeps no report and says so', slow, async () => {
    const deck = startDeck({
      cols: 140,
      args: ['--sandbox'],
      before: thrower,
      shell: 'deck "$@"; echo "exit code $?"; read -r s',
    });
    await onOffers(deck);
    signal('SIGUSR1')(deck);
    await deck.see('exit code 70');
    const told = deck.screen().join(' ').replace(/\s+/g, ' ');
    expect(told).toMatch(/had to stop \(0 running\): provoked by a test; the sandbox keeps no report\./);
    deck.write('\r');
    await deck.exited;
  });

  test('C106 C109 after a write that the terminal does not take', slow, async () => {
    const deck = await sessionOnOffers(outputCloser);
    signal('SIGUSR1')(deck);
    const lines = await expectRestored(deck);
    expect(lines[0]).toBe('rigdeck: nothing is rented, nothing costs money.');
    expect(lines.at(-1)).toBe(`exit code ${128 + 1}`);
    // The shell may name the signal that ended it; nothing else stands between.
    expect(lines.length).toBeLessThanOrEqual(3);
  });

  test.each<[string, (deck: Deck) => void]>([
    ['Ctrl+C twice', (deck) => deck.write('\x03\x03')],
    ['SIGTERM', signal('SIGTERM')],
    ['SIGHUP', signal('SIGHUP')],
  ])('sends nothing that still waits after %s, and says so', slow, async (_, leave) => {
    const id = await service.rent('held-one');
    const deck = await sessionOnOffers();
    deck.press('app.instances');
    await deck.see('held-one');
    deck.press('instance.destroy');
    await openDialog(deck, 'Destroy held-one?');
    deck.write('held-one\r');
    await deck.see('u cancel');
    leave(deck);
    const lines = await expectRestored(deck);
    expect(lines[0]).toMatch(/^rigdeck: still charged .*held-one/);
    expect(lines[1]).toBe('Not sent: destroy held-one.');
    expect(lines[2]).toBe(`Look with: rigdeck instances ${id}`);
    const { instances } = await service.ledger();
    expect(instances.find((row) => row.id === id)?.destroyed_at).toBeNull();
    await service.call('DELETE', `/api/v0/instances/${id}/`, {});
  });
});
