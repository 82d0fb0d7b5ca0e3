import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curlOf } from '../../src/screens/calls/call-shown.ts';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { rent } from '../support/rent.ts';

simulatedTime();

const seen = (app: TestDeck) => app.world.services.calls?.list() ?? [];
const last = (app: TestDeck, endpoint: string) => seen(app).findLast((call) => call.endpoint === endpoint);

describe('ux row 36, the calls', () => {
  it('are listed with the newest first: time, method, path, status, ms', async () => {
    const app = await openDeck();
    await app.press('app.calls');
    expect(app.text()).toContain('Calls');
    expect(app.text()).toMatch(/TIME +METHOD +PATH +STATUS +MS +TRY/);
    expect(app.text()).toMatch(/✓ \d\d:\d\d:\d\d +POST +\/api\/v0\/bundles\/ +200 +\d+ +1/);
    const paths = app.frame().flatMap((line) => /(GET|POST) +(\S+)/.exec(line)?.[2] ?? []);
    const bare = paths.map((path) => path.replace(/\?.*/, ''));
    expect(bare).toEqual([...seen(app)].reverse().map(({ path }) => path));
  });

  it('that failed say with what, and each try is one', async () => {
    const app = await openDeck();
    await app.control('faults', { kind: 'status', status: 503, path: '/api/v0/instances/', times: 2 });
    await app.control('faults', { kind: 'drop', path: '/api/v0/users/current/', times: 1 });
    await app.press('app.refresh');
    await app.advance(10_000);
    await app.press('app.calls');
    expect(app.text()).toMatch(/✗ .*\/api\/v0\/instances\/ +503 +\d+ +1/);
    expect(app.text()).toMatch(/✗ .*\/api\/v0\/users\/current\/ +network +\d+ +1/);
    expect(app.text()).toMatch(/✓ .*\/api\/v0\/instances\/ +200 +\d+ +[23]/);
  });

  it('open with what was sent and what came, long lists cut, and close again on the same row', async () => {
    const app = await openDeck();
    await app.press('app.calls');
    await app.press('list.filter');
    await app.type('bundles');
    await app.press('filter.keep', 'call.open');
    expect(app.text()).toContain('POST /api/v0/bundles/');
    expect(app.text()).toContain('"rentable"');
    expect(JSON.stringify(last(app, 'searchOffers')?.got)).toMatch(/… \d+ more/);
    await app.press('pager.close');
    expect(app.text()).toContain('1 of ');
  });

  it('say that none matches a filter, and not that none was made', async () => {
    const app = await openDeck();
    await app.press('app.calls', 'list.filter');
    await app.type('xyzzy');
    await app.press('filter.keep', 'call.open');
    expect(app.prose()).toContain('No call matches the filter: esc clears it');
    expect(app.prose()).not.toContain('No call has been made');
  });

  it('are copied as a line for a shell that says the same, with a variable for the key', async () => {
    const app = await openDeck();
    await app.press('app.calls', 'list.filter');
    await app.type('bundles');
    await app.press('filter.keep', 'call.copy');
    const line = app.world.copied.at(-1) ?? '';
    expect(line).toContain('$RIGDECK_API_KEY');
    expect(line).not.toContain(app.world.sandbox.apiKey);
    // A curl that says what it was given: the shell takes the line apart as it would the real one.
    const ran = spawnSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${line}`], {
      encoding: 'utf8',
      env: { RIGDECK_API_KEY: 'K' },
    });
    const body = app.world.calls.seen.find(({ path }) => path === '/api/v0/bundles/')?.body;
    expect(ran.stdout.split('\n').slice(0, -1)).toEqual([
      ...['-X', 'POST', '-H', 'Authorization: Bearer K', '-H', 'Content-Type: application/json'],
      ...['--data', body, 'https://sandbox.test/api/v0/bundles/'],
    ]);
  });

  it('say that no shell reaches the embedded sandbox where such a line is copied', async () => {
    const app = await openDeck({ embedded: true });
    await app.press('app.calls', 'call.copy');
    expect(app.prose()).toContain('No shell reaches the sandbox in here: rigdeck sandbox serves one');
    expect(app.world.copied).toHaveLength(1);
  });

  it('hold no secret: not the key, nor what was sent or came with a rent', async () => {
    const app = await openDeck();
    await rent(app);
    const made = last(app, 'createInstance');
    expect(made?.got).toMatchObject({ success: true, instance_api_key: '[redacted]' });
    const all = JSON.stringify(seen(app));
    const [instanceKey] = app.world.instanceKeys.values();
    expect(instanceKey).toMatch(/.{12,}/);
    for (const secret of [app.world.sandbox.apiKey, instanceKey]) expect(all).not.toContain(secret);
  });

  it('hold no code, secret or backup code of two-factor, and no value of a new key', async () => {
    const app = await openDeck();
    const { api } = app.world.connect(app.world.sandbox.apiKey);
    const call = async (work: Promise<unknown>) => {
      let answer: unknown;
      const ended = work.then(
        (got) => (answer = got),
        (error: unknown) => (answer = error),
      );
      await app.advance(3000);
      await ended;
      return answer as Record<string, unknown>;
    };
    const { secret } = await call(api.tfaSendEmail({}));
    const [message] = app.world.sandbox.control.outbox().messages;
    await call(api.tfaAuthorizeConfirm({ secret: String(secret), code: message?.code ?? '' }));
    const setup = await call(api.tfaTotpSetup());
    const made = await call(api.createApiKey({ name: 'ci', permissions: { api: { misc: {} } } }));
    expect(made.key).toMatch(/.{12,}/);
    const all = JSON.stringify(seen(app));
    for (const hidden of [secret, message?.code, setup.secret, made.key]) {
      expect(String(hidden).length).toBeGreaterThan(5);
      expect(all).not.toContain(String(hidden));
    }
  });
});

describe('a call as a line for a shell', () => {
  it('is none where a control character would act on the terminal', () => {
    expect(curlOf({ method: 'GET', path: '/a\u001b[2J', query: '' }, 'https://x.test')).toBeUndefined();
  });
});
