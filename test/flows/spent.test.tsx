import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { rent } from '../support/rent.ts';

simulatedTime();

const spentIn = (app: TestDeck, name: string): string =>
  / (·|≥?\d+\.\d\d)(?: {2}(?:charged|uptime|age|disk only|last seen))? *$/.exec(
    app.frame().find((line) => line.includes(` ${name} `)) ?? '',
  )?.[1] ?? '';
const dollars = (figure: string) => Number(figure.replace('≥', ''));

/** A machine that has run for some hours, at what it costs the service's ledger says. */
async function ran(charges: 'told' | 'refused' = 'told'): Promise<{ app: TestDeck; id: number }> {
  const app = await openDeck({});
  if (charges === 'refused')
    await app.control('faults', { path: '/api/v0/charges/', kind: 'status', status: 404, times: 1000 });
  const id = await rent(app, { Label: 'train-a' });
  await app.skip(400);
  await app.skip(3 * 3600);
  await app.go('instances');
  await app.press('app.refresh');
  await app.advance(3_000);
  return { app, id };
}

async function stop(app: TestDeck) {
  await app.press('instance.stop');
  await app.past300ms();
  await app.press('dialog.yes');
  await app.advance(30_000);
  expect(app.text()).toMatch(/train-a .* stopped/);
}

async function inLedger(app: TestDeck): Promise<number> {
  const { charges } = (await app.control('ledger', undefined, 'GET')) as { charges: { amount: number }[] };
  return charges.reduce((sum, { amount }) => sum + amount, 0);
}

describe('what a machine has cost', () => {
  it('is one figure on Instances and on Money, the service’s own, and a stop takes nothing of it away', async () => {
    const { app } = await ran();
    const before = spentIn(app, 'train-a');
    expect(dollars(before)).toBeGreaterThan(0.3);
    await stop(app);
    const after = spentIn(app, 'train-a');
    expect(Math.abs(dollars(after) - (await inLedger(app)))).toBeLessThan(0.02);
    expect(dollars(after)).toBeGreaterThanOrEqual(dollars(before));
    expect(app.text()).toContain(`Spent $${after}`);
    await app.press('app.money');
    await app.advance(2_000);
    expect(spentIn(app, 'train-a')).toBe(after);
  });

  it('is at least what it was when it ran, where the service tells no charges', async () => {
    const { app } = await ran('refused');
    const before = spentIn(app, 'train-a');
    await stop(app);
    const after = spentIn(app, 'train-a');
    expect(after).toMatch(/^≥/);
    expect(dollars(after)).toBeGreaterThanOrEqual(dollars(before));
    expect(app.text()).toMatch(/Spent at least \$\d/);
    await app.press('app.money');
    await app.advance(2_000);
    expect(spentIn(app, 'train-a')).toBe(after);
    expect(app.text()).toContain('spent ≥ $');
  });

  it('is not called the least while the service is still asked; then it is, never as nothing, and the sign is told', async () => {
    const { app } = await ran();
    await stop(app);
    await app.skip(24 * 3600);
    await app.control('faults', { path: '/api/v0/charges/', kind: 'hang', times: 10 });
    const again = await openDeck({ in: app.world });
    await again.press('app.money');
    expect(again.text()).not.toContain('≥');
    expect(again.text()).toContain('spent not known yet');
    await app.control('faults', undefined, 'DELETE');
    await app.control('faults', { path: '/api/v0/charges/', kind: 'status', status: 404, times: 1000 });
    await again.advance(60_000);
    expect(again.text()).toMatch(/spent ≥ \$0\.\d\d(.|\n)*≥ at least/);
    await again.press('app.instances');
    expect(again.text()).toContain('Spent: ≥ at least');
    // It was never seen running here: the disk of these hours is all that is known.
    expect(spentIn(again, 'train-a')).toMatch(/^≥0\.(0[1-9]|[1-9]\d)$/);
    expect(again.text()).not.toContain('Spent at least $0.00');
  });
});

describe('a machine that was stopped and started again at once', () => {
  it('has cost at least what its last start tells, where the service tells no charges', async () => {
    const app = await openDeck({});
    await app.control('faults', { path: '/api/v0/charges/', kind: 'status', status: 404, times: 1000 });
    await rent(app, { Label: 'train-a' });
    await app.skip(400);
    await app.go('instances');
    await app.press('app.refresh');
    await app.advance(60_000);
    await stop(app);
    await app.press('instance.start');
    await app.past300ms();
    await app.press('dialog.yes');
    await app.advance(60_000);
    await app.skip(10 * 60);
    await app.press('app.refresh');
    await app.advance(3_000);
    expect(app.text()).toMatch(/train-a .* running/);
    expect(app.text()).toMatch(/Spent at least \$\d/);
  });
});

describe('the sum of what was spent', () => {
  const sum = (app: TestDeck): number =>
    Number(/spent (?:≥ )?\$(\d+\.\d\d)/.exec(app.text())?.[1] ?? Number.NaN);
  const lookAgain = async (app: TestDeck) => {
    await app.press('app.money', 'app.refresh');
    await app.advance(3_000);
  };
  async function destroy(app: TestDeck) {
    await app.go('instances');
    await app.press('instance.destroy');
    await app.past300ms();
    await app.type('train-a\r');
    await app.advance(30_000);
    expect(app.text()).toMatch(/No instances/);
  }

  it.each(['told', 'refused'] as const)('does not fall by a destroy, with charges %s', async (charges) => {
    const { app } = await ran(charges);
    await lookAgain(app);
    const before = sum(app);
    expect(before).toBeGreaterThan(0.3);
    await destroy(app);
    await lookAgain(app);
    expect(sum(app)).toBeGreaterThanOrEqual(before);
    expect(app.text()).toContain('by 1 gone');
  });

  it('falls when the service takes back a charge, and that is said', async () => {
    const { app, id } = await ran();
    await lookAgain(app);
    const now = app.now() / 1000;
    const results = [
      { source: `instance-${id}`, type: 'instance', start: now - 3600, end: now, amount: 0.11 },
    ];
    const body = { count: 1, total: 1, next_token: null, results };
    await app.control('faults', { path: '/api/v0/charges/', kind: 'status', status: 200, body, times: 50 });
    await app.press('app.refresh');
    await app.advance(3_000);
    expect(sum(app)).toBeLessThan(0.2);
    expect(app.prose()).toMatch(/lowered what train-a was charged: \$0\.\d\d to \$0\.11/);
  });
});
