import { describe, expect, it, vi } from 'vitest';
import { simulatedTime, type TestDeck } from '../support/deck.tsx';
import { palettes, readQr } from '../support/qr-reader.ts';
import type { Services } from '../support/test-services.ts';
import { count, lastCode, openTfa, shownSecret, typeCode, words } from '../support/tfa.ts';

// Ink's colours are fixed when it is loaded; tests run without any otherwise.
vi.hoisted(() => {
  process.env.FORCE_COLOR = '3';
});

simulatedTime();

type Display = NonNullable<Services['display']>;

async function enrolling(
  size: { cols: number; rows: number },
  display: Display,
  options: { ascii?: boolean } = {},
): Promise<TestDeck> {
  const app = await openTfa(
    { kind: 'add', method: 'totp' },
    {
      ...size,
      ...options,
      prepare: (deck) => {
        deck.world.services.display = display;
      },
    },
  );
  await typeCode(app, await lastCode(app));
  return app;
}

const uriOf = (secret: string) =>
  `otpauth://totp/Rigdeck%20Sandbox:renter%40example.com?secret=${secret}&issuer=Rigdeck%20Sandbox`;
async function scan(app: TestDeck, size: { cols: number; rows: number }, background: 'dark' | 'light') {
  const reading = readQr(app.terminal.output(), size, palettes[background]);
  // The terminal emulator takes what is written on a timer.
  await vi.advanceTimersByTimeAsync(100);
  return reading;
}

const small = { cols: 80, rows: 24 };
const large = { cols: 120, rows: 40 };
const sizes = [
  ['80x24', small],
  ['120x40', large],
] as const;
const looks = (['dark', 'light'] as const).flatMap((background) =>
  ([0, 1, 3] as const).map((level) => ({ background, level })),
);

describe('C052 the QR code on the frame as a person has it before them', () => {
  it.each(sizes.flatMap(([name, size]) => looks.map((look) => ({ name, size, ...look }))))(
    'is the address at $name, $background, colour level $level',
    async ({ size, background, level }) => {
      const app = await enrolling(size, { background, level });
      expect(await scan(app, size, background)).toBe(uriOf(shownSecret(app)));
    },
  );

  it('is the address on the whole screen, and a digit leads back to the code', async () => {
    const app = await enrolling(small, { background: 'dark', level: 3 });
    const secret = shownSecret(app);
    await app.press('tfa.full');
    expect(app.text()).not.toContain('rigdeck');
    expect(await scan(app, small, 'dark')).toBe(uriOf(secret));
    await app.type('4');
    expect(app.text()).toMatch(/│ 4 │/);
    expect(app.text()).toContain('rigdeck');
  });

  it.each(sizes)('is whole at %s whatever the deck says meanwhile', async (_, size) => {
    const app = await enrolling(size, { background: 'dark', level: 3 });
    const secret = shownSecret(app);
    app.say('warn', 'The service does not answer. '.repeat(7).trim());
    await app.advance(1_000);
    expect(words(app)).toContain('The service does not answer.');
    expect(await scan(app, size, 'dark')).toBe(uriOf(secret));
    await typeCode(app, '000000');
    expect(words(app)).toContain('That code was not accepted.');
    expect(await scan(app, size, 'dark')).toBe(uriOf(secret));
    app.say('error', 'word '.repeat(90).trim());
    await app.advance(1_000);
    expect(await scan(app, size, 'dark')).toBe(uriOf(secret));
    await app.press('app.escape');
    expect(words(app)).not.toContain('word word');
    expect(shownSecret(app)).toBe(secret);
  });

  it('can be turned round for a terminal whose background was taken for the other', async () => {
    const app = await enrolling(small, { background: 'light', level: 0 });
    expect(await scan(app, small, 'dark')).toBeNull();
    await app.press('tfa.invert');
    expect(await scan(app, small, 'dark')).toBe(uriOf(shownSecret(app)));
  });

  it.each([
    [60, 16],
    [60, 20],
  ])('gives way to text at %ix%i, with the size that it needs', async (cols, rows) => {
    const app = await enrolling({ cols, rows }, { background: 'dark', level: 3 });
    expect(app.text()).not.toMatch(/[▀▄█]{4}/);
    const secret = shownSecret(app);
    await app.press('tfa.full');
    expect(app.prose()).toContain(`The QR code needs 43x22 cells, this terminal has ${cols}x${rows}`);
    await app.press('tfa.words');
    expect(app.text().replace(/\s+/g, '')).toContain(uriOf(secret));
  });

  it('is drawn without Unicode where that fits, and gives way to text where not', async () => {
    const wide = { cols: 130, rows: 50 };
    const app = await enrolling(wide, { background: 'dark', level: 3 }, { ascii: true });
    expect(await scan(app, wide, 'dark')).toBe(uriOf(shownSecret(app)));
    const narrow = await enrolling(small, { background: 'dark', level: 3 }, { ascii: true });
    expect(shownSecret(narrow)).toHaveLength(32);
    expect(narrow.text()).not.toContain('####  ##');
  });

  it('stands anew on a terminal that was resized, for the same secret', async () => {
    const app = await enrolling(small, { background: 'dark', level: 3 });
    const secret = shownSecret(app);
    await app.resize(60, 16);
    expect(shownSecret(app)).toBe(secret);
    await app.resize(30, 8);
    await app.resize(large.cols, large.rows);
    expect(shownSecret(app)).toBe(secret);
    expect(await count(app, 'POST', 'totp-setup/')).toBe(1);
  });

  it('is copied as text on the second press alone', async () => {
    const app = await enrolling(small, { background: 'dark', level: 3 });
    const secret = shownSecret(app);
    await app.press('tfa.copy');
    expect(app.world.copied).toEqual([]);
    await app.press('tfa.copy');
    expect(app.world.copied).toEqual([secret]);
    await app.press('tfa.words', 'tfa.copy', 'tfa.copy');
    expect(app.world.copied.at(-1)).toBe(uriOf(secret));
  });
});
