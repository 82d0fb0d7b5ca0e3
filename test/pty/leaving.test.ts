import { afterAll, beforeAll, expect, test } from 'vitest';
import { ptyUnavailable } from '../support/pty.ts';
import { describeIf } from '../support/strict.ts';
import { type Deck, onOffers, restored, slow, startDeck } from './deck.ts';
import { type Service, startService } from './service.ts';

/**
 * A timer that holds the process, and none of a second or more comes while it is there: what would wait for one as it
 * leaves, or for the process to end by itself, stays until the limit of the test. No time is measured.
 */
const before = `
const later = globalThis.setTimeout;
const never = 2 ** 31 - 1;
const timer = (run, ms, ...args) => later(run, ms >= 1000 ? never : ms, ...args);
globalThis.setTimeout = Object.defineProperties(timer, Object.getOwnPropertyDescriptors(later));
later(() => {}, never);`;

let service: Service;
beforeAll(async () => {
  service = await startService('--offers', '300');
  await service.rent('train-a');
});
afterAll(() => service?.stop());

/** What a place is called at the top where that is not the word that leads there. */
const titles: Record<string, string> = {
  keys: 'API keys',
  'ssh-keys': 'SSH keys',
  searches: 'Saved searches',
};

type Walk = (deck: Deck) => Promise<void>;
const screens: Record<string, Walk> = {
  offers: async () => {},
  'offers, the filter being typed': async (deck) => {
    deck.press('list.filter');
    deck.write('RTX');
    await deck.see('/RTX');
  },
  search: async (deck) => {
    deck.press('offers.search');
    await deck.see('Search');
  },
  'the rent form, after the search form': async (deck) => {
    await screens.search?.(deck);
    deck.press('app.escape');
    await deck.see('[1 Offers]');
    deck.press('offer.rent');
    await deck.see('Rent offer');
  },
  instances: async (deck) => {
    deck.press('app.instances');
    await deck.see('[2 Instances]');
    await deck.see('train-a');
  },
  'an instance': async (deck) => {
    await screens.instances?.(deck);
    deck.press('instance.open');
    await deck.see('History');
  },
  'a dialog': async (deck) => {
    await screens.instances?.(deck);
    deck.press('instance.destroy');
    await deck.see('[ Cancel ]');
  },
  'every other place, one after the other': async (deck) => {
    for (const place of ['groups', 'security', 'money', 'keys', 'ssh-keys', 'searches', 'volumes', 'copy']) {
      deck.write(`:${place}\r`);
      const title = titles[place] ?? place;
      await deck.see(([head = '']) => new RegExp(`(\\[\\d|›|rigdeck) +${title}`, 'i').test(head));
    }
  },
  'the help': async (deck) => {
    deck.press('app.help');
    await deck.see('Keys that work here');
  },
};

/** Presses a key that quits and sees that nothing holds the process. */
async function expectQuick(deck: Deck, leave: () => void): Promise<void> {
  leave();
  expect(await deck.exited).toEqual({ code: 0, signal: 0 });
  expect(deck.modes()).toEqual(restored);
}

describeIf(ptyUnavailable())('C108 the prompt is back at once', () => {
  test.each(Object.entries(screens))('after Ctrl+C on %s', slow, async (_, walk) => {
    const deck = startDeck({ before, env: service.env });
    await onOffers(deck);
    await walk(deck);
    await expectQuick(deck, () => deck.press('app.quit'));
    expect(deck.text()).toMatch(/^rigdeck: still charged \$\d.*: train-a /m);
  });

  test('after Ctrl+C at sign-in', slow, async () => {
    const deck = startDeck({ before });
    await deck.see('Check and enter');
    await expectQuick(deck, () => deck.press('app.quit'));
  });

  test('after q, back through every screen', slow, async () => {
    const deck = startDeck({ before, env: service.env });
    await onOffers(deck);
    await screens['an instance']?.(deck);
    deck.press('app.back');
    await deck.see('[2 Instances]');
    await expectQuick(deck, () => deck.press('app.back'));
  });

  test('C107 while the service has not answered', slow, async () => {
    await service.control('POST', '/faults', { kind: 'hang', times: 100 });
    const deck = startDeck({ before, env: service.env });
    await deck.see((lines, pty) => pty.modes().focusReports && lines.join().includes('asking the service'));
    await expectQuick(deck, () => deck.press('app.quit'));
    await service.control('DELETE', '/faults');
  });
});
