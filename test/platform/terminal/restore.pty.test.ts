import { expect, test } from 'vitest';
import { ptyUnavailable, startPty } from '../../support/pty.ts';
import { describeIf } from '../../support/strict.ts';
import { deck, inDeck, modesAre, program, restored } from './deck-pty.ts';

describeIf(ptyUnavailable())('a deck that ends', () => {
  test.each([
    ['q', 'q', { code: 0, signal: 0 }],
    ['Ctrl+C', '\x03', { code: 0, signal: 0 }],
  ])('C106 gives the terminal back after %s', async (_, key, end) => {
    const pty = await deck();
    await pty.waitFor(modesAre(inDeck));
    pty.write(key);
    expect(await pty.exited).toEqual(end);
    expect(pty.modes()).toEqual(restored);
    expect(pty.screen()[0]).toBe('goodbye: 1 running, $0.30/h');
  });

  test.each([
    ['SIGTERM', 15],
    ['SIGINT', 2],
    ['SIGHUP', 1],
  ])('C106 gives the terminal back after %s, and ends by it', async (signal, number) => {
    const pty = await deck();
    await pty.waitFor(modesAre(inDeck));
    process.kill(pty.pid, signal);
    expect((await pty.exited).signal).toBe(number);
    expect(pty.modes()).toEqual(restored);
    expect(pty.text()).toContain('goodbye');
  });

  test.each([
    ['t', 'thrown in a handler'],
    ['u', 'rejected and forgotten'],
  ])(
    'C106 C111 gives the terminal back after a bug (%s), says it and exits with 70',
    async (key, message) => {
      const pty = await deck();
      pty.write(key);
      expect(await pty.exited).toEqual({ code: 70, signal: 0 });
      expect(pty.modes()).toEqual(restored);
      expect(pty.screen().slice(0, 2)).toEqual([`a bug: ${message}`, 'goodbye: 1 running, $0.30/h']);
    },
  );

  test('C109 a terminal that refuses its mode ends the deck as a hang-up does, without a crash trace', async () => {
    const pty = startPty({ argv: [process.execPath, program], env: { FIXTURE_DEAD_RAW_MODE: '1' } });
    expect((await pty.exited).signal).toBe(1);
    expect(pty.text()).not.toContain('at ');
    expect(pty.modes()).toEqual(restored);
  });

  test('C093 stray prints, warnings and writes leave the screen alone and are told at the end', async () => {
    const pty = await deck();
    const before = pty.raw().length;
    pty.write('w');
    await pty.waitFor('keys: w');
    pty.write('k');
    await pty.waitFor('keys: w k');
    expect(pty.raw().slice(before)).not.toContain('stray');
    pty.write('q');
    await pty.exited;
    expect(pty.screen().slice(0, 4)).toEqual([
      'goodbye: 1 running, $0.30/h',
      'caught: stray print',
      'caught: stray write',
      'caught: Warning: stray warning',
    ]);
  });
});
