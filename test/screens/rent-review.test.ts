import { describe, expect, it } from 'vitest';
import type { Parts } from '../../src/base/parts.ts';
import type { Offer } from '../../src/client/wire.ts';
import { emptyDraft, type RentDraft } from '../../src/engine/rent/rent-request.ts';
import {
  costLine,
  costLines,
  lacksSshKey,
  machineLine,
  type RentCost,
  type ReviewInput,
  rentCost,
  requestLines,
  reviewBody,
  whyTyped,
} from '../../src/screens/rent/review.ts';
import { partsText, partsWidth } from '../../src/tui/text/parts.ts';

const now = Date.UTC(2026, 10, 27, 12);
const words = { rule: '─', arrow: '→', warn: '▲', sep: '·' };
/** $0.31/h of GPU, and $0.00025/h for a GB of disk. */
const offer: Offer = {
  id: 7,
  gpu_name: 'RTX 4090',
  num_gpus: 1,
  gpu_ram: 24_564,
  dph_base: 0.31,
  storage_cost: 0.18,
  geolocation: 'Sweden, SE',
  reliability2: 0.998,
  duration: 12 * 86_400,
};
const draft = (more: Partial<RentDraft> = {}): RentDraft => ({ ...emptyDraft, image: 'a:1', ...more });
const money = { credit: 10, burnPerHour: 1 };
const text = (lines: readonly Parts[]) => lines.map((line) => partsText(line).trimEnd());

describe('what a rent costs', () => {
  it('adds GPU and disk, 8 GB when none is asked for', () => {
    expect(rentCost(offer, draft())).toMatchObject({ gpu: 0.31, diskGb: 8 });
    expect(rentCost(offer, draft()).total).toBeCloseTo(0.312, 6);
    expect(rentCost(offer, draft({ disk: '40' })).total).toBeCloseTo(0.32, 6);
  });

  it('counts the bid in place of the price', () => {
    expect(rentCost(offer, draft({ pay: 'bid', price: '0.2' })).total).toBeCloseTo(0.202, 6);
    expect(rentCost(offer, draft({ pay: 'bid', price: 'x' })).total).toBeUndefined();
  });

  it('does not know what it cannot know, and says so with a dot', () => {
    expect(rentCost({ id: 7 }, draft())).toEqual({ diskGb: 8 });
    expect(rentCost(offer, draft({ disk: '4o' })).total).toBeUndefined();
    const lines = text(
      costLines({ cost: { diskGb: undefined }, money, warnings: [], now, cells: 25 }, words),
    );
    expect(lines.slice(1, 7)).toEqual([
      'GPU               · $/h',
      'Disk · GB         · $/h',
      '─'.repeat(25),
      'Total             · $/h',
      '                  · $/day',
      'Runway 10h 0m → ·',
    ]);
  });

  it('takes the disk of the template where the form leaves it open', () => {
    expect(rentCost(offer, draft({ template: 'abc' })).total).toBeUndefined();
    expect(rentCost(offer, draft({ template: 'abc' }), 40).diskGb).toBe(40);
    expect(rentCost(offer, draft({ template: 'abc', disk: '20' }), 40).diskGb).toBe(20);
  });

  it('shows the runway before and after', () => {
    expect(partsText(costLine({ cost: { total: 0.312, diskGb: 8 }, money, now }, words)).trim()).toBe(
      '$0.312/h · $7.49/day · runway 10h 0m → 7h 37m',
    );
  });

  it('names the machine by what is known of it', () => {
    expect(machineLine(offer, '·')).toBe('1x RTX 4090 24G · SE · 99.8% reliable · up to 12d');
    expect(machineLine({ id: 7 }, '·')).toBe('offer 7');
  });
});

describe('the question before a rent', () => {
  const cost: RentCost = rentCost(offer, draft());
  const body = (more: Partial<ReviewInput> = {}) =>
    reviewBody(
      {
        offer,
        draft: draft(),
        body: {},
        cost,
        was: undefined,
        age: 4_000,
        money,
        rescue: { consent: 'ask', tries: 2, cap: 0.343 },
        warnings: [],
        now,
        cells: 60,
        rows: 16,
        ...more,
      },
      { ...words, jsonKey: 'f9' },
    );

  it('names machine, price, runway and what ends the charge', () => {
    expect(text(body())).toEqual([
      '1x RTX 4090 24G · SE · 99.8% reliable · up to 12d',
      'offer 7 · price 4s old',
      'image a:1',
      '$0.312/h   $7.49/day   until you stop or destroy it',
      'Runway 10h 0m → 7h 37m',
      'No boot: ask before a rescue · 2 tries · cap 0.343 $/h',
      'Stop halts the compute charge; the disk is charged until you',
      'destroy it.',
    ]);
  });

  it('says how far a price has moved', () => {
    expect(text(body({ was: 0.3 }))).toContain('The price moved: $0.300/h → $0.312/h');
  });

  it('C018 says of a bid that a higher one can stop the machine', () => {
    const bid = draft({ pay: 'bid', price: '0.2' });
    expect(text(body({ draft: bid }))).toContain('It is a bid: a higher bid of somebody else can stop it.');
    expect(text(body()).join(' ')).not.toContain('bid');
  });

  it('says that a price is not known', () => {
    expect(text(body({ cost: { diskGb: 8 } }))).toContain('The service did not say what this costs.');
  });

  it('says of an instance that is made stopped when it begins to cost', () => {
    expect(text(body({ draft: draft({ targetState: 'stopped' }) }))[3]).toMatch(/once you start it$/);
  });

  it('keeps to its room, the price before the warnings, and says that there are more', () => {
    const warnings = Array.from(
      { length: 9 },
      (_, index) => `Warning number ${index} that is long enough to need two lines of it all.`,
    );
    const lines = body({ warnings, cells: 54, rows: 8 });
    expect(lines).toHaveLength(8);
    expect(text(lines)[3]).toContain('$0.312/h');
    expect(text(lines).at(-1)).toContain('f9');
    for (const line of lines) expect(partsWidth(line)).toBeLessThanOrEqual(54);
  });

  it('wants a word typed for what is dear, of unknown price, or leaves less than two hours', () => {
    const rich = { credit: 1000, burnPerHour: 0 };
    expect(whyTyped({ diskGb: 8, total: 5 }, rich, now, 5)).toBeUndefined();
    expect(whyTyped({ diskGb: 8, total: 5.01 }, rich, now, 5)).toBe('it costs more than $5.000/h');
    expect(whyTyped({ diskGb: 8 }, rich, now, 5)).toBe('what it costs is not known');
    expect(whyTyped({ diskGb: 8, total: 1 }, { credit: 4, burnPerHour: 1 }, now, 5)).toBeUndefined();
    expect(whyTyped({ diskGb: 8, total: 1 }, { credit: 3.9, burnPerHour: 1 }, now, 5)).toContain(
      'under 2 hours',
    );
    expect(whyTyped({ diskGb: 8, total: 1 }, { credit: undefined, burnPerHour: 1 }, now, 5)).toBeUndefined();
  });
});

describe('an account without an SSH key', () => {
  it('is only spoken of when it is known to have none', () => {
    expect(lacksSshKey('ssh_direct', { sshKey: '', keys: [] })).toBe(true);
    expect(lacksSshKey('ssh_direct', { sshKey: undefined, keys: [] })).toBe(true);
    expect(lacksSshKey('ssh_direct', { sshKey: undefined, keys: undefined })).toBe(false);
    expect(lacksSshKey('ssh_direct', { sshKey: 'ssh-ed25519 AAAA', keys: [] })).toBe(false);
    expect(lacksSshKey('ssh_direct', { sshKey: undefined, keys: [{}] })).toBe(false);
  });

  it('may rent what needs no key', () => {
    expect(lacksSshKey('args', { sshKey: undefined, keys: [] })).toBe(false);
    expect(lacksSshKey(undefined, { sshKey: undefined, keys: [] })).toBe(false);
  });
});

describe('the request as it is shown', () => {
  it('hides values of variables and the registry login, and shows ports', () => {
    const body = {
      image: 'a:1',
      env: { MODE: 'off', HF_TOKEN: 'sesame', '-p 8080:80': '1' },
      image_login: '-u me -p sesame r.example',
    };
    const shown = requestLines(7, body, '••••').join('\n');
    expect(shown).toContain('PUT /api/v0/asks/7/');
    expect(shown).toContain('"MODE": "••••"');
    expect(shown).toContain('"-p 8080:80": "1"');
    expect(shown).toContain('"image_login": "••••"');
    expect(shown).not.toMatch(/sesame|off/);
  });
});
