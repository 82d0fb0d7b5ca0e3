import { describe, expect, it } from 'vitest';
import { leaksIn } from '../support/planted.ts';
import { inRecords, withPlanted } from '../support/planted-records.ts';
import { jsonRuns } from './json-runs.ts';
import { tfaWorld } from './tfa-world.ts';

/** Whose purpose it is to hand out one of them, and which. */
const handsOut: Record<string, readonly (keyof typeof inRecords)[]> = {
  open: ['the token of a Jupyter'],
};

/** Whose output holds records of the service; what is printed as JSON is masked at one place for all of them. */
const printing = [
  ...['', 'status', 'offers', 'instances', 'rent', 'volumes', 'templates', 'connections', 'open', 'cost'],
  ...['groups', '2fa status', '2fa label', 'keys', 'ssh-keys', 'auth status'],
];
/** Logged are the calls, whoever makes them. */
const logged = ['templates', 'instances', 'groups'];

describe('C033 secrets in the records of the service', () => {
  it.each(printing)('rigdeck %s prints and logs none, as text or as JSON', async (name) => {
    const allowed = handsOut[name] ?? [];
    const others = Object.fromEntries(
      Object.entries(inRecords).filter(([one]) => !allowed.some((two) => two === one)),
    );
    const world = tfaWorld();
    const { argv, options } = (await jsonRuns[name]?.[0]?.(world)) ?? { argv: [] };
    const debug = logged.includes(name) ? { RIGDECK_DEBUG: 'api' } : {};
    const env = { ...world.signedIn, ...options?.env, ...debug };
    const run = (more: readonly string[]) =>
      world.run([...argv, ...more], { ...options, env, transport: withPlanted(world.service) });
    const ran = await run(['--json']);
    expect(ran.exit, ran.out).toBe(0);
    const asText = await run([]);
    expect(leaksIn(ran.out, others), 'JSON').toEqual([]);
    expect(leaksIn(asText.out + asText.err, others), 'text').toEqual([]);
    expect(leaksIn(world.onDisk(), inRecords), 'the log').toEqual([]);
    // Nothing is missed for being nowhere.
    for (const one of allowed) expect(ran.out).toContain(inRecords[one]);
  });
});
