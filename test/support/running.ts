import { expect } from 'vitest';
import type { TestDeck } from './deck.tsx';

/** An instance `train-a` that runs, on its own screen. How it was rented is no matter. */
export async function runningInstance(app: TestDeck): Promise<number> {
  const { api } = app.world.connect(app.sandbox.apiKey);
  const { offers } = await api.searchOffers({ verified: { eq: true }, disk_space: { gte: 50 }, limit: 1 });
  const body = { image: 'ubuntu:22.04', label: 'train-a', disk: 20 };
  const { new_contract: id } = await api.createInstance(offers[0]?.id as number, body);
  await app.control(`instances/${id}`, { actual_status: 'running' });
  await app.advance(30_000);
  app.lead({ go: 'push', route: { screen: 'instance', id } });
  await app.advance(12_000);
  expect(app.text()).toMatch(/(●|\[R\]) running/);
  return id;
}
