import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRentJournal } from '../../src/app/rent-journal.ts';
import type { JournalEvent } from '../../src/engine/journal-events.ts';
import { blockingRent, unsettled } from '../../src/engine/rent/rent-journal-machine.ts';
import { patience, tried } from './budget.ts';
import { hostileValue, mutated } from './hostile.ts';

const base = { base_url: 'https://api.example.com', key_id: 'k1' };
const machine = { offer_id: 7, host_id: 3, machine_id: 4, label: 'a "b" é', gpu: 'RTX 4090' };
const events: JournalEvent[] = [
  { ...base, ...machine, t: 'intent', rent: 'r1', at: 1, body_hash: 'h', known_ids: [1, 2], tag: 'rig-1' },
  { ...base, ...machine, t: 'rented', rent: 'r1', at: 2, id: 11 },
  { ...base, ...machine, t: 'intent', rent: 'r2', at: 3, body_hash: 'h', search: { num_gpus: { eq: 1 } } },
  { ...base, t: 'unclear', rent: 'r2', at: 4 },
  { ...base, t: 'limit', limit: 'l1', at: 5, id: 11, act: 'destroy', until: 6, kept: 'here' },
  { ...base, t: 'limit-tried', limit: 'l1', at: 6 },
  { ...base, t: 'gone', at: 7, id: 11 },
  { ...base, ...machine, t: 'intent', rent: 'r3', at: 8, body_hash: 'h' },
];

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rigdeck-fuzz-'));
  path = join(folder, 'rents.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The journal as this version writes it. */
async function written(): Promise<Buffer> {
  rmSync(path, { force: true });
  const journal = await openRentJournal(path);
  for (const event of events) expect(await journal.append(event)).toEqual({ ok: true });
  return readFileSync(path);
}

/** What counts the lines of a journal that is whole. */
const count = JSON.stringify({ version: 1, lines: events.length });
const read = async (bytes: Uint8Array) => {
  writeFileSync(path, bytes);
  writeFileSync(`${path}.count`, count);
  return openRentJournal(path);
};

/** How many of the events stand whole before a byte. */
const wholeBefore = (bytes: Buffer, at: number): number =>
  Math.max(0, bytes.subarray(0, at).toString('latin1').split('\n').length - 2);

/** A rent whose outcome is not known keeps others from going out, or it is said that this may not be known. */
function keepsFromPaying(journal: Awaited<ReturnType<typeof openRentJournal>>): void {
  if (journal.damage === undefined && journal.problem === undefined)
    expect(blockingRent(journal.events().filter(({ key_id }) => key_id === base.key_id))?.rent).toBe('r2');
}

describe('a journal that something has damaged', () => {
  it(
    'and that breaks off anywhere has all that stands before, and takes more',
    async () => {
      const bytes = await written();
      await tried('journal: broken off', [fc.nat({ max: bytes.length })], async (size) => {
        const journal = await read(bytes.subarray(0, size));
        const whole = wholeBefore(bytes, size);
        expect(journal.events().slice(0, whole)).toEqual(events.slice(0, whole));
        expect(journal.events().length).toBeLessThanOrEqual(whole + 1);
        const isCut = size > 0 && bytes[size - 1] !== 10 && bytes[size] !== 10;
        const lines = Math.max(isCut ? 1 : 0, events.length - journal.events().length);
        const damage = lines > 0 ? { lines, path } : undefined;
        expect([journal.damage, journal.problem]).toEqual([damage, undefined]);
        const last: JournalEvent = { ...base, ...machine, t: 'intent', rent: 'r9', at: 9, body_hash: 'h' };
        expect(await journal.append(last)).toEqual({ ok: true });
        const later = await openRentJournal(path);
        expect(later.events()).toEqual([...journal.events().slice(0, -1), last]);
        expect(later.damage).toEqual(damage);
      });
    },
    patience,
  );

  it(
    'in one bit says so, or has lost nothing',
    async () => {
      const bytes = await written();
      await tried(
        'journal: a bit',
        [fc.nat({ max: bytes.length - 1 }), fc.nat({ max: 7 })],
        async (at, bit) => {
          const flipped = Buffer.from(bytes);
          flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
          const journal = await read(flipped);
          if (journal.problem !== undefined) return;
          const whole = wholeBefore(bytes, at);
          expect(journal.events().slice(0, whole)).toEqual(events.slice(0, whole));
          if (journal.damage === undefined) expect(journal.events()).toEqual(events);
          else expect(journal.events().length).toBeGreaterThanOrEqual(events.length - 1);
          keepsFromPaying(journal);
        },
      );
    },
    patience,
  );

  it(
    'by lines that stand there twice pays nothing twice',
    async () => {
      const lines = (await written()).toString().trimEnd().split('\n');
      await tried(
        'journal: lines twice',
        [fc.array(fc.tuple(fc.nat({ max: lines.length - 1 }), fc.nat({ max: 9 })), { maxLength: 4 })],
        async (again) => {
          let all = lines;
          for (const [nth, by] of again) {
            const from = all.indexOf(lines[nth] as string);
            all = all.toSpliced(Math.min(all.length, from + 1 + by), 0, lines[nth] as string);
          }
          const journal = await read(Buffer.from(`${all.join('\n')}\n`));
          expect(journal.damage).toBeUndefined();
          expect(unsettled(journal.events()).map(({ rent }) => rent)).toEqual(['r2', 'r3']);
        },
      );
    },
    patience,
  );

  it(
    'with anything between its lines keeps them',
    async () => {
      const lines = (await written()).toString().split(/(?<=\n)/);
      const junk = fc.oneof(
        fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
        hostileValue.map((value) => JSON.stringify(value)),
        fc
          .constantFrom(...events)
          .chain(mutated)
          .map((value) => JSON.stringify(value) ?? ''),
      );
      await tried('journal: anything between', [junk, fc.nat({ max: lines.length })], async (text, at) => {
        const journal = await read(Buffer.from(lines.toSpliced(at, 0, `${text}\n`).join(''), 'utf8'));
        if (journal.problem !== undefined) return;
        expect(journal.events()).toEqual(expect.arrayContaining(events));
      });
    },
    patience,
  );

  it(
    'beyond all reading neither throws nor is written over',
    async () => {
      await tried('journal: any bytes', [fc.uint8Array({ maxLength: 300 })], async (bytes) => {
        const journal = await read(bytes);
        const before = readFileSync(path);
        const done = await journal.append({ ...base, t: 'unclear', rent: 'r9', at: 9 });
        expect(readFileSync(path).subarray(0, before.length)).toEqual(before);
        if (done.ok) expect((await openRentJournal(path)).events().at(-1)).toMatchObject({ rent: 'r9' });
      });
    },
    patience,
  );

  it('a bit in what an older rigdeck wrote is told where it leaves no JSON', async () => {
    await written();
    appendFileSync(path, `${JSON.stringify({ ...base, t: 'unclear', rent: 'r3', at: 9 })}\n`);
    expect((await openRentJournal(path)).damage).toBeUndefined();
    appendFileSync(path, `{"t":"unclear","rent":"r3","at":\n{"t":"x"}\n`);
    expect((await openRentJournal(path)).damage).toEqual({ lines: 1, path });
  });
});
