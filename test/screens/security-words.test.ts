import { describe, expect, it } from 'vitest';
import { width } from '../../src/base/cells.ts';
import { legacyLines, offLines, securityHint, statusTrouble } from '../../src/screens/two-factor/words.ts';
import { partsText } from '../../src/tui/text/parts.ts';
import { makeTheme } from '../../src/tui/theme/theme.ts';

const { glyphs } = makeTheme({ ascii: false });
const now = Date.UTC(2026, 10, 27, 16, 42, 43);
const at = { now };
const sms = { id: 12, method: 'sms', locked_until: now / 1000 + 702 } as const;
const totp = { id: 7, method: 'totp' } as const;
const hint = (change: Partial<Parameters<typeof securityHint>[0]>, columns = 80) =>
  partsText(
    securityHint(
      { protection: 'on', methods: [], codesLeft: 7, at, codesKey: 'B', ...change },
      glyphs,
      columns,
    ),
  );

describe('the hint of the Security screen', () => {
  it('names what still works while a method is locked', () => {
    expect(hint({ methods: [totp, sms] })).toBe(
      '▲ sms is locked for 11:42 more. totp, e-mail and backup codes still work.',
    );
    expect(hint({ methods: [sms], codesLeft: 0 })).toBe(
      '▲ sms is locked for 11:42 more. e-mail still works.',
    );
  });
  it('says the same in fewer words on a narrow screen', () => {
    const short = hint({ methods: [totp, sms] }, 60);
    expect(short).toBe('▲ sms locked 11:42; use totp, e-mail, backup codes');
    expect(width(short)).toBeLessThanOrEqual(57);
  });
  it('C054 sends an account of the old kind to new backup codes first', () => {
    expect(hint({ protection: 'legacy' })).toContain('make new backup codes first (B)');
  });
  it('says that no backup code is left', () => {
    expect(hint({ codesLeft: 0 })).toContain('No backup code is left');
  });
  it('says nothing when all is well, or not known', () => {
    expect(hint({})).toBe('');
    expect(hint({ codesLeft: undefined, protection: undefined })).toBe('');
  });
});

describe('a status that cannot be read', () => {
  const error = (change: object, again?: string) =>
    statusTrouble(
      { kind: 'http', endpoint: 'tfaStatus', ...change } as Parameters<typeof statusTrouble>[0],
      'r',
      again,
    );
  it('C041 belongs to a team: says whose it is, that the key stays good, and blocks for that reason', () => {
    const trouble = error({ status: 403, code: 'team_user_forbidden' });
    expect(trouble.title).toContain('a person, not a team');
    expect(trouble.meaning).toContain('The key stays signed in');
    expect(trouble.next).toContain('personal key');
    expect(trouble.reason).toContain('personal key');
  });
  it('names the permission that a narrow key most likely lacks', () => {
    expect(error({ status: 403, code: 'auth_error', needs: 'user_read' }).meaning).toContain('user_read');
  });
  it.each([{ status: 501 }, { status: 404 }, { status: 404, code: 'not_found' }])(
    'comes from a service that has no two-factor: %o',
    (change) => {
      expect(error(change).title).toContain('nothing about two-factor');
      expect(error(change).meaning).toContain('not known');
    },
  );
  it('counts a pause in the words on when it is asked again, and nowhere else', () => {
    const trouble = error({ status: 429, retryAfterMs: 20_000, waitMs: 20_000 }, 'retry in 7s');
    expect(trouble.next).toBe('It is asked again by itself: retry in 7s.');
    expect(trouble.title + trouble.meaning).not.toMatch(/\d/);
  });
  it('is not taken for that when a session is over', () => {
    const over = error({ status: 404, code: 'auth_error', msg: 'Session expired. Please log in again.' });
    expect(over.title).toContain('session is over');
  });
});

describe('words for an account without two-factor of the present kind', () => {
  const text = (lines: readonly (readonly unknown[])[]) =>
    lines
      .map((line) => partsText(line as Parameters<typeof partsText>[0]))
      .join(' ')
      .replace(/\s+/g, ' ');
  it('say what off means, where the first code goes, and that verification is not known', () => {
    const words = text(offLines('me@example.com', 80));
    expect(words).toContain('asked for a second proof');
    expect(words).toContain('mailing a code to me@example.com');
    expect(words).toContain('cannot be seen from here');
  });
  it('C054 say in plain words what is old about it', () => {
    expect(text(legacyLines(0, 80, glyphs))).toMatch(
      /old two-factor: it is on, and lists no method.*First make backup codes: B/,
    );
  });
});
