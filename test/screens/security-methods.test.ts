import { describe, expect, it } from 'vitest';
import { width } from '../../src/base/cells.ts';
import type { TfaMethod } from '../../src/client/wire.ts';
import {
  type MethodLine,
  methodCells,
  methodColumns,
  methodWidths,
} from '../../src/screens/two-factor/methods.ts';
import { maskedPhone, methodName, protectionOf } from '../../src/screens/two-factor/protection.ts';
import { underWayLines } from '../../src/screens/two-factor/under-way.ts';
import { partsText, partText } from '../../src/tui/text/parts.ts';
import { makeTheme } from '../../src/tui/theme/theme.ts';

const theme = makeTheme({ ascii: false });
const now = Date.UTC(2026, 10, 27, 16, 42, 43);
const seconds = now / 1000;
const at = { now };
const sms: TfaMethod = { id: 12, method: 'sms', label: 'Work', phone_number: '********4417' };
const totp: TfaMethod = { id: 7, method: 'totp', label: 'Phone, Aegis', is_primary: true };

const cells = (line: MethodLine, columns = 80, when: { now: number; offsetMs?: number } = at) =>
  methodCells(line, methodColumns(columns), { at: when, theme, selected: false }).map(partText);
const method = (change: Partial<TfaMethod>, columns = 80, when = at) =>
  cells({ kind: 'method', method: { ...sms, ...change } }, columns, when);

describe('a line of the methods table', () => {
  it('has a star for the primary method, the type, the label, and the last digits of the phone', () => {
    expect(cells({ kind: 'method', method: totp })[0]).toBe('    ★');
    expect(method({}).slice(0, 3)).toEqual(['     ', 'sms', 'Work  •••• 4417']);
  });

  it('shows what is not known as such', () => {
    const bare = cells({ kind: 'method', method: { id: 1, method: 'totp' } });
    expect(bare.slice(2)).toEqual(['·', '·', '● ready']);
  });

  it('C064 reads times as epoch seconds and gives ages, whatever the time zone', () => {
    expect(method({ last_used: seconds - 2 * 3600 - 60 })[3]).toBe('used 2h ago');
    expect(method({ last_used: seconds - 12 * 86_400 })[3]).toBe('used 12d ago');
    expect(method({ created_at: seconds - 90 })[3]).toBe('added 1m ago');
  });

  it('C064 counts a lock down by the service’s clock, and never below nothing', () => {
    const locked = { locked_until: seconds + 702, fail_count: 3 };
    expect(method(locked)[4]).toBe('▲ locked 11:42  3 fails');
    expect(cells({ kind: 'method', method: { ...sms, ...locked } }, 80, { now, offsetMs: 60_000 })[4]).toBe(
      '▲ locked 10:42  3 fails',
    );
    expect(method({ ...locked, locked_until: seconds - 5 })[4]).toBe('● ready  3 fails');
    expect(method({ locked_until: null, fail_count: 1 })[4]).toBe('● ready  1 fail');
  });

  it('says of the e-mail that it proves and is not stored', () => {
    expect(cells({ kind: 'mail', email: 'me@example.com' }).slice(1)).toEqual([
      'mail',
      'me@example.com',
      'not stored',
      'proof only',
    ]);
    expect(cells({ kind: 'mail', email: undefined })[2]).toBe('·');
  });

  it('cuts a long label and keeps the digits of its phone', () => {
    const label = method({ label: 'The telephone of the office in town' })[2] as string;
    expect(label).toMatch(/^The t.*… {2}•••• 4417$/);
    expect(width(label)).toBeLessThanOrEqual(25);
    const { phone_number: _, ...app } = sms;
    expect(cells({ kind: 'method', method: { ...app, label: 'x'.repeat(30) } })[2]).toBe(
      `${'x'.repeat(24)}…`,
    );
  });

  it.each([60, 72, 80, 100, 120, 200])('is as wide as the screen at %i columns', (columns) => {
    const widths = methodWidths(methodColumns(columns), columns);
    expect(widths.reduce((sum, one) => sum + one, 0)).toBe(columns);
    const state = methodColumns(columns).findIndex(({ column }) => column.id === 'state') + 1;
    expect(widths[state]).toBeGreaterThanOrEqual(width('▲ locked 11:42  3 fails'));
  });
});

describe('names', () => {
  it('are the type and the label, or what else tells the method', () => {
    expect(methodName(totp, theme.glyphs)).toBe('totp Phone, Aegis');
    expect(methodName({ ...sms, label: ' ' }, theme.glyphs)).toBe('sms •••• 4417');
  });
  it('show a phone in one way however the service masks it, and never guess digits', () => {
    expect(maskedPhone('+1 (***) ***-0100', theme.glyphs)).toBe('•••• 0100');
    expect(maskedPhone('hidden', theme.glyphs)).toBe('hidden');
  });
});

describe('on, off or legacy', () => {
  const status = {
    success: true,
    tfa_enabled: true,
    methods: [],
    backup_codes_remaining: 0,
    new_method_authorized: false,
  };
  it('C054 legacy wins over on, and is told by the account or by on without any method', () => {
    expect(protectionOf({ ...status, methods: [totp] }, 'legacy')).toBe('legacy');
    expect(protectionOf(status, undefined)).toBe('legacy');
    expect(protectionOf({ ...status, methods: [totp] }, 'enabled')).toBe('on');
    expect(protectionOf({ ...status, tfa_enabled: false }, 'disabled')).toBe('off');
  });
});

describe('codes under way', () => {
  const minute = 60_000;
  const lines = (
    sent: readonly { key: 'email' | 'sms:12'; at: number; usedAt?: number }[],
    methods: TfaMethod[] = [sms],
    columns = 80,
  ) => {
    const window = { kind: 'opened', at: now - 79_000 } as const;
    const memory = {
      window,
      proof: { way: { kind: 'email' }, at: window.at },
      label: '',
      phone: '',
      sent,
      sendings: { adding: {}, proving: {} },
    } as const;
    return underWayLines({ memory, window, methods, at }, theme.glyphs, columns).map(partsText);
  };
  it('tell what a used one did and how long an unused one is still good', () => {
    expect(
      lines([
        { key: 'email', at: now - 2 * minute, usedAt: now - 79_000 },
        { key: 'sms:12', at: now - 258_000 },
      ]),
    ).toEqual([
      '    mail code     used 1:19 ago    ✓ it opened the add window',
      '    sms code      sent 4:18 ago    valid 5:42 more · the newest counts',
    ]);
  });
  it('say of a locked method that its code is no use now', () => {
    const [line] = lines([{ key: 'sms:12', at: now - minute }], [{ ...sms, locked_until: seconds + 60 }]);
    expect(line).toContain('valid 9:00 more, but sms is locked, see above');
  });
  it('fit a narrow screen', () => {
    const lock = [{ ...sms, locked_until: seconds + 60 }];
    const sent = [
      { key: 'email', at: now - minute, usedAt: now - 10_000 },
      { key: 'sms:12', at: now - minute },
    ] as const;
    for (const line of lines(sent, lock, 60)) expect(width(line), line).toBeLessThanOrEqual(60);
  });
  it('go when they are too old to matter', () => {
    expect(lines([{ key: 'sms:12', at: now - 10 * minute }])).toEqual([]);
  });
});
