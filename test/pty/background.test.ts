import { expect, test } from 'vitest';
import { backgroundQuestion } from '../../src/terminal/background.ts';
import { ptyUnavailable } from '../support/pty.ts';
import { describeIf } from '../support/strict.ts';
import { type Deck, onOffers, pidOf, restored, slow, startDeck } from './deck.ts';

const light = '\x1b]11;rgb:ffff/ffff/ffff\x1b\\';
const dark = '\x1b]11;rgb:0000/0000/0000\x07';
const kind = '\x1b[?62;22c';
/** The accent of the theme for light backgrounds, and that of the sixteen. */
const accentOnLight = '\x1b[38;2;0;95;135m';
const accentOfSixteen = '\x1b[36m';

const asking = (more: Parameters<typeof startDeck>[0] = {}) =>
  startDeck({ args: ['--sandbox'], ...more, env: { COLORTERM: 'truecolor', ...more?.env } });
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

  test.each([
    ['the theme is named', ['--theme', 'light'], {}],
    ['there are no colours', [], { NO_COLOR: '1' }],
  ] as const)('is not asked where %s', slow, async (_, args, env) => {
    const deck = asking({ args: ['--sandbox', ...args], env });
    await onOffers(deck);
    expect(deck.raw()).not.toContain(backgroundQuestion);
  });

  test('C113 a signal in the midst of the question gives the terminal back', slow, async () => {
    const deck = asking({ shell: 'deck "$@"; echo "ended $?"; stty -a', env: { SSH_TTY: '/dev/pts/0' } });
    await asked(deck);
    process.kill(pidOf(deck), 'SIGTERM');
    await deck.see('ended 143');
    await deck.exited;
    expect(deck.text()).toMatch(/(?<!-)icanon/);
    expect(deck.text()).toMatch(/(?<!-)\becho\b/);
    expect(deck.modes()).toEqual(restored);
  });

  test('C113 Ctrl+C in the midst of the question ends the deck as soon as it stands', slow, async () => {
    const deck = asking({ shell: 'deck "$@"; echo "ended $?"; stty -a' });
    await asked(deck);
    deck.write('\x03');
    await deck.see('ended 0');
    await deck.exited;
    expect(deck.text()).toMatch(/(?<!-)icanon/);
    expect(deck.modes()).toEqual(restored);
  });
});
