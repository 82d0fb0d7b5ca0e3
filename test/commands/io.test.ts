import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type InStream, type OutStream, processIo } from '../../src/commands/cli/io.ts';
import { printFields, printRows } from '../../src/commands/cli/output.ts';
import { width } from '../support/screen.ts';

/** A terminal's two ends: keys go in, what is shown comes out; raw mode is noted. */
function terminal(columns?: number) {
  const stdin: InStream & PassThrough = new PassThrough();
  const modes: boolean[] = [];
  stdin.isTTY = true;
  stdin.setRawMode = (on: boolean) => modes.push(on);
  const screen: OutStream & PassThrough = new PassThrough();
  screen.isTTY = true;
  if (columns !== undefined) screen.columns = columns;
  return {
    stdin,
    screen,
    modes,
    shown: () => String(screen.read() ?? ''),
    io: processIo({ stdin, stdout: screen, stderr: screen }),
  };
}

/** A stream whose reader has gone. */
const broken = () =>
  new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
  });
const full = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
const turn = () => new Promise((next) => setImmediate(next));

describe('the streams of a command', () => {
  it('C114 outlive a reader that goes away, without an error or another write', async () => {
    const stdout = broken();
    const io = processIo({ stdin: new PassThrough(), stdout, stderr: broken() });
    io.out('a\n');
    io.say('b');
    expect(io.outGone.aborted).toBe(false);
    await turn();
    expect(io.outGone.aborted).toBe(true);
    expect(() => io.out('c\n')).not.toThrow();
    expect(() => io.say('d')).not.toThrow();
    expect(stdout.writableLength).toBe(0);
  });

  it.each([
    ['later', (text: string, done: (error: Error) => void) => text && done(full())],
    [
      'at once',
      () => {
        throw full();
      },
    ],
  ])('tell %s that there was no room for what was written, and never throw', async (_, write) => {
    const stdout = new Writable({ write: (chunk, _encoding, done) => void write(String(chunk), done) });
    const io = processIo({ stdin: new PassThrough(), stdout, stderr: new PassThrough() });
    expect(io.lost()).toBeUndefined();
    expect(() => io.out('a\n')).not.toThrow();
    await turn();
    expect(() => io.out('b\n')).not.toThrow();
    expect(io.lost()).toBe('ENOSPC: no space left on device');
  });

  it('tell whether standard output took what was given to it', async () => {
    const over = (stdout: Writable) =>
      processIo({ stdin: new PassThrough(), stdout, stderr: new PassThrough() });
    const slow = new Writable({ write: (_chunk, _encoding, done) => void turn().then(() => done()) });
    const io = over(slow);
    io.out('a\n');
    expect(await io.taken()).toBe(true);
    expect(slow.writableLength).toBe(0);
    const gone = over(broken());
    gone.out('a\n');
    expect(await gone.taken()).toBe(false);
    expect(await gone.taken()).toBe(false);
  });

  it('C114 lose nothing when the reader has seen enough', async () => {
    const io = processIo({ stdin: new PassThrough(), stdout: broken(), stderr: new PassThrough() });
    io.out('a\n');
    await turn();
    expect(io.lost()).toBeUndefined();
  });

  it('ask nothing where nobody sits', async () => {
    const stderr = new PassThrough();
    const io = processIo({ stdin: new PassThrough(), stdout: new PassThrough(), stderr });
    expect([io.canAsk, io.outIsTerminal]).toEqual([false, false]);
    expect(await io.ask('Really? ')).toBeUndefined();
    expect(stderr.read()).toBeNull();
  });

  it.each([0, undefined])('take a terminal that says it has %s columns for one of 80', (columns) => {
    expect(terminal(columns).io.columns).toBe(80);
  });
});

describe('prose', () => {
  const long = `The key …Zr4q from RIGDECK_API_KEY was refused. ${'Look whether it is the one that you mean. '.repeat(2)}`;

  it('is broken between words on a terminal, never inside one', () => {
    const { io, shown } = terminal(60);
    io.say(long.trim());
    const lines = shown().trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) expect(width(line)).toBeLessThanOrEqual(60);
    expect(lines.join(' ')).toBe(long.trim());
  });

  it('is broken in a question too, with the blank before the answer', async () => {
    const { io, stdin, shown } = terminal(60);
    const answer = io.ask(
      'Code by text message "Work phone" •••• 4417 (12), good for 9:59 (r another code): ',
    );
    await turn();
    stdin.write('\r');
    await answer;
    expect(shown()).toBe(
      'Code by text message "Work phone" •••• 4417 (12), good for\n9:59 (r another code): \n',
    );
  });

  it('keeps together what a no-break space joins, and shows it with a plain one', () => {
    const { io, shown } = terminal(40);
    io.say('Code by text, good for 9:59 (r another, t\u00a0another way)');
    expect(shown()).toBe('Code by text, good for 9:59 (r another,\nt another way)\n');
    io.say('t\u00a0another way');
    expect(shown()).toBe('t another way\n');
  });

  it('goes on under where a choice begins, and keeps lines that fit as they are', () => {
    const { io, shown } = terminal(40);
    io.say('  2  text message "Work phone" •••• 4417 (12): locked until 12:15:00');
    io.say('gpu_name=  RTX_4090\n         ^');
    expect(shown()).toBe(
      '  2  text message "Work phone" •••• 4417\n     (12): locked until 12:15:00\ngpu_name=  RTX_4090\n         ^\n',
    );
  });

  it('leaves a word that is too long in one piece, so that it can be copied', () => {
    const { io, shown } = terminal(40);
    const path = `/home/me/${'a-long-folder/'.repeat(4)}codes.txt`;
    io.say(`The 10 backup codes are in ${path}, which only you can read.`);
    expect(shown().split('\n')).toEqual([
      'The 10 backup codes are in',
      `${path},`,
      'which only you can read.',
      '',
    ]);
  });

  it('stays on one line where standard error is no terminal', () => {
    const stderr = new PassThrough();
    const stdout: OutStream & PassThrough = Object.assign(new PassThrough(), { isTTY: true, columns: 40 });
    processIo({ stdin: new PassThrough(), stdout, stderr }).say(long);
    expect(String(stderr.read())).toBe(`${long}\n`);
  });
});

describe('named values', () => {
  const long = 'in use, verified with a backup code 12 min ago, kept in the system keyring';

  it('go on under themselves on a terminal, and a word that is too long stays whole', () => {
    const { io, shown } = terminal(40);
    printFields(io, [
      ['session', long],
      ['address', `otpauth://totp/${'x'.repeat(40)}`],
    ]);
    expect(shown()).toBe(
      `session  in use, verified with a backup\n         code 12 min ago, kept in the\n         system keyring\naddress  otpauth://totp/${'x'.repeat(40)}\n`,
    );
  });

  it('are a line each anywhere else', () => {
    const stdout = new PassThrough();
    const io = processIo({ stdin: new PassThrough(), stdout, stderr: new PassThrough() });
    printFields(io, [
      ['two-factor', 'on'],
      ['session', long.repeat(3)],
    ]);
    expect(String(stdout.read())).toBe(`two-factor  on\nsession     ${long.repeat(3)}\n`);
  });
});

describe('a question', () => {
  it('shows a masked answer as dots, and takes edits', async () => {
    const { stdin, io, shown, modes } = terminal();
    const answer = io.ask('Key: ', { masked: true });
    await turn();
    stdin.write('sx');
    stdin.write('\x7fecret\r');
    expect(await answer).toBe('secret');
    expect(shown()).toBe(`Key: ••\b \b•••••\n`);
    expect(modes).toEqual([true, false]);
  });

  it('takes a marked paste without its markers', async () => {
    const { stdin, io } = terminal();
    const answer = io.ask('Key: ', { masked: true });
    await turn();
    stdin.write('\x1b[200~pasted\x1b[201~');
    stdin.write('\n');
    expect(await answer).toBe('pasted');
  });

  it('starts over at Ctrl+U', async () => {
    const { stdin, io } = terminal();
    const answer = io.ask('Name: ');
    await turn();
    stdin.write('wrong\x15right\r');
    expect(await answer).toBe('right');
  });

  it.each([
    ['Ctrl+C', 'abc\x03'],
    ['Ctrl+D on an empty line', '\x04'],
  ])('is given up at %s, and the terminal is given back', async (_, keys) => {
    const { stdin, io, modes } = terminal();
    const answer = io.ask('Name: ');
    await turn();
    stdin.write(keys);
    expect(await answer).toBeUndefined();
    expect(modes).toEqual([true, false]);
  });

  it('is given up when the terminal goes away', async () => {
    const { stdin, io } = terminal();
    const answer = io.ask('Name: ');
    await turn();
    stdin.end();
    expect(await answer).toBeUndefined();
  });
});

describe('printed rows', () => {
  const columns = [
    {
      title: 'ID',
      text: (r: { id: number; name: string }) => String(r.id),
      raw: (r: { id: number }) => r.id,
      right: true,
    },
    { title: 'NAME', text: (r: { name: string }) => r.name, raw: (r: { name: string }) => r.name },
    {
      title: 'ID AGAIN',
      text: (r: { id: number }) => String(r.id),
      raw: (r: { id: number }) => r.id,
      right: true,
    },
  ];

  it('C089 are aligned by cells, whatever script a name is in', () => {
    const { io, shown } = terminal(60);
    printRows(io, columns, [
      { id: 1, name: '日本語' },
      { id: 20, name: 'e\u0301a' },
    ]);
    expect(shown()).toBe('ID  NAME    ID AGAIN\n 1  日本語         1\n20  \u00e9a            20\n');
  });

  it('leave columns out from the right until they fit', () => {
    const { io, shown } = terminal(12);
    printRows(io, columns, [{ id: 1, name: 'abcdef' }]);
    const text = shown();
    expect(text).toBe('ID  NAME\n 1  abcdef\n');
    expect(Math.max(...text.split('\n').map(width))).toBeLessThanOrEqual(12);
  });

  it('cut a text before a column is left out, and leave out by what matters least, never cutting a number', () => {
    const row = { id: 1234, name: 'a-name-of-many-words', price: '12.500' };
    const narrow = [
      { title: 'ID', text: (r: typeof row) => String(r.id), raw: () => '', right: true, priority: 1 },
      { title: 'NAME', text: (r: typeof row) => r.name, raw: () => '', least: 6, priority: 3 },
      { title: '$/H', text: (r: typeof row) => r.price, raw: () => '', right: true, priority: 2 },
    ];
    const at = (cells: number) => {
      const { io, shown } = terminal(cells);
      printRows(io, narrow, [row]);
      return shown();
    };
    expect(at(40)).toBe('  ID  NAME                     $/H\n1234  a-name-of-many-words  12.500\n');
    expect(at(24)).toBe('  ID  NAME           $/H\n1234  a-name-of…  12.500\n');
    expect(at(19)).toBe('  ID     $/H\n1234  12.500\n');
  });

  it('are one line per record where nobody looks, tabs within a name included', () => {
    const stdout = new PassThrough();
    const io = processIo({ stdin: new PassThrough(), stdout, stderr: new PassThrough() });
    printRows(io, columns, [{ id: 1, name: 'a\tb\nc' }]);
    expect(String(stdout.read())).toBe('1\ta b c\t1\n');
  });
});
