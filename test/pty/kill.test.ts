/**
 * The built program, killed at a random moment of a rent while the service misbehaves, started again, and its screen
 * compared with what the service knows: never a second request, never an instance that the deck does not show.
 * RIGDECK_KILL_RUNS sets how many runs there are, RIGDECK_KILL_SEED which ones.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chance } from '../support/chance.ts';
import { ptyUnavailable } from '../support/pty.ts';
import { describeIf } from '../support/strict.ts';
import { type Deck, onOffers, openDialog, startDeck, tempHome } from './deck.ts';
import { type Service, startService } from './service.ts';

const runs = Number(process.env.RIGDECK_KILL_RUNS ?? 24);
const firstSeed = Number(process.env.RIGDECK_KILL_SEED ?? 1);
/** Each lane has a service of its own: what one run makes must not look like another's. */
const lanes = 3;

const faults = [
  undefined,
  { kind: 'drop' },
  { kind: 'drop-after' },
  { kind: 'hang' },
  { kind: 'delay', delay_ms: 150 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 502 },
  { kind: 'status', status: 503 },
  { kind: 'truncate' },
  { kind: 'garbage' },
] as const;

/** When the process is killed; a number is milliseconds after the yes. */
type Moment = 'before the yes' | 'request seen' | 'answer shown' | number;

type Plan = { seed: number; fault: (typeof faults)[number]; moment: Moment };

function planOf(seed: number): Plan {
  const next = chance(seed);
  const fault = faults[Math.floor(next() * faults.length)];
  const kind = next();
  // Most deaths fall into the quarter of a second in which the intent is written and the request goes out.
  const moment: Moment =
    kind < 0.06
      ? 'before the yes'
      : kind < 0.2
        ? 'request seen'
        : kind < 0.36
          ? 'answer shown'
          : next() * 250;
  return { seed, fault, moment };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function asked(service: Service): Promise<number> {
  const { requests } = await service.control<{ requests: { method: string; path: string }[] }>('GET', '/log');
  return requests.filter(({ method, path }) => method === 'PUT' && path.includes('/asks/')).length;
}

/** With a theme that is named nothing is asked of the terminal first, which would cost each start a fifth of a second. */
const envOf = (service: Service) => ({ ...service.env, RIGDECK_THEME: 'ansi' });

/** A home in which the rent form is filled already. */
function homeWithDraft(service: Service): string {
  const home = tempHome();
  const state = join(home, '.local', 'state', 'rigdeck');
  mkdirSync(state, { recursive: true });
  const drafts = { [new URL(service.url).host]: { image: 'a/b:1' } };
  writeFileSync(join(state, 'drafts.json'), JSON.stringify({ version: 1, drafts }));
  return home;
}

/** A word that stands only when the deck knows how the rent went, or knows that it does not know. */
const answered = /rented as \d+|outcome unknown|is taken|not known whether|nothing was created/i;

async function confirmAndDie(deck: Deck, service: Service, { fault, moment }: Plan): Promise<void> {
  await onOffers(deck);
  deck.press('offer.rent');
  await deck.see('a/b:1');
  deck.press('rent.review');
  await openDialog(deck, 'Rent this machine?');
  if (fault !== undefined)
    await service.control('POST', '/faults', { method: 'PUT', path: '/api/v0/asks/*', ...fault });
  if (moment !== 'before the yes') {
    deck.press('dialog.yes');
    if (typeof moment === 'number') await pause(moment);
    else if (moment === 'request seen' || fault?.kind === 'hang')
      while ((await asked(service)) === 0) await pause(5);
    else await deck.see(answered);
  }
  deck.kill('SIGKILL');
  expect((await deck.exited).signal).toBe(9);
}

/** Ids of the instances that the list shows, and whether a rent without an outcome stands there. */
function shown(lines: readonly string[]): { ids: number[]; unsettled: boolean } {
  const rows = lines.map((line) => /^[^─]{2,5}\s(\d{5,})\s/.exec(line)?.[1]).filter((id) => id !== undefined);
  return { ids: rows.map(Number), unsettled: /outcome unknown/.test(lines.join('\n')) };
}

/** Whether the journal in this home holds a rent without an outcome. */
function hasOpenRent(home: string): boolean {
  const path = join(home, '.local', 'state', 'rigdeck', 'rents.jsonl');
  if (!existsSync(path)) return false;
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'));
  const events = lines.map((line) => JSON.parse(line) as { t?: string; rent?: string });
  const settled = new Set(
    events.filter(({ t }) => t === 'rented' || t === 'not-created').map(({ rent }) => rent),
  );
  return events.some(({ t, rent }) => t === 'intent' && !settled.has(rent));
}

async function run(service: Service, plan: Plan): Promise<void> {
  await service.control('POST', '/reset', { seed: plan.seed });
  const home = homeWithDraft(service);
  await confirmAndDie(startDeck({ home, env: envOf(service) }), service, plan);
  // A call that hangs has not acted and never will: the process that waited for it is gone.
  await service.control('DELETE', '/faults');

  const again = startDeck({ home, env: envOf(service) });
  await again.see((lines) => /^ \$/.test(lines[1] ?? ''));
  again.press('app.instances');
  await again.see('[2 Instances]');
  // What the service has settles the rent by itself; what it has not leaves the question open, in sight.
  await again.see((lines) => / ago/.test(lines[1] ?? ''));
  const made = (await service.ledger()).instances.map(({ id }) => id);
  // A rent that was written down and has no outcome stands in sight, unless the list has just settled it.
  const isOpen = made.length === 0 && hasOpenRent(home);
  const agrees = (lines: readonly string[]) => {
    const { ids, unsettled } = shown(lines);
    return JSON.stringify(ids) === JSON.stringify(made) && unsettled === isOpen;
  };
  await again.see(agrees).catch((error: Error) => {
    throw new Error(`the service has ${JSON.stringify(made)}, the deck shows:\n${error.message}`);
  });
  expect(made.length).toBeLessThanOrEqual(plan.moment === 'before the yes' ? 0 : 1);
  const sent = await asked(service);
  // A death soon after the yes may come before the request; whatever else happens, there is never a second one.
  if (typeof plan.moment === 'number') expect(sent).toBeLessThanOrEqual(1);
  else expect(sent).toBe(plan.moment === 'before the yes' ? 0 : 1);
  again.kill('SIGKILL');
  await again.exited;
}

let services: Service[] = [];
beforeAll(async () => {
  services = await Promise.all(
    Array.from({ length: lanes }, () => startService('--offers', '60', '--speed', '0.01')),
  );
});
afterAll(() => Promise.all(services.map((service) => service.stop())));

describeIf(ptyUnavailable())('a rent survives the death of the program', () => {
  test(`${runs} kills at random moments under random faults`, {
    timeout: 60_000 + runs * 10_000,
  }, async () => {
    let next = firstSeed;
    const wrong: string[] = [];
    await Promise.all(
      services.map(async (service) => {
        while (next < firstSeed + runs) {
          const plan = planOf(next++);
          await run(service, plan).catch((error: Error) => {
            wrong.push(`${JSON.stringify(plan)}: ${error.message}`);
          });
        }
      }),
    );
    expect(wrong.join('\n\n')).toBe('');
  });
});
