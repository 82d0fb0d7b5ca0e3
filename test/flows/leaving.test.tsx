import { describe, expect, it, vi } from 'vitest';
import { goodbye } from '../../src/app/goodbye.ts';
import { cut } from '../../src/base/cells.ts';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { labelled, machines, rent, review, testImage } from '../support/rent.ts';
import { width } from '../support/screen.ts';

simulatedTime();

describe('leaving', () => {
  it('ends on q at the first screen and on Ctrl+C anywhere', async () => {
    const app = await openDeck();
    await app.press('app.back');
    expect(app.ended()).toBe(true);
    const other = await openDeck();
    await other.press('offers.search', 'app.help', 'app.quit');
    expect(other.ended()).toBe(true);
  });

  it('C107 says what is lost while a rent is on its way, and leaves on the second Ctrl+C', async () => {
    const app = await openDeck();
    await app.control('faults', { method: 'PUT', path: '/api/v0/asks/*', kind: 'hang' });
    await app.press('offer.rent');
    await app.fill({ Image: testImage });
    await review(app);
    await app.press('dialog.yes', 'app.quit');
    expect(app.ended()).toBe(false);
    expect(app.prose()).toContain('its outcome is not known');
    await app.press('app.quit');
    expect(app.ended()).toBe(true);
  });

  it.each<[named: string, path: string, act: (app: TestDeck) => Promise<void>]>([
    [
      'label lora-x',
      '/api/v0/instances/*',
      async (app) => {
        await app.press('instance.label');
        await app.type('\x15night');
        await app.press('prompt.keep');
      },
    ],
    [
      'bid for lora-x',
      '/api/v0/instances/bid_price/*',
      async (app) => {
        const [id] = await labelled(app, 'lora-x');
        const { api } = app.world.connect(app.sandbox.apiKey);
        api.changeBid(id ?? 0, 0.5).catch(() => {});
      },
    ],
    [
      'delete endpoint group 701',
      '/api/v0/endptjobs/*',
      async (app) => {
        const { api } = app.world.connect(app.sandbox.apiKey);
        api.deleteEndpointGroup(701).catch(() => {});
      },
    ],
  ])(
    'C107 names at Ctrl+C what is out with no answer, once, and again in its last words: %s',
    async (named, path, act) => {
      const app = await openDeck({ world: { world: 'busy' } });
      await app.press('app.instances');
      for (const method of ['PUT', 'DELETE']) await app.control('faults', { method, path, kind: 'hang' });
      await act(app);
      await app.advance(1_000);
      await app.press('app.quit');
      expect(app.ended()).toBe(false);
      const warned = `Still sending: ${named}. Press again to quit anyway.`;
      expect(app.prose()).toContain(warned);
      expect(app.prose().replace(warned, '').toLowerCase()).not.toContain(`… ${named}`);
      expect(app.lastWords()).toContain(`ent, outcome not known: ${named}`);
      await app.press('app.quit');
      expect(app.ended()).toBe(true);
    },
  );

  it('does not warn any more once the answer is here', async () => {
    const app = await openDeck({ world: { world: 'busy' } });
    await app.press('app.instances');
    await app.control('faults', {
      method: 'PUT',
      path: '/api/v0/instances/*',
      kind: 'delay',
      delay_ms: 2_000,
    });
    await app.press('instance.label');
    await app.type('\x15night');
    await app.press('prompt.keep', 'app.quit');
    expect(app.prose()).toContain('Press again to quit anyway');
    await app.advance(3_000);
    expect(app.prose()).not.toContain('Press again to quit anyway');
    await app.press('app.quit');
    expect(app.ended()).toBe(true);
  });

  it('C005 names what is still charged in its last words', async () => {
    const app = await openDeck();
    const id = await rent(app);
    await app.advance(3_000);
    const words = app.lastWords();
    expect(words).toMatch(/still charged \$0\.\d{3}\/h/);
    expect(words).toContain(`rigdeck instances ${id}`);
    await app.control('faults', { path: '/api/v0/instances/', kind: 'hang', times: 99 });
    const again = await openDeck({ in: app.world });
    expect(again.lastWords()).toContain(`may be charged: ${id}`);
    expect(again.lastWords()).toMatch(/^rigdeck: not known what is rented.*Look with: rigdeck status\n$/s);
    expect(goodbye({ rows: [], watched: [], sandbox: false }, cut)).toContain('nothing costs money');
  });

  it('names in its last words what was held and not sent, and what ends with the deck', async () => {
    const app = await openDeck({ world: { world: 'busy' } });
    await app.go('instances');
    const [id = 0] = await labelled(app, 'lora-x');
    const at = app.now();
    await app.world.journal.append({
      t: 'limit',
      limit: 'l1',
      at,
      id,
      act: 'stop',
      until: at + 9e6,
      kept: 'here',
    });
    await app.press('instance.destroy');
    await app.past300ms();
    await app.type('lora-x');
    await app.press('dialog.press', 'app.quit');
    expect(app.ended()).toBe(false);
    await app.press('app.quit');
    expect(app.ended()).toBe(true);
    const lines = app.lastWords().trimEnd().split('\n');
    expect(lines[0]).toMatch(/^rigdeck: still charged \$\d/);
    expect(lines.join(' ').replace(/ +/g, ' ')).toMatch(
      / Not sent: destroy lora-x\. Won't start, still billed: .*\. Auto-stop off until the next start: lora-x\. Look with/,
    );
    expect(lines.at(-1)).toBe('Look with: rigdeck instances');
  });

  it('tells the dearest machines first, each with its price, and what the others cost together', async () => {
    const app = await openDeck({ world: { world: 'busy' } });
    await app.go('instances');
    const rows = await machines(app);
    const lines = app.lastWords().trimEnd().split('\n');
    for (const line of lines) expect(width(line)).toBeLessThanOrEqual(80);
    expect(lines.length).toBeLessThanOrEqual(7);
    const text = lines.join(' ').replace(/ +/g, ' ');
    expect(text).toMatch(
      /^rigdeck: still charged \$\d\.\d{3}\/h \(soon \$\d\.\d{3}\/h\): probe provisioning \$/,
    );
    const [all, ...each] = [...text.matchAll(/\$(\d\.\d{3})\/h(?! ?\))/g)].map(([, rate]) => Number(rate));
    expect(each.reduce((sum, rate) => sum + rate, 0)).toBeCloseTo(all ?? 0, 2);
    expect(text).toMatch(/, and \d more, \$\d\.\d{3}\/h/);
    // On a wide terminal there is room for all of them.
    const wide = app.lastWords(200);
    for (const { label } of rows) expect(wide).toContain(label);
    expect(wide).not.toContain(' more, $');
  });

  /** A stop of train-a that is confirmed and held, and Ctrl+C within its five seconds. */
  const quitWhileHeld = async () => {
    const app = await openDeck({ world: { world: 'busy' } });
    await app.go('instances');
    await app.press('list.filter');
    await app.type('train-a\r');
    await app.press('instance.stop');
    await app.past300ms();
    await app.press('dialog.yes', 'app.quit');
    expect(app.ended()).toBe(false);
    expect(app.prose()).toContain('Quit now and this is not sent: stop train-a. Press again to quit anyway.');
    return app;
  };

  it('warns at once while something is held, above its countdown and its keys', async () => {
    const app = await quitWhileHeld();
    expect(app.text()).toMatch(/Stop train-a in \ds/);
    expect(app.text()).toContain('u cancel');
  });

  it('takes the warning back as soon as it was sent, and warns of nothing any more', async () => {
    const app = await quitWhileHeld();
    await app.advance(7_000);
    expect(app.prose()).not.toContain('this is not sent');
    expect((await app.requests()).filter(({ method }) => method === 'PUT')).toHaveLength(1);
    await app.press('app.quit');
    expect(app.ended()).toBe(true);
  });

  it('takes the warning back when the act is canceled', async () => {
    const app = await quitWhileHeld();
    await app.press('app.undo');
    expect(app.prose()).not.toContain('this is not sent');
    expect(app.prose()).toContain('Canceled: stop train-a');
  });

  it.each(['by Ctrl+Z', 'from outside'])(
    'sends nothing of what is held while it is stopped %s',
    async (how) => {
      const app = await openDeck({ world: { world: 'busy' } });
      await app.go('instances');
      await app.press('list.filter');
      await app.type('train-a\r');
      await app.press('instance.stop');
      await app.past300ms();
      await app.press('dialog.yes');
      const stops = async () => (await app.requests()).filter(({ method }) => method === 'PUT');
      let goOn = (_note?: string) => {};
      if (how === 'by Ctrl+Z') {
        app.world.services.terminal.suspend = () => new Promise((resolve) => (goOn = resolve));
        await app.press('app.suspend');
        await app.advance(60_000);
      } else {
        // Every timer of a process that was stopped rings at once, and late.
        vi.setSystemTime(Date.now() + 60_000);
        await app.advance(5_000);
      }
      expect(await stops()).toHaveLength(0);
      goOn();
      await app.advance(1_000);
      expect(app.said().at(-1)).toMatch(
        /^Not sent while rigdeck was suspended: stop train-a\. Sending in 5s\. Press u to cancel\.$/,
      );
      expect(app.text()).toMatch(/Stop train-a in \ds/);
      expect(await stops()).toHaveLength(0);
      await app.advance(6_000);
      expect(await stops()).toHaveLength(1);
    },
  );

  it('warns anew when the first warning has gone by itself', async () => {
    const app = await openDeck();
    await app.control('faults', { method: 'PUT', path: '/api/v0/asks/*', kind: 'hang' });
    await app.press('offer.rent');
    await app.fill({ Image: testImage });
    await review(app);
    await app.press('dialog.yes', 'app.quit');
    expect(app.prose()).toContain('its outcome is not known. Press again to quit anyway.');
    await app.advance(9_000);
    expect(app.prose()).not.toContain('Press again to quit anyway');
    await app.press('app.quit');
    expect(app.ended()).toBe(false);
    expect(app.prose()).toContain('Press again to quit anyway.');
  });

  it('says on the first Ctrl+C that a limit ends with the deck', async () => {
    const app = await openDeck({ world: { world: 'busy' } });
    const at = app.now();
    await app.world.journal.append({
      t: 'limit',
      limit: 'l1',
      at,
      id: 9100700,
      act: 'stop',
      budget: 5,
      kept: 'here',
    });
    await app.press('app.quit');
    expect(app.ended()).toBe(false);
    expect(app.prose()).toContain(
      'auto-stop of 9100700 is off until the next start. Press again to quit anyway.',
    );
    await app.press('app.quit');
    expect(app.ended()).toBe(true);
  });

  it.each([
    ['letters', 'a'.repeat(300)],
    ['letters of two cells', '汉'.repeat(300)],
    ['control characters', 'ab\x1b[31m\n'.repeat(90)],
  ])('keeps its last words short whatever the labels are made of: %s', (_what, label) => {
    const rows = Array.from({ length: 60 }, (_, id) => ({ id, actual_status: 'exited', label }));
    const open = { unsettled: 1, unsent: rows.map(() => `destroy ${label}`), limits: [1], rescues: [2] };
    const words = goodbye({ rows, watched: [], sandbox: false, ...open }, cut);
    expect(words).toMatch(/\n$/);
    const lines = words.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(7);
    for (const line of lines) expect(width(line)).toBeLessThanOrEqual(80);
    for (const line of lines) expect(line).not.toMatch(/[\x00-\x1f]/);
    const one = goodbye({ rows: rows.slice(0, 1), watched: [], sandbox: false }, cut)
      .trimEnd()
      .split('\n');
    expect(one.join(' ')).toContain('still charged');
    for (const line of one) expect(width(line)).toBeLessThanOrEqual(80);
    expect(words).toContain('Look with: rigdeck unsettled, rigdeck instances');
  });

  it('lets a warning go with a key once it has stood for a while, and keeps an error', async () => {
    const app = await openDeck();
    app.say('warn', 'a warning');
    await app.advance(1_000);
    await app.type('j');
    expect(app.text()).toContain('a warning');
    await app.advance(5_000);
    expect(app.text()).toContain('a warning');
    await app.type('j');
    await app.advance(1_000);
    expect(app.text()).not.toContain('a warning');
    app.say('error', 'an error');
    await app.advance(9_000);
    await app.type('j');
    expect(app.text()).toContain('an error');
    await app.press('app.escape');
    await app.advance(1_000);
    expect(app.text()).not.toContain('an error');
    await app.press('app.messages');
    expect(app.text()).toContain('a warning');
  });
});
