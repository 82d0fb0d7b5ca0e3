import { spawn as spawnChild } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { afterAll, describe, expect, it, test } from 'vitest';
import type { Spawn } from '../../../src/platform/terminal/child.ts';
import { openPane, paneHost } from '../../../src/platform/terminal/new-pane.ts';
import { describeIf } from '../../support/strict.ts';

const argv = ['ssh', '-o', 'ProxyCommand=nc %h %p;', '-p', '22', 'root@h; rm -rf /'];
const never = () => new Promise<void>(() => {});

/** Programs that print `text` and end with `code`; what was run is kept. */
function programs({ code = 0, text = '', missing = false } = {}) {
  const run: string[][] = [];
  const spawn: Spawn = (command, args, options) => {
    run.push([command, ...args]);
    expect(options.shell).toBeUndefined();
    const stdout = new PassThrough();
    const child = Object.assign(new EventEmitter(), { stdout, kill: () => true });
    setImmediate(() => {
      stdout.write(text);
      setImmediate(() => child.emit(missing ? 'error' : 'close', missing ? new Error('ENOENT') : code));
    });
    return child as unknown as ReturnType<Spawn>;
  };
  return { run, spawn };
}

describe('a new pane', () => {
  it('is known to be there by the variables of the programs that have them', () => {
    expect(paneHost({})).toBeUndefined();
    expect(paneHost({ TMUX: '/tmp/tmux-1/default,1,0', WEZTERM_PANE: '3' })).toBe('tmux');
    expect(paneHost({ ZELLIJ: '0' })).toBe('zellij');
    expect(paneHost({ WEZTERM_PANE: '3' })).toBe('WezTerm');
  });

  it.each([
    [
      { TMUX: 'x', TMUX_PANE: '%4' },
      ['tmux', 'split-window', '-t', '%4', '-v', '--'],
      argv.with(2, 'ProxyCommand=nc %h %p\\;'),
    ],
    [{ ZELLIJ: '0' }, ['zellij', 'action', 'new-pane', '--direction', 'down', '--'], argv],
    [{ WEZTERM_PANE: '3' }, ['wezterm', 'cli', 'split-pane', '--pane-id', '3', '--bottom', '--'], argv],
  ])('is given every argument as it is: %j', async (env, opener, given) => {
    const { run, spawn } = programs();
    expect((await openPane(argv, { env, spawn, sleep: never, columns: 80 })).ok).toBe(true);
    expect(run).toHaveLength(1);
    expect(run[0]?.slice(0, opener.length)).toEqual(opener);
    expect(run[0]?.slice(-argv.length)).toEqual(given);
    // What stands between them is the same whatever the arguments are.
    expect(run[0]?.slice(opener.length, -argv.length).join(' ')).not.toMatch(/Proxy|root|nc /);
  });

  it('stands beside the deck where both have room', async () => {
    const { run, spawn } = programs();
    await openPane(argv, { env: { TMUX: 'x' }, spawn, sleep: never, columns: 200 });
    expect(run[0]).toContain('-h');
  });

  it('says why there is none', async () => {
    const open = (how: Parameters<typeof programs>[0]) =>
      openPane(argv, { env: { TMUX: 'x' }, spawn: programs(how).spawn, sleep: never });
    expect(await open({ code: 1, text: 'no space for new pane\n' })).toEqual({
      ok: false,
      text: 'tmux opened no pane: no space for new pane',
    });
    expect((await open({ missing: true })).text).toContain('tmux was not found');
  });
});

const socket = `rigdeck-test-${process.pid}`;
const tmux = (...args: string[]) =>
  new Promise<{ code: number | null; text: string }>((resolve) => {
    const child = spawnChild('tmux', ['-L', socket, '-f', '/dev/null', ...args]);
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
    child.on('error', () => resolve({ code: null, text }));
    child.on('close', (code) => resolve({ code, text }));
  });
const hasTmux = (await tmux('-V')).code === 0;

describeIf(hasTmux ? undefined : 'there is no tmux')('in a real tmux', () => {
  afterAll(() => tmux('kill-server'));

  test('the program gets its arguments untouched, and what it said of a failure stays', async () => {
    await tmux('new-session', '-d', '-x', '80', '-y', '24', 'sleep 60');
    const { text: where } = await tmux('display-message', '-p', '#{socket_path},#{pid},0 #{pane_id}');
    const [TMUX = '', TMUX_PANE = ''] = where.trim().split(' ');
    const say = ['sh', '-c', 'printf "<%s>" "$@"; exit 255', 'say', 'a b', '$HOME', '; ls', 'end;'];
    const spawn: Spawn = (command, args, options) =>
      spawnChild(command, args, { ...options, env: { ...process.env, TMUX } });
    const sleep = (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, ms);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          reject(new Error('over'));
        });
      });
    expect(await openPane(say, { env: { TMUX, TMUX_PANE }, spawn, sleep })).toEqual({
      ok: true,
      text: 'ssh runs in a new pane of tmux',
    });
    await expect
      .poll(async () => (await tmux('capture-pane', '-p', '-t', ':.1')).text.split('\n')[0], {
        timeout: 10_000,
      })
      .toContain('<a b><$HOME><; ls><end;>');
    await tmux('send-keys', '-t', ':.1', 'Enter');
    const panes = async () => (await tmux('list-panes', '-F', 'pane')).text;
    await expect.poll(panes, { timeout: 10_000 }).toBe('pane\n');
  });
});
