import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { program } from '../support/program.ts';
import { ptyUnavailable } from '../support/pty.ts';
import { describeIf } from '../support/strict.ts';
import { type Deck, onOffers, restored, slow, startDeck, tempHome } from './deck.ts';

/** Colours as a terminal is told them: any SGR sequence that names one. */
const colours = /\x1b\[(?:[0-9;]*;)?(?:3[0-9]|4[0-9]|9[0-7]|10[0-7])(?:;[0-9;]*)?m/;
const escapes = /[\x00-\x08\x0b-\x1f\x7f]/;

/** Runs a line of shell in which `$RIGDECK` is the program, without any terminal. */
function shell(line: string, env: Record<string, string> = {}) {
  const home = tempHome();
  const ran = spawnSync('bash', ['-c', `set -o pipefail; ${line}`], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      HOME: home,
      TZ: 'UTC',
      RIGDECK: `${process.execPath} ${program()}`,
      ...env,
    },
    input: '',
    timeout: 50_000,
  });
  return { home, status: ran.status, out: ran.stdout, err: ran.stderr };
}

/** A shell line in a pty, whose ends may be tied to something else than the terminal. */
async function inTerminal(shellLine: string): Promise<{ deck: Deck; text: string }> {
  // What a program writes just before its end can be lost with its terminal: the shell waits until it was seen.
  const deck = startDeck({ shell: `${shellLine}; echo "exit code $?"; read _`, cols: 200 });
  await deck.see(/exit code \d+/);
  deck.write('\r');
  await deck.exited;
  return { deck, text: deck.text() };
}

describeIf(ptyUnavailable())('half a terminal', () => {
  test.each([
    ['input from nowhere', 'deck "$@" </dev/null'],
    ['input from a pipe', 'echo x | deck "$@"'],
    ['output to a file', 'deck "$@" >"$HOME/out"'],
    ['output to a pipe', 'deck "$@" | cat'],
  ])('C113 with %s no deck is drawn, and what is missing is said in two lines', slow, async (name, line) => {
    const { deck, text } = await inTerminal(line);
    expect(deck.raw()).not.toMatch(/\x1b/);
    expect(text).toMatch(/rigdeck login/);
    expect(text).toMatch(/RIGDECK_API_KEY/);
    expect(text).not.toMatch(/raw mode|^ +at /im);
    expect(text.trim().split('\n')).toHaveLength(3);
    if (!name.includes('output to a pipe')) expect(text).toContain('exit code 4');
    expect(deck.modes()).toEqual(restored);
  });

  test('C113 TERM=dumb gets words and no deck', slow, async () => {
    const deck = startDeck({
      args: ['--sandbox'],
      shell: 'TERM=dumb deck "$@"; echo "exit code $?"; read _',
    });
    await deck.see('exit code 0');
    expect(deck.raw()).not.toMatch(/\x1b/);
    expect(deck.text()).toContain('TERM=dumb');
    expect(deck.text()).toContain('no instances');
  });

  test('C114 with standard error closed the deck is drawn and leaves as ever', slow, async () => {
    const deck = startDeck({ args: ['--sandbox'], shell: 'deck "$@" 2>&-; echo "exit code $?"; read _' });
    await onOffers(deck);
    deck.press('app.quit');
    await deck.see('exit code 0');
    expect(deck.modes()).toEqual(restored);
    deck.write('\r');
    await deck.exited;
  });
});

describeIf(ptyUnavailable())('a whole terminal', () => {
  test.each([{ CI: '1' }, { CI: 'true', CONTINUOUS_INTEGRATION: '1' }])(
    'C113 with %o the deck is drawn all the same, in colour',
    slow,
    async (env) => {
      const deck = startDeck({ args: ['--sandbox'], env });
      await onOffers(deck);
      expect(deck.raw()).toMatch(colours);
      deck.write('j');
      await deck.see((lines) => lines[6]?.startsWith('▌') === true);
      deck.press('app.back');
      expect(await deck.exited).toEqual({ code: 0, signal: 0 });
    },
  );

  test.each([
    ['NO_COLOR=1', { NO_COLOR: '1' }, []],
    ['NO_COLOR=1 and CI=1', { NO_COLOR: '1', CI: '1' }, []],
    ['--color=never', {}, ['--color=never']],
  ])('C094 %s: no colour, and the cursor is seen without it', slow, async (_, env, flags) => {
    const deck = startDeck({ args: ['--sandbox', ...flags], env });
    await onOffers(deck);
    deck.write('j');
    await deck.see((lines) => lines[6]?.startsWith('▌') === true);
    deck.press('offer.rent');
    await deck.see('Rent offer');
    deck.press('app.quit');
    expect(await deck.exited).toEqual({ code: 0, signal: 0 });
    expect(deck.raw()).not.toMatch(colours);
  });
});

test('C114 a reader that has seen enough ends the program in silence', slow, () => {
  const json = shell('$RIGDECK offers --sandbox --limit 2000 --json | head -c 20');
  expect(json.out).toMatch(/^\{"schema":1,"offers/);
  expect(json.out).toHaveLength(20);
  const table = shell('$RIGDECK offers --sandbox --limit 2000 | head -1');
  expect(table.out.trimEnd().split('\n')).toHaveLength(1);
  for (const { status, out, err } of [json, table]) {
    expect(status).toBe(0);
    expect(out).not.toMatch(escapes);
    // Which service was asked may stand there, and nothing that went wrong.
    expect(err).not.toMatch(/EPIPE|error|^ +at /im);
  }
});
