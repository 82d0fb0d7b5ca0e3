import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime } from './support/deck.tsx';

simulatedTime();

/** The lines of the body that tell of a wait, as running text. */
const told = (frame: readonly string[]) =>
  frame
    .slice(2)
    .filter((line) => /asking the service/.test(line))
    .map((line) => line.trim().replace(/^[⠀-⣿]/u, '*'));

async function hanging(still: boolean) {
  const app = await openDeck({ still });
  await app.control('faults', { path: '/api/v0/charges/*', kind: 'hang', times: 10 });
  await app.control('faults', { path: '/api/v0/endptjobs/', kind: 'hang', times: 10 });
  await app.press('app.groups');
  return app;
}

describe('waiting for the service', () => {
  it('says that it waits, from 3 seconds on for how long, from 10 on for what, and how to leave it', async () => {
    const app = await hanging(false);
    await app.advance(1000);
    expect(told(app.frame())).toEqual(['* asking the service']);
    await app.advance(3000);
    expect(told(app.frame())[0]).toMatch(/^\* asking the service, [3-5]s$/);
    await app.advance(8000);
    expect(app.prose()).toContain(
      'Still waiting for the groups. Any other screen can be gone to, which ends nothing and costs nothing; ctrl+c quits, and r gives it up and asks anew.',
    );
  });

  it('shows no spinner where motion is reduced, and moves its clock every 5 seconds', async () => {
    const app = await hanging(true);
    await app.advance(4000);
    const seen = new Set<string | undefined>();
    for (let second = 0; second < 10; second += 1) {
      seen.add(told(app.frame())[0]);
      await app.advance(1000);
    }
    expect([...seen].every((line) => /^… asking the service, \d+s$/.test(line ?? ''))).toBe(true);
    expect(seen.size).toBeLessThanOrEqual(3);
  });
});

it('moves the clocks of a screen at most every 5 seconds where motion is reduced', async () => {
  const changes = async (still: boolean) => {
    const app = await openDeck({ still, world: { world: 'busy' } });
    const booting = ['list.down', 'list.down', 'list.down', 'list.down'] as const;
    await app.press('app.instances', ...booting, 'instance.open');
    const clocks = new Set<string>();
    for (let second = 0; second < 10; second += 1) {
      clocks.add(app.text());
      await app.advance(1000);
    }
    return clocks.size;
  };
  expect(await changes(false)).toBeGreaterThan(4);
  expect(await changes(true)).toBeLessThanOrEqual(4);
});
