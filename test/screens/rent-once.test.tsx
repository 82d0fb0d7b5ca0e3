import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { machines, rentRequests, review, testImage } from '../support/rent.ts';

simulatedTime();

const cursorOffer = (app: TestDeck) => Number(/offer (\d+)/.exec(app.text())?.[1]);
/** The price of the form's offer is set to this, in $/h. */
const reprice = (app: TestDeck, offer: number, dph_base: number) =>
  app.control(`offers/${offer}`, { dph_base });
const putFault = (app: TestDeck, fault: Record<string, unknown>) =>
  app.control('faults', { method: 'PUT', path: '/api/v0/asks/*', ...fault });

/** The form of the first offer, ready to be reviewed. */
async function filledForm(values: Record<string, string> = {}, options: Parameters<typeof openDeck>[0] = {}) {
  const app = await openDeck(options);
  const offer = cursorOffer(app);
  await app.press('offer.rent');
  await app.fill({ Image: testImage, ...values });
  return { app, offer };
}

describe('the price before a rent', () => {
  it('is read again when it is old, and a move is said', async () => {
    const { app, offer } = await filledForm();
    await app.advance(31_000);
    await reprice(app, offer, 0.5);
    await review(app);
    expect(app.text()).toMatch(/The price moved: \$0\.\d{3}\/h → \$0\.50\d\/h/);
    expect(await rentRequests(app)).toEqual([]);
  });

  it('is asked about again when it has aged and moved under an open question', async () => {
    const { app, offer } = await filledForm();
    await review(app);
    await app.advance(60_000);
    await reprice(app, offer, 0.5);
    await app.press('dialog.yes');
    expect(app.text()).toMatch(/The price moved: .* → \$0\.50\d\/h/);
    expect(await rentRequests(app)).toEqual([]);
    await app.past300ms();
    await app.press('dialog.yes');
    expect(app.text()).toMatch(/rented as \d+/);
    expect(await rentRequests(app)).toHaveLength(1);
  });

  it('C012 ends at the list when the offer went meanwhile, and nothing is sent', async () => {
    const { app, offer } = await filledForm();
    await app.advance(31_000);
    await app.control(`offers/${offer}`, { rentable: false });
    await app.press('form.submit');
    expect(app.text()).toContain(`Offer ${offer} was taken by somebody else, nothing was created`);
    expect(app.text()).toContain('[1 Offers]');
    expect(cursorOffer(app)).not.toBe(offer);
    // It is not offered again in this run, though the service lists it.
    await app.control(`offers/${offer}`, { rentable: true });
    await app.press('app.escape', 'app.refresh');
    await app.advance(2_000);
    await app.press('list.top');
    expect(cursorOffer(app)).toBe(offer);
    await app.press('offer.rent');
    expect(app.said().at(-1)).toContain('Taken by somebody else');
    expect(await rentRequests(app)).toEqual([]);
  });

  it('opens no question when it cannot be read', async () => {
    const { app } = await filledForm();
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
    expect(app.text()).toContain('The price could not be read again');
    expect(app.text()).not.toContain('Rent this machine?');
  });

  it('wants a word typed when it is above five dollars an hour', async () => {
    const { app, offer } = await filledForm();
    await app.advance(31_000);
    await reprice(app, offer, 6);
    await review(app);
    await app.type('y\r');
    expect(await rentRequests(app)).toEqual([]);
    await app.press('dialog.cancel');
    await review(app);
    await app.type('rent');
    await app.press('dialog.press');
    expect(app.text()).toMatch(/rented as \d+/);
  });

  it('wants a word typed when the credit would last less than two hours', async () => {
    const app = await openDeck();
    await app.control('account', { credit: 0.1 });
    await app.press('app.refresh', 'offer.rent');
    await app.fill({ Image: testImage });
    await review(app);
    expect(app.prose()).toContain('Type rent to confirm');
  });
});

describe('a rent is sent once', () => {
  it('C010 and not a second time from a form that was left and opened again', async () => {
    const { app } = await filledForm();
    await putFault(app, { kind: 'delay', delay_ms: 5_000 });
    await review(app);
    await app.press('dialog.yes');
    expect(app.text()).toContain('renting … the answer is on its way');
    await app.press('app.escape', 'app.instances');
    expect(app.text()).toContain('[2 Instances]');
    await app.press('app.offers', 'offer.rent');
    expect(app.text()).toContain('Rent offer');
    await app.press('form.submit');
    await app.past300ms();
    await app.type('y');
    await app.advance(6_000);
    expect(await rentRequests(app)).toHaveLength(1);
    expect(app.world.watches.list()).toHaveLength(1);
  });

  it.each([
    ['the connection broke', { kind: 'drop-after' }],
    ['the service had a fault', { kind: 'status', status: 503 }],
    ['the answer could not be read', { kind: 'garbage' }],
  ])('and never again by itself when %s: it says that nobody knows', async (_name, fault) => {
    const { app } = await filledForm();
    await putFault(app, fault);
    await review(app);
    await app.press('dialog.yes');
    expect(app.prose()).toContain('Outcome unknown. The request went out and no clear answer came back.');
    expect(app.text()).toContain('[2 Instances]');
    expect(app.world.watches.list()).toEqual([]);
    await app.advance(70_000);
    expect(app.text()).not.toMatch(/outcome unknown/i);
    expect(app.world.watches.list()).toHaveLength((await machines(app)).length);
    expect(await rentRequests(app)).toHaveLength(1);
  });

  it('keeps the id and the restricted key, and shows the instance', async () => {
    const { app } = await filledForm({ Label: 'kept' });
    await review(app);
    await app.press('dialog.yes');
    const id = Number(/rented as (\d+)/.exec(app.text())?.[1]);
    expect(app.world.watches.list()).toMatchObject([{ id, label: 'kept' }]);
    const key = app.world.instanceKeys.get(id) ?? '';
    expect(key.length).toBeGreaterThan(20);
    expect(app.terminal.output()).not.toContain(key);
    expect(app.text()).toContain(`Instances › ${id}`);
  });

  it('takes nobody away who has gone elsewhere meanwhile', async () => {
    const { app } = await filledForm();
    await putFault(app, { kind: 'delay', delay_ms: 3_000 });
    await review(app);
    await app.press('dialog.yes');
    await app.press('app.escape', 'app.offers');
    await app.advance(3_000);
    expect(app.text()).toContain('[1 Offers]');
    expect(app.text()).toMatch(/rented as \d+/);
  });
});

describe('a refusal', () => {
  it('that names a field is shown at the field, until its value is changed', async () => {
    const { app } = await filledForm({ Disk: '20' });
    const body = { success: false, error: 'bad_request', msg: '"disk" is not what it should be' };
    await putFault(app, { kind: 'status', status: 400, body });
    await review(app);
    await app.press('dialog.yes');
    expect(app.text()).toMatch(/▌ Disk/);
    await app.press('app.escape', 'app.escape');
    expect(app.prose()).toContain('"disk" is not what it should be');
    await app.fill({ Disk: '21' });
    expect(app.prose()).not.toContain('"disk" is not what it should be');
  });

  it('of a revoked key leads to sign-in, and the form is still there behind it', async () => {
    const { app } = await filledForm();
    await review(app);
    await app.control('keys/revoke', { key: app.sandbox.apiKey });
    await app.press('dialog.yes');
    // The list was read just before the request, and services bear no second read within a second.
    await app.advance(2_000);
    expect(app.text()).toContain('Sign in');
    expect(app.place().stack.map(({ screen }) => screen)).toEqual(['offers', 'rent', 'sign-in']);
    expect(app.world.watches.list()).toEqual([]);
  });

  it('is known beforehand in read-only mode', async () => {
    const { app } = await filledForm({}, { readOnly: true });
    await app.press('form.submit');
    expect(app.text()).toContain('read-only');
    expect(app.text()).not.toContain('Rent this machine?');
  });
});
