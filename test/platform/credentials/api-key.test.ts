import { describe, expect, it } from 'vitest';
import { cleanApiKey } from '../../../src/platform/credentials/api-key.ts';
import { maskTail } from '../../../src/tui/form/field-lines.ts';

/** As its field shows it. */
const shown = (text: string) => maskTail(text, '•');
const key = '7f3e9a1b5c2d8e4f7f3e9a1b5c2d9f3c';

describe('a pasted key', () => {
  it.each([
    ['spaces and newlines', `  ${key}\r\n`],
    ['double quotes', `"${key}"`],
    ['single quotes and a newline', `'${key}'\n`],
    ['Bearer', `Bearer ${key}`],
    ['a whole header line', `Authorization: Bearer ${key}`],
    ['quotes around Bearer around quotes', `"Bearer '${key}'"`],
    ['a byte order mark', `\uFEFF${key}`],
  ])('loses %s', (_, input) => {
    expect(cleanApiKey(input)).toEqual({ key, trimmed: true });
  });

  it('is left alone when it is clean', () => {
    expect(cleanApiKey(key)).toEqual({ key, trimmed: false });
  });

  it.each([key + key, `${key} ${key}`, `${key}\n${key}\n`])(
    'C035 pasted twice is flagged with the single key',
    (input) => {
      expect(cleanApiKey(input).flaw).toMatchObject({ kind: 'doubled', single: key });
    },
  );

  it('C035 a key of one repeated character is not taken for a doubled one', () => {
    expect(cleanApiKey('x'.repeat(64)).flaw).toBeUndefined();
  });

  it('C035 a space or line break inside is flagged', () => {
    expect(cleanApiKey(`${key.slice(0, 8)}\n${key.slice(8)}`).flaw?.kind).toBe('inner-space');
  });

  it('a copied mask and an empty paste are flagged', () => {
    expect(cleanApiKey(shown(key)).flaw?.kind).toBe('odd-character');
    expect(cleanApiKey(' "" \n').flaw?.kind).toBe('empty');
    expect(cleanApiKey('Bearer ').flaw?.kind).toBe('empty');
  });

  it('C035 is shown as dots, one per character, and its last four', () => {
    expect(shown(key)).toBe(`${'•'.repeat(28)}9f3c`);
    expect(shown('short')).toBe('•••••');
    expect(shown('')).toBe('');
  });
});
