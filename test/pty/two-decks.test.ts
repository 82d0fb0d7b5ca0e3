import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ptyUnavailable } from '../support/pty.ts';
import { describeIf } from '../support/strict.ts';
import { type Deck, onOffers, slow, startDeck, tempHome } from './deck.ts';
import { type Service, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService('--offers', '60', '--speed', '0.01');
});
beforeEach(() => service.control('POST', '/reset'));
afterAll(() => service?.stop());

const locks = (home: string) =>
  readdirSync(join(home, '.local', 'state', 'rigdeck')).filter((name) => /^rents-.*\.lock\./.test(name));
const open = (home: string, args: readonly string[] = []) => startDeck({ home, args, env: service.env });

/** The second one, once it has said that it is not the one that rents. */
async function second(home: string): Promise<Deck> {
  const deck = open(home);
  await onOffers(deck);
  deck.press('offer.rent');
  await deck.see(/Another rigdeck \(process \d+\) rents on this account/);
  // Pressed before the lock was answered, the key has opened the form, which says the same and sends nothing.
  for (let tries = 0; tries < 5 && !deck.text().includes('[1 Offers]'); tries += 1) {
    deck.press('app.escape');
    // Two at once would be another key.
    await deck.see('[1 Offers]', 500).catch(() => {});
  }
  await deck.see('[1 Offers]');
  return deck;
}

/** Tries until the form opens: the lock is asked for again every few seconds. */
async function takesOver(deck: Deck): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    deck.press('offer.rent');
    try {
      return await deck.see('Rent offer', 1_000);
    } catch (error) {
      if (tries > 12) throw error;
    }
  }
}

describeIf(ptyUnavailable())('two rigdecks on one account', () => {
  test('the second leaves renting to the first, and takes over when that one quits', slow, async () => {
    const home = tempHome();
    const first = open(home);
    await onOffers(first);
    const other = await second(home);
    first.press('app.quit');
    await first.exited;
    await takesOver(other);
  });

  test.each(['SIGKILL', 'SIGTERM', 'SIGHUP'] as const)(
    'the second takes over when the first is ended by %s',
    slow,
    async (signal) => {
      const home = tempHome();
      const first = open(home);
      await onOffers(first);
      const other = await second(home);
      first.kill(signal);
      await first.exited;
      // Whoever can still say so gives the locks, of its key and of its user, back at once; the other one may have them by now.
      if (signal !== 'SIGKILL')
        expect(locks(home)).toEqual([
          expect.stringMatching(/\.(1\.free|2)$/),
          expect.stringMatching(/\.(1\.free|2)$/),
        ]);
      await takesOver(other);
    },
  );

  test('one that is read-only takes nothing away from another', slow, async () => {
    const home = tempHome();
    const watcher = open(home, ['--read-only']);
    await onOffers(watcher);
    const deck = open(home);
    await onOffers(deck);
    deck.press('offer.rent');
    await deck.see('Rent offer');
  });
});
