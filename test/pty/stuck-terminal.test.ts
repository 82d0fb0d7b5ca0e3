import { afterAll, beforeAll, expect, test } from 'vitest';
import { ptyUnavailable } from '../support/pty.ts';
import { runs } from '../support/runs.ts';
import { describeIf } from '../support/strict.ts';
import { type Deck, onOffers, patienceMs, pidOf, restored, slow, startDeck } from './deck.ts';
import { type Service, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService('--offers', '300', '--world', 'busy');
});
afterAll(() => service?.stop());

const requests = async () => (await service.control<{ requests: unknown[] }>('GET', '/log')).requests.length;

/** There and back between screens that have little in common: each is told by some 5,000 bytes, and a pty holds 13,000. */
const switches = 12;

/** A deck whose terminal reads no more, while screen after screen was asked for. */
async function stuckDeck(): Promise<{ deck: Deck; goOn: () => void }> {
  const shell = 'deck "$@"; echo "exit code $?"; read -r seen';
  const deck = startDeck({ shell, cols: 160, rows: 50, env: service.env, args: ['--refresh', '1'] });
  await onOffers(deck);
  const goOn = deck.stopReading();
  for (let n = 0; n < switches; n += 1) deck.press('app.instances', 'app.offers');
  // It still asks the service, and goes on to do so.
  const before = await requests();
  await expect.poll(requests, { timeout: patienceMs }).toBeGreaterThan(before + 5);
  return { deck, goOn };
}

describeIf(ptyUnavailable())('a terminal that stops reading', () => {
  test(
    'holds up nothing, and is shown the newest frame and not each of before once it reads',
    slow,
    async () => {
      const { deck, goOn } = await stuckDeck();
      const shown = deck.raw().length;
      deck.press('app.help');
      // The key was taken when the next read after it goes out.
      const before = await requests();
      await expect.poll(requests, { timeout: patienceMs }).toBeGreaterThan(before + 3);
      goOn();
      await deck.see('Keys that work here');
      expect(deck.raw().length - shown).toBeLessThan(switches * 4000);
      deck.press('app.escape');
      await onOffers(deck);
    },
  );

  test.each<[string, (deck: Deck) => void, number]>([
    ['Ctrl+C', (deck) => deck.press('app.quit'), 0],
    ['SIGTERM', (deck) => void process.kill(pidOf(deck), 'SIGTERM'), 128 + 15],
    ['SIGHUP', (deck) => void process.kill(pidOf(deck), 'SIGHUP'), 128 + 1],
  ])('keeps no deck from ending by %s', slow, async (_, leave, code) => {
    const { deck, goOn } = await stuckDeck();
    leave(deck);
    await expect.poll(() => runs(pidOf(deck)), { timeout: patienceMs }).toBe(false);
    goOn();
    // What the deck had to say is told once the terminal reads.
    await deck.see(
      (lines) => /rigdeck: still charged/.test(lines.join()) && lines.includes(`exit code ${code}`),
    );
    deck.write('\r');
    expect(await deck.exited).toEqual({ code: 0, signal: 0 });
    expect(deck.modes()).toEqual(restored);
  });
});
