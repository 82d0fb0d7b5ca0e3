import { describe, expect, it } from 'vitest';
import type { Route } from '../../src/engine/route.ts';
import { openDeck, simulatedTime } from '../support/deck.tsx';
import { testWorld } from '../support/test-services.ts';

simulatedTime();

const url = 'https://sandbox.test';
const wrong = 'wrong111wrong222wrong333wrong444';

/** The sign-in screen with the base URL filled in, on the empty key field. */
async function atKey(options: Parameters<typeof openDeck>[0] = {}) {
  const app = await openDeck({ signedIn: false, ...options });
  await app.type(`${url}/api/v0/`);
  await app.press('form.next');
  return app;
}

describe('signing in', () => {
  it('C036 asks for a key and names the sandbox, and sends nothing first', async () => {
    const app = await openDeck({ signedIn: false });
    expect(app.text()).toContain('API key');
    expect(app.text()).toContain('[ Look around in the sandbox ]');
    expect(app.text()).toContain('not signed in');
    expect(await app.requests()).toEqual([]);
  });

  it('C034 with a wrong key and then the right one, both masked all the time', async () => {
    const app = await atKey();
    const right = app.sandbox.apiKey;
    app.terminal.paste(wrong);
    await app.idle();
    await app.press('form.press');
    expect(app.text()).toContain('not accepted');
    expect(app.text()).toContain('mistyped, revoked, or without user_read');
    expect(app.account()).toBeUndefined();
    expect(app.world.kept).toEqual([]);

    await app.type('\x15');
    app.terminal.paste(right);
    await app.idle();
    expect(app.text()).not.toContain('not accepted');
    await app.press('form.press');
    expect(app.text()).toMatch(/key works\s+renter@example.com · \$100\.00 credit/);
    expect(app.text()).toContain('may read account, instances');
    expect(app.text()).toMatch(/may write instances\s+cannot be tried/);
    expect(app.world.kept).toEqual([]);

    await app.press('form.press');
    expect(app.world.kept).toEqual([{ home: 'memory', apiKey: right }]);
    expect(app.account()).toMatchObject({ baseUrl: url });
    expect(app.text()).toMatch(/Offers/);
    for (const secret of [wrong, right]) expect(app.terminal.output()).not.toContain(secret);
  });

  it('goes on in memory when the place that was picked does not take the key, and says how', async () => {
    const world = testWorld();
    const { signIn } = world.services;
    const { keep } = signIn;
    const tried: string[] = [];
    signIn.homes = async () => [
      { home: 'keychain', label: 'system keyring', note: '', usable: true },
      { home: 'memory', label: 'memory', note: 'gone when you quit', usable: true },
    ];
    signIn.keep = async (session, key, home) => {
      tried.push(home);
      if (home === 'memory') return keep(session, key, home);
      return { ok: false, text: 'Not kept. The system keyring is locked.', instead: 'memory' };
    };
    const app = await atKey({ in: world });
    app.terminal.paste(app.sandbox.apiKey);
    await app.idle();
    await app.press('form.press', 'form.press');
    expect(app.account()).toBeUndefined();
    expect(app.prose()).toMatch(/Not kept\. The system keyring is locked\. Enter .* memory/);
    await app.press('form.press');
    expect(tried).toEqual(['keychain', 'memory']);
    expect(app.account()).toMatchObject({ baseUrl: url });
  });

  it.each([80, 60])('C026 says before a key is kept which source wins over it (%i columns)', async (cols) => {
    const world = testWorld();
    world.services.signIn.overriddenBy = 'RIGDECK_API_KEY (…AAAA) is set and wins over a key stored here.';
    const app = await openDeck({ in: world, signedIn: false, cols });
    expect(app.text()).toContain('RIGDECK_API_KEY (…AAAA) is set and wins over a key');
  });

  it('C026 repeats the source and the last four of a key that is refused later on, and shows them before', async () => {
    const app = await openDeck();
    await app.press('app.security');
    const { keyTail, source } = app.account() ?? { keyTail: '', source: '' };
    expect(keyTail).toBe(app.sandbox.apiKey.slice(-4));
    expect(app.prose()).toContain(`API key ...${keyTail} from ${source}`);
    const refused = { success: false, error: 'auth_error', msg: 'Invalid user key' };
    await app.control('faults', {
      ...{ path: '/api/v0/*', times: 99 },
      ...{ kind: 'status', status: 401, body: refused },
    });
    await app.advance(70_000);
    expect(app.text()).toContain('› Sign in');
    expect(app.prose()).toContain(`The key ...${keyTail} from ${source} was not accepted`);
  });

  it('C107 a key check that hangs is left at once by Ctrl+C', async () => {
    const app = await atKey();
    await app.control('faults', { path: '/api/v0/*', times: 99, kind: 'hang' });
    await app.type(app.sandbox.apiKey);
    await app.press('form.press');
    expect(app.prose()).toContain('asking');
    await app.press('app.quit');
    expect(app.ended()).toBe(true);
  });

  it('C102 answers of the terminal at the start are not in the key and do nothing', async () => {
    const app = await atKey();
    const before = app.text();
    for (const reply of ['\x1b[?64;1;2c', '\x1b[I', '\x1b]11;rgb:0000/0000/0000\x1b\\', '\x1b[?997;1n'])
      await app.type(reply);
    expect(app.text()).toBe(before);
    await app.type(app.sandbox.apiKey);
    await app.press('form.press');
    expect(app.text()).toMatch(/key works/);
  });

  it('keeps the key as it was sent while it is asked about, tells the time, and Esc gives that up', async () => {
    const app = await atKey();
    await app.control('faults', { method: 'GET', path: '/api/v0/users/current/', kind: 'hang' });
    await app.type(wrong);
    await app.press('form.press');
    const field = () => app.frame().find((line) => line.includes('•••'));
    const sent = field();
    await app.type('x\x15');
    app.terminal.paste('another');
    await app.advance(400);
    expect(field()).toBe(sent);
    expect(app.text()).toContain('esc give up');
    expect(app.text()).not.toContain('^s go on');
    await app.advance(11_000);
    expect(app.prose()).toMatch(/asking https:\/\/sandbox.test whose key this is, 1\ds\. Esc gives it up/);
    await app.type('\x1b');
    expect(app.prose()).toContain('The key is no longer asked about. Nothing was kept');
    expect(app.text()).not.toContain('whose key this is');
    await app.type('\x15');
    await app.type(app.sandbox.apiKey);
    await app.press('form.press');
    expect(app.text()).toMatch(/key works\s+renter@example.com/);
    await app.advance(40_000);
    expect(app.text()).toContain('key works');
  });

  it('tries a key with reads alone', async () => {
    const app = await atKey();
    await app.type(app.sandbox.apiKey);
    await app.press('form.press');
    expect((await app.requests()).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/v0/users/current/',
      'GET /api/v0/instances/',
    ]);
  });

  it('asks again when something else stands in the field than what was tried', async () => {
    const app = await atKey();
    await app.type(app.sandbox.apiKey);
    await app.press('form.press');
    expect(app.text()).toContain('[ Enter ]');
    await app.focus('API key');
    await app.type('x');
    expect(app.text()).toContain('[ Check and enter ]');
    expect(app.text()).not.toContain('key works');
  });

  it('says which address gave no answer, and does not call the key bad', async () => {
    const app = await atKey();
    await app.control('faults', { kind: 'drop', path: '/api/v0/users/current/', times: 9 });
    await app.type(app.sandbox.apiKey);
    await app.press('form.press');
    await app.advance(30_000);
    expect(app.text()).toContain(`no answer`);
    expect(app.text()).toContain(`${url}/api/v0/users/current/`);
    expect(app.text()).not.toContain('not accepted');
  });

  it('refuses a base URL that would send the key in the open, and sends nothing', async () => {
    const app = await openDeck({ signedIn: false });
    await app.type('http://api.example.com');
    await app.press('form.next');
    await app.type(app.sandbox.apiKey);
    await app.press('form.submit');
    expect(app.text()).toContain('the key would travel readable');
    // Under the field that it is about, and above the next one.
    const lines = app.frame();
    const at = (words: string) => lines.findIndex((line) => line.includes(words));
    expect(at('the key would travel readable')).toBe(at('Base URL') + 1);
    expect(at('API key')).toBeGreaterThan(at('the key would travel readable'));
    expect(await app.requests()).toEqual([]);
  });

  it('says so when the account asks for two-factor verification', async () => {
    const app = await atKey();
    await app.control('account', { tfa_required: true });
    await app.type(app.sandbox.apiKey);
    await app.press('form.press');
    expect(app.text()).toContain('two-factor is asked for');
  });

  it('keeps the key where the person says', async () => {
    const app = await atKey();
    await app.type(app.sandbox.apiKey);
    await app.focus('Keep it in');
    await app.type('\x1b[D');
    expect(app.text()).toContain('(•) a file only you read');
    await app.press('form.submit', 'form.submit');
    expect(app.world.kept.map(({ home }) => home)).toEqual(['file']);
  });

  it('opens the sandbox without a key', async () => {
    const app = await openDeck({ signedIn: false });
    await app.press('form.previous', 'form.press');
    expect(app.account()).toBeDefined();
    expect(app.text()).toMatch(/Offers/);
    expect(app.world.kept).toEqual([]);
  });

  it('shows why the person is here again', async () => {
    const route: Route = { screen: 'sign-in', reason: 'The key ...9f3c was not accepted.' };
    const app = await openDeck({ signedIn: false, route });
    expect(app.text()).toContain('▲ The key ...9f3c was not accepted.');
  });
});

describe('the key', () => {
  it('is shown on request, for ten seconds', async () => {
    const app = await atKey();
    await app.type(wrong);
    expect(app.text()).toContain('••••g444');
    expect(app.text()).not.toContain(wrong);
    await app.press('form.reveal');
    expect(app.text()).toContain(wrong);
    await app.advance(9_000);
    expect(app.text()).toContain(wrong);
    await app.advance(2_000);
    expect(app.text()).not.toContain(wrong);
  });

  it('is hidden again by leaving the field, and stays so', async () => {
    const app = await atKey();
    await app.type(wrong);
    await app.press('form.reveal', 'form.next');
    expect(app.text()).not.toContain(wrong);
    await app.press('form.previous');
    expect(app.text()).not.toContain(wrong);
    await app.press('form.reveal', 'app.escape');
    expect(app.text()).not.toContain(wrong);
  });

  it('C035 shows by its dots that a paste has arrived', async () => {
    const app = await atKey();
    app.terminal.paste(wrong);
    await app.idle();
    expect(app.text()).toContain(`${'•'.repeat(28)}g444`);
  });
});

describe('the screen', () => {
  it.each([
    [80, 24],
    [60, 16],
    [120, 40],
  ])('has room for fields, homes, result and buttons at %ix%i', async (cols, rows) => {
    const app = await atKey({ cols, rows });
    await app.type(app.sandbox.apiKey);
    await app.press('form.press');
    for (const part of ['Base URL', 'API key', '(•) memory', 'key works', '[ Enter ]', '[ Look around']) {
      expect(app.text()).toContain(part);
    }
    expect(Math.max(...app.frame().map((line) => line.length))).toBeLessThanOrEqual(cols);
  });

  it('leaves the field with Esc, and goes nowhere without a screen before it', async () => {
    const app = await atKey();
    await app.type('abc');
    await app.press('app.escape', 'app.escape');
    expect(app.text()).toContain('Base URL');
    await app.press('app.help');
    expect(app.place().over).toBe('help');
  });
});
