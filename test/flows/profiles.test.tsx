import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime } from '../support/deck.tsx';
import { rent } from '../support/rent.ts';
import { runningInstance } from '../support/running.ts';
import { type Session, testWorld } from '../support/test-services.ts';

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

  it('say so where none has the name that was typed', async () => {
    const { app } = await twoAccounts();
    await palette(app, 'profile nope\r');
    expect(app.text()).toContain('no profile is called nope; there is work');
    await app.press('menu.close');
    await palette(app, 'profile main\r');
    expect(app.text()).toContain('profile main is the one in use');
    await app.press('menu.close');
    await palette(app, 'nothing of this kind');
    expect(app.text()).toContain('Nothing is called nothing');
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
    expect(app.text()).toContain('No instances');
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

  it('bring their own read-only along', async () => {
    const { app, other } = await twoAccounts({ readOnly: true });
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
    expect(app.prose()).toMatch(/Not sent yet: stop .+\. Switch once it is, or press u to cancel/);
    expect(app.prose()).not.toContain('Quit now');
  });

  it('wait for the answer of a label, as of whatever else is on its way', async () => {
    const { app } = await twoAccounts();
    const id = await rent(app);
    await app.go('instances');
    await app.advance(2000);
    await app.control('faults', { method: 'PUT', path: '/api/v0/instances/*', kind: 'hang' });
    await app.press('instance.label');
    await app.type('night');
    await app.press('prompt.keep');
    await palette(app, 'profile work');
    expect(app.text()).toContain('not yet');
    await app.press('menu.pick');
    expect(app.frame()[0]).toMatch(/main$/);
    expect(app.prose()).toContain(`Still sending: label ${id}. Switch profiles when it is done.`);
  });

  it('ask where a limit is kept here, on No, and leave it to nobody once it is agreed to', async () => {
    const { app, world, other } = await twoAccounts();
    const id = await runningInstance(app);
    await app.press('instance.limit');
    await app.type('in 10m');
    await app.press('limit.set');
    await palette(app, 'profile work');
    expect(app.text()).not.toContain('not yet');
    await app.press('menu.pick');
    expect(app.text()).toContain('Switch to profile work?');
    expect(app.dialog()).toContain(`Auto-stop of ${id} is off meanwhile.`);
    expect(app.dialog()).toMatch(/Profile main, \S+@\S+\./);
    await app.past300ms();
    await app.type('\r');
    expect(app.frame()[0]).toMatch(/main$/);
    await palette(app, 'profile work');
    await app.press('menu.pick');
    await app.past300ms();
    await app.press('dialog.yes');
    const before = world.calls.seen.length;
    await app.advance(11 * 60_000);
    expect(app.frame()[0]).toMatch(/work$/);
    expect(other.calls.seen.length).toBeGreaterThan(2);
    expect(world.calls.seen.length).toBe(before);
  });

  it('say what is not rescued meanwhile', async () => {
    const { app } = await twoAccounts();
    const id = await rent(app);
    const at = app.world.services.clock.now();
    await app.world.journal.append({
      ...{ t: 'rescue', rescue: 'r1', at, id, consent: 'by-itself', tries: 2, cap: 1 },
      ...{ search: { filters: {}, type: 'on-demand', order: [], limit: 5 }, image: 'a:1', diskGb: 10 },
    } as never);
    await palette(app, 'profile work');
    await app.press('menu.pick');
    expect(app.dialog()).toContain(`Nothing rescues ${id} meanwhile if it does not boot.`);
  });

  it('wait for the value of a new key, which is shown once', async () => {
    const { app } = await twoAccounts();
    await app.control('faults', { method: 'POST', path: '/api/v0/auth/apikeys/', kind: 'hang' });
    app.lead({ go: 'jump', route: { screen: 'keys' } });
    await app.press('keys.new');
    await app.fill({ Name: 'ci' });
    await app.press('form.submit');
    app.lead({ go: 'jump', route: { screen: 'offers' } });
    await app.idle();
    await palette(app, 'profile work');
    expect(app.text()).toContain('not yet');
    await app.press('menu.pick');
    expect(app.dialog()).toBe('');
    expect(app.frame()[0]).toMatch(/main$/);
    expect(app.prose()).toContain('switch once it is here and kept');
  });
});
