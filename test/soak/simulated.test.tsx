/**
 * Days of use on simulated time, at random from a seed: RIGDECK_SOAK_DAYS sets how many days (30 for the month),
 * RIGDECK_SOAK_SEED which ones. And hours of polling: a week of them for the bench. What is thrown where nothing waits for it fails the run by itself.
 */

import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dice } from '../support/chance.ts';
import { startOfTime } from '../support/deck.tsx';
import { inLedger, inSight, rentsOf } from './accounts.ts';
import { noTally, person } from './person.ts';
import { poll } from './polling.ts';
import { heldBytes, moody, openSoak, twoAccounts } from './simulated-deck.tsx';

const days = Number(process.env.RIGDECK_SOAK_DAYS ?? 1);
const seed = Number(process.env.RIGDECK_SOAK_SEED ?? 1);
const hour = 3_600_000;
/** A month has what a person does in three sittings a day; what runs with every test has less of it. */
const [sittings, actsOfEach, polledMs] = days > 3 ? [3, 6, 0.5 * hour] : [2, 6, 0.4 * hour];

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    now: startOfTime,
  });
});
afterEach(() => vi.useRealTimers());

const realTimers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
const least = (numbers: readonly number[]) => Math.min(...numbers);

it(`${days} days of use: no crash, nothing paid twice, the money adds up, and nothing piles up`, {
  timeout: 120_000 + days * 240_000,
}, async () => {
  const before = realTimers();
  const chance = dice(seed);
  const tally = noTally();
  const accounts = twoAccounts(seed);
  const services = Object.values(accounts).map(moody);
  const open = () => {
    const soak = openSoak(accounts);
    return { soak, user: person(soak, services, { dice: chance, tally }) };
  };
  let { soak, user } = open();
  /** Keys at random may have quit it. */
  const awake = () => {
    if (soak.ended()) ({ soak, user } = open());
    return user;
  };
  const listening: number[] = [];
  const held: number[] = [];
  const asked = { main: 0, work: 0 };
  const opened = Date.now();

  for (let day = 0; day < days; day += 1) {
    for (let sitting = 0; sitting < sittings; sitting += 1) {
      await awake().sit(actsOfEach);
      await soak.pass(chance.between(0.5, 1.5) * polledMs);
      await soak.sleep(chance.between(0.2, 3) * hour);
      tally.sleeps += 1;
      const where = `seed ${seed}, day ${day}, sitting ${sitting}\n${soak.text()}`;
      expect.soft(soak.faults.splice(0), where).toEqual([]);
      if (day > 0 || sitting > 0) continue;
      // What is loaded, learned and listened to once stands now.
      await awake().recover('main');
      listening.push(soak.listening());
    }
    await awake().recover('main');
    const where = `seed ${seed}, day ${day}\n${soak.text()}`;
    for (const name of ['main', 'work'] as const) {
      const { intents, rented } = rentsOf(accounts[name]);
      asked[name] += accounts[name].calls.seen.filter(({ path }) => path.includes('/asks/')).length;
      expect.soft(asked[name], `${name}: a rent was sent more or less than once\n${where}`).toBe(intents);
      if (name === 'main') expect.soft(rented, where).toEqual(inLedger(accounts[name]).map(({ id }) => id));
    }
    const { rows, credit } = inSight(soak.text());
    const ledger = inLedger(accounts.main);
    for (const { id, spent, bound } of rows) {
      const charged = ledger.find((one) => one.id === id)?.charged ?? Number.NaN;
      if (bound !== '≤')
        expect.soft(spent, `${id} is charged ${charged}\n${where}`).toBeLessThan(charged + 0.05);
      if (bound !== '≥')
        expect.soft(spent, `${id} is charged ${charged}\n${where}`).toBeGreaterThan(charged - 0.05);
    }
    const left = 5000 - ledger.reduce((sum, { charged }) => sum + charged, 0);
    expect.soft(Math.abs(credit - left), `the credit is ${left}\n${where}`).toBeLessThan(0.2);
    soak.forget();
    listening.push(soak.listening());
    held.push(heldBytes());
    if (days > 3) console.log(`day ${day}: ${(held.at(-1) ?? 0) / 1e6} MB, ${JSON.stringify(tally)}`);
    await soak.sleep(opened + (day + 1) * 24 * hour - Date.now());
  }

  await soak.close();
  await soak.pass(4000);
  expect.soft(vi.getTimerCount(), 'timers of the deck that are left').toBe(0);
  expect.soft(realTimers()).toBeLessThanOrEqual(before);
  expect.soft(soak.faults).toEqual([]);
  console.log(
    JSON.stringify({
      days,
      seed,
      ...tally,
      bytes: soak.counts.bytes,
      listening,
      mb: held.map((b) => b / 1e6),
    }),
  );
  const quarter = Math.max(1, Math.floor(days / 4));
  const [early, late] = [held.slice(quarter, 2 * quarter), held.slice(-quarter)].map(least);
  if (days >= 8) expect((late ?? 0) - (early ?? 0), `held by day: ${held}`).toBeLessThan(days * 500_000);
  expect(Math.max(...listening) - least(listening), `${listening}`).toBeLessThan(12);
});

const toldWeek = process.env.RIGDECK_TEST_WEEK;
const polledHours = toldWeek === undefined ? 0.7 : 7 * 24;

it(`${polledHours} hours of polling with fifty machines hold nothing of what was read`, {
  timeout: 1_200_000,
}, async () => {
  const { reads, grown } = await poll(polledHours);
  expect(reads).toBeGreaterThan(polledHours * 50);
  // A list of fifty is 100 kB at the least, and it is read each minute.
  expect(grown).toBeLessThan(5_000_000);
  if (toldWeek !== undefined) writeFileSync(toldWeek, JSON.stringify({ reads, grown }));
});
