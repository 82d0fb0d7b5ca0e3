import { EventEmitter } from 'node:events';
import {
  chmodSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { drawnOver, type FirstFrameGiven, openFirstFrame } from '../../../src/platform/start/first-frame.ts';
import type { FirstLines } from '../../../src/platform/start/first-lines.ts';
import { groundless } from '../../../src/platform/start/groundless-frame.ts';
import { endSignals } from '../../../src/platform/terminal/ending-signals.ts';
import { createScreen } from '../../support/screen.ts';

let home: string;
let folder: string;
let config: string;
let outs = 0;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'rigdeck-frame-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  folder = join(home, 'cache');
  config = join(home, 'config.toml');
  writeFileSync(config, '');
});

const frame = [' rigdeck  [1 Offers]', ' looking up your key', '─'.repeat(20)].join('\n');

/** A start on a terminal of 80 by 24, whose bytes go into a file. */
function open(
  changes: Partial<FirstFrameGiven> = {},
  columns = 80,
  onRaw: (listening: (string | symbol)[], written: string) => void = () => {},
) {
  outs += 1;
  const file = join(home, `out-${outs}`);
  const fd = openSync(file, 'w');
  const raw: boolean[] = [];
  const raised: string[] = [];
  const emitter = new EventEmitter();
  const process = Object.assign(emitter, {
    ...{ pid: 1, stdout: { fd, columns, rows: 24 } },
    stdin: {
      setRawMode(on: boolean) {
        raw.push(on);
        onRaw(emitter.eventNames(), readFileSync(file, 'utf8'));
      },
    },
    kill: (_: number, signal: string) => raised.push(signal),
  });
  const first = openFirstFrame({
    ...{ folder, hash: 'abc', words: ['--sandbox'], files: [config, undefined], isTerminal: true },
    env: { TERM: 'xterm', RIGDECK_API_KEY: 'secret' },
    ...changes,
    process: process as unknown as FirstFrameGiven['process'],
  });
  return { first, process, raw, raised, written: () => readFileSync(file, 'utf8') };
}

const lines: FirstLines = {
  ...{ name: ' rigdeck', corner: 'v1.2.3', account: ' looking up your key', search: ' on-demand' },
  places: [
    [60, ' rigdeck [1 Offers]'],
    [90, ' rigdeck [1 Offers] 2 Instances'],
  ],
  keys: [[60, ' ? help']],
};
const shownOn = (text: string, columns = 80) => {
  const screen = createScreen(columns, 24);
  screen.write(text.replaceAll('\n', '\r\n'));
  return screen.lines().map((line) => line.trimEnd());
};

describe('a first frame of which none was kept', () => {
  const none = { lines, files: [undefined, undefined] };

  it('holds what is the same in each, for the width that there is, and gives way to a kept one', () => {
    const { first, written, raw } = open(none);
    expect([first?.painted, raw]).toEqual([true, [true]]);
    const shown = shownOn(written());
    expect(shown[0]).toBe(` rigdeck [1 Offers]${' '.repeat(54)}v1.2.3`);
    expect([shown[1], shown[3]]).toEqual([' looking up your key', ' on-demand']);
    expect([shown[2], shown[21]]).toEqual(['─'.repeat(80), '─'.repeat(80)]);
    expect(shown[23]).toBe(' ? help');
    expect(shownOn(open(none, 100).written(), 100)[0]).toContain('2 Instances');
    first?.keep(frame);
    expect(shownOn(open(none).written()).slice(0, 3).join('\n')).toBe(frame);
  });

  it('names no place while it is not known whether there is a key, and keeps nothing where there is no folder', () => {
    const shown = shownOn(open({ ...none, words: [], env: { TERM: 'xterm' }, folder: undefined }).written());
    expect(shown[0]).toBe(` rigdeck${' '.repeat(65)}v1.2.3`);
    expect(shown.join('').replaceAll('─', '')).toBe(shown[0]);
    expect(shownOn(open({ ...none, words: [] }).written())[0]).toContain('[1 Offers]');
  });

  it.each<[string, Partial<FirstFrameGiven>, number?]>([
    ['settings', { files: [process.execPath] }],
    ['a command', { words: ['offers'] }],
    ['a flag that wants something else', { words: ['--sandbox', '--ascii'] }],
    ['a terminal that cannot show it', { env: { TERM: 'dumb' } }],
    ['the Linux console', { env: { TERM: 'linux' } }],
    ['a locale without Unicode', { env: { TERM: 'xterm', LC_ALL: 'C' } }],
    ['a screen reader', { env: { TERM: 'xterm', INK_SCREEN_READER: 'true' } }],
    ['ASCII', { env: { TERM: 'xterm', RIGDECK_ASCII: '1' } }],
    ['too little room', {}, 59],
    ['no size that is told', {}, Number.NaN],
    ['no terminal', { isTerminal: false }],
  ])('is not painted with %s', (_, changes, columns) => {
    const { first, written } = open({ ...none, ...changes }, columns);
    expect([first?.painted ?? false, written()]).toEqual([false, '']);
  });
});

describe('the first frame', () => {
  it('is painted at a start like the one that kept it, and taken over', () => {
    const before = open();
    expect([before.first?.painted, before.written(), before.raw]).toEqual([false, '', []]);
    before.first?.keep(frame);
    const { first, written, raw, process } = open();
    expect(first?.painted).toBe(true);
    expect(raw).toEqual([true]);
    const screen = createScreen(80, 24);
    screen.write(written().replaceAll('\n', '\r\n'));
    expect(screen.lines().slice(0, 3).join('\n')).toBe(frame);
    expect(screen.modes()).toMatchObject({ alternateScreen: true, cursorVisible: false });
    const bytes = written();
    first?.passOn();
    first?.leave();
    process.emit('exit');
    process.emit('SIGTERM', 'SIGTERM');
    expect([written(), raw]).toEqual([bytes, [true]]);
  });

  it.each<[string, Partial<FirstFrameGiven>, number?]>([
    ['other flags', { words: [] }],
    ['another program', { hash: 'abd' }],
    ['another terminal', { env: { TERM: 'dumb' } }],
    ['a setting of its own', { env: { TERM: 'xterm', RIGDECK_THEME: 'light' } }],
    ['another size', {}, 81],
    ['other files', { files: [undefined, undefined] }],
    ['no terminal', { isTerminal: false }],
  ])('is not painted with %s', (_, changes, columns) => {
    open().first?.keep(frame);
    const { first, written } = open(changes, columns);
    expect([first?.painted ?? false, written()]).toEqual([false, '']);
  });

  it('is not painted once the settings have changed, or the file is not whole or not ours alone', () => {
    open().first?.keep(frame);
    const [name = ''] = readdirSync(folder);
    chmodSync(join(folder, name), 0o666);
    expect(open().first?.painted).toBe(false);
    chmodSync(join(folder, name), 0o600);
    expect(open().first?.painted).toBe(true);
    truncateSync(join(folder, name), 40);
    expect(open().first?.painted).toBe(false);
    open().first?.keep(frame);
    writeFileSync(config, 'ascii = true');
    expect(open().first?.painted).toBe(false);
  });

  it('depends on no key, and no key is in its name', () => {
    open().first?.keep(frame);
    expect(open({ env: { TERM: 'xterm', RIGDECK_API_KEY: 'other' } }).first?.painted).toBe(true);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it.each([
    ['something is said', 'leave'],
    ['the process ends', 'exit'],
    ['a signal comes', 'SIGTERM'],
  ])('gives the terminal back when %s before the deck has it', (_, how) => {
    open().first?.keep(frame);
    const { first, process, raw, raised, written } = open();
    if (how === 'leave') first?.leave();
    else process.emit(how, how);
    const screen = createScreen(80, 24);
    screen.write(written());
    expect(screen.modes()).toMatchObject({ alternateScreen: false, cursorVisible: true });
    expect(raw).toEqual([true, false]);
    expect(raised).toEqual(how === 'SIGTERM' ? ['SIGTERM'] : []);
    expect(process.listenerCount('SIGTERM')).toBe(how === 'exit' ? 1 : 0);
  });

  it('is painted only once whoever gives the terminal back listens, and no key is echoed or stops the job', () => {
    open().first?.keep(frame);
    const seen: unknown[] = [];
    const { raw } = open({}, 80, (listening, bytes) => seen.push([...listening, bytes]));
    expect(raw).toEqual([true]);
    expect(seen).toEqual([['exit', ...endSignals, 'SIGTSTP', '']]);
  });

  it('leaves an end to whoever has heard of it too, and stops as others stop', () => {
    open().first?.keep(frame);
    const { process, raw, raised, written } = open();
    process.emit('SIGTSTP', 'SIGTSTP');
    expect([raw, raised]).toEqual([[true, false, true], ['SIGTSTP']]);
    const [before = '', shown = ''] = written().split('\x1b[?1049l');
    expect(shown).toBe(before.slice(0, shown.length));
    process.on('SIGQUIT', () => {});
    process.emit('SIGQUIT', 'SIGQUIT');
    expect([raw.length, raised.length]).toEqual([3, 1]);
    process.emit('exit');
    expect(raw.at(-1)).toBe(false);
  });

  it.each([
    ['any colour', '#a8a8a8', '38;2;168;168;168', '38;2;95;215;255'],
    ['the 256', 'ansi256(248)', '38;5;248', '38;5;81'],
    ['the 16', undefined, '2', '96'],
  ])('is kept without the colours that were chosen for a background, of %s', (_, dim, dimCode, accent) => {
    const off = dim === undefined ? '22' : '39';
    const drawn = `\x1b[1m rigdeck \x1b[${accent}m[1]\x1b[39m\x1b[22m \x1b[${dimCode}mdim\x1b[${off}m \x1b[7m\x1b[103mon\x1b[49m\x1b[27m`;
    const kept = groundless(drawn, [dim, dim]);
    expect(kept).toBe('\x1b[1m rigdeck [1]\x1b[22m \x1b[2mdim\x1b[22m \x1b[7mon\x1b[27m');
  });

  it('leaves nothing of itself behind another one that is drawn over it', () => {
    const screen = createScreen(20, 3);
    screen.write('a long line of it...\r\nx\r\nand the last of them\x1b[H');
    const next = ['short', '─'.repeat(20), ''];
    screen.write(drawnOver(next.join('\n')).replaceAll('\n', '\r\n'));
    expect(screen.lines()).toEqual(next);
  });
});
