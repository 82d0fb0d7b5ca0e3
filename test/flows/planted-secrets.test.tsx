import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { formsOf, leaksIn } from '../support/planted.ts';
import { inRecords, withPlanted } from '../support/planted-records.ts';
import { review, testImage } from '../support/rent.ts';
import { testWorld } from '../support/test-services.ts';

simulatedTime();

const planted = {
  'a variable of a rent': 'hf_pl4nted"tok+en/1',
  'a registry login': 'pl4nted&registry=33',
  'a key to send along': 'pl4nted-scoped-key-55555',
};

type Heard = {
  titles: string[];
  notes: string[] /** Of the output, what a person typed in sight. */;
  typed: number;
};

/** Everything that a deck leaves anywhere, by place, but the requests themselves and the home of keys. */
function places(app: TestDeck, heard: Heard): Record<string, string> {
  const { world } = app;
  const all = (value: unknown) => JSON.stringify(value) ?? '';
  return {
    'what was drawn': app.terminal.output().slice(heard.typed),
    'the frame': app.text(),
    'the calls': all(world.services.calls?.list()),
    'the log': all(world.logged),
    'the journal': all(world.journal.events()),
    'the route': all(app.place()),
    'the command line': all(world.services.history?.list()),
    'arguments of programs': all([world.ssh, world.tunnels, world.commands]),
    'the clipboard': all(world.copied),
    'addresses opened': all(world.opened),
    'files saved': all([...world.saved]),
    titles: all(heard.titles),
    notifications: all(heard.notes),
  };
}

describe('C033 secrets planted in the deck, with and without errors', () => {
  it('of a rent and a copy stand in no frame, call, log, journal, title, note, clipboard or argument', async () => {
    const app = await openDeck();
    const heard: Heard = { titles: [], notes: [], typed: 0 };
    Object.assign(app.world.services.terminal, {
      title: (text: string) => void heard.titles.push(text),
      notify: (text: string) => void heard.notes.push(text),
    });
    /** Has the service refuse one call, and say back these secrets of it in every form. */
    const echo = (path: string, ...secrets: string[]) => {
      const forms = secrets.flatMap((secret) => Object.values(formsOf(secret)));
      const msg = `No: ${forms.filter((form) => !form.includes(' ')).join(' ')}.`;
      return app.control('faults', {
        ...{ kind: 'status', status: 400, path, times: 1 },
        body: { error: 'bad_request', msg },
      });
    };
    await app.press('offer.rent');
    await app.fill({
      Image: testImage,
      Env: `HF_TOKEN=${planted['a variable of a rent']}`,
      'Login user': 'me',
      'Login token': planted['a registry login'],
      Registry: 'registry.example.com',
    });
    // The value of a variable is seen while the cursor is in its line, and no longer.
    heard.typed = app.terminal.output().length;
    await app.press('form.json', 'pager.close');
    const route = app.place().stack.at(-1);
    const offer = route?.screen === 'rent' ? route.offer.id : 0;
    // The service says back all that it was sent, in every form.
    const [variable, login] = [planted['a variable of a rent'], planted['a registry login']];
    await echo(`/api/v0/asks/${offer}/`, variable, login, app.sandbox.apiKey);
    await review(app);
    await app.press('dialog.yes');
    await app.advance(3000);
    expect(app.prose()).toContain('[…]');
    await review(app);
    await app.press('dialog.yes');
    const id = Number(/rented as (\d+)/.exec(app.text())?.[1]);
    await app.skip(400);
    await app.press('app.copy');
    await app.focus('Connection');
    await app.type(' ');
    const key = planted['a key to send along'];
    await app.fill({ 'From instance': '/workspace/out', 'To cloud': '/runs/7', 'API key': key });
    await echo('/api/v0/commands/rclone/', key, app.sandbox.apiKey);
    await app.press('copy.review');
    await app.past300ms();
    await app.press('dialog.yes');
    await app.advance(3000);
    await app.press('app.escape', 'app.instances', 'instance.ssh');
    await app.press('list.raw', 'pager.close');
    const sent = app.world.calls.seen.map(({ body }) => body ?? '').join('\n');
    expect(sent).toContain('hf_pl4nted');
    expect(sent).toContain('pl4nted&registry=33');
    expect(sent).toContain(key);
    expect(app.world.ssh.map((one) => one.id)).toEqual([id]);
    expect(heard.titles.length).toBeGreaterThan(0);
    await app.press('app.calls', 'call.open');
    await app.press('pager.close');
    const secrets = {
      ...planted,
      'the API key': app.sandbox.apiKey,
      'the key of the instance': app.world.instanceKeys.get(id) ?? '',
    };
    for (const [place, text] of Object.entries(places(app, heard)))
      expect(leaksIn(text, secrets), place).toEqual([]);
  });

  it('of records stand in no frame, call, curl line, saved view, history or JSON', async () => {
    const world = testWorld({ world: 'busy' });
    const { fetch } = world.sandbox;
    const planted = withPlanted((url, init) => fetch(new Request(url, init)));
    world.sandbox.fetch = (request) => {
      const { method } = request;
      return method === 'GET'
        ? planted(request.url, { method, headers: request.headers } as never)
        : fetch(request);
    };
    const app = await openDeck({ in: world, cols: 120, rows: 260 });
    const heard: Heard = { titles: [], notes: [], typed: 0 };
    Object.assign(world.services.terminal, {
      title: (text: string) => void heard.titles.push(text),
      notify: (text: string) => void heard.notes.push(text),
    });
    await app.press('app.instances', 'list.raw');
    expect(app.text()).toContain('"jupyter_token": "••••');
    await app.press('pager.close', 'list.wide', 'instance.copy');
    await app.type('j');
    await app.press('app.calls', 'call.open');
    await app.press('pager.close', 'call.copy', 'app.instances');
    await app.type(':w /tmp/all.json\r');
    await app.type(`:ssh train jupyter_token=${inRecords['the token of a Jupyter']}`);
    heard.typed = app.terminal.output().length;
    await app.type('\r');
    await app.press('app.escape', 'app.offers', 'app.instances');
    const everywhere = () =>
      Object.entries(places(app, heard)).flatMap(([place, text]) =>
        leaksIn(text, inRecords).map((leak) => `${place}: ${leak}`),
      );
    expect(JSON.stringify(world.services.calls?.list())).toContain('"jupyter_token":"[redacted]"');
    expect(world.copied).toHaveLength(2);
    expect([...world.saved.keys()]).toEqual(['/tmp/all.json']);
    expect(everywhere()).toEqual([]);
  });
});
