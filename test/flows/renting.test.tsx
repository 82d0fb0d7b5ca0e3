import { describe, expect, it, vi } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { ask, machines, rent, rentRequests, review, testImage } from '../support/rent.ts';

simulatedTime();

const cursorOffer = (app: TestDeck) => Number(/offer (\d+)/.exec(app.text())?.[1]);
const record = async (app: TestDeck, id: number) =>
  ((await ask(app, `instances/${id}/`)) as { instances: Record<string, unknown> }).instances;

describe('renting', () => {
  it('reviews before it buys, and No is lit', async () => {
    const app = await openDeck();
    const offer = cursorOffer(app);
    await app.press('offer.rent');
    await app.fill({ Image: testImage });
    await review(app);
    expect(app.prose()).toMatch(/\$\d+\.\d{3}\/h \$\d+\.\d\d\/day until you stop or destroy it/);
    expect(app.text()).toContain(`offer ${offer}`);
    expect(app.text()).toMatch(/Runway no end → \d+d/);
    await app.press('dialog.press');
    expect(await rentRequests(app)).toEqual([]);
    expect(app.text()).toContain('Rent offer');
  });

  it('asks for an image before anything else, and sends nothing', async () => {
    const app = await openDeck();
    await app.press('offer.rent', 'form.submit');
    expect(app.text()).not.toContain('Rent this machine?');
    expect(app.text()).toMatch(/image/i);
    expect(await rentRequests(app)).toEqual([]);
  });

  it('C010 sends one request however often Enter is pressed', async () => {
    const app = await openDeck();
    await app.control('faults', { method: 'PUT', path: '/api/v0/asks/*', kind: 'delay', delay_ms: 2_000 });
    await app.press('offer.rent');
    await app.fill({ Image: testImage });
    await review(app);
    await app.type('y');
    await app.type('\r');
    await app.type('\r');
    expect(app.prose()).toMatch(/creating|being created|on its way/i);
    await app.advance(3_000);
    expect(app.text()).toMatch(/rented as \d+/);
    expect(await rentRequests(app)).toHaveLength(1);
  });

  it.each<[string, (app: TestDeck) => unknown]>([
    ['in one chunk', (app) => app.terminal.type('\r\r')],
    [
      'within 50 ms',
      async (app) => {
        app.terminal.type('\r');
        await vi.advanceTimersByTimeAsync(50);
        app.terminal.type('\r');
      },
    ],
  ])('C010 sends one request and opens no second question when Enter comes twice %s', async (_, twice) => {
    const app = await openDeck();
    await app.control('faults', { method: 'PUT', path: '/api/v0/asks/*', kind: 'delay', delay_ms: 2_000 });
    await app.press('offer.rent');
    await app.fill({ Image: testImage });
    await review(app);
    await app.press('dialog.other');
    expect(app.dialog()).toContain('[ Yes, rent ]');
    await twice(app);
    await app.type('\r');
    expect(app.dialog()).toBe('');
    expect(app.text()).toContain('renting … the answer is on its way');
    await app.advance(3_000);
    expect(app.text()).toMatch(/rented as \d+/);
    expect(await rentRequests(app)).toHaveLength(1);
  });

  it('C012 says that an offer is taken, marks it, and leads to the next one like it', async () => {
    const app = await openDeck();
    const offer = cursorOffer(app);
    // The service goes on listing it and always answers that it is taken.
    const body = { success: false, error: 'no_such_ask', msg: 'the ask is gone', ask_id: offer };
    await app.control('faults', {
      path: `/api/v0/asks/${offer}/`,
      kind: 'status',
      status: 410,
      body,
      times: 9,
    });
    await app.press('offer.rent');
    await app.fill({ Image: testImage });
    await review(app);
    await app.press('dialog.yes');
    expect(app.prose()).toMatch(/taken|no longer/i);
    expect(app.text()).toContain('[1 Offers]');
    const next = cursorOffer(app);
    expect(next).not.toBe(offer);
    // The row that is gone is marked, cannot be rented again, and leads to the next one.
    await app.press('list.top');
    expect(app.frame().find((line) => line.startsWith('▌'))).toMatch(/^▌ ?✕ *1x/);
    await app.press('offer.rent');
    expect(app.text()).toContain('[1 Offers]');
    await app.press('offers.next-best');
    expect(cursorOffer(app)).toBe(next);
    expect(await rentRequests(app)).toHaveLength(1);

    // Services bear a rent every few seconds and no more.
    await app.advance(5_000);
    await rent(app);
    const asked = await rentRequests(app);
    expect(asked).toHaveLength(2);
    expect(asked.filter(({ path }) => path.includes(String(offer)))).toHaveLength(1);
  });

  it('C019 says that nothing was created when the host is busy, and warns before it may make a stopped one', async () => {
    const app = await openDeck();
    await app.control(`offers/${cursorOffer(app)}`, { busy: true });
    await app.press('offer.rent');
    await app.fill({ Image: testImage });
    await review(app);
    await app.press('dialog.yes');
    expect(app.prose()).toMatch(/nothing was (created|rented)/i);
    expect(await machines(app)).toEqual([]);
  });

  it('C019 makes a waiting instance when the person lets it, and says what that costs', async () => {
    const app = await openDeck();
    await app.control(`offers/${cursorOffer(app)}`, { busy: true });
    await app.press('offer.rent');
    await app.fill({ Image: testImage });
    await app.focus('Busy host');
    await app.type(' ');
    await review(app);
    expect(app.dialog()).toMatch(/stopped instance may be made/i);
    await app.press('dialog.yes');
    await app.advance(12_000);
    expect(app.prose()).toMatch(/waiting|stopped/);
    expect(await machines(app)).toHaveLength(1);
  });

  it('merges a template under what the person filled in, as the instance shows', async () => {
    const app = await openDeck();
    const api = app.world.connect(app.sandbox.apiKey).api;
    const template = (await api.listTemplates()).rows.find(({ env }) => env?.includes('-e'));
    expect(template).toBeDefined();
    await app.press('offer.rent', 'form.page');
    await app.fill({ Template: template?.hash_id as string });
    await app.press('form.page');
    await app.fill({ Env: 'ADDED=by hand' });
    await review(app);
    await app.press('dialog.yes');
    const id = Number(/rented as (\d+)/.exec(app.text())?.[1]);
    const made = await record(app, id);
    expect(made.image_uuid).toContain(template?.image as string);
    const env = Object.fromEntries((made.extra_env ?? []) as [string, string][]);
    expect(env.ADDED).toBe('by hand');
    expect(Object.keys(env).length).toBeGreaterThan(1);
  });

  it('C018 sends a bid for interruptible offers alone', async () => {
    const app = await openDeck();
    await app.press('offers.bid');
    expect(app.text()).toMatch(/ bid · /);
    await app.press('offer.rent');
    await app.press('form.json');
    expect(app.text()).toContain('The request so far');
    await app.press('pager.close');
    await app.fill({ Image: testImage });
    await app.press('form.json');
    expect(app.text()).toContain('The request as it is sent');
    expect(app.text()).toMatch(/"price": \d/);
    await app.press('pager.close');
    await app.press('app.escape', 'app.escape');
    await app.press('offers.bid', 'offer.rent');
    await app.press('form.json');
    expect(app.text()).not.toContain('"price"');
  });

  it('keeps what was typed when the person leaves the form and comes back', async () => {
    const app = await openDeck();
    await app.press('offer.rent');
    await app.fill({ Label: 'kept' });
    await app.press('app.escape', 'app.escape');
    expect(app.text()).toContain('[1 Offers]');
    await app.press('offer.rent');
    expect(app.text()).toContain('kept');
  });

  it('C097 takes letters as letters in a field; Esc leaves the field, then the form', async () => {
    const app = await openDeck();
    await app.press('offer.rent');
    await app.focus('Label');
    // In one piece they would be a paste.
    for (const letter of 'squad?/q') await app.type(letter);
    expect(app.text()).toContain('squad?/q');
    await app.press('app.escape');
    expect(app.text()).toContain('Rent offer');
    await app.press('app.escape');
    expect(app.text()).toContain('[1 Offers]');
  });

  it('C098 keeps the lines of a paste where there are lines, makes one of them elsewhere, and submits nothing', async () => {
    const app = await openDeck();
    await app.press('offer.rent');
    await app.fill({ Image: testImage });
    await app.focus('On start');
    app.terminal.paste('one\ntwo\nthree');
    await app.type('');
    await app.press('form.json');
    expect(app.text()).toContain('one\\ntwo\\nthree');
    await app.press('pager.close');
    await app.focus('Label');
    app.terminal.paste('four\nfive\n');
    await app.type('');
    expect(app.text()).toContain('four five');
    await app.focus('Image');
    await app.type('six\rseven\reight\r');
    expect(app.text()).toContain('Rent offer');
    expect(await rentRequests(app)).toEqual([]);
  });

  it('C100 edits as a shell does', async () => {
    const app = await openDeck();
    await app.press('offer.rent');
    await app.fill({ Image: testImage });
    await app.focus('Label');
    const field = () =>
      /Label\s+([^_▌ ]*(?: [^_▌ ]+)*)/.exec(app.frame().find((line) => line.includes('Label')) ?? '')?.[1];
    await app.type('abcdef');
    await app.type('\x1b[D\x1b[D');
    await app.type('\x7f');
    await app.type('\x08');
    await app.type('\x1b[3~');
    await app.type('X');
    await app.press('form.json');
    expect(app.text()).toContain('"label": "abXf"');
    await app.press('pager.close');
    await app.type('\x1b[H');
    await app.type('>');
    await app.type('\x1b[F');
    await app.type('< two');
    await app.type('\x17');
    await app.press('form.json');
    expect(app.text()).toMatch(/"label": ">abXf< ?"/);
    await app.press('pager.close');
    await app.type('\x15');
    expect(field()).not.toContain('abXf');
  });
});
