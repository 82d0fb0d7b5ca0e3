import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ptyUnavailable } from '../support/pty.ts';
import { describeIf } from '../support/strict.ts';
import { type Deck, onOffers, openDialog, slow, startDeck, tempHome } from './deck.ts';
import { type Service, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  // Nothing boots unless the clock is moved.
  service = await startService('--offers', '300', '--speed', '0.01');
});
beforeEach(() => service.control('POST', '/reset'));
afterAll(() => service?.stop());

/** Fills the form and agrees; `meanwhile` happens before the answer. */
async function rent(deck: Deck, meanwhile: () => Promise<unknown> = async () => {}): Promise<void> {
  await onOffers(deck);
  deck.press('offer.rent');
  await deck.see('▌ Image');
  deck.write('a/b:1');
  await deck.see('a/b:1');
  deck.press('rent.review');
  await openDialog(deck, 'Rent this machine?');
  await meanwhile();
  deck.press('dialog.yes');
}

const readsFail = () =>
  service.control('POST', '/faults', { method: 'GET', kind: 'status', status: 500, times: 1e6 });
const readsWork = () => service.control('DELETE', '/faults');

/** The one instance that was made, as the service knows it. */
async function made(): Promise<number> {
  const { instances } = await service.ledger();
  expect(instances).toHaveLength(1);
  return instances[0]?.id ?? 0;
}

/** Ends it as a power cut does. */
async function killed(deck: Deck): Promise<void> {
  deck.kill('SIGKILL');
  expect((await deck.exited).signal).toBe(9);
}

async function quit(deck: Deck): Promise<string> {
  deck.press('app.quit');
  expect(await deck.exited).toEqual({ code: 0, signal: 0 });
  return deck.text();
}

describeIf(ptyUnavailable())('an id that was paid for is never lost', () => {
  test(
    'C004 once it is on the screen a power cut does not lose it, though nothing can be read',
    slow,
    async () => {
      const home = tempHome();
      const deck = startDeck({ home, env: service.env });
      await rent(deck, readsFail);
      await deck.see(/rented as \d+/);
      await killed(deck);
      const id = await made();

      const blind = startDeck({ home, env: service.env });
      await blind.see('1x ');
      blind.press('app.instances');
      await blind.see('[2 Instances]');
      await blind.see(String(id));
      const words = (await quit(blind)).replace(/\n +/g, ' ');
      expect(words).toMatch(/^rigdeck: not known what is rented and costs money: it was not read\.$/m);
      expect(words).toContain(`ot known to be gone, and may be charged: ${id}`);

      await readsWork();
      const seeing = startDeck({ home, env: service.env });
      await onOffers(seeing);
      seeing.press('app.instances');
      await seeing.see('◌');
      expect(seeing.text()).toContain(String(id));
      expect(await quit(seeing)).toMatch(/^rigdeck: still charged \$0\.\d+\/h/m);
      expect(await made()).toBe(id);
    },
  );

  test(
    'C004 the list and the last words name it when nothing could be read since it was rented',
    slow,
    async () => {
      const deck = startDeck({ env: service.env });
      await rent(deck, readsFail);
      await deck.see(/rented as \d+/);
      const id = await made();
      await deck.see(`Instance ${id} was created; its status is unknown.`);
      deck.press('app.instances');
      await deck.see('[2 Instances]');
      await deck.see((lines) => lines.slice(3).join('\n').includes(String(id)), 5_000);
      const words = await quit(deck);
      expect(words).toContain(String(id));
      expect(words).toContain('charged');
      expect(words).not.toContain('nothing is rented');
    },
  );

  test('the last words do not say that nothing is rented while nobody knows', slow, async () => {
    const deck = startDeck({ env: service.env });
    await rent(deck, async () => {
      await service.control('POST', '/faults', { method: 'PUT', kind: 'drop-after' });
      await readsFail();
    });
    await deck.see('Outcome unknown');
    await made();
    const words = await quit(deck);
    expect(words).toContain('rigdeck: ');
    expect(words).not.toContain('nothing is rented');
  });

  test(
    'C005 a boot that does not end is named when the deck is left, and there at the next start',
    slow,
    async () => {
      const home = tempHome();
      const deck = startDeck({ home, env: service.env });
      await rent(deck);
      await deck.see('◌ provisioning');
      const id = await made();
      deck.press('app.back');
      await deck.see('[2 Instances]');
      await deck.see(new RegExp(`◌ ${id}`));
      const words = await quit(deck);
      expect(words).toMatch(
        new RegExp(
          `^rigdeck: still charged \\$0\\.\\d+/h \\(soon \\$0\\.\\d+/h\\): ${id} provisioning$`,
          'm',
        ),
      );
      expect(words).toContain(`Look with: rigdeck instances ${id}`);

      const next = startDeck({ home, env: service.env });
      await onOffers(next);
      next.press('app.instances');
      await next.see(String(id));
      await next.see('◌');
      await quit(next);
    },
  );
});
