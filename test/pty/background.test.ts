import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { backgroundQuestion } from '../../src/platform/terminal/background.ts';
import { ptyUnavailable } from '../support/pty.ts';
import { describeIf } from '../support/strict.ts';
import { type Deck, onOffers, pidOf, restored, slow, startDeck, tempHome } from './deck.ts';
import { startService } from './service.ts';

const light = '\x1b]11;rgb:ffff/ffff/ffff\x1b\\';
const dark = '\x1b]11;rgb:0000/0000/0000\x07';
const kind = '\x1b[?62;22c';
/** The accent of the theme for light backgrounds, and that of the sixteen. */
const accentOnLight = '\x1b[38;2;0;95;135m';
const accentOfSixteen = '\x1b[36m';

const asking = (more: Parameters<typeof startDeck>[0] = {}) =>
  startDeck({ args: ['--sandbox'], ...more, env: { COLORTERM: 'truecolor', ...more?.env } });
/** What a shell writes just before its end can be lost with its terminal: it waits until that was seen. */
const thenModes = 'deck "$@"; echo "ended $?"; stty -a; read _';
async function endedWith(deck: Deck, code: number): Promise<void> {
  await deck.see(`ended ${code}`);
  await deck.see(/\bicanon\b[\s\S]*\becho\b/);
  deck.write('\r');
  await deck.exited;
}

const asked = (deck: Deck) => deck.see((_, pty) => pty.raw().includes(backgroundQuestion));

describeIf(ptyUnavailable())('the background of the terminal', () => {
  test(
    'is asked before the first frame, which has the colours for it; what is typed meanwhile is not lost',
    slow,
    async () => {
      const deck = asking();
      await asked(deck);
      deck.write(`?${light}${kind}`);
      await deck.see('Keys that work here');
      expect(deck.raw()).toContain(accentOnLight);
      expect(deck.raw().split(backgroundQuestion)).toHaveLength(2);
      expect(deck.text()).not.toMatch(/rgb|ffff|62;/);
    },
  );

  test(
    'that is not told leaves the sixteen, and a reply that comes late is typed into nothing',
    slow,
    async () => {
      const deck = asking();
      await onOffers(deck);
      expect(deck.raw()).toContain(accentOfSixteen);
      expect(deck.raw()).not.toContain('\x1b[38;2');
      deck.press('list.filter');
      await deck.see('esc');
      deck.write(`${dark}${kind}zz9`);
      await deck.see('zz9');
      expect(deck.text()).not.toMatch(/rgb|0000\/|62;/);
    },
  );

  test(
    'is not asked where config.toml names the theme; its colours are drawn, and what means nothing is told',
    slow,
    async () => {
      const service = await startService('--offers', '50');
      onTestFinished(() => service.stop());
      const home = tempHome();
      mkdirSync(join(home, '.config', 'rigdeck'), { recursive: true });
      const settings = 'theme = "light"\n[colours]\naccent = "#ff0101"\nwran = 3\n';
      writeFileSync(join(home, '.config', 'rigdeck', 'config.toml'), settings);
      const deck = asking({ args: [], home, env: service.env });
      await deck.see('Did you mean warn?');
      expect(deck.text()).toContain('config.toml, line 4: [colours] Unknown color wran');
      expect(deck.raw()).not.toContain(backgroundQuestion);
      expect(deck.raw()).toContain('\x1b[38;2;255;1;1m');
      expect(deck.raw()).not.toContain(accentOnLight);
    },
  );

  test('C094 is not asked where there are no colours: bold and inverse stay', slow, async () => {
    const deck = asking({ env: { NO_COLOR: '1' } });
    await onOffers(deck);
    expect(deck.raw()).not.toContain(backgroundQuestion);
    expect(deck.raw()).not.toMatch(/\x1b\[(?:[0-9;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]/);
    expect(deck.raw()).toContain('\x1b[1m');
    expect(deck.raw()).toMatch(/\x1b\[(?:[0-9;]*;)?7m/);
  });

  test('C113 a signal in the midst of the question gives the terminal back', slow, async () => {
    const deck = asking({ shell: thenModes, env: { SSH_TTY: '/dev/pts/0' } });
    await asked(deck);
    process.kill(pidOf(deck), 'SIGTERM');
    await endedWith(deck, 143);
    expect(deck.text()).toMatch(/(?<!-)icanon/);
    expect(deck.text()).toMatch(/(?<!-)\becho\b/);
    expect(deck.modes()).toEqual(restored);
  });

  test('C113 Ctrl+C in the midst of the question ends the deck as soon as it stands', slow, async () => {
    const deck = asking({ shell: thenModes });
    await asked(deck);
    deck.write('\x03');
    await endedWith(deck, 0);
    expect(deck.text()).toMatch(/(?<!-)icanon/);
    expect(deck.modes()).toEqual(restored);
  });
});
