import { describe, expect, it } from 'vitest';
import { keyBytes, openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import type { Services } from '../support/test-services.ts';
import {
  appSecret,
  keepCodes,
  openTfa,
  shownCodes,
  startTfa,
  totp,
  typeCode,
  withMethods,
} from '../support/tfa.ts';

simulatedTime();

type Save = NonNullable<Services['saveNewFile']>;
const screen = (app: TestDeck) => app.place().screen;

/** A deck on which ten new codes have just come. */
async function withNewCodes(options: { cols?: number; rows?: number; save?: Save; printer?: false } = {}) {
  const saved: { path: string; text: string }[] = [];
  const save: Save = async (path, text) => {
    saved.push({ path, text });
    return { ok: true, path: path.replace('~', '/home/me'), warnings: [] };
  };
  const prepare = (deck: TestDeck) => {
    withMethods(deck, 'totp');
    deck.world.services.saveNewFile = options.save ?? save;
    if (options.printer === false) delete deck.world.services.terminal.print;
    else deck.world.services.terminal.print = async () => ({ ok: false, text: 'no printer' });
  };
  const app = await openTfa({ kind: 'regen' }, { ...options, prepare });
  await app.press('tfa.go');
  await typeCode(app, totp(app, appSecret));
  await app.press('tfa.go');
  const codes = shownCodes(app);
  expect(codes).toHaveLength(10);
  return { app, codes, saved };
}

describe('C053 new backup codes', () => {
  it('cannot be left by a stray key, and the reason says what to do', async () => {
    const { app, codes } = await withNewCodes();
    for (const key of ['q', 'esc', '1', '2', '5', '-', '!', 'enter']) {
      await app.type(keyBytes(key));
      expect(screen(app)).toBe('tfa');
      expect(shownCodes(app)).toEqual(codes);
    }
    expect(app.prose()).toContain('Keep at least one copy first: f, y, p or h');
  });

  it('are left by Ctrl+C only the second time, after the loss and the cure were named', async () => {
    const { app } = await withNewCodes();
    await app.press('app.quit');
    expect(app.ended()).toBe(false);
    expect(app.prose()).toContain(
      'Quit now and these codes are lost; new ones can be made with B on Security.',
    );
    await app.press('app.quit');
    expect(app.ended()).toBe(true);
  });

  it.each([
    [80, 24],
    [60, 16],
    [120, 40],
  ])('stay where they are on %dx%d while a long message comes and goes', async (cols, rows) => {
    const { app } = await withNewCodes({ cols, rows });
    /** What of the page stands as it stood, above the rule under it. */
    const page = () => {
      const frame = app.frame();
      return frame.slice(
        3,
        frame.findLastIndex((line) => line.startsWith('──')),
      );
    };
    const steady = async (there: () => Promise<unknown>) => {
      const calm = page();
      await there();
      const beside = page();
      expect(beside.length, 'the message takes a second line').toBeLessThan(calm.length);
      expect(beside).toEqual(calm.slice(0, beside.length));
      app.dismiss();
      await app.advance(100);
      expect(page()).toEqual(calm);
    };
    const text = 'What is said of something else. '.repeat(cols > 100 ? 5 : 3);
    const long = async () => {
      app.say('warn', text);
      await app.advance(100);
    };
    await steady(long);
    await app.press('tfa.save');
    await steady(long);
    await app.press('tfa.go');
    await steady(long);
    await app.press('tfa.go');
    await steady(long);
    expect(app.text()).toContain('from your own copy');
  });

  it('survive a poll, a refresh, a terminal that is too small for a moment, and being led elsewhere', async () => {
    const { app, codes } = await withNewCodes();
    await app.press('tfa.written');
    await app.advance(65_000);
    expect(shownCodes(app)).toEqual(codes);
    await app.resize(30, 8);
    expect(app.text()).not.toContain(codes[0]);
    await app.resize(80, 24);
    expect(shownCodes(app)).toEqual(codes);
    expect(app.text()).toContain('[x] h');
    app.lead({ go: 'jump', route: { screen: 'offers' } });
    await app.advance(1_000);
    expect(shownCodes(app)).toEqual(codes);
  });

  it('are nowhere but on the screen, and gone from it afterwards', async () => {
    const { app, codes } = await withNewCodes();
    await app.press('tfa.written', 'tfa.go');
    await app.type(codes[5] as string);
    await app.press('tfa.go', 'tfa.go');
    expect(screen(app)).toBe('security');
    const kept = app.remembered() + app.world.logged.join('\n');
    for (const code of codes) {
      expect(app.text()).not.toContain(code);
      expect(kept).not.toContain(code);
    }
  });
});

describe('keeping a copy', () => {
  it('saves to a path that can be changed, and says that the file lies beside the key', async () => {
    const { app, codes, saved } = await withNewCodes();
    await app.press('tfa.save');
    expect(app.text()).toContain('~/rigdeck-backup-codes-2026-11-27.txt');
    await app.type('\x15');
    await app.type('~/safe/codes.txt');
    await app.press('tfa.go');
    expect(saved).toHaveLength(1);
    expect(saved[0]?.path).toBe('~/safe/codes.txt');
    for (const code of codes) expect(saved[0]?.text).toContain(code);
    expect(saved[0]?.text).toContain('renter@example.com');
    expect(app.text()).toContain('[x] f  saved    ~/safe/codes.txt  0600, new file');
    expect(app.prose()).toContain('That file is on the same machine as your key. Move it elsewhere.');
  });

  it('passes on what could carry the file away', async () => {
    const warnings = ['It lies in the git tree work: see that no commit takes it along.'];
    const save: Save = async (path) => ({ ok: true, path, warnings });
    const { app } = await withNewCodes({ cols: 120, rows: 40, save });
    await app.press('tfa.save', 'tfa.go');
    expect(app.prose()).toContain('It lies in the git tree work');
  });

  it('leaves an existing file alone, says so, and ticks nothing', async () => {
    const save: Save = async (path) => ({
      ok: false,
      message: `${path} is there already and is left as it is. Choose another name.`,
    });
    const { app } = await withNewCodes({ save });
    await app.press('tfa.save', 'tfa.go');
    expect(app.prose()).toContain('is there already and is left as it is');
    expect(app.text()).toContain('File  ~/rigdeck-backup-codes');
    await app.type(keyBytes('esc'));
    expect(app.text()).toContain('[ ] f');
  });

  it('takes back what it said of a file that was there once another one was written', async () => {
    let tries = 0;
    const save: Save = async (path) => {
      tries += 1;
      return tries === 1
        ? { ok: false, message: `${path} is there already and is left as it is.` }
        : { ok: true, path, warnings: [] };
    };
    const { app } = await withNewCodes({ save });
    await app.press('tfa.save', 'tfa.go');
    expect(app.prose()).toContain('is there already');
    await app.type('2');
    await app.press('tfa.go');
    expect(app.text()).toContain('[x] f');
    expect(app.prose()).not.toContain('is there already');
  });

  it('offers no printer where there is none', async () => {
    const { app } = await withNewCodes({ printer: false });
    expect(app.text()).not.toMatch(/\[ \] p/);
    await app.press('tfa.print');
    expect(app.prose()).toContain('There is no printer here');
  });

  it('names the way on, the file and its danger on sixty columns', async () => {
    const { app } = await withNewCodes({ cols: 60, rows: 16 });
    expect(app.text()).toContain('Keep at least one copy before you leave:');
    expect(app.text()).toContain('Enter hides them and asks for one from your copy.');
    await app.press('tfa.save', 'tfa.go');
    expect(app.text()).toContain('[x] f saved [ ] y copied [ ] p printed [ ] h written');
    expect(app.text()).toContain('saved ~/rigdeck-backup-codes-2026-11-27.txt');
    expect(app.text()).toContain('It lies on the same machine as your key: move it.');
    expect(app.text()).toContain('Enter hides them and asks for one from your copy.');
    expect(app.text()).toContain('Quit now and these codes are lost; B makes new ones.');
  });

  it('copies on the second press, after a word about the history of clipboards', async () => {
    const { app, codes } = await withNewCodes();
    await app.press('tfa.copy');
    expect(app.prose()).toContain('A clipboard keeps a history that others may read.');
    expect(app.world.copied).toEqual([]);
    await app.press('tfa.copy');
    expect(app.world.copied).toEqual([codes.join('\n')]);
    expect(app.text()).toContain('[x] y');
  });

  it.each([
    ['copied', 'Copied', 'to the clipboard, which may keep it in its history'],
    [
      'sent',
      "Sent to your terminal's clipboard",
      "sent to the terminal's clipboard, may be kept in its history",
    ],
  ] as const)('that was %s is ticked, with where it went', async (how, text, note) => {
    const { app } = await withNewCodes();
    app.world.services.terminal.copy = async () => ({ how, text });
    await app.press('tfa.copy', 'tfa.copy');
    expect(app.text()).toContain(`[x] y  copied   ${note}`);
    expect(app.prose()).toContain(text);
  });

  it('that did not come about is not ticked, says why, and lets nobody leave', async () => {
    const { app, codes } = await withNewCodes();
    const text = 'The clipboard is switched off (RIGDECK_CLIPBOARD=off)';
    app.world.services.terminal.copy = async () => ({ how: 'not-copied', text });
    await app.press('tfa.copy', 'tfa.copy');
    expect(app.text()).toContain('[ ] y  copied');
    expect(app.prose()).toContain(text);
    await app.press('tfa.go');
    expect(app.prose()).toContain('Keep at least one copy first');
    expect(shownCodes(app)).toEqual(codes);
  });

  it('prints through the printer, and ticks nothing when that failed', async () => {
    const { app, codes } = await withNewCodes();
    const printed: string[] = [];
    app.world.services.terminal.print = async (text) => {
      printed.push(text);
      return printed.length > 1
        ? { ok: true, text: 'Sent to the printer' }
        : { ok: false, text: 'lp did not take it: is there a default printer?' };
    };
    await app.press('tfa.print');
    expect(app.prose()).toContain('lp did not take it');
    expect(app.text()).toContain('[ ] p');
    await app.press('tfa.print');
    expect(app.text()).toContain('[x] p');
    for (const code of codes) expect(printed[1]).toContain(code);
  });

  it('takes the word of a person who wrote them down, and takes it back', async () => {
    const { app } = await withNewCodes();
    await app.press('tfa.written');
    expect(app.text()).toContain('[x] h');
    await app.press('tfa.written');
    expect(app.text()).toContain('[ ] h');
    await app.press('tfa.go');
    expect(app.text()).not.toContain('Type code');
  });
});

describe('codes that nobody has shown to be kept', () => {
  const lost = 'were not shown to be kept: without a copy they are lost, and B makes ten new ones.';

  it('are named on Security by the next run, until new ones are kept', async () => {
    const { app } = await withNewCodes();
    await app.press('app.quit', 'app.quit');
    expect(app.ended()).toBe(true);
    const next = await openDeck({ route: { screen: 'security' }, in: app.world });
    expect(next.prose()).toContain(lost);
    await next.advance(31_000);
    await startTfa(next, { kind: 'regen' }, { kind: 'totp' });
    await typeCode(next, totp(next, appSecret));
    await next.press('tfa.go');
    await keepCodes(next);
    await next.press('tfa.go');
    expect(screen(next)).toBe('security');
    expect(next.prose()).not.toContain('shown to be kept');
  });

  it('are held to be kept once one of them was used', async () => {
    const { app, codes } = await withNewCodes();
    await app.press('app.quit', 'app.quit');
    const next = await openDeck({ route: { screen: 'security' }, in: app.world });
    await startTfa(next, { kind: 'login' }, { kind: 'backup' });
    await next.type(codes[3] as string);
    await next.press('tfa.go');
    expect(screen(next)).toBe('security');
    expect(next.text()).toContain('9 of 10 unused');
    expect(next.prose()).not.toContain('shown to be kept');
  });
});

describe('hiding', () => {
  it('is done by a key, and after two minutes without one; any key only shows them again', async () => {
    const { app, codes } = await withNewCodes();
    await app.press('tfa.hide');
    expect(shownCodes(app)).toEqual([]);
    await app.press('tfa.hide');
    expect(shownCodes(app)).toEqual(codes);
    await app.advance(119_000);
    expect(shownCodes(app)).toEqual(codes);
    await app.advance(3_000);
    expect(shownCodes(app)).toEqual([]);
    expect(app.prose()).toContain('Any key shows the codes again');
    await app.press('tfa.written');
    expect(shownCodes(app)).toEqual(codes);
    expect(app.text()).toContain('[ ] h');
  });
});

describe('the read-back', () => {
  it('hides the codes, asks for one picked by chance, and takes no other', async () => {
    const { app, codes } = await withNewCodes();
    await app.press('tfa.written', 'tfa.go');
    expect(app.text()).toContain('Type code 6 from your own copy:');
    expect(shownCodes(app)).toEqual([]);
    await app.type(codes[0] as string);
    await app.press('tfa.go');
    expect(app.prose()).toContain('That is code 1; code 6 is asked for.');
    await app.type(keyBytes('esc'));
    expect(shownCodes(app)).toEqual(codes);
    await app.press('tfa.go');
    await app.type('ZZZZ-ZZZZ-ZZZZ');
    await app.press('tfa.go');
    expect(app.prose()).toContain('That is not code 6.');
    expect(app.sandbox.snapshot().account.tfaStatus).toBe('enabled');
    await app.type('\x15');
    await app.type((codes[5] as string).toLowerCase());
    await app.press('tfa.go');
    expect(app.text()).toContain('The new backup codes count from now on');
  });
});
