import { afterAll, beforeAll, expect, test } from 'vitest';
import { ptyUnavailable } from '../support/pty.ts';
import { describeIf } from '../support/strict.ts';
import { type Deck, homeWithSsh, onOffers, restored, slow, startDeck } from './deck.ts';
import { type Service, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService('--offers', '300');
});
afterAll(() => service?.stop());

const headers = (lines: string[]) => lines.filter((line) => line.includes('rigdeck ')).length;
const keyLines = (lines: string[]) => lines.filter((line) => line.includes('? help')).length;
/** The row under the cursor, its cells without the room between them. */
const selected = (lines: string[]) =>
  lines
    .find((line) => line.startsWith('▌'))
    ?.split(/\s+/)
    .slice(1, 5);
const whole = (cols: number, rows: number) => (lines: string[]) =>
  lines.length === rows &&
  headers(lines) === 1 &&
  lines[0]?.startsWith(' rigdeck ') === true &&
  keyLines(lines) === 1 &&
  lines[rows - 1]?.includes('? help') === true &&
  lines[2] === '─'.repeat(cols);

async function deckWithSelection(cols: number, rows: number): Promise<Deck> {
  const deck = startDeck({ cols, rows, env: service.env });
  await onOffers(deck);
  const told = /offer \d+/.exec(deck.text())?.[0];
  deck.write('jjjj');
  // The pane follows once the cursor rests.
  await deck.see(
    (lines) =>
      lines.findIndex((line) => line.startsWith('▌')) === 9 &&
      (told === undefined || !lines.join('\n').includes(told)),
  );
  return deck;
}

describeIf(ptyUnavailable())('a window that changes its size', () => {
  test(
    'C088 C086 quickly narrow and wide again: one header, one key line, a table that reflows, the selection kept',
    slow,
    async () => {
      const deck = await deckWithSelection(120, 24);
      // The pane follows a cursor that rests.
      await deck.see((lines) => {
        const price = /^▌.*? (\d\.\d{3}) /m.exec(lines.join('\n'))?.[1];
        return price !== undefined && lines.some((line) => line.includes(`$${price}/h, `));
      });
      const wide = deck.screen();
      const chosen = selected(wide);
      expect(chosen).toHaveLength(4);
      for (let round = 0; round < 10; round += 1) {
        deck.resize(60, 24);
        deck.resize(120, 24);
      }
      deck.resize(60, 24);
      await deck.see(whole(60, 24));
      expect(selected(deck.screen())).toEqual(chosen);
      for (let round = 0; round < 5; round += 1) {
        deck.resize(120, 24);
        await deck.see(whole(120, 24));
        expect(selected(deck.screen())).toEqual(chosen);
        deck.resize(60, 24);
        await deck.see(whole(60, 24));
        expect(selected(deck.screen())).toEqual(chosen);
      }
      deck.resize(120, 24);
      await deck.see(whole(120, 24));
      // Nothing but the age of the data may differ.
      const still = (lines: string[]) => lines.map((line) => line.replace(/(live · )?<?\d+[sm] ago.*/, ''));
      expect(still(deck.screen())).toEqual(still(wide));
      expect(deck.raw()).not.toContain('\x1b[3J');
    },
  );

  test(
    'C090 C091 through every size down to one cell and back, on the list and in the form',
    slow,
    async () => {
      const deck = await deckWithSelection(80, 24);
      const chosen = selected(deck.screen());
      const walk = async (back: () => Promise<void>) => {
        for (const [cols, rows, seen] of [
          [60, 20, ' rigdeck '],
          [40, 12, 'rigdeck needs 60x16, has 40x12'],
          [20, 5, 'rigdeck needs'],
          [1, 1, '…'],
          [20, 5, 'rigdeck needs'],
          [60, 20, ' rigdeck '],
          [40, 12, 'rigdeck needs 60x16, has 40x12'],
          [80, 24, ' rigdeck '],
        ] as const) {
          deck.resize(cols, rows);
          await deck.see((lines) => lines.length === rows && lines[0]?.includes(seen) === true);
        }
        await back();
      };
      await walk(() => deck.see(whole(80, 24)));
      expect(selected(deck.screen())).toEqual(chosen);
      deck.press('offer.rent');
      await deck.see('Rent offer');
      deck.write('a/b:1');
      await deck.see('a/b:1');
      await walk(() => deck.see(/Rent offer.*a\/b:1.*F1 help/s));
      deck.press('app.quit');
      expect(await deck.exited).toEqual({ code: 0, signal: 0 });
      expect(deck.modes()).toEqual(restored);
    },
  );

  test('C091 a terminal that does not know its size counts as 80x24', slow, async () => {
    const shell = 'stty rows 0 cols 0; stty size; deck "$@"';
    const deck = startDeck({ shell, env: service.env });
    await deck.see(whole(80, 24));
    expect(deck.raw()).toContain('0 0\r\n');
    deck.press('app.quit');
    expect(await deck.exited).toEqual({ code: 0, signal: 0 });
  });

  test(
    'draws nothing over a program that has the terminal, and fits the new size afterwards',
    slow,
    async () => {
      await service.rent('train-a');
      await service.control('POST', '/clock', { advance_s: 600 });
      const { home, PATH } = homeWithSsh();
      const deck = startDeck({ home, env: { ...service.env, PATH } });
      await onOffers(deck);
      deck.press('app.instances');
      await deck.see('1 running');
      deck.press('instance.ssh');
      await deck.see('connected by:');
      const before = deck.raw().length;
      deck.resize(100, 30);
      process.kill(deck.pid, 'SIGWINCH');
      deck.write('typed in ssh');
      await deck.see('typed in ssh');
      expect(deck.raw().slice(before)).toBe('typed in ssh');
      deck.write('\r');
      await deck.see('ssh ended');
      await deck.see((lines) => lines[2] === '─'.repeat(100) && lines[29]?.includes('? help') === true);
    },
  );
});
