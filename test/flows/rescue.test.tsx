import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { rent, rentRequests } from '../support/rent.ts';

simulatedTime();

/** Rents the offer under the cursor with this consent; answers the id. */
async function rentWith(app: TestDeck, consent: string): Promise<number> {
  await app.press('offer.rent');
  await app.focus('If no boot');
  for (let turns = 0; turns < 3 && !app.text().includes(`(•) ${consent}`); turns += 1) await app.type(' ');
  await app.press('app.escape');
  return rent(app);
}

describe('a rescue', () => {
  it('goes by itself where that was agreed to', async () => {
    const app = await openDeck();
    const id = await rentWith(app, 'rescue by itself');
    await app.control(`instances/${id}`, { actual_status: 'exited' });
    await app.advance(27_000);
    expect(await rentRequests(app)).toHaveLength(2);
    expect(app.text()).toMatch(/provisioning|loading/);
  });
});
