import { describe, expect, it } from 'vitest';
import type { Session } from '../../src/services.ts';
import { openDeck, simulatedTime } from '../support/deck.tsx';
import { rent } from '../support/rent.ts';
import { testWorld } from '../support/test-services.ts';

simulatedTime();

/** A deck on `main`, and another account, of another service, that is kept as the profile `work`. */
async function twoAccounts(work: Partial<Session> | { text: string } = {}) {
  const other = testWorld({ seed: 8 });
  const world = testWorld();
  world.services.profiles = {
    list: () => [
      { name: 'main', baseUrl: 'https://sandbox.test', readOnly: false },
      { name: 'work', baseUrl: 'https://other.test', readOnly: false },
    ],
    open: async () =>
      'text' in work
        ? { ok: false, text: work.text }
        : {
            ok: true,
            session: {
              ...other.connect(other.sandbox.apiKey),
              ...{ profile: 'work', baseUrl: 'https://other.test' },
              ...work,
            },
          },
  };
  const app = await openDeck({ in: world });
  return { app, world, other };
}

type App = Awaited<ReturnType<typeof twoAccounts>>['app'];
const palette = async (app: App, words: string) => {
  await app.press('app.palette');
  await app.type(words);
};

describe('ux row 6, profiles', () => {
  it('are in the palette but for the one in use, each with its service', async () => {
    const { app } = await twoAccounts();
    await palette(app, 'profile');
    expect(app.text()).toContain('Profile: switch to work, at https://other.test');
    expect(app.text()).not.toContain('switch to main');
  });

  it('switch in place: another name in the corner, other data, and nothing of the first account is left', async () => {
    const { app, world, other } = await twoAccounts();
    const id = await rent(app);
    await app.go('instances');
    await app.advance(2000);
    await app.press('list.mark', 'instance.limit');
    expect(app.text()).toContain(String(id));
    await app.press('limit.close');
    await palette(app, 'profile work');
    const before = world.calls.seen.length;
    await app.press('menu.pick');
    await app.advance(8000);
    expect(app.frame()[0]).toMatch(/work$/);
    await app.go('instances');
    expect(app.text()).toContain('Nothing is rented');
    expect(app.text()).not.toContain(String(id));
    await app.advance(120_000);
    expect(world.calls.seen.length).toBe(before);
    expect(other.calls.seen.length).toBeGreaterThan(2);
    expect(new Set(other.calls.seen.map(({ bearer }) => bearer))).toEqual(new Set([other.sandbox.apiKey]));
  });

  it('that lack their key change nothing and say why', async () => {
    const { app } = await twoAccounts({
      text: 'The key of profile "work" is no longer in the file. Sign in again.',
    });
    await palette(app, 'profile work');
    await app.press('menu.pick');
    expect(app.text()).toContain('no longer in the file');
    expect(app.frame()[0]).toMatch(/main$/);
  });

  it('have a colour for the name and their own read-only', async () => {
    const { app, other } = await twoAccounts({ colour: 'red', readOnly: true });
    await palette(app, 'profile work');
    await app.press('menu.pick');
    await app.advance(3000);
    expect(app.frame()[0]).toMatch(/RO · work$/);
    expect(other.calls.seen.length).toBeGreaterThan(0);
  });

  it('wait for what is confirmed and not sent yet', async () => {
    const { app } = await twoAccounts();
    await rent(app);
    await app.go('instances');
    await app.advance(2000);
    await app.press('instance.stop');
    await app.past300ms();
    await app.press('dialog.yes');
    await palette(app, 'profile work');
    await app.press('menu.pick');
    expect(app.frame()[0]).toMatch(/main$/);
    await app.press('app.messages');
    expect(app.prose()).toContain('Not while something is unfinished. Quit now and this is not sent: stop');
  });
});
