import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseBody, readJson } from '../../src/client/body.ts';

const limit = 64 * 1024 * 1024;
const body = (text: string) => new Response(text);

/** Texts and lists in which a cut would look right and be wrong. */
const value = fc.oneof(
  fc.constantFrom('},{', '"},{"', '\\"},{"', '}]}', '[{', 'ü日👩‍👩‍👧', '\x1b[31m', 'plain'),
  fc.integer(),
  fc.constantFrom(null, true, { a: [{ b: 1 }, { b: 2 }, { b: '},{' }] }, [{}, {}], [[{ x: 1 }], [{ x: 2 }]]),
);
const row = fc.dictionary(
  fc.constantFrom('id', 'gpu_name', 'onstart', 'k\u202e', '__proto__', 'deep'),
  value,
);
const spaces = fc.constantFrom(0, 1);

it('a long list is read in pieces as it is read at once, whatever stands in its rows and around them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 3, maxLength: 12 }),
      fc.constantFrom('offers', 'instances', 'results', 'others'),
      spaces,
      fc.dictionary(fc.constantFrom('success', 'msg', 'total', 'env'), value),
      fc.dictionary(fc.constantFrom('next', 'more'), value),
      async (rows, name, space, before, after) => {
        const many = Array.from({ length: 3_000 }, (_, at) => ({
          at,
          pad: 'x'.repeat(90),
          ...rows[at % rows.length],
        }));
        const text = JSON.stringify({ ...before, [name]: many, ...after }, null, space);
        expect(text.length).toBeGreaterThan(300_000);
        expect(await readJson(body(text), limit)).toEqual(parseBody(text));
      },
    ),
    { numRuns: 12 },
  );
});

const rows = Array.from({ length: 4_000 }, (_, id) => ({ id, gpu_name: 'RTX 4090', note: 'y'.repeat(90) }));
const whole = JSON.stringify({ success: true, offers: rows });

it.each([
  ['ends in a row', whole.slice(0, -200)],
  ['lacks its end', whole.slice(0, -1)],
  ['goes on behind it', `${whole}}`],
  ['has a broken row', whole.replace('"id":3000', '"id":')],
])('a long list that %s is no JSON', async (_, text) => {
  expect(await readJson(body(text), limit)).toEqual({ ok: false, reason: 'not-json' });
});

it('a body over the limit is refused, and an empty one is empty', async () => {
  expect(await readJson(body(whole), 300_000)).toEqual({ ok: false, reason: 'too-large' });
  expect(await readJson(body(' '), limit)).toEqual({ ok: false, reason: 'empty' });
});

it('lets others go on while it reads', async () => {
  let turns = 0;
  let going = true;
  const count = () => {
    turns += 1;
    if (going) setImmediate(count);
  };
  setImmediate(count);
  await readJson(body(whole), limit);
  going = false;
  expect(turns).toBeGreaterThan(5);
});
