/** Reads that come by themselves, hour after hour, of an account with fifty machines. */

import { vi } from 'vitest';
import { heldBytes, openSoak, twoAccounts } from './simulated-deck.tsx';

const minute = 60_000;
export const machines = 50;

/** Two accounts, in one of which so many machines run. */
async function fleet() {
  const accounts = twoAccounts(7);
  const { sandbox } = accounts.main;
  const call = async (method: string, path: string, body: unknown) => {
    const headers = { Authorization: `Bearer ${sandbox.apiKey}` };
    const sent = new Request(`https://sandbox.test${path}`, { method, headers, body: JSON.stringify(body) });
    return (await sandbox.fetch(sent)).json();
  };
  sandbox.control.account({ credit: 100_000 });
  const search = { rentable: { eq: true }, limit: machines };
  const { offers } = (await call('POST', '/api/v0/bundles/', search)) as { offers: { id: number }[] };
  for (const { id } of offers)
    await call('PUT', `/api/v0/asks/${id}/`, { image: 'ubuntu:24.04', disk: 8, label: `box-${id}` });
  sandbox.control.clock({ advance_s: 3600 });
  return accounts;
}

/**
 * Polls for so many hours: the list of instances is in sight for the first and the last seventh, and the digest of a
 * tiny terminal between. What lies between two reads passes at once. Answers how often the list was read, and by how
 * many bytes what is held has grown from the end of the first seventh to the end of the last.
 */
export async function poll(hours: number): Promise<{ reads: number; grown: number }> {
  const accounts = await fleet();
  const soak = openSoak(accounts, { cols: 60, rows: 16, still: true });
  let reads = 0;
  const stretch = async (minutes: number) => {
    for (let left = minutes; left > 0; left -= 1) {
      vi.setSystemTime(Date.now() + minute - 1500);
      await soak.pass(1500);
      reads += accounts.main.calls.seen.filter(({ path }) => path === '/api/v0/instances/').length;
      soak.forget();
    }
  };
  await soak.pass(3000);
  await soak.press('app.instances');
  const minutes = Math.round((hours * 60) / 7);
  await stretch(minutes);
  const before = heldBytes();
  await soak.resize(20, 3);
  await stretch(5 * minutes);
  await soak.resize(60, 16);
  await stretch(minutes);
  const grown = heldBytes() - before;
  await soak.close();
  await soak.pass(4000);
  if (soak.faults.length > 0) throw new Error(soak.faults.join('\n'));
  return { reads, grown };
}
