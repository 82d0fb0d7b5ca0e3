import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { rentRequests, review, testImage } from '../support/rent.ts';

simulatedTime();

const waits = 'renting … the answer is on its way';

async function filledForm(options: Parameters<typeof openDeck>[0] = {}) {
  const app = await openDeck(options);
  await app.press('offer.rent');
  await app.fill({ Image: testImage, Label: 'train-a' });
  return app;
}
/** The creation request takes three seconds to be answered. */
const slowRent = (app: TestDeck) =>
  app.control('faults', { method: 'PUT', path: '/api/v0/asks/*', kind: 'delay', delay_ms: 3_000 });
const slowPrice = (app: TestDeck) =>
  app.control('faults', { method: 'POST', path: '/api/v0/bundles/', kind: 'delay', delay_ms: 3_000 });

describe('while a rent is on its way', () => {
  it.each([
    [80, 24],
    [60, 16],
  ])('says so on the form, under a message of another matter too (%i by %i)', async (cols, rows) => {
    const app = await filledForm({ cols, rows });
    await slowRent(app);
    await review(app);
    await app.press('dialog.yes');
    expect(app.frame().at(-2)).toMatch(/ Rent offer \d+: sent/);
    app.say('warn', 'something else');
    await app.idle();
    expect(app.frame().at(-2)).toContain('something else');
    expect(app.text()).toContain(waits);
    await app.advance(4_000);
    expect(app.text()).toMatch(/rented as \d+/);
    expect(app.text()).not.toContain(waits);
  });

  it('says so on the button', async () => {
    const app = await filledForm();
    await slowRent(app);
    await review(app);
    await app.press('dialog.yes');
    expect(app.prose()).toMatch(/\[ renting … \]\s+the answer is on its way/);
    expect(app.text()).not.toContain('Review and rent');
  });

  it.each(['Label', 'Env', 'Pay', 'Busy host'])(
    'takes no key and no paste on the field %s, and Enter does nothing',
    async (label) => {
      const app = await filledForm();
      await app.focus(label);
      await slowRent(app);
      await review(app);
      const before = app.draft();
      await app.press('dialog.yes');
      for (const keys of [
        'x',
        'abc',
        ' ',
        '?',
        'q',
        '2',
        '\x1b[C',
        '\x7f',
        '\x15',
        '\t',
        '\r',
        '\x13\r',
        '\x0e',
      ])
        await app.type(keys);
      app.terminal.paste('pasted');
      await app.type('');
      expect(app.draft()).toEqual(before);
      expect(app.text()).toContain(waits);
      expect(app.dialog()).toBe('');
      await app.advance(4_000);
      expect(app.text()).toMatch(/rented as \d+/);
      expect(await rentRequests(app)).toHaveLength(1);
    },
  );

  it('lets Esc leave the form at once, and the answer is still seen to', async () => {
    const app = await filledForm();
    await slowRent(app);
    await review(app);
    await app.press('dialog.yes', 'app.escape');
    expect(app.text()).toContain('[1 Offers]');
    await app.advance(4_000);
    expect(app.text()).toMatch(/rented as \d+/);
    expect(app.world.watches.list()).toHaveLength(1);
  });

  it('C107 warns at Ctrl+C that the outcome would not be known', async () => {
    const app = await filledForm();
    await slowRent(app);
    await review(app);
    await app.press('dialog.yes', 'app.quit');
    expect(app.ended()).toBe(false);
    expect(app.prose()).toContain('its outcome is not known');
  });

  it('gives the form back when the rent was refused', async () => {
    const app = await filledForm();
    await app.focus('Label');
    await app.control('faults', {
      method: 'PUT',
      path: '/api/v0/asks/*',
      kind: 'status',
      status: 400,
      body: { success: false, error: 'bad_request', msg: 'disk is too large' },
    });
    await review(app);
    await app.press('dialog.yes');
    await app.idle();
    expect(app.text()).not.toContain(waits);
    await app.focus('Label');
    await app.type('x');
    expect(app.text()).toContain('train-ax');
  });
});

describe('keys that were typed ahead of the review', () => {
  it.each([
    ['in one burst', (app: TestDeck) => app.type('\x13yy')],
    [
      'one by one',
      async (app: TestDeck) => {
        for (const key of ['\x13', 'y', 'y', '\r']) await app.type(key);
        return app;
      },
    ],
  ])('land nowhere while the price is read again (%s)', async (_how, type) => {
    const app = await filledForm();
    await app.focus('Label');
    await app.advance(31_000);
    await slowPrice(app);
    const before = app.draft();
    await type(app);
    expect(app.text()).toContain('reading the price again');
    expect(app.draft()).toEqual(before);
    await app.advance(4_000);
    expect(app.text()).toContain('Rent this machine?');
    expect(app.draft()).toEqual(before);
    expect(await rentRequests(app)).toEqual([]);
  });

  it('land nowhere in the first moment of the dialog', async () => {
    const app = await filledForm();
    await app.focus('Label');
    const before = app.draft();
    await app.type('\x13yy');
    expect(app.text()).toContain('Rent this machine?');
    await app.type('y');
    expect(app.text()).toContain('Rent this machine?');
    expect(app.draft()).toEqual(before);
    expect(await rentRequests(app)).toEqual([]);
    await app.past300ms();
    await app.press('dialog.yes');
    expect(await rentRequests(app)).toHaveLength(1);
  });

  it('are no commands either where no field is being edited', async () => {
    const app = await filledForm();
    await app.press('app.escape');
    await app.advance(31_000);
    await slowPrice(app);
    await app.type('\x132q');
    await app.advance(4_000);
    expect(app.text()).toContain('Rent this machine?');
  });

  it('land nowhere while the price is read again after the yes', async () => {
    const app = await filledForm();
    await app.focus('Label');
    await review(app);
    await app.advance(60_000);
    await slowPrice(app);
    const before = app.draft();
    await app.type('yxx');
    await app.type('xx');
    expect(app.draft()).toEqual(before);
    await app.advance(4_000);
    expect(app.text()).toMatch(/rented as \d+/);
  });

  it('reach the fields again once the price could not be read', async () => {
    const app = await filledForm();
    await app.focus('Label');
    await app.advance(31_000);
    await app.control('faults', {
      method: 'POST',
      path: '/api/v0/bundles/',
      kind: 'status',
      status: 500,
      times: 9,
    });
    await app.press('form.submit');
    await app.advance(20_000);
    await app.type('z');
    expect(app.text()).toContain('train-az');
  });
});

describe('what the review names', () => {
  it('is the image', async () => {
    const app = await filledForm();
    await review(app);
    expect(app.dialog()).toContain(`image ${testImage}`);
  });

  it('is the template and the image that it brings', async () => {
    const app = await openDeck();
    const [template] = (await app.world.connect(app.sandbox.apiKey).api.listTemplates()).rows;
    await app.press('offer.rent', 'form.page');
    await app.fill({ Template: template?.hash_id as string });
    await review(app);
    const tagged = [template?.image, template?.tag].filter(Boolean).join(':');
    expect(app.dialog()).toContain(`image ${tagged} · template ${template?.name} (${template?.hash_id})`);
  });
});

describe('an answer that comes while somebody types', () => {
  it('leaves them on the form, so that no letter is a command of another screen', async () => {
    const app = await filledForm();
    await slowRent(app);
    await review(app);
    await app.press('dialog.yes');
    for (let second = 0; second < 4; second += 1) {
      await app.type('xD');
      await app.advance(1_000);
    }
    expect(app.frame()[0]).toContain('Rent offer');
    await app.press('app.messages');
    expect(app.prose()).toMatch(/rented as \d+/);
    expect((await app.requests()).filter(({ method }) => method === 'DELETE')).toEqual([]);
    expect(await rentRequests(app)).toHaveLength(1);
  });
});
