import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secretForms } from '../../src/base/secret-forms.ts';
import { redact } from '../../src/client/redact.ts';
import { createRedactor } from '../../src/platform/log/redact.ts';
import { formsOf, leaksIn } from '../support/planted.ts';

const secret = 'pl4nted/"key"+of&mine';

describe('a planted secret is found', () => {
  it.each(Object.entries(formsOf(secret)))('%s', (name, form) => {
    expect(leaksIn(`before ${form} after`, { secret })).toContain(`secret: ${name}`);
  });

  it('broken over the lines of a box, and not where it is not', () => {
    expect(leaksIn('│ pl4nted/"key"  │\r\n│ \x1b[1m+of&mine │', { secret })).toContain('secret: as it is');
    expect(leaksIn('pl4nted/"key" and another', { secret })).toEqual([]);
  });
});

describe('a secret that a service says again, or that gets into a log,', () => {
  it.each(Object.entries(formsOf(secret)).filter(([name]) => name !== 'in fours'))(
    'is taken out %s',
    (_, form) => {
      const redactor = createRedactor();
      redactor.add(secret);
      for (const out of [redact(`no: ${form}.`, [secret]), redactor.text(`no: ${form}.`)])
        expect(leaksIn(out, { secret })).toEqual([]);
    },
  );

  it('is taken out of Base64 wherever it began there', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 5 }), fc.string({ maxLength: 5 }), (before, after) => {
        const text = Buffer.from(before + secret + after).toString('base64');
        expect(secretForms(secret).some((form) => text.includes(form))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});
