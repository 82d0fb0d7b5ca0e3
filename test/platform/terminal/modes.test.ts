import { describe, expect, test } from 'vitest';
import {
  afterChildModes,
  createRestore,
  drawingModes,
  enterEmptyScreen,
  enterModes,
  enterScreen,
  leaveModes,
  restoreModes,
  writeNow,
} from '../../../src/platform/terminal/modes.ts';
import { createScreen } from '../../support/screen.ts';

const wild =
  '\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[?1003h\x1b[?1006h\x1b[?1h\x1b=\x1b[2;3r\x1b[?7l\x1b[4h\x1b[?6h\x1b(0';
const off = {
  alternateScreen: false,
  cursorVisible: true,
  bracketedPaste: false,
  mouse: false,
  focusReports: false,
  applicationCursorKeys: false,
  applicationKeypad: false,
};

describe('the terminal modes', () => {
  test('C106 restoring undoes everything, and the cursor is back where the deck began', () => {
    const screen = createScreen(40, 6);
    screen.write('before\r\n');
    screen.write(enterScreen + enterModes + wild);
    screen.write(restoreModes());
    expect(screen.modes()).toEqual(off);
    screen.write('after');
    expect(screen.lines().slice(0, 2)).toEqual(['before', 'after']);
  });

  test('C077 after another program its modes are off and its text is kept', () => {
    const screen = createScreen(40, 6);
    screen.write('$ ssh\r\nwelcome\r\n');
    screen.write('\x1b[?2004h\x1b[?1000h\x1b[2;3r\x1b[3;1H');
    screen.write(afterChildModes({ cutOff: false }));
    expect(screen.modes()).toEqual(off);
    screen.write('next');
    expect(screen.lines().slice(0, 3)).toEqual(['$ ssh', 'welcome', 'next']);
  });

  test('C077 after a program that was cut off nothing of the ordinary screen is overwritten', () => {
    const screen = createScreen(40, 4);
    screen.write('$ ssh\r\nwelcome\r\n');
    screen.write(`${wild}\x1b[1;1Hfull screen`);
    screen.write(afterChildModes({ cutOff: true }));
    expect(screen.modes()).toEqual(off);
    screen.write('next');
    expect(screen.history().filter((line) => line !== '')).toEqual(['$ ssh', 'welcome', 'next']);
  });

  test('C106 while another program has the terminal the cursor stays where that has it', () => {
    const screen = createScreen(40, 5);
    screen.write(`${enterScreen}the deck\x1b[?1049l${leaveModes}`);
    screen.write('a shell\r\nits prompt');
    screen.write(restoreModes({ lent: true }));
    expect([screen.lines().slice(0, 2), screen.cursor()]).toEqual([
      ['a shell', 'its prompt'],
      { x: 10, y: 1 },
    ]);
  });

  test.each([
    ['left', restoreModes()],
    ['lent', `\x1b[?1049l${leaveModes}`],
    ['lent and left', `\x1b[?1049l${leaveModes}${restoreModes({ lent: true })}`],
    [
      'lent to a program that wraps nothing',
      `\x1b[?1049l${leaveModes}\x1b[?7l${afterChildModes({ cutOff: false })}`,
    ],
  ])(
    'C089 a line that is too wide scrolls nothing away, and wraps again once the screen is %s',
    (_, left) => {
      const screen = createScreen(10, 3);
      screen.write(`${enterScreen}first\r\nsecond\r\nthis is far too wide`);
      expect(screen.lines().slice(0, 2)).toEqual(['first', 'second']);
      screen.write(`${left}0123456789ab`);
      expect(screen.lines().slice(0, 2)).toEqual(['0123456789', 'ab']);
    },
  );

  /** Whatever was done to the screen, a line lands where it is put, in the place of what stood there. */
  const isDrawnOn = (screen: ReturnType<typeof createScreen>) => {
    screen.write('\x1b[1;1Haaaaaa\x1b[1;1Hqx\x1b[6;1Hlast');
    return [screen.lines()[0], screen.lines()[5]];
  };

  test.each([
    ['entered', enterScreen],
    ['drawn anew', drawingModes],
    ['given back', restoreModes()],
    ['back from a program', afterChildModes({ cutOff: false })],
    ['back from one that was cut off', afterChildModes({ cutOff: true })],
    ['left to another program', restoreModes({ lent: true })],
  ])('C077 C106 inserts nothing, scrolls whole and counts lines from its top once it is %s', (_, bytes) => {
    const screen = createScreen(40, 6);
    screen.write(`\x1b[3;4r\x1b[?6h\x1b[4h\x1b(0\x0e`);
    expect(isDrawnOn(screen)).not.toEqual(['qxaaaa', 'last']);
    screen.write(bytes);
    expect(isDrawnOn(screen)).toEqual(['qxaaaa', 'last']);
  });

  test('C089 what is drawn anew begins on an empty screen', () => {
    const screen = createScreen(10, 3);
    screen.write(`${enterScreen}first\r\nghost${enterEmptyScreen}`);
    expect([screen.lines().join(''), screen.cursor()]).toEqual(['', { x: 0, y: 0 }]);
  });

  test('without the alternate screen it is not left either', () => {
    expect(restoreModes({ alternateScreen: false })).not.toContain('1049');
  });
});

describe('writing on the way out', () => {
  const failing = (code: string, times: number) => {
    const taken: string[] = [];
    let left = times;
    const write = ((_: number, bytes: Uint8Array) => {
      if (left-- > 0) throw Object.assign(new Error(code), { code });
      taken.push(Buffer.from(bytes.subarray(0, 3)).toString());
      return Math.min(3, bytes.length);
    }) as Parameters<typeof writeNow>[2];
    return { write, taken };
  };

  test('C109 waits for a busy terminal and writes all of the text', () => {
    const { write, taken } = failing('EAGAIN', 3);
    expect(writeNow(1, 'seven  ', write)).toBe('');
    expect(taken.join('')).toBe('seven  ');
  });

  test('C109 gives up on a terminal that is gone, without an error', () => {
    expect(writeNow(1, 'x', failing('EIO', 1).write)).toBe('x');
    expect(writeNow(1, 'x', failing('EAGAIN', 1000).write)).toBe('x');
  });
});

describe('the restore routine', () => {
  const takenIn = (written: string[], text: string) => {
    written.push(text);
    return '';
  };

  test('C109 goes to the terminal by its own name when the output is closed', () => {
    const told: string[] = [];
    const writeElsewhere = (text: string) => void told.push(text);
    createRestore({ fd: 1, write: (_, text) => text, writeElsewhere })();
    expect(told).toEqual([restoreModes()]);
    createRestore({ fd: 1, write: () => '', writeElsewhere })();
    expect(told).toHaveLength(1);
  });

  test('C106 works once, however often it is called', () => {
    const written: string[] = [];
    const raw: boolean[] = [];
    const restore = createRestore({
      fd: 1,
      stdin: { isTTY: true, setRawMode: (on) => raw.push(on) },
      write: (_, text) => takenIn(written, text),
    });
    restore();
    restore();
    expect([written, raw]).toEqual([[restoreModes()], [false]]);
  });

  test('C109 goes on when the line mode cannot be set', () => {
    const written: string[] = [];
    const setRawMode = () => {
      throw Object.assign(new Error('EIO'), { code: 'EIO' });
    };
    createRestore({
      fd: 1,
      stdin: { isTTY: true, setRawMode },
      write: (_, text) => takenIn(written, text),
    })();
    expect(written).toEqual([restoreModes()]);
  });
});
