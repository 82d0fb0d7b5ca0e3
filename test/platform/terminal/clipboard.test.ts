import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { manualClock } from '../../../src/base/clock.ts';
import { type ClipboardIo, copyText } from '../../../src/platform/terminal/clipboard.ts';
import { osc52 } from '../../../src/platform/terminal/osc52.ts';
import { settle } from '../../support/fake-terminal.ts';

type Ending = 'works' | 'fails' | 'missing' | 'hangs';

/** A computer on which each named program ends in a known way; the others are missing. */
function computer(programs: Record<string, Ending>, part: Partial<ClipboardIo> = {}) {
  const clock = manualClock(0);
  const calls: { command: string; args: readonly string[]; input: Buffer }[] = [];
  let written = '';
  const io: ClipboardIo = {
    env: {},
    platform: 'linux',
    isTTY: true,
    sleep: clock.sleep,
    write: (text) => {
      written += text;
    },
    spawn: ((command: string, args: readonly string[]) => {
      const child = new EventEmitter();
      const stdin = new PassThrough();
      const ending = programs[command] ?? 'missing';
      stdin.on('data', (chunk: Buffer) => calls.push({ command, args, input: chunk }));
      setImmediate(() => {
        if (ending === 'missing') child.emit('error', Object.assign(new Error(), { code: 'ENOENT' }));
        else if (ending !== 'hangs') child.emit('exit', ending === 'works' ? 0 : 1, null);
      });
      return Object.assign(child, { stdin, kill: () => true });
    }) as unknown as ClipboardIo['spawn'],
    ...part,
  };
  return { io, calls, clock, written: () => written };
}

const command = 'ssh -p 10022 root@host';

describe('copying on this computer', () => {
  test.each([
    ['darwin', {}, 'pbcopy'],
    ['win32', {}, 'clip.exe'],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, 'wl-copy'],
    ['linux', { DISPLAY: ':0' }, 'xclip'],
    ['linux', { WSL_DISTRO_NAME: 'Ubuntu' }, 'clip.exe'],
  ] as const)('on %s with %j uses %s and says that it is copied', async (platform, env, program) => {
    const { io, calls, written } = computer({ [program]: 'works' }, { platform, env });
    expect(await copyText(command, io)).toEqual({ how: 'copied', text: 'Copied' });
    expect(calls.map((call) => call.command)).toEqual([program]);
    const encoding = program === 'clip.exe' ? 'utf16le' : 'utf8';
    expect(calls[0]?.input.toString(encoding)).toBe(command);
    expect(written()).toBe('');
  });

  test('C082 takes the next way when a program is missing or fails', async () => {
    const { io, calls } = computer({ xsel: 'works' }, { env: { DISPLAY: ':0', WAYLAND_DISPLAY: 'w' } });
    expect((await copyText(command, io)).how).toBe('copied');
    expect(calls.map((call) => call.command)).toContain('xsel');
    const failing = computer({ xclip: 'fails' }, { env: { DISPLAY: ':0' } });
    expect((await copyText(command, failing.io)).how).toBe('sent');
  });

  test('C082 a program that hangs is given two seconds', async () => {
    const { io, clock, written } = computer({ xclip: 'hangs' }, { env: { DISPLAY: ':0' } });
    const copying = copyText(command, io);
    await settle();
    clock.advance(2000);
    expect((await copying).how).toBe('sent');
    expect(written()).toContain('\x1b]52;c;');
  });
});

describe('copying through the terminal', () => {
  test('C082 over SSH says sent, never copied', async () => {
    const { io, calls, written } = computer(
      { xclip: 'works' },
      { env: { SSH_TTY: '/dev/pts/1', DISPLAY: ':10' } },
    );
    const outcome = await copyText(command, io);
    expect(outcome.how).toBe('sent');
    expect(outcome.text).toContain("Sent to your terminal's clipboard");
    expect(outcome.text).not.toMatch(/copied/i);
    expect(calls).toEqual([]);
    expect(written()).toBe(`\x1b]52;c;${Buffer.from(command).toString('base64')}\x07`);
  });

  test('C082 inside tmux fills its buffer too and wraps the sequence', async () => {
    const env = { SSH_TTY: '/dev/pts/1', TMUX: '/tmp/tmux-0/default,1,0', TERM: 'tmux-256color' };
    const { io, calls, written } = computer({ tmux: 'works' }, { env });
    expect((await copyText(command, io)).how).toBe('sent');
    expect(calls.map(({ command: name, args }) => [name, ...args])).toEqual([
      ['tmux', 'load-buffer', '-w', '-'],
    ]);
    expect(written()).toMatch(/^\x1bPtmux;\x1b\x1b\]52;c;[\w+/=]+\x07\x1b\\$/);
  });

  test('screen gets the sequence in pieces that it lets through', () => {
    const sequence = osc52('x'.repeat(600), { STY: '1.pts' }) ?? '';
    const pieces = sequence.split('\x1b\\').filter((piece) => piece !== '');
    expect(pieces.length).toBeGreaterThan(3);
    for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(202);
    expect(pieces.map((piece) => piece.slice(2)).join('')).toBe(osc52('x'.repeat(600), {}));
  });

  test.each([
    ['a pipe', { isTTY: false }],
    ['a dumb terminal', { env: { TERM: 'dumb' } }],
  ])('C082 is refused for %s', async (_, part) => {
    const { io, written } = computer({}, part);
    expect((await copyText(command, io)).how).toBe('not-copied');
    expect(written()).toBe('');
  });

  test('a text that terminals would cut is refused', async () => {
    const { io, written } = computer({});
    expect((await copyText('x'.repeat(56_244), io)).how).toBe('sent');
    expect((await copyText('x'.repeat(56_245), io)).text).toContain('Too long');
    expect(written().length).toBeLessThan(75_100);
  });
});

describe('RIGDECK_CLIPBOARD', () => {
  const display = { DISPLAY: ':0' };

  test('off copies nothing', async () => {
    const { io, calls, written } = computer(
      { xclip: 'works' },
      { env: { ...display, RIGDECK_CLIPBOARD: 'off' } },
    );
    expect((await copyText(command, io)).how).toBe('not-copied');
    expect([calls, written()]).toEqual([[], '']);
  });

  test('osc52 never runs a program, native never writes to the terminal', async () => {
    const osc = computer({ xclip: 'works' }, { env: { ...display, RIGDECK_CLIPBOARD: 'osc52' } });
    expect((await copyText(command, osc.io)).how).toBe('sent');
    expect(osc.calls).toEqual([]);
    const native = computer({}, { env: { ...display, RIGDECK_CLIPBOARD: 'native' } });
    expect((await copyText(command, native.io)).how).toBe('not-copied');
    expect(native.written()).toBe('');
  });

  test('native works over SSH for a forwarded display', async () => {
    const env = { ...display, SSH_TTY: '/dev/pts/1', RIGDECK_CLIPBOARD: 'native' };
    expect((await copyText(command, computer({ xclip: 'works' }, { env }).io)).how).toBe('copied');
  });
});
