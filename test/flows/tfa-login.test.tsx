import { describe, expect, it } from 'vitest';
import { keyBytes, openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import {
  appSecret,
  backupCode,
  count,
  lastCode,
  outbox,
  shownSecret,
  startTfa,
  totp,
  typeCode,
  typeKeys,
  withMethods,
  words,
  wrongCode,
} from '../support/tfa.ts';

simulatedTime();

const stack = (app: TestDeck) => app.place().stack.map(({ screen }) => screen);
const said = (app: TestDeck) => app.said();
const verified = (app: TestDeck) => app.account()?.verified;

/** An entry of the palette, by what is typed to find it. */
async function palette(app: TestDeck, name: string) {
  await app.type('\x10');
  await typeKeys(app, name);
  return app.press('menu.pick');
}

/** Signed in with an authenticator, and a session in use. */
async function verifiedDeck() {
  const app = await openDeck();
  withMethods(app, 'totp');
  await startTfa(app, { kind: 'login' });
  await typeCode(app, totp(app, appSecret));
  expect(verified(app)).toMatchObject({ home: 'memory' });
  return app;
}

describe('when the service asks for two-factor', () => {
  it('C037 the login opens with the methods of the account, and the first calls are made again after it', async () => {
    const app = await openDeck();
    withMethods(app, 'totp');
    await app.control('account', { tfa_required: true });
    await app.press('app.refresh');
    await app.advance(1_000);
    expect(stack(app)).toEqual(['offers', 'tfa']);
    expect(app.text()).toContain('the authenticator app "Phone app"');
    await typeCode(app, totp(app, appSecret));
    await app.advance(1_000);
    expect(stack(app)).toEqual(['offers']);
    expect(app.text()).toContain('$100.00');
    const reads = (await app.requests()).filter(({ path }) => path === '/api/v0/users/current/');
    expect(reads.at(-1)?.status).toBe(200);
  });

  it('C040 says that a session which no keyring took lasts for this run, and why', async () => {
    const app = await verifiedDeck();
    const note =
      'The system keyring refused: at 3000 bytes this is more than some keyrings hold in one entry.';
    app.signIn({ ...app.world.connect(app.sandbox.apiKey), verified: { home: 'memory', note } });
    await app.advance(5_000);
    expect(app.prose()).toContain(`The session key lasts for this run only. ${note}`);
    await app.press('app.security');
    expect(app.prose()).toContain('kept in memory until you quit');
    expect(app.prose()).toContain('The system keyring refused: at 3000 bytes');
  });

  it('C107 a login that hangs is left at once by Ctrl+C', async () => {
    const app = await openDeck();
    withMethods(app, 'totp');
    await startTfa(app, { kind: 'login' });
    await app.control('faults', { method: 'POST', path: '/api/v0/tfa/', kind: 'hang' });
    await typeCode(app, totp(app, appSecret));
    expect(verified(app)).toBeUndefined();
    await app.press('app.quit');
    expect(app.ended()).toBe(true);
  });

  it('C037 the body of an expired session leads there too, with nothing but the key in use', async () => {
    const app = await openDeck();
    withMethods(app, 'totp', 'sms');
    const body = { success: false, error: 'auth_error', msg: 'Session expired. Please log in again.' };
    for (const path of ['/api/v0/users/current/', '/api/v0/instances/', '/api/v0/bundles/']) {
      await app.control('faults', { method: 'GET', path, kind: 'status', status: 404, body, times: 99 });
    }
    await app.press('app.refresh');
    await app.advance(10_000);
    expect(stack(app)).toEqual(['offers', 'tfa']);
    expect(app.text()).toContain('the authenticator app "Phone app"');
    await app.press('app.escape', 'app.escape');
    expect(stack(app)).toEqual(['offers']);
    // Once is enough: neither polls nor refreshes lead there again.
    await app.press('app.refresh');
    await app.advance(120_000);
    expect(stack(app)).toEqual(['offers']);

    await app.control('faults', undefined, 'DELETE');
    await palette(app, 'Log in with two-factor');
    await typeCode(app, totp(app, appSecret));
    await app.advance(1_000);
    expect(app.text()).toContain('$100.00');
  });

  it('a write that is refused for it leads there, and is not sent again by itself', async () => {
    const app = await openDeck();
    withMethods(app, 'totp');
    const body = { success: false, error: 'auth_error', msg: 'Two Factor Authentication required' };
    await app.control('faults', { method: 'PUT', path: '/api/v0/asks/*', kind: 'status', status: 401, body });
    await app.press('offer.rent');
    await app.fill({ Image: 'a/b:1' });
    await app.press('rent.review');
    await app.past300ms();
    await app.press('dialog.yes');
    expect(stack(app)).toEqual(['offers', 'rent', 'tfa']);
    expect(said(app).at(-2)).toContain('Nothing was created and nothing is charged.');
    await typeCode(app, totp(app, appSecret));
    await app.advance(5_000);
    expect(stack(app)).toEqual(['offers', 'rent']);
    expect(app.text()).toContain('a/b:1');
    expect((await app.requests()).filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });
});

describe('a session', () => {
  it('is the Bearer of every call from then on, but for a login itself', async () => {
    const app = await verifiedDeck();
    const { apiKey } = app.sandbox;
    const { seen } = app.world.calls;
    expect(seen.at(-1)?.bearer).not.toBe(apiKey);
    await startTfa(app, { kind: 'login' });
    await typeCode(app, totp(app, appSecret));
    expect(seen.filter(({ path }) => path === '/api/v0/tfa/').map(({ bearer }) => bearer)).toEqual([
      apiKey,
      apiKey,
    ]);
    expect(app.terminal.output()).not.toContain(seen.at(-1)?.bearer);
  });

  it('that is over is let go of, the key is used again, and after the login the person is back', async () => {
    const app = await verifiedDeck();
    await app.go('instances');
    await app.control('account', { tfa_required: true });
    await app.control('sessions/expire');
    await app.press('app.refresh');
    await app.advance(5_000);
    expect(stack(app)).toEqual(['instances', 'tfa']);
    expect(verified(app)).toBeUndefined();
    expect(said(app).at(-1)).toContain('The two-factor session is over: the API key …');
    expect(app.world.calls.seen.at(-1)?.bearer).toBe(app.sandbox.apiKey);
    await typeCode(app, totp(app, appSecret));
    await app.advance(1_000);
    expect(stack(app)).toEqual(['instances']);
    expect(app.text()).toContain('No instances');
    expect(verified(app)).toBeDefined();
  });

  it.each([
    ['a 403 without a word of permissions on Security', 403, 'Not authenticated.', '/api/v0/tfa/status/'],
    ['a 401 that speaks of the key', 401, 'Invalid user key', '/api/v0/instances/'],
  ])('that is over is known by %s', async (_, status, msg, path) => {
    const app = await verifiedDeck();
    await app.press('app.security');
    const body = { success: false, error: 'auth_error', msg };
    await app.control('faults', { method: 'GET', path, kind: 'status', status, body });
    await app.advance(31_000);
    await app.press('app.refresh');
    await app.advance(5_000);
    expect(stack(app).at(-1)).toBe('tfa');
    expect(verified(app)).toBeUndefined();
    expect(said(app).at(-1)).toContain('session is over');
    expect(app.world.calls.seen.at(-1)?.bearer).toBe(app.sandbox.apiKey);
    await typeCode(app, totp(app, appSecret));
    await app.advance(1_000);
    expect(stack(app).at(-1)).toBe('security');
    expect(verified(app)).toBeDefined();
  });

  it.each([
    ['a web page', '<html>401 Unauthorized</html>'],
    ['nothing', ''],
    ['plain text', 'Session expired'],
  ])('is kept when the way to the service answers each read with 401 and %s', async (_, page) => {
    const app = await verifiedDeck();
    await app.go('instances');
    const inner = app.sandbox.fetch;
    const real = app.world.sandbox.fetch;
    app.world.sandbox.fetch = async (request) =>
      request.method === 'GET' && !request.url.includes('/sandbox/')
        ? new Response(page, { status: 401, headers: { 'Content-Type': 'text/html' } })
        : real(request);
    await app.press('app.refresh');
    await app.advance(61_000);
    expect(stack(app)).toEqual(['instances']);
    expect(verified(app)).toBeDefined();
    app.world.sandbox.fetch = inner;
    await app.press('app.refresh');
    await app.advance(61_000);
    expect(verified(app)).toBeDefined();
    expect(app.world.calls.seen.at(-1)?.bearer).not.toBe(app.sandbox.apiKey);
  });

  it('that is over may be left so: the login does not come back by itself', async () => {
    const app = await verifiedDeck();
    await app.control('account', { tfa_required: true });
    await app.control('sessions/expire');
    await app.press('app.refresh');
    await app.advance(5_000);
    await app.press('app.escape', 'app.escape');
    await app.advance(180_000);
    expect(stack(app)).toEqual(['offers']);
    expect(said(app).filter((text) => text.includes('session is over'))).toHaveLength(1);
  });

  it('C061 whose key is revoked leads to Sign-in in the end', async () => {
    const app = await verifiedDeck();
    await app.control('sessions/expire');
    await app.control('keys/revoke', { key: app.sandbox.apiKey });
    await app.press('app.refresh');
    await app.advance(10_000);
    expect(stack(app).at(-1)).toBe('sign-in');
    expect(app.prose()).toContain('was not accepted: mistyped, revoked or expired.');
  });

  it('that ends within a flow leads to the login and back to the same step', async () => {
    const app = await verifiedDeck();
    await startTfa(app, { kind: 'add', method: 'totp' });
    await typeCode(app, totp(app, appSecret));
    const secret = shownSecret(app);
    await app.advance(2_000);
    await app.control('sessions/expire');
    await app.control('faults', {
      method: 'POST',
      path: '/api/v0/tfa/confirm-new/',
      kind: 'status',
      status: 404,
      body: { success: false, error: 'auth_error', msg: 'Session expired. Please log in again.' },
    });
    await typeCode(app, '000001');
    expect(verified(app)).toBeUndefined();
    await app.press('tfa.go');
    expect(stack(app)).toEqual(['offers', 'tfa', 'tfa']);
    await typeCode(app, totp(app, appSecret));
    expect(stack(app)).toEqual(['offers', 'tfa']);
    expect(shownSecret(app)).toBe(secret);
  });
});

describe('a session that a read finds to be over while a flow is open', () => {
  const expired = async (app: TestDeck) => {
    await app.control('account', { tfa_required: true });
    await app.control('sessions/expire');
    // The reads that go on under every screen.
    await app.advance(61_000);
    expect(verified(app)).toBeUndefined();
  };

  it('leads from the flow to the login by Enter, and back to the same step with what was typed', async () => {
    const app = await verifiedDeck();
    await startTfa(app, { kind: 'add', method: 'totp' });
    await typeCode(app, totp(app, appSecret));
    const secret = shownSecret(app);
    await expired(app);
    expect(said(app).at(-1)).toContain('Verify to go on');
    await app.press('tfa.go');
    expect(app.text()).not.toContain('That is no code');
    expect(stack(app)).toEqual(['offers', 'tfa', 'tfa']);
    await app.advance(31_000);
    await typeCode(app, totp(app, appSecret));
    await app.advance(1_000);
    expect(stack(app)).toEqual(['offers', 'tfa']);
    expect(verified(app)).toBeDefined();
    expect(shownSecret(app)).toBe(secret);
  });

  it('leaves a login as it is, which goes on', async () => {
    const app = await verifiedDeck();
    await startTfa(app, { kind: 'login' });
    await expired(app);
    expect(stack(app)).toEqual(['offers', 'tfa']);
    await typeCode(app, totp(app, appSecret));
    await app.advance(1_000);
    expect(verified(app)).toBeDefined();
  });
});

describe('a login with the key', () => {
  async function atLogin(...kinds: ('totp' | 'sms')[]) {
    const app = await openDeck();
    withMethods(app, ...kinds);
    return startTfa(app, { kind: 'login' });
  }

  it('by text: a wrong code, another one after the wait, and that one counts', async () => {
    const app = await atLogin('sms');
    expect((await outbox(app)).at(-1)).toMatchObject({ channel: 'sms', to: '+15555554417' });
    await typeCode(app, await wrongCode(app));
    expect(app.text()).toContain('That code was not accepted.');
    await app.advance(31_000);
    await app.press('tfa.resend');
    expect(await count(app, 'POST', 'sms/resend/')).toBe(1);
    await typeCode(app, await lastCode(app));
    expect(verified(app)).toBeDefined();
  });

  it('by e-mail and by backup code, each chosen as another way', async () => {
    const app = await atLogin('totp');
    await app.press('tfa.other', 'list.down', 'tfa.go');
    expect((await outbox(app)).at(-1)).toMatchObject({ channel: 'email' });
    await app.press('tfa.other', 'list.down', 'list.down', 'tfa.go');
    await app.type(backupCode);
    await app.press('tfa.go');
    expect(verified(app)).toBeDefined();
    await startTfa(app, { kind: 'login' }, { kind: 'email' });
    await typeCode(app, await lastCode(app));
    expect(stack(app)).toEqual(['offers']);
  });

  it('as an administrator is refused to others, and goes on without', async () => {
    const app = await openDeck();
    withMethods(app, 'totp');
    await palette(app, 'as an administrator');
    await typeCode(app, totp(app, appSecret));
    expect(app.prose()).toContain('A logs in without an admin session.');
    expect(verified(app)).toBeUndefined();
    await app.press('tfa.plain');
    await typeCode(app, totp(app, appSecret));
    expect(verified(app)).toBeDefined();
  });

  it('as an administrator is granted to an admin account', async () => {
    const app = await openDeck();
    withMethods(app, 'totp');
    await app.control('account', { admin: true });
    await palette(app, 'as an administrator');
    await typeCode(app, totp(app, appSecret));
    expect(app.sandbox.snapshot().sessions.at(-1)).toMatchObject({ admin: true });
  });
});

describe('a login that a web login began', () => {
  const label = 'secret from a web login';
  async function handedOver(app: TestDeck): Promise<string> {
    return ((await app.control('login')) as { tfa_secret: string }).tfa_secret;
  }

  it('goes on with that secret and without the key, by e-mail, and the session comes by the header', async () => {
    const app = await openDeck();
    withMethods(app, 'totp');
    const secret = await handedOver(app);
    await palette(app, label);
    app.terminal.paste(secret);
    await app.idle();
    expect(app.text()).toContain('•'.repeat(20));
    await app.past300ms();
    await app.press('prompt.keep');
    const from = app.world.calls.seen.length;
    await app.press('tfa.other', 'list.down', 'list.down', 'tfa.go');
    await typeCode(app, await lastCode(app));
    const flow = app.world.calls.seen.slice(from).filter(({ path }) => path.startsWith('/api/v0/tfa/'));
    expect(flow.map(({ path, bearer }) => [path, bearer])).toEqual([
      ['/api/v0/tfa/email/', undefined],
      ['/api/v0/tfa/', undefined],
    ]);
    expect(stack(app)).toEqual(['offers']);
    expect(verified(app)).toBeDefined();
    await app.press('app.refresh');
    await app.advance(1_000);
    expect(app.text()).toContain('$100.00');
    for (const place of [app.terminal.output(), JSON.stringify(app.place()), said(app).join()]) {
      expect(place).not.toContain(secret);
    }
  });

  it('reads nothing meanwhile, and leaving it brings the key back', async () => {
    const app = await openDeck();
    withMethods(app, 'totp');
    const before = app.account();
    await palette(app, label);
    await app.type(await handedOver(app));
    await app.press('prompt.keep');
    const from = (await app.requests()).length;
    await app.advance(90_000);
    expect((await app.requests()).length).toBe(from);
    await app.press('app.escape');
    await app.advance(1_000);
    expect(before).toBeDefined();
    expect(app.account()).toEqual(before);
    expect(app.world.calls.seen.at(-1)?.bearer).toBe(app.sandbox.apiKey);
    expect(app.text()).toContain('$100.00');
  });

  it('from Sign-in asks for the base URL first, and the session stands alone until it is over', async () => {
    const app = await openDeck({ signedIn: false });
    withMethods(app, 'totp');
    await palette(app, label);
    await app.type('https://sandbox.test');
    await app.press('prompt.keep');
    await app.type(await handedOver(app));
    await app.press('prompt.keep');
    expect(stack(app)).toEqual(['offers', 'tfa']);
    await typeCode(app, totp(app, appSecret));
    await app.advance(1_000);
    expect(app.account()).toMatchObject({ keyless: true, source: 'a web login' });
    expect(app.text()).toContain('$100.00');
    await app.control('sessions/expire');
    await app.press('app.refresh');
    await app.advance(5_000);
    expect(app.prose()).toContain('The session of the web login is over');
  });

  async function atWebLogin(secret?: string, ...kinds: readonly ('totp' | 'sms')[]) {
    const app = await openDeck();
    withMethods(app, ...kinds);
    await palette(app, label);
    await app.type(secret ?? (await handedOver(app)));
    await app.press('prompt.keep');
    return app;
  }

  it('asks for the id where there are two authenticators and nobody may list them', async () => {
    const app = await atWebLogin(undefined, 'totp', 'totp');
    await typeCode(app, totp(app, appSecret));
    expect(words(app)).toContain('The service wants to know which method.');
    expect(words(app)).not.toMatch(/something wrong|report/);
    await app.type('two');
    await app.press('tfa.go');
    expect(words(app)).toContain('An id is a whole number.');
    for (let n = 0; n < 3; n += 1) await app.type(keyBytes('backspace'));
    await app.type('2');
    await app.press('tfa.go');
    expect(words(app)).toContain('Enter the 6 digits');
    await typeCode(app, totp(app, appSecret));
    expect(app.text()).toContain('You are verified.');
  });

  it('lets a backup code take the place of the id', async () => {
    const app = await atWebLogin(undefined, 'totp', 'totp');
    await typeCode(app, totp(app, appSecret));
    await app.type('\x14');
    await app.press('list.down', 'list.down', 'list.down', 'tfa.go');
    await app.type(backupCode);
    await app.press('tfa.go');
    expect(app.text()).toContain('You are verified.');
  });

  it.each(['totp', 'email'])('whose secret is dead says that only a new one helps: %s', async (way) => {
    const app = await atWebLogin('x'.repeat(48), 'totp');
    if (way === 'totp') await typeCode(app, totp(app, appSecret));
    else await app.press('tfa.other', 'list.down', 'list.down', 'tfa.go');
    await app.advance(200);
    expect(words(app)).toContain('The service does not know this web login.');
    expect(words(app)).toContain('Begin a new web login and give its secret.');
    expect(words(app)).not.toMatch(/Send a new code|start over|starts over/);
    await app.press('app.escape');
    await app.advance(500);
    expect(stack(app)).toEqual(['offers']);
  });

  it('from Sign-in is left to Sign-in', async () => {
    const app = await openDeck({ signedIn: false });
    withMethods(app, 'totp');
    await palette(app, label);
    await app.type('https://sandbox.test');
    await app.press('prompt.keep');
    await app.type(await handedOver(app));
    await app.press('prompt.keep', 'app.escape');
    expect(stack(app)).toEqual(['sign-in']);
    expect(app.account()).toBeUndefined();
  });

  it('wants a secret that can be one', async () => {
    const app = await openDeck();
    await palette(app, label);
    await app.press('prompt.keep');
    expect(app.text()).toContain('Paste the secret first');
    await app.type('two words');
    await app.press('prompt.keep');
    expect(stack(app)).toEqual(['offers']);
    await app.press('prompt.close');
    expect(app.account()?.loggedOut).toBeUndefined();
  });
});

describe('signing in to an account with two-factor', () => {
  async function checkedKey(required: boolean) {
    const app = await openDeck({ signedIn: false });
    withMethods(app, 'totp');
    if (required) await app.control('account', { tfa_required: true });
    await app.type('https://sandbox.test');
    await app.press('form.next');
    await app.type(app.sandbox.apiKey);
    await app.press('form.press');
    return app;
  }

  it.each([
    ['that is on', false, 'two-factor is on'],
    ['that stands before every call', true, 'two-factor is asked for'],
  ])('%s offers to verify at once', async (_, required, line) => {
    const app = await checkedKey(required);
    expect(app.text()).toContain(line);
    expect(app.text()).toContain('[ Verify and enter ]');
    await app.press('form.press');
    expect(app.world.kept).toHaveLength(1);
    expect(stack(app)).toEqual(['offers', 'tfa']);
    await typeCode(app, totp(app, appSecret));
    expect(stack(app)).toEqual(['offers']);
    expect(verified(app)).toBeDefined();
  });

  it('may be entered without', async () => {
    const app = await checkedKey(false);
    await app.press('form.next');
    expect(app.text()).toContain('[ Enter without ]');
    await app.press('form.press');
    expect(stack(app)).toEqual(['offers']);
    expect(verified(app)).toBeUndefined();
  });
});
