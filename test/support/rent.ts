import { expect } from 'vitest';
import type { Instance } from '../../src/client/wire.ts';
import type { TestDeck } from './deck.tsx';

export const testImage = 'pytorch/pytorch:2.6.0-cuda12.6';

/** Rents the offer under the cursor as a person does; ends on the screen of the instance and answers its id. */
export async function rent(app: TestDeck, values: Record<string, string> = {}): Promise<number> {
  await app.press('offer.rent');
  await app.fill({ Image: testImage, ...values });
  await review(app);
  await app.press('dialog.yes');
  const id = Number(/rented as (\d+)/.exec(app.text())?.[1]);
  expect(id, app.text()).toBeGreaterThan(0);
  return id;
}

/** Opens the review of a form that is filled, and waits until it takes keys. */
export async function review(app: TestDeck): Promise<void> {
  await app.press('form.submit');
  expect(app.text()).toContain('Rent this machine?');
  await app.past300ms();
}

/** The requests that were meant to rent something. */
export async function rentRequests(app: TestDeck) {
  return (await app.requests()).filter(({ method, path }) => method === 'PUT' && path.includes('/asks/'));
}

/** What the service answers, asked past the deck and the pace of its calls. */
export async function ask(app: TestDeck, path: string, init: RequestInit = {}): Promise<unknown> {
  const headers = { Authorization: `Bearer ${app.sandbox.apiKey}` };
  const reply = await app.sandbox.fetch(
    new Request(`https://sandbox.test/api/v0/${path}`, { headers, ...init }),
  );
  return reply.json();
}

/** Somebody else rents on the same account, another offer than this one and without a label; answers the id. */
export async function rentElsewhere(app: TestDeck, notOffer: number, label?: string): Promise<number> {
  const search = { method: 'POST', body: JSON.stringify({ limit: 50, rentable: { eq: true } }) };
  const { offers } = (await ask(app, 'bundles/', search)) as { offers: { id: number }[] };
  const other = offers.find(({ id }) => id !== notOffer)?.id;
  const body = JSON.stringify({ image: 'somebody/else:1', ...(label !== undefined && { label }) });
  const reply = await ask(app, `asks/${other}/`, { method: 'PUT', body });
  return (reply as { new_contract: number }).new_contract;
}

/** Every machine that the service has, as it lists them. */
export async function machines(app: TestDeck): Promise<Instance[]> {
  return ((await ask(app, 'instances/')) as { instances: Instance[] }).instances;
}

/** The ids of the machines with this label. */
export async function labelled(app: TestDeck, label: string): Promise<number[]> {
  return (await machines(app)).filter((row) => row.label === label).map(({ id }) => id);
}

/** Bodies of the searches for offers that have gone out, oldest first. */
export const searchBodies = (app: TestDeck): Record<string, unknown>[] =>
  app.world.calls.seen.flatMap(({ path, body }) =>
    path === '/api/v0/bundles/' && body !== undefined ? [JSON.parse(body)] : [],
  );
