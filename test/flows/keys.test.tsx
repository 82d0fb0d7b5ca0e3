import { describe, expect, it } from 'vitest';
import { keyBytes, openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { rentRequests, review, testImage } from '../support/rent.ts';
import type { Services } from '../support/test-services.ts';

simulatedTime();

type Save = NonNullable<Services['saveNewFile']>;
const screen = (app: TestDeck) => app.place().screen;
const madeKeys = (app: TestDeck) => app.sandbox.snapshot().keys.filter((key) => !key.revoked);
const sent = async (app: TestDeck, method: string) =>
  (await app.requests()).filter(
    (one) => one.method === method && one.path.startsWith('/api/v0/auth/apikeys/'),
  );

/** A deck at the API keys, opened from Security as a person does. */
async function atKeys(options: Parameters<typeof openDeck>[0] = {}) {
  const app = await openDeck(options);
  await app.press('app.security', 'security.keys');
  return app;
}

/** A deck on which a new key has just been made; `value` is what is shown this once. */
async function withNewKey(options: Parameters<typeof openDeck>[0] & { save?: Save } = {}) {
  const { save, ...rest } = options;
  const app = await atKeys(rest);
  const saved: { path: string; text: string }[] = [];
  app.world.services.saveNewFile =
    save ??
    (async (path, text) => {
      saved.push({ path, text });
      return { ok: true, path: path.replace('~', '/home/me'), warnings: [] };
    });
  await app.press('keys.new');
  await app.fill({ Name: 'ci runner' });
  await app.press('form.submit');
  const made = madeKeys(app).at(-1);
  expect(made?.name).toBe('ci runner');
  return { app, saved, value: made?.value ?? '', id: made?.id ?? 0 };
}
/** The screen without the breaks of its lines: a value may take two. */
const bare = (app: TestDeck) => app.text().replace(/\s+/g, '');

describe('the list of keys', () => {
  it('shows each with what it may call, and which one is in use', async () => {
    const app = await openDeck();
    await app.control('keys', { permissions: { api: { misc: {}, user_read: {} } } });
    await app.press('app.security', 'security.keys');
    expect(app.text()).toContain('2 API keys');
    expect(app.text()).toMatch(/101 {2}\(this key\) sandbox +everything/);
    expect(app.text()).toMatch(/made by the control surface|made by the contr…/);
    expect(app.text()).toContain('misc, user_read');
  });

  it('is reached by the palette from anywhere', async () => {
    const app = await openDeck();
    await app.press('app.palette');
    await app.type('keys: api');
    await app.press('menu.pick');
    expect(screen(app)).toBe('keys');
  });

  it('says calmly that a service has none', async () => {
    const app = await openDeck();
    await app.control('faults', { path: '/api/v0/auth/apikeys/', kind: 'status', status: 404, times: 9 });
    await app.press('app.security', 'security.keys');
    expect(app.prose()).toContain('This service lists no API keys');
    expect(app.prose()).not.toContain('HTTP 404');
  });

  it('opens one: its calls, and its document as it came', async () => {
    const app = await openDeck();
    const inner = { 'api.instance.request_logs': { constraints: { id: { eq: 1227 } } } };
    await app.control('keys', { permissions: { api: { instance_read: inner } } });
    await app.press('app.security', 'security.keys', 'list.down', 'keys.open');
    expect(app.prose()).toContain('instance_read in part: GET instances');
    expect(app.prose()).toContain('May not call misc bundles');
    await app.press('pager.down', 'pager.down', 'pager.down');
    expect(app.prose()).toContain('"eq": 1227');
  });
});

describe('what this key may do', () => {
  it('is told by harmless reads alone, and what cannot be tried is not tried', async () => {
    const app = await atKeys();
    expect(app.text()).toMatch(
      /✓ may +user_read, instance_read, billing_read|✓ may +misc, user_read, instance_read, billing_read/,
    );
    expect(app.prose()).toContain('instance_write, billing_write, user_write: not tried');
    const writes = (await app.requests()).filter(
      ({ method, path }) => method !== 'GET' && !path.includes('bundles'),
    );
    expect(writes).toEqual([]);
  });

  it('C038 tells what a narrow key was refused', async () => {
    const app = await openDeck({ signedIn: false });
    const permissions = { api: { misc: {}, user_read: {}, instance_read: {} } };
    const { key } = (await app.control('keys', { permissions })) as { key: string };
    app.signIn(key);
    app.lead({ go: 'jump', route: { screen: 'keys' } });
    await app.advance(1_000);
    // Its name is a long one, and cuts the mark away on no screen.
    expect(app.text()).toMatch(/102 {2}\(this key\) made by/);
    expect(app.text()).toMatch(/✗ may not +billing_read \(the charges\): refused/);
    expect(app.text()).toMatch(/✓ may +user_read, instance_read/);
    expect(app.text()).toMatch(/✗ not listed +instance_write, billing_write, user_write/);
  });

  it('C038 a rent with a narrow key names what it lacks, is sent once, and everything else goes on', async () => {
    const app = await openDeck({ signedIn: false });
    const permissions = { api: { misc: {}, user_read: {}, instance_read: {} } };
    const { key } = (await app.control('keys', { permissions })) as { key: string };
    app.signIn(key);
    app.lead({ go: 'jump', route: { screen: 'offers' } });
    await app.advance(1_000);
    await app.press('offer.rent');
    await app.fill({ Image: testImage });
    await review(app);
    await app.press('dialog.yes');
    await app.advance(1_000);
    expect(app.prose()).toContain('It most likely lacks the permission instance_write.');
    expect(app.prose()).toContain('Nothing was created and nothing is charged.');
    await app.advance(300_000);
    expect((await rentRequests(app)).map(({ status }) => status)).toEqual([403]);
    await app.press('form.submit');
    expect(app.dialog()).toBe('');
    expect(app.prose()).toContain('This key may not: it most likely lacks the permission instance_write');
    await app.press('app.escape', 'app.escape', 'app.escape');
    for (const [go, title] of [
      ['app.offers', '[1 Offers]'],
      ['app.instances', '[2 Instances]'],
      ['app.security', '[5 Security]'],
    ] as const) {
      await app.press(go);
      expect(app.text()).toContain(title);
      await app.advance(2_000);
      expect(app.frame()[1]).toContain(' ago');
    }
    expect(app.account()?.keyTail).toBe(key.slice(-4));
  });

  it('C038 counts a refused search and a refused label, each with its reason, and greys what needs the same', async () => {
    const app = await openDeck({ signedIn: false, world: { world: 'busy' } });
    const { key } = (await app.control('keys', { permissions: { api: { instance_read: {} } } })) as {
      key: string;
    };
    app.signIn(key);
    app.lead({ go: 'jump', route: { screen: 'keys' } });
    await app.advance(1_000);
    expect(app.text()).toMatch(/\? not known +misc: not asked yet/);
    await app.press('app.offers');
    await app.advance(1_000);
    await app.press('app.instances');
    await app.press('instance.label');
    await app.past300ms();
    await app.type('box-9');
    await app.type('\r');
    await app.advance(1_000);
    expect(app.prose()).toContain('It most likely lacks the permission instance_write.');
    const said = 'This key may not: it most likely lacks the permission instance_write';
    for (const act of ['instance.label', 'instance.execute', 'instance.cloud-copy'] as const) {
      await app.press('app.escape', act);
      expect(app.dialog()).toBe('');
      expect(app.prose()).toContain(said);
    }
    app.lead({ go: 'jump', route: { screen: 'keys' } });
    await app.advance(1_000);
    expect(app.prose()).toMatch(
      /✗ may not misc \(the search for offers\), user_read \([a-z- ]+\), instance_write \(a label\), billing_read \(the charges\): refused/,
    );
    // Whoever asks anew may have given the key more.
    await app.press('app.instances', 'app.refresh', 'instance.label');
    expect(app.dialog()).toContain('empty to remove the label');
  });

  it('C038 an act that comes back 403 names the permission, stays grey, and the rest goes on', async () => {
    const app = await openDeck({ signedIn: false });
    const { key } = (await app.control('keys', { permissions: { api: { misc: {}, user_read: {} } } })) as {
      key: string;
    };
    app.signIn(key);
    app.lead({ go: 'jump', route: { screen: 'keys' } });
    await app.advance(1_000);
    await app.press('keys.new');
    await app.fill({ Name: 'more' });
    await app.press('form.submit');
    expect(app.prose()).toContain('The key may not do this. It most likely lacks the permission user_write.');
    expect(app.text()).toContain('Use a key that has it.');
    expect(screen(app)).toBe('new-key');
    await app.press('app.escape', 'app.escape', 'app.escape');
    expect(screen(app)).toBe('keys');
    await app.press('keys.new');
    expect(app.prose()).toContain('This key may not: it most likely lacks the permission user_write');
    await app.press('app.help');
    expect(app.text()).toContain('lacks the permission user_write');
    expect(await sent(app, 'POST')).toHaveLength(1);
  });
});

describe('a new key', () => {
  it.each([60, 80])('says on %i columns which categories spend money, and by which calls', async (cols) => {
    const app = await openDeck({ cols, rows: 30 });
    await app.press('app.security', 'security.keys', 'keys.new');
    expect(app.text()).toMatch(/misc +\[x\] spends money: worker groups/);
    expect(app.text()).toMatch(/instance_write +\[x\] spends money: rent/);
    expect(app.prose()).toContain('Can spend money (misc, instance_write). Value shown once.');
    await app.focus('misc');
    expect(app.prose()).toContain('misc: spends money by launch_instance, autojobs, workergroups, endptjobs');
    for (const one of ['misc', 'instance_write']) {
      await app.focus(one);
      await app.type(' ');
    }
    expect(app.prose()).not.toContain('an spend money');
  });

  it('is asked for with exactly the body that was shown', async () => {
    const app = await atKeys();
    await app.press('keys.new');
    await app.fill({ Name: 'logs only' });
    await app.focus('user_read');
    await app.type(' ');
    await app.focus('billing_read');
    await app.type(' ');
    expect(app.prose()).toContain(
      '{ "name": "logs only", "permissions": { "api": { "misc": {}, "instance_read": {}, "instance_write": {}, "billing_read": {} } } }',
    );
    await app.press('form.submit');
    expect(madeKeys(app).at(-1)?.permissions).toEqual({
      api: { misc: {}, instance_read: {}, instance_write: {}, billing_read: {} },
    });
  });

  it('wants a name and something that it may call; nothing is sent before', async () => {
    const app = await atKeys();
    await app.press('keys.new', 'form.submit');
    expect(app.prose()).toContain('A key needs a name');
    await app.fill({ Name: 'x' });
    for (const category of ['misc', 'user_read', 'instance_read', 'instance_write']) {
      await app.focus(category);
      await app.type(' ');
    }
    await app.press('form.submit');
    expect(app.prose()).toContain('With none of these it may call nothing');
    expect(await sent(app, 'POST')).toEqual([]);
  });

  it('is narrowed in the editor; a document that is wrong changes nothing', async () => {
    const app = await atKeys();
    await app.press('keys.new');
    app.world.setEdited('{"api": {"instances": {}}}');
    await app.press('new-key.editor');
    expect(app.prose()).toContain('There is no category "instances".');
    const inner = { 'api.instance.request_logs': { constraints: { id: { eq: 7 } } } };
    app.world.setEdited(JSON.stringify({ api: { instance_read: inner, misc: {} } }));
    await app.press('app.escape', 'new-key.editor');
    expect(app.text()).toMatch(/\[ \] see the account/);
    expect(app.text()).toMatch(/instance_read.*narrowed/);
    await app.press('form.press');
    await app.fill({ Name: 'logs of 7' });
    await app.press('form.submit');
    expect(madeKeys(app).at(-1)?.permissions).toEqual({ api: { misc: {}, instance_read: inner } });
  });

  it('that is refused leaves the form as it was', async () => {
    const app = await atKeys();
    const path = '/api/v0/auth/apikeys/';
    await app.control('faults', { method: 'POST', path, kind: 'status', status: 400 });
    await app.press('keys.new');
    await app.fill({ Name: 'ci' });
    await app.press('form.submit');
    expect(app.prose()).toContain('No API key was made.');
    expect(app.text()).toMatch(/Name +ci/);
    // Nothing holds the form back: it can be sent again.
    await app.advance(2_000);
    await app.press('form.submit');
    expect(app.place().screen).toBe('key-value');
  });

  it('C006 whose answer got lost is not made again, and is found in the list', async () => {
    const app = await atKeys();
    const path = '/api/v0/auth/apikeys/';
    await app.control('faults', { method: 'POST', path, kind: 'drop-after' });
    await app.press('keys.new');
    await app.fill({ Name: 'ci' });
    await app.press('form.submit');
    await app.advance(6_000);
    const said = app.said();
    expect(said.at(-2)).toContain('It is not known whether the key was made.');
    expect(said.at(-2)).toContain('Look for it in the list of keys; delete it there, and make another.');
    expect(said.at(-1)).toMatch(
      /^Key \d+ is new in the list, read after that: it was made\. Nobody has its value: D deletes it\.$/,
    );
    expect(app.prose()).not.toContain('It is not known');
    await app.advance(60_000);
    expect(await sent(app, 'POST')).toHaveLength(1);
    expect(madeKeys(app)).toHaveLength(2);
  });

  it('is not made in read-only mode', async () => {
    const app = await atKeys({ readOnly: true });
    await app.press('keys.new');
    expect(screen(app)).toBe('keys');
    expect(app.prose()).toContain('rigdeck is in read-only mode');
  });
});

describe('C053 the value of a new key', () => {
  it('is shown once, and cannot be left by a stray key', async () => {
    const { app, value } = await withNewKey();
    expect(app.prose()).toContain('Shown once. The service will not show it again.');
    expect(bare(app)).toContain(value);
    for (const key of ['q', 'esc', '1', '2', '5', '-']) {
      await app.type(keyBytes(key));
      expect(screen(app)).toBe('key-value');
    }
    expect(app.prose()).toContain('keep a copy, then press enter');
  });

  it('is saved alone into a new file, and may then be left', async () => {
    const { app, value, id, saved } = await withNewKey();
    await app.press('key.save');
    expect(app.text()).toContain(`~/rigdeck-key-${id}.txt`);
    await app.press('key.done');
    expect(saved).toEqual([{ path: `~/rigdeck-key-${id}.txt`, text: `${value}\n` }]);
    expect(app.text()).toContain('[x] f');
    expect(app.prose()).not.toContain('on the same machine');
    await app.press('key.done');
    expect(screen(app)).toBe('keys');
    expect(app.text()).toContain('ci runner');
  });

  it('is copied on the second press, after a warning', async () => {
    const { app, value } = await withNewKey();
    await app.press('key.copy');
    expect(app.world.copied).toEqual([]);
    expect(app.prose()).toContain('A clipboard keeps a history');
    await app.press('key.copy');
    expect(app.world.copied).toEqual([value]);
    expect(app.text()).toContain('[x] y');
  });

  it('is left without a copy only when its loss was agreed to', async () => {
    const { app } = await withNewKey();
    await app.press('key.done');
    expect(app.dialog()).toContain('is lost');
    await app.past300ms();
    await app.press('dialog.cancel');
    expect(screen(app)).toBe('key-value');
    await app.press('key.done');
    await app.past300ms();
    await app.press('dialog.yes');
    expect(screen(app)).toBe('keys');
  });

  it('goes dark after two minutes without a key, and on v; any key, or v, shows it', async () => {
    const { app, value } = await withNewKey();
    await app.press('key.hide');
    expect(bare(app)).not.toContain(value);
    await app.press('key.hide');
    await app.advance(121_000);
    expect(bare(app)).not.toContain(value);
    expect(app.prose()).toContain('Any key shows it again.');
    await app.type('x');
    expect(bare(app)).toContain(value);
    expect(screen(app)).toBe('key-value');
  });

  it('is come back to, whatever led elsewhere, and outlives polls and a tiny window', async () => {
    const { app, value } = await withNewKey();
    app.lead({ go: 'jump', route: { screen: 'offers' } });
    await app.advance(61_000);
    expect(screen(app)).toBe('key-value');
    await app.resize(30, 8);
    await app.resize(80, 24);
    expect(bare(app)).toContain(value);
  });

  it('comes to a person who has gone on meanwhile', async () => {
    const app = await atKeys();
    const path = '/api/v0/auth/apikeys/';
    await app.control('faults', { method: 'POST', path, kind: 'delay', delay_ms: 5_000 });
    await app.press('keys.new');
    await app.fill({ Name: 'slow' });
    await app.press('form.submit');
    const field = () => app.frame().find((line) => line.includes('Name'));
    const sent = field();
    expect(sent).not.toContain('slow▌');
    await app.type('x');
    expect(field()).toBe(sent);
    expect(app.text()).toContain('esc leave');
    expect(app.text()).not.toMatch(/\^s go on|tab next/);
    await app.press('app.escape');
    expect(screen(app)).toBe('keys');
    expect(app.prose()).toContain('The key is being made: its value is shown as soon as it comes');
    await app.press('app.quit');
    expect(app.ended()).toBe(false);
    expect(app.prose()).toContain('Key slow is being made: quit now and its value is lost.');
    app.lead({ go: 'jump', route: { screen: 'offers' } });
    await app.advance(6_000);
    expect(bare(app)).toContain(madeKeys(app).at(-1)?.value);
  });

  it('is lost by quitting only the second time, after that was said', async () => {
    const { app, id } = await withNewKey();
    await app.press('app.quit');
    expect(app.ended()).toBe(false);
    expect(app.prose()).toContain(`Quit now and the value of key ${id} is lost`);
    await app.press('app.quit');
    expect(app.ended()).toBe(true);
  });

  it('is nowhere but on its screen, and gone from there afterwards', async () => {
    const { app, value } = await withNewKey();
    const { world } = app;
    const kept = () => JSON.stringify([app.place(), app.said(), world.journal.events(), world.logged]);
    expect(kept()).not.toContain(value);
    const titles = app.terminal.output().match(/\x1b\]0;[^\x07]*\x07/g) ?? [];
    expect(titles.join('')).not.toContain(value);
    await app.press('key.written', 'key.done');
    await app.advance(30_000);
    expect(bare(app)).not.toContain(value);
    expect(kept()).not.toContain(value);
    expect(app.remembered()).not.toContain(value);
    expect((await app.requests()).map(({ path }) => path).join()).not.toContain(value);
  });
});

describe('deleting a key', () => {
  it('C008 wants its id typed, and only the answer says that it was done', async () => {
    const { app, id } = await withNewKey();
    await app.press('key.written', 'key.done', 'list.bottom', 'keys.delete');
    await app.past300ms();
    expect(app.dialog()).toContain(`Whatever uses it stops working at once, for good.`);
    await app.press('dialog.press');
    expect(await sent(app, 'DELETE')).toEqual([]);
    await app.type(`delete ${id}`);
    await app.press('dialog.press');
    expect(await sent(app, 'DELETE')).toHaveLength(1);
    expect(app.text()).toContain('1 API key');
    expect(screen(app)).toBe('keys');
  });

  it('of the key in use says that rigdeck signs out, and does', async () => {
    const app = await atKeys();
    await app.press('keys.delete');
    await app.past300ms();
    expect(app.dialog()).toContain('It is the key in use: rigdeck signs out.');
    await app.type('delete 101');
    await app.press('dialog.press');
    expect(screen(app)).toBe('sign-in');
    expect(app.text()).toMatch(/The key \.\.\.\w{4} from memory was not accepted/);
  });

  it.each([
    ['drop-after', '1 API key', /Key \d+ \(ci runner\) is deleted: the list has it no more\./],
    ['drop', '2 API keys', /Key \d+ \(ci runner\) is still in the list, 60 s after that: D deletes it\./],
  ])('C006 whose answer got lost (%s) is sent once, and settled by the list', async (kind, count, told) => {
    const { app, id } = await withNewKey();
    await app.press('key.written', 'key.done', 'list.bottom');
    const path = `/api/v0/auth/apikeys/${id}/`;
    await app.control('faults', { method: 'DELETE', path, kind });
    await app.press('keys.delete');
    await app.past300ms();
    await app.type(`delete ${id}`);
    await app.press('dialog.press');
    await app.advance(70_000);
    const said = app.said();
    expect(said.join()).toContain('It is not known whether the key was deleted.');
    expect(said.at(-1)).toMatch(told);
    expect(app.prose()).not.toContain('It is not known');
    expect(await sent(app, 'DELETE')).toHaveLength(1);
    expect(app.text()).toContain(count);
  });
});

describe('a key whose value nobody kept', () => {
  const left = async () => {
    const made = await withNewKey();
    await made.app.press('key.done');
    await made.app.past300ms();
    await made.app.press('dialog.yes');
    return made;
  };

  it('is marked in the list, with what to do, until it is deleted', async () => {
    const { app, id } = await left();
    expect(app.text()).toMatch(new RegExp(`${id} +▲ not kept ci runner`));
    await app.advance(5_000);
    await app.press('list.down');
    expect(app.prose()).toContain(`The value of API key ${id} was not kept: delete it and make another.`);
    await app.press('keys.delete');
    await app.past300ms();
    await app.type(`delete ${id}`);
    await app.type('\r');
    await app.advance(5_000);
    expect(app.text()).not.toContain('not kept');
    expect(app.lastWords()).not.toContain('not kept');
  });

  it('is named by the last words and at the next start, also where the deck died on the value', async () => {
    const { app, id, value } = await withNewKey();
    expect(app.lastWords()).toContain(`API keys whose value was not kept, to be deleted: ${id}`);
    expect(app.lastWords()).not.toContain(value);
    const next = await openDeck({ in: app.world });
    expect(next.prose()).toContain(`The value of API key ${id} was not kept`);
    expect(next.frame()[0]).toContain('5 Security•');
    expect(next.text()).not.toContain(value);
  });

  it('is not what a key is that was saved', async () => {
    const { app, id } = await withNewKey();
    await app.press('key.save');
    await app.type('\r');
    expect(app.lastWords()).not.toContain('not kept');
    await app.press('key.done');
    expect(app.text()).toContain(String(id));
    expect(app.text()).not.toContain('not kept');
  });
});
