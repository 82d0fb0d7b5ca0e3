import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { ask, rent } from '../support/rent.ts';

simulatedTime();

const path = '/api/v0/commands/rclone/';
const sent = async (app: TestDeck) =>
  (await app.requests()).filter((request) => request.path === path).map(({ method }) => method);

/** A deck with one running machine, on the screen of a copy, its form filled. */
async function filled(values: Record<string, string> = {}) {
  const app = await openDeck();
  const id = await rent(app, { Label: 'train-a' });
  await app.skip(300);
  await app.press('app.copy');
  await app.focus('Connection');
  await app.type(' ');
  await app.fill({ 'From instance': '/workspace/out', 'To cloud': '/runs/7', ...values });
  return { app, id };
}

async function start(app: TestDeck) {
  await app.press('copy.review');
  expect(app.text()).toContain('Start this copy?');
  await app.past300ms();
  await app.press('dialog.yes');
}

describe('C118 a cloud copy in the deck', () => {
  it('is as old as it is, however far ahead the clock of the service is', async () => {
    const { app } = await filled();
    await app.control('clock', { advance_s: 400 });
    await app.advance(15_000);
    await start(app);
    await app.advance(3_000);
    expect(app.text()).toMatch(/started .*[0-9]s ago/);
    expect(app.text()).not.toMatch(/\dm \d+s ago/);
  });

  it('names a field in its request as the form does', async () => {
    const { app } = await filled({ 'From instance': '' });
    await app.press('form.json');
    expect(app.dialog()).toContain('From instance: ');
    expect(app.dialog()).not.toContain('instance_path:');
  });

  it('chooses the only instance, asks with what goes where, and sends exactly what the request shows', async () => {
    const { app, id } = await filled({ Flags: '--size-only' });
    expect(app.frame().find((line) => line.includes('Instance '))).toContain(`(•) ${id} train-a`);
    await app.press('form.json');
    const shown = app.dialog();
    await app.press('pager.close');
    await app.press('copy.review');
    const review = app.dialog();
    expect(review).toContain(`/workspace/out on ${id} train-a`);
    expect(review).toContain('→ /runs/7 in training-bucket');
    expect(review).toContain(
      'A file of the same name in /runs/7 is overwritten, and cannot be brought back.',
    );
    expect(review).toContain('Flags: --size-only');
    expect(await sent(app)).toEqual([]);
    await app.past300ms();
    await app.press('dialog.yes');
    expect(await sent(app)).toEqual(['POST']);
    const bodies = app.world.calls.seen.filter((call) => call.path === path).map(({ body }) => body ?? '');
    expect(bodies.map((body) => JSON.parse(body) as unknown)).toEqual([
      {
        instance_id: String(id),
        src: '/workspace/out',
        dst: '/runs/7',
        selected: '1',
        transfer: 'Instance To Cloud',
        flags: ['--size-only'],
      },
    ]);
    for (const [key, value] of Object.entries(JSON.parse(bodies[0] ?? '') as Record<string, unknown>))
      expect(shown).toContain(`"${key}": ${typeof value === 'string' ? JSON.stringify(value) : '['}`);
  });

  it('names the paths by the direction and keeps each on its side', async () => {
    const { app } = await filled();
    await app.focus('Direction');
    await app.type(' ');
    const rows = app.frame().filter((line) => /From|To /.test(line));
    expect(rows[0]).toMatch(/From cloud +\/runs\/7/);
    expect(rows[1]).toMatch(/To instance +\/workspace\/out/);
  });

  it('shows msg and link at once, progress half a minute late, and the end, on whatever screen', async () => {
    const { app } = await filled();
    await start(app);
    expect(app.text()).toMatch(/◌ started +train-a → training-bucket/);
    expect(app.text()).toContain('Cloud Copy Operation Started: Instance To Cloud');
    expect(app.text()).toMatch(/https:\/\/\S+\/results\/copy-/);
    expect(app.text()).toContain('tells of it about 30 s late');
    await app.advance(42_000);
    expect(app.text()).toMatch(/◐ copying \d+ %/);
    await app.press('form.previous', 'form.previous');
    await app.press('app.escape');
    await app.press('app.offers');
    await app.advance(130_000);
    expect(app.said()).toContain('Copy of train-a to /runs/7: finished');
    await app.press('app.copy');
    expect(app.text()).toMatch(/✓ finished +train-a → training-bucket/);
    await app.press('copy.link');
    expect(app.world.copied.at(-1) ?? '').toMatch(/results\/copy-/);
  });

  it('begins with the instance of a row', async () => {
    const app = await openDeck({ world: { world: 'busy' } });
    await app.go('instances');
    await app.press('list.down');
    const id = app.cursor('instances');
    await app.press('instance.cloud-copy');
    expect(app.frame()[0]).toContain('Instances › Copy');
    expect(app.frame().find((line) => line.includes('Instance '))).toContain(`(•) ${id}`);
  });

  it('calls a copy off, and says what stays', async () => {
    const { app, id } = await filled();
    await start(app);
    await app.press('copy.cancel');
    expect(app.dialog()).toContain(`${id} train-a /workspace/out to /runs/7`);
    await app.past300ms();
    await app.press('dialog.no');
    expect(await sent(app)).toEqual(['POST']);
    await app.press('copy.cancel');
    await app.past300ms();
    await app.press('dialog.yes');
    expect(await sent(app)).toEqual(['POST', 'DELETE']);
    expect(app.text()).toMatch(/○ called off/);
    expect(app.prose()).toContain('the copy was called off; what is copied already stays');
    await app.press('copy.cancel');
    expect(app.prose()).toContain('Nothing is being copied that is known of');
  });

  it('finds a copy that was begun elsewhere, and can call it off', async () => {
    const { app, id } = await filled();
    await app.world.connect(app.sandbox.apiKey).api.cloudCopy({
      instance_id: String(id),
      src: '/a',
      dst: '/b',
      selected: '2',
      transfer: 'cloud to instance',
    });
    await app.advance(55_000);
    expect(app.text()).toMatch(/◐ copying \d+ % +train-a +begun elsewhere/);
    await app.press('copy.cancel');
    await app.past300ms();
    await app.press('dialog.yes');
    expect(await sent(app)).toEqual(['POST', 'DELETE']);
  });

  it('wants a word before a flag deletes, picked from the flags that are known', async () => {
    const { app } = await filled();
    await app.press('copy.flags');
    for (let i = 0; i < 4; i += 1) await app.press('menu.down');
    await app.press('menu.pick');
    await app.press('copy.review');
    expect(app.dialog()).toContain(
      '--delete-excluded deletes files in /runs/7; they cannot be brought back.',
    );
    await app.past300ms();
    await app.press('dialog.press');
    expect(await sent(app)).toEqual([]);
    await app.type('delete');
    await app.press('dialog.press');
    expect(await sent(app)).toEqual(['POST']);
  });
});

describe('the form of a copy as a place of its own', () => {
  it('is left by the number keys from a choice, and from a field after Esc; what was typed stays', async () => {
    const { app } = await filled();
    await app.focus('Direction');
    await app.press('app.security');
    expect(app.text()).toContain('[5 Security]');
    await app.press('app.copy');
    expect(app.text()).toContain('/workspace/out');
    await app.focus('From instance');
    await app.type('2');
    expect(app.text()).toContain('/workspace/out2');
    await app.press('app.escape', 'app.instances');
    expect(app.text()).toContain('[2 Instances]');
  });

  it('is asked anew from a choice, where no letter is typed', async () => {
    const app = await openDeck();
    await app.press('app.copy');
    await app.advance(30_000);
    const before = (await app.requests()).length;
    await app.press('app.refresh');
    expect((await app.requests()).length).toBeGreaterThan(before);
  });
});

describe('a copy that does not go as it should', () => {
  it('says what is missing where it is missing, and sends nothing', async () => {
    const app = await openDeck();
    await app.press('app.copy');
    await app.press('copy.review');
    expect(app.text()).toContain('the id of an instance is needed');
    expect(app.text()).toContain('a path on the cloud side is needed');
    expect(app.dialog()).toBe('');
    expect(await sent(app)).toEqual([]);
  });

  it.each([
    [
      'an unknown connection',
      {
        status: 400,
        body: { success: false, error: 'bad_request', msg: '"selected" is no cloud connection' },
      },
      'Connection',
      '"selected" is no cloud connection',
    ],
    [
      'a source that is none',
      { status: 400, body: { success: false, error: 'bad_request', msg: '"src" is missing' } },
      'From instance',
      '"src" is missing',
    ],
    [
      'a VM',
      { status: 400, body: { success: false, error: 'invalid_args', msg: 'a VM has no cloud copy' } },
      'Instance',
      'a VM has no cloud copy',
    ],
    [
      'an instance that is gone',
      { status: 404, body: { success: false, error: 'no_such_instance', msg: 'no_such_instance' } },
      'Instance',
      'no_such_instance',
    ],
  ])('leads %s to its field', async (_name, fault, label, words) => {
    const { app } = await filled();
    await app.control('faults', { path, kind: 'status', ...fault });
    await start(app);
    const line = app.frame().findIndex((row) => row.startsWith(`▌ ${label}`));
    expect(line, app.text()).toBeGreaterThan(0);
    expect(
      app
        .frame()
        .slice(line, line + 2)
        .join(' '),
    ).toContain(words);
    expect(app.text()).toContain('What is copied shows here');
    expect(await sent(app)).toEqual(['POST']);
  });

  it('says of a 400 without a reason what to check', async () => {
    const { app } = await filled();
    await app.control('faults', { path, kind: 'status', status: 400, body: { success: false } });
    await start(app);
    expect(app.prose()).toContain(
      'Nothing is copied. Check the connection and both paths, then start it again.',
    );
  });

  it('takes a lost answer for unknown, says how to find out, and learns it from the status', async () => {
    const { app } = await filled();
    await app.control('faults', { path, kind: 'drop-after' });
    await start(app);
    expect(app.text()).toMatch(/⧗ not known +train-a → training-bucket/);
    expect(app.prose()).toContain('look there before you start it again');
    await app.press('app.escape');
    await app.press('copy.review');
    expect(app.dialog()).toContain('It is not known whether an earlier copy of this instance was started');
    await app.past300ms();
    await app.press('dialog.no');
    await app.advance(45_000);
    expect(app.text()).toMatch(/◐ copying \d+ %/);
    expect(await sent(app)).toEqual(['POST']);
  });

  it('takes a lost answer to a call-off for unknown', async () => {
    const { app } = await filled();
    await start(app);
    await app.control('faults', { path, method: 'DELETE', kind: 'status', status: 502 });
    await app.press('copy.cancel');
    await app.past300ms();
    await app.press('dialog.yes');
    expect(app.prose()).toContain('It is not known whether the copy was called off.');
    expect(app.text()).toMatch(/◌ started/);
    expect(await sent(app)).toEqual(['POST', 'DELETE']);
  });

  it('sends nothing in read-only mode', async () => {
    const app = await openDeck({ readOnly: true });
    await app.press('app.copy');
    await app.press('copy.review');
    expect(app.prose()).toContain('rigdeck is in read-only mode');
    expect(await sent(app)).toEqual([]);
  });

  it('lets an id be typed where the service lists no connections', async () => {
    const app = await openDeck({ world: { world: 'busy' } });
    await app.control('faults', {
      path: '/api/v0/users/cloud_integrations/',
      kind: 'status',
      status: 404,
      times: 9,
    });
    await app.go('instances');
    await app.press('instance.cloud-copy');
    await app.fill({ Connection: '2', 'From instance': '/a', 'To cloud': '/b' });
    expect(app.text()).toContain('its id: no list is given here');
    await start(app);
    expect(await sent(app)).toEqual(['POST']);
  });
});

describe('a key that goes along with a copy', () => {
  it('is never shown, and is gone once it was sent', async () => {
    const { app } = await filled();
    const { key } = (await app.control('keys', { permissions: { api: { instance_read: {} } } })) as {
      key: string;
    };
    await app.fill({ 'API key': key });
    expect(app.text()).not.toContain(key.slice(0, 12));
    expect(app.prose()).toContain('goes to the service with the copy; a scoped key can do no more');
    await app.press('form.json');
    expect(app.dialog()).toContain('"api_key": "••••"');
    await app.press('pager.close');
    await start(app);
    expect(await sent(app)).toEqual(['POST']);
    expect(app.terminal.output()).not.toContain(key);
    await app.press('form.next');
    expect(app.text()).toContain('none is sent');
    expect(app.remembered()).not.toContain(key);
  });

  it('is gone when the screen is left', async () => {
    const { app } = await filled({ 'API key': 'a-key-that-is-typed-and-left' });
    await app.press('app.escape');
    await app.press('app.offers');
    await app.press('app.copy');
    expect(app.text()).toContain('none is sent');
  });

  it('may be the one that is refused: nobody is signed out for it', async () => {
    const { app } = await filled({ 'API key': 'not-a-key-of-this-service' });
    await start(app);
    expect(app.prose()).toContain('One of the two keys was not accepted.');
    expect(app.frame()[0]).toContain('4 Copy');
    expect(app.frame().some((line) => line.startsWith('▌ API key'))).toBe(true);
    expect(((await ask(app, 'instances/')) as { instances: unknown[] }).instances).toHaveLength(1);
  });

  it('a refusal is no longer told once the copy was started', async () => {
    const { app } = await filled({ 'API key': 'not-a-key-of-this-service' });
    await start(app);
    expect(app.prose()).toContain('One of the two keys was not accepted.');
    await app.fill({ 'API key': '' });
    await start(app);
    expect(app.prose()).toContain('train-a: the copy was started');
    await app.advance(10_000);
    await app.press('form.next');
    expect(app.prose()).not.toContain('not accepted');
    expect(app.said().some((text) => text.includes('not accepted'))).toBe(true);
  });

  it('is told from the one in use by its end', async () => {
    const { app } = await filled();
    await app.focus('API key');
    await app.type(`xxxxxxxxxxxx${app.sandbox.apiKey.slice(-4)}`);
    expect(app.prose()).toContain('it looks like the key in use: whoever has it can rent and destroy');
  });
});
