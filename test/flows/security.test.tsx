import { describe, expect, it } from 'vitest';
import { type DeckOptions, openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { lastCode, pickWay, typeCode } from '../support/tfa.ts';

simulatedTime();

const busy = { world: { world: 'busy' } } as const;

/** The Security screen of an account with an authenticator and a phone that is locked for 11:42. */
async function security(options: DeckOptions = busy): Promise<TestDeck> {
  const app = await openDeck(options);
  return app.press('app.security');
}
const api = (app: TestDeck) => app.world.connect(app.sandbox.apiKey).api;
const route = (app: TestDeck) => app.place().stack.at(-1);
const line = (app: TestDeck, text: string | RegExp) =>
  app.frame().find((one) => (typeof text === 'string' ? one.includes(text) : text.test(one))) ?? '';
const updates = async (app: TestDeck) =>
  (await app.requests()).filter(({ method, path }) => method === 'PUT' && path.includes('/tfa/update'));
/** The dialog's own field, emptied and filled. */
const label = async (app: TestDeck, text: string) => {
  await app.press('security.label');
  await app.type('\x15');
  for (const letter of text) app.terminal.type(letter);
  await app.type('');
};

describe('Security', () => {
  it('shows what protects the account: methods, codes left, session, window', async () => {
    const app = await security();
    expect(line(app, 'Two-factor is')).toMatch(
      /^ Two-factor is ON · 2 methods · 7 of 10 backup codes +status <1m ago$/,
    );
    expect(line(app, 'PROVE YOU')).toContain('──▶ ADD WINDOW ──▶');
    expect(line(app, 'Phone, Aegis')).toMatch(/^▌ {3}★ totp {3}Phone, Aegis +used 2h ago +● ready$/);
    expect(line(app, '4417')).toMatch(/sms +Work {2}•••• 4417 +used 12h ago +▲ locked 11:4\d {2}3 fails$/);
    expect(line(app, 'renter@example.com')).toMatch(/mail .* not stored +proof only$/);
    expect(line(app, '■')).toContain('■■■■■■■□□□    7 of 10 unused');
    expect(line(app, 'Session')).toContain('none, API key');
    expect(line(app, 'Window')).toContain('shut');
    expect(app.prose()).toContain('totp, e-mail and backup codes still work.');
  });

  it('C064 counts the lock down each second, rings when it opens, and asks the service again', async () => {
    const app = await security();
    const rings: number[] = [];
    app.world.services.terminal.notify = (text) => void (/no longer locked/.test(text) && rings.push(1));
    const left = () => /locked (\d+):(\d\d)/.exec(app.text())?.slice(1).map(Number) ?? [0, 0];
    const [minutes = 0, seconds = 0] = left();
    await app.advance(5_000);
    const [m = 0, s = 0] = left();
    expect(minutes * 60 + seconds - (m * 60 + s)).toBe(5);
    await app.skip(m * 60 + s - 9);
    expect(line(app, '4417')).toMatch(/● ready/);
    expect(app.text()).not.toMatch(/-\d+:\d\d/);
    expect(rings).toEqual([1]);
  });

  it('moves over the methods and stays on one while elsewhere', async () => {
    const app = await security();
    await app.press('list.down', 'list.down', 'list.down');
    expect(line(app, '▌')).toContain('4417');
    await app.press('app.offers', 'app.security');
    expect(line(app, '▌')).toContain('4417');
    await app.press('list.top');
    expect(line(app, '▌')).toContain('Aegis');
  });

  it('says OFF, what that means, and how the first method is added', async () => {
    const app = await security({});
    expect(line(app, 'Two-factor is')).toContain('OFF');
    expect(app.prose()).toContain('Nobody who logs in is asked for a second proof.');
    expect(app.prose()).toContain('mailing a code to renter@example.com');
    await app.press('security.codes');
    expect(app.prose()).toContain('backup codes come with the first method');
    await app.press('security.add');
    expect(app.dialog()).toContain('authenticator app');
    await app.type('t');
    expect(route(app)).toEqual({ screen: 'tfa', goal: { kind: 'add', method: 'totp' } });
  });

  it('C054 says LEGACY in plain words and offers new backup codes first', async () => {
    const app = await openDeck();
    await app.control('account', { tfa_status: 'legacy' });
    await app.press('app.refresh', 'app.security');
    expect(line(app, 'Two-factor is')).toContain('LEGACY');
    expect(app.prose()).toContain('old two-factor: it is on, and lists no method');
    expect(app.prose()).toContain('make new backup codes first (B)');
    await app.press('security.remove');
    expect(app.prose()).toContain('make new backup codes first (B)');
    await app.press('app.escape', 'security.codes');
    expect(app.dialog()).toContain('Ten backup codes are made');
    await app.past300ms();
    await app.type('new codes');
    await app.type('\r');
    expect(route(app)).toEqual({ screen: 'tfa', goal: { kind: 'regen' } });
  });

  it('shows a window that was opened elsewhere as open, with no more than is known', async () => {
    const app = await openDeck(busy);
    const { secret = '' } = await api(app).tfaAuthorizeStart({ tfa_method: 'email' });
    await api(app).tfaAuthorizeConfirm({ code: await lastCode(app), secret });
    await app.press('app.security');
    expect(line(app, 'Window')).toMatch(/open, time unknown, at most (30:00|29:5\d)/);
    expect(app.text()).toMatch(/● at most (30:00|29:5\d)/);
    await app.advance(10_000);
    expect(line(app, 'Window')).toMatch(/at most 29:\d\d/);
    await app.press('app.offers', 'app.security');
    expect(line(app, 'Window')).toMatch(/at most 29:\d\d/);
    await app.skip(30 * 60);
    await app.press('app.refresh');
    expect(line(app, 'Window')).toContain('shut');
  });

  it('shows a window that was opened here to the second, with the code that opened it', async () => {
    const app = await security({});
    await app.press('security.add');
    await app.type('t');
    await app.type(await lastCode(app));
    await app.advance(2000);
    expect(app.text()).toContain('Scan this');
    await app.press('app.escape', 'app.escape');
    expect(route(app)).toEqual({ screen: 'security' });
    expect(app.text()).toMatch(/✓ by e-mail +● 29:5\d left/);
    expect(line(app, 'mail code')).toMatch(/used 0:0\d ago +✓ it opened the add window/);
    expect(line(app, 'Window')).toMatch(/closes 12:30:0\d, then adding a method asks for proof again/);
    await app.advance(5000);
    expect(line(app, 'mail code')).toMatch(/used 0:(0[5-9]|1\d) ago/);
  });

  it('shows the session of a two-factor login and ends it', async () => {
    const app = await security();
    await app.press('security.sign-out');
    expect(app.text()).toContain('No two-factor session is in use');
    await app.press('app.escape');
    const { secret = '' } = await api(app).tfaSendEmail({});
    const login = { tfa_method: 'email', code: await lastCode(app), secret } as const;
    const { session_key: key } = await api(app).tfaLogin(login);
    const session = app.world.connect(app.sandbox.apiKey);
    app.signIn(await app.world.services.signIn.withSessionKey(session, key));
    await app.type('');
    expect(line(app, 'Session')).toMatch(/verified \ds ago, kept in memory until you quit/);
    await app.press('security.sign-out');
    expect(app.text()).toContain('The two-factor session is over');
    expect(line(app, 'Session')).toContain('none, API key');
    expect(app.terminal.output()).not.toContain(key);
  });

  it('says with what the session was verified', async () => {
    const app = await security();
    await app.press('security.verify');
    await app.press('tfa.other');
    await pickWay(app, 'e-mail');
    await typeCode(app, await lastCode(app));
    expect(route(app)).toEqual({ screen: 'security' });
    expect(line(app, 'Session')).toMatch(/verified with e-mail \ds ago, kept in memory until you quit/);
  });

  it('begins a login by choice', async () => {
    const app = await security();
    await app.press('security.verify');
    expect(route(app)).toEqual({ screen: 'tfa', goal: { kind: 'login' } });
  });
});

describe('a service that does not count backup codes', () => {
  it('shows that they are not known, and not that none is left', async () => {
    const app = await openDeck(busy);
    const { backup_codes_remaining: _, ...body } = await api(app).tfaStatus();
    await app.control('faults', { path: '/api/v0/tfa/status/', kind: 'status', status: 200, body });
    await app.press('app.security');
    expect(line(app, 'Two-factor is')).toContain('2 methods · backup codes ·');
    expect(app.text()).toContain('how many are left is not known');
    expect(app.text()).not.toContain('No backup code is left');
  });
});

describe('renaming a method', () => {
  it('asks for the label, counts it, and shows it at once', async () => {
    const app = await security();
    await app.press('security.label');
    expect(app.dialog()).toContain('Phone, Aegis');
    expect(app.dialog()).toContain('12/30');
    await app.type('\x15');
    for (const letter of 'Pixel 9') app.terminal.type(letter);
    await app.type('');
    expect(app.dialog()).toContain('7/30');
    await app.type('\r');
    expect(line(app, 'totp')).toContain('Pixel 9');
    expect(app.text()).toContain('The label is now Pixel 9');
    expect(await updates(app)).toHaveLength(1);
    expect((await api(app).tfaStatus()).methods[0]?.label).toBe('Pixel 9');
  });

  it('does not take more than 30 characters, and keeps what was typed', async () => {
    const app = await security();
    await label(app, 'x'.repeat(31));
    expect(app.dialog()).toContain('31/30');
    await app.type('\r');
    expect(app.text()).toContain('It has 31 characters, and 30 is the most');
    await app.type('\x7f');
    await app.type('\r');
    expect(line(app, 'totp')).toContain('xxxx');
    expect((await api(app).tfaStatus()).methods[0]?.label).toBe('x'.repeat(30));
  });

  it('asks nothing of the service when it is closed or nothing was changed', async () => {
    const app = await security();
    await label(app, 'other');
    await app.type('\x1b');
    await app.press('security.label');
    await app.type('\r');
    expect(await updates(app)).toEqual([]);
    expect(line(app, 'totp')).toContain('Phone, Aegis');
  });

  it('takes the old label back when the service refuses, and says why', async () => {
    const app = await security();
    await app.control('faults', {
      method: 'PUT',
      path: '/api/v0/tfa/update/',
      kind: 'error',
      code: 'not_found',
    });
    await label(app, 'Pixel 9');
    await app.type('\r');
    expect(line(app, 'totp')).toContain('Phone, Aegis');
    expect(app.prose()).toContain('That method is gone.');
  });
});

describe('making a method primary', () => {
  it('moves the star at once', async () => {
    const app = await security();
    await app.press('list.down');
    await app.control('faults', {
      method: 'PUT',
      path: '/api/v0/tfa/update/',
      kind: 'delay',
      delay_ms: 5000,
    });
    await app.press('security.primary');
    expect(line(app, '4417')).toContain('★');
    expect(line(app, 'Aegis')).not.toContain('★');
    await app.press('security.label');
    expect(app.text()).toContain('The last change is still on its way');
    await app.advance(6000);
    expect(app.prose()).toContain('sms Work is the primary method now');
    expect(line(app, '4417')).toContain('★');
    expect(await updates(app)).toHaveLength(1);
  });

  it('moves it back when the service fails, and reads the status again', async () => {
    const app = await security();
    await app.press('list.down');
    await app.control('faults', { method: 'PUT', path: '/api/v0/tfa/update/', kind: 'status', status: 400 });
    await app.press('security.primary');
    expect(line(app, 'Aegis')).toContain('★');
    expect(line(app, '4417')).not.toContain('★');
    expect(app.text()).toContain('▲');
    const reads = (await app.requests()).filter(({ path }) => path.includes('/tfa/status'));
    expect(reads).toHaveLength(2);
  });

  it('shows what is true when the answer got lost behind the change', async () => {
    const app = await security();
    await app.press('list.down');
    await app.control('faults', { method: 'PUT', path: '/api/v0/tfa/update/', kind: 'drop-after' });
    await app.press('security.primary');
    expect(line(app, '4417')).toContain('★');
    expect(app.prose()).toContain('not known whether the method was changed');
    expect(await updates(app)).toHaveLength(1);
  });

  it('is of no use on the primary method', async () => {
    const app = await security();
    await app.press('security.primary');
    expect(app.text()).toContain('It is the primary method already');
    expect(await updates(app)).toEqual([]);
  });
});

describe('what ends something', () => {
  it('new backup codes: says that the old ones end and wants it typed, then begins with a proof', async () => {
    const app = await security();
    await app.press('security.codes');
    expect(app.dialog()).toContain('The old ones end for ever, 7 of them unused');
    await app.past300ms();
    await app.type('\r');
    expect(route(app)).toEqual({ screen: 'security' });
    expect(app.dialog()).toContain('The old ones end for ever');
    await app.type('new codes');
    await app.type('\r');
    expect(route(app)).toEqual({ screen: 'tfa', goal: { kind: 'regen' } });
  });

  it('a method that is not the last: says what stays, and begins with a proof', async () => {
    const app = await security();
    const [, sms] = (await api(app).tfaStatus()).methods;
    await app.press('list.down', 'security.remove');
    expect(app.dialog()).toContain('Your other methods and the backup codes stay.');
    await app.past300ms();
    await app.type('y');
    expect(route(app)).toEqual({ screen: 'tfa', goal: { kind: 'remove', targetId: sms?.id } });
    expect((await api(app).tfaStatus()).methods).toHaveLength(2);
  });

  it('the last method: says that two-factor turns off and the codes die, and wants that typed', async () => {
    const app = await openDeck(busy);
    const [totp, sms] = (await api(app).tfaStatus()).methods;
    const { secret = '' } = await api(app).tfaSendEmail({});
    const proof = { tfa_method: 'email', code: await lastCode(app), secret } as const;
    await api(app).tfaRemove({ ...proof, target_id: sms?.id as number });
    await app.press('app.security', 'security.remove');
    expect(app.dialog()).toContain('two-factor turns off, and all backup codes die with it');
    await app.past300ms();
    await app.type('y');
    expect(route(app)).toEqual({ screen: 'security' });
    await app.type('\x15');
    await app.type('turn off');
    await app.type('\r');
    expect(route(app)).toEqual({
      screen: 'tfa',
      goal: { kind: 'remove', targetId: totp?.id, turnOff: true },
    });
  });
});

describe('a key that may do less', () => {
  const withKey = async (permissions: Record<string, object>) => {
    const app = await openDeck(busy);
    const { key } = (await app.control('keys', { permissions: { api: permissions } })) as { key: string };
    app.signIn(key);
    await app.press('app.security');
    return app;
  };

  it('reads the status, is refused a write, and is not asked to write again', async () => {
    const app = await withKey({ misc: {}, user_read: {}, instance_read: {}, instance_write: {} });
    expect(line(app, 'Two-factor is')).toContain('ON');
    await app.press('list.down', 'security.primary');
    expect(app.prose()).toContain('It most likely lacks the permission user_write');
    expect(line(app, 'Aegis')).toContain('★');
    await app.press('app.escape', 'security.primary', 'security.add', 'security.codes', 'security.verify');
    expect(app.prose()).toContain('This key may not change two-factor');
    expect(route(app)).toEqual({ screen: 'security' });
    expect(await updates(app)).toHaveLength(1);
    app.signIn();
    await app.type('');
    // Another key begins at the first row.
    await app.press('app.escape', 'list.down', 'security.primary');
    expect(await updates(app)).toHaveLength(2);
  });

  it('cannot read the status: says which permission is missing, and blocks with a reason', async () => {
    const app = await withKey({ misc: {}, instance_read: {} });
    expect(app.prose()).toContain('The key may not do this. It most likely lacks the permission user_read');
    await app.press('security.add');
    expect(app.prose()).toContain('The two-factor status is not known');
    await app.skip(120);
    const reads = (await app.requests()).filter(({ path }) => path.includes('/tfa/status'));
    expect(reads).toHaveLength(1);
  });

  it('is read-only: says so for each key that would change something', async () => {
    const app = await security({ ...busy, readOnly: true });
    for (const id of ['security.add', 'security.primary', 'security.remove', 'security.verify'] as const) {
      await app.press(id);
      expect(app.prose()).toContain('rigdeck is read-only');
      await app.press('app.escape');
    }
    expect(
      (await app.requests()).every(({ method, path }) => method === 'GET' || path.includes('bundles')),
    ).toBe(true);
  });

  it('C041 belongs to a team: says that two-factor wants a personal key, without a retry or a logout', async () => {
    const app = await openDeck();
    await app.control('account', { team_context: true });
    await app.press('app.security');
    expect(app.prose()).toContain('Two-factor belongs to a person, not a team.');
    expect(app.prose()).toContain('Use a personal key for this.');
    await app.skip(180);
    expect(route(app)).toEqual({ screen: 'security' });
    const reads = (await app.requests()).filter(({ path }) => path.includes('/tfa/status'));
    expect(reads).toHaveLength(1);
    await app.press('security.add');
    expect(app.prose()).toContain('use a personal key');
    expect(app.account()?.keyTail).toBe(app.sandbox.apiKey.slice(-4));
    await app.press('app.offers');
    expect(app.text()).toContain('$100.00 credit');
  });
});

describe('a service in trouble', () => {
  it.each([501, 404])('that answers %i has no two-factor, and is not said to be off', async (status) => {
    const app = await openDeck();
    await app.control('faults', { path: '/api/v0/tfa/*', kind: 'status', status, times: 1000 });
    await app.press('app.security');
    await app.advance(8000);
    expect(app.prose()).toContain('This service answers nothing about two-factor.');
    expect(app.text()).not.toContain('OFF');
  });

  it('keeps the last status, with its age, while it cannot be read', async () => {
    const app = await security();
    await app.control('faults', { path: '/api/v0/tfa/*', kind: 'drop', times: 1000 });
    await app.press('app.refresh');
    await app.skip(64);
    expect(line(app, 'Two-factor is')).toMatch(/ STALE 1m \d+s/);
    expect(line(app, 'Aegis')).toContain('● ready');
    expect(app.prose()).toContain('The service does not answer.');
    await app.control('faults', undefined, 'DELETE');
    await app.press('app.refresh');
    expect(line(app, 'Two-factor is')).toMatch(/status \d+s ago/);
  });
});

describe('on a narrow terminal', () => {
  it('keeps methods, locks and codes, and cuts no number', async () => {
    const app = await security({ ...busy, cols: 60, rows: 16 });
    expect(app.text()).toMatch(/locked 11:4\d {2}3 fails/);
    expect(app.text()).toContain('•••• 4417');
    expect(app.text()).toContain('7 of 10 unused');
    expect(app.text()).toContain('Window');
    await app.resize(80, 24);
    expect(app.text()).toContain('PROVE YOU ──▶');
  });

  it('stands the chain upright where there are lines for it', async () => {
    const app = await security({ ...busy, cols: 60, rows: 30 });
    const [at = 0, below = 0] = ['PROVE YOU', 'ADD WINDOW'].map((name) =>
      app.frame().findIndex((one) => one.includes(name)),
    );
    expect(below).toBe(at + 1);
  });
});
