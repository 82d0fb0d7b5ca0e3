import { describe, expect, it } from 'vitest';
import type { Session } from '../../src/engine/services.ts';
import { storeFailure } from '../../src/platform/credentials/store-failure.ts';
import { codesLine, sessionLines, windowLine } from '../../src/screens/two-factor/facts.ts';
import { freshness, headParts } from '../../src/screens/two-factor/head.ts';
import { windowNow } from '../../src/screens/two-factor/window.ts';
import { partsText, partsWidth } from '../../src/tui/text/parts.ts';
import { makeTheme } from '../../src/tui/theme/theme.ts';

const theme = makeTheme({ ascii: false });
const now = Date.UTC(2026, 10, 27, 16, 42, 43);
const minute = 60_000;
const toneOf = (parts: ReturnType<typeof codesLine>, text: RegExp) => {
  const part = parts.find((one) => typeof one !== 'string' && text.test(one[0]));
  return typeof part === 'string' ? undefined : part?.[1];
};

describe('backup codes', () => {
  it('stand as blocks, with their number in words', () => {
    const line = codesLine(7, 80, theme, 'B');
    expect(partsText(line)).toBe('    ■■■■■■■□□□    7 of 10 unused · B makes ten new ones and ends these');
    expect(toneOf(line, /7 of 10/)).toBe('plain');
  });

  it.each([
    [3, 'only 3 of 10 left'],
    [1, 'only 1 of 10 left'],
    [0, 'none left · B makes ten new ones'],
  ])('are amber when %i are left, in words too', (left, words) => {
    const line = codesLine(left, 120, theme, 'B');
    expect(partsText(line)).toContain(words);
    expect(toneOf(line, /left/)).toBe('warn');
  });

  it('are unknown, and not zero, when the service does not say', () => {
    const line = partsText(codesLine(undefined, 80, theme, 'B'));
    expect(line).toContain('not known');
    expect(line).not.toMatch(/[□0]/);
  });

  it('take no more than a narrow screen has, in any case', () => {
    for (let left = 0; left <= 10; left += 1) {
      expect(partsWidth(codesLine(left, 60, theme, 'B')), String(left)).toBeLessThanOrEqual(60);
      expect(partsText(codesLine(left, 60, makeTheme({ ascii: true }), 'B'))).not.toMatch(/[■□]/);
    }
  });
});

describe('the first line', () => {
  const words = (known: Parameters<typeof headParts>[0], cells = 60) =>
    partsText(headParts(known, theme.glyphs, cells));
  it('says on, off or legacy, how many methods, how many codes', () => {
    expect(words({ protection: 'on', methods: 2, codesLeft: 7 })).toBe(
      ' Two-factor is ON · 2 methods · 7 of 10 backup codes',
    );
    expect(words({ protection: 'on', methods: 1, codesLeft: undefined })).toBe(
      ' Two-factor is ON · 1 method · backup codes ·',
    );
    expect(words({ protection: 'on', methods: 2, codesLeft: 7 }, 40)).toBe(
      ' 2FA ON · 2 methods · 7 of 10 codes',
    );
    expect(words({ protection: 'off', methods: 0, codesLeft: 0 })).toContain('is OFF');
    expect(words({ protection: 'legacy', methods: 0, codesLeft: 0 })).toContain('is LEGACY');
  });

  it('says how old the status is, and when it is asked for again', () => {
    const ready = { state: 'ready', data: {} } as const;
    const age = (ms: number, retryIn?: number) =>
      partsText(
        freshness(ready, { at: now - ms, retryAt: retryIn === undefined ? undefined : now + retryIn, now }),
      );
    expect(age(6000)).toBe('status 6s ago ');
    expect(age(130_000, 8000)).toBe('STALE 2m 10s, retry in 8s ');
    expect(partsText(freshness({ state: 'loading' }, { at: undefined, retryAt: undefined, now }))).toContain(
      'asking',
    );
  });
});

describe('the session', () => {
  const session = { keyTail: '9f3c', source: 'RIGDECK_API_KEY' } as Session;
  const words = (more: Partial<Session>, columns = 80) =>
    sessionLines({ ...session, ...more }, now, columns).map(partsText);
  it('is none while the API key is used, and names that by its end alone', () => {
    expect(words({})).toEqual(['    Session       none, API key ...9f3c from RIGDECK_API_KEY']);
  });
  it('says with what it was verified, when, and where its key is kept', () => {
    expect(words({ verified: { at: now - 130 * minute, by: 'totp', home: 'memory' } })).toEqual([
      '    Session       verified with totp 2h ago, kept in memory until you quit',
    ]);
    expect(words({ verified: { at: now - 5 * minute, by: 'email', home: 'keychain' } })).toEqual([
      '    Session       verified with e-mail 5m ago, kept in the system keyring',
    ]);
    expect(words({ verified: { home: 'keychain' } })).toEqual([
      '    Session       verified in an earlier run, kept in the system keyring',
    ]);
  });
  it.each([
    [80, 'verified with a backup code 2h ago, kept in memory'],
    [60, 'verified with a backup code 2h ago'],
  ])('leaves out what matters least where %i columns do not hold it all', (columns, said) => {
    const verified = { at: now - 130 * minute, by: 'backup', home: 'memory' } as const;
    expect(words({ verified }, columns)).toEqual([`    Session       ${said}`]);
  });
  it.each([80, 60, 38])(
    'says whole why its key is in memory alone, and what to do, at %i columns',
    (columns) => {
      const { message, next } = storeFailure('no-service');
      const [, ...why] = words(
        { verified: { at: now, home: 'memory', note: `${message} ${next}` } },
        columns,
      );
      for (const line of why) expect(line.length).toBeLessThanOrEqual(columns);
      expect(why.map((line) => line.trim()).join(' ')).toBe(`${message} ${next}`);
      expect(why[0]?.indexOf('There')).toBe('    Session       '.length);
    },
  );
  it('says so when no key stands behind it', () => {
    expect(words({ verified: { at: now, home: 'memory' }, keyless: true })[0]).toContain(
      'a web login 0s ago, kept in memory until you quit',
    );
    expect(words({ verified: { at: now, by: 'sms', home: 'memory' }, keyless: true })[0]).toContain(
      'a web login 0s ago, with sms, kept in memory',
    );
  });
});

describe('the add-method window', () => {
  const line = (window: Parameters<typeof windowLine>[0], columns = 80) =>
    windowLine(window, { now }, 'UTC', columns);
  it('that was opened here closes at a time', () => {
    expect(partsText(line({ kind: 'opened', at: now - 2 * minute }))).toBe(
      '    Window        closes 17:10:43, then adding a method asks for proof again',
    );
  });
  it('says the same on a narrow screen', () => {
    const narrow = line({ kind: 'opened', at: now }, 60);
    expect(partsText(narrow)).toContain('closes 17:12:43, then proof is needed');
    expect(partsWidth(narrow)).toBeLessThanOrEqual(60);
  });
  it('that was found open may be of any age', () => {
    expect(partsText(line({ kind: 'found', at: now }))).toContain('open, time unknown, at most 30:00');
  });
  it('is amber in its last five minutes', () => {
    expect(toneOf(line({ kind: 'opened', at: now - 24 * minute }), /closes/)).toBe('plain');
    expect(toneOf(line({ kind: 'opened', at: now - 26 * minute }), /closes/)).toBe('warn');
  });
  it('is shut once its time is over', () => {
    expect(partsText(line({ kind: 'opened', at: now - 31 * minute }))).toContain('shut');
  });

  const status = (open: boolean) => ({
    success: true,
    tfa_enabled: true,
    methods: [],
    backup_codes_remaining: 3,
    new_method_authorized: open,
  });
  it('is found from the status when nothing was opened here', () => {
    expect(windowNow({ kind: 'shut' }, { status: status(true), readAt: now - 5000 }, { now })).toEqual({
      kind: 'found',
      at: now - 5000,
    });
  });
  it('keeps its exact time while the status agrees, and closes when the status says so', () => {
    const opened = { kind: 'opened', at: now - minute } as const;
    expect(windowNow(opened, { status: status(true), readAt: now }, { now })).toEqual(opened);
    expect(windowNow(opened, { status: status(false), readAt: now }, { now })).toEqual({ kind: 'shut' });
  });
  it('is not closed by a status that is older than its opening', () => {
    const opened = { kind: 'opened', at: now } as const;
    expect(windowNow(opened, { status: status(false), readAt: now - 1000 }, { now })).toEqual(opened);
  });
  it('is not opened anew by a status that was read before its end', () => {
    const over = { kind: 'opened', at: now - 31 * minute } as const;
    expect(windowNow(over, { status: status(true), readAt: now - 2 * minute }, { now })).toEqual(over);
    expect(windowNow(over, { status: status(true), readAt: now }, { now })).toMatchObject({ kind: 'found' });
  });
});
