import { expect, test } from 'vitest';
import { bodyLimitBytes } from '../../src/client/body.ts';
import { advise, mostOfReply, offersInReply, tooManyAsked } from '../../src/engine/error-advice.ts';
import { createSandbox } from '../../src/sandbox/index.ts';

test('as many offers as are named fit into what is taken of a reply, and not many more', async () => {
  const clock = { now: () => Date.UTC(2026, 10, 27), sleep: async () => {} };
  const sandbox = createSandbox({ clock, seed: 7, offers: 500 });
  const headers = { Authorization: `Bearer ${sandbox.apiKey}` };
  const reply = await sandbox.fetch(
    new Request('http://sandbox.test/api/v0/bundles/', { method: 'POST', headers }),
  );
  const each = (await reply.arrayBuffer()).byteLength / 500;
  expect(each * offersInReply).toBeLessThan(bodyLimitBytes);
  expect(each * offersInReply * 1.25).toBeGreaterThan(bodyLimitBytes);
  expect(mostOfReply).toBe(`${bodyLimitBytes / 1024 / 1024} MiB`);
});

test('what is too much is told of before it is asked for, and what to do where it was too long', () => {
  expect(tooManyAsked(offersInReply)).toBeUndefined();
  expect(tooManyAsked(offersInReply + 1)).toContain('lower the limit');
  const tooLong = advise({ kind: 'shape', endpoint: 'searchOffers', reason: 'too-large' });
  expect(`${tooLong.title} ${tooLong.next}`).toMatch(/64 MiB .*Lower the limit of the search/);
  expect(advise({ kind: 'shape', endpoint: 'listInstances', reason: 'too-large' }).next).not.toContain(
    'limit',
  );
  expect(advise({ kind: 'timeout', endpoint: 'searchOffers' }).next).toContain('A search with a lower limit');
});
