import { describe, expect, it } from 'vitest';
import { notification, notifyMethod } from '../../../src/platform/terminal/notify.ts';

const esc = '\x1b';

describe('the way a terminal is called by', () => {
  it.each([
    [{ TERM_PROGRAM: 'iTerm.app', TERM: 'xterm-256color' }, 'osc9'],
    [{ LC_TERMINAL: 'iTerm2', TERM: 'xterm-256color' }, 'osc9'],
    [{ TERM_PROGRAM: 'WezTerm', TERM: 'xterm-256color' }, 'osc9'],
    [{ TERM_PROGRAM: 'ghostty', TERM: 'xterm-ghostty' }, 'osc9'],
    [{ TERM: 'xterm-kitty' }, 'osc9'],
    [{ TERM: 'screen-256color', TMUX: '/tmp/t,1,0', KITTY_WINDOW_ID: '1' }, 'osc9'],
    [{ TERM: 'rxvt-unicode-256color' }, 'osc777'],
    [{ TERM: 'foot' }, 'osc777'],
    [{ TERM: 'xterm-256color' }, 'bell'],
    [{ TERM_PROGRAM: 'Apple_Terminal', TERM: 'xterm-256color' }, 'bell'],
    [{}, 'bell'],
  ])('is for %j: %s', (env, method) => {
    expect(notifyMethod('auto', env)).toBe(method);
  });

  it('is the one that was chosen, whatever the terminal', () => {
    expect(notifyMethod('bell', { TERM: 'xterm-kitty' })).toBe('bell');
    expect(notifyMethod('osc777', {})).toBe('osc777');
  });
});

describe('the bytes of a note', () => {
  const env = { TERM: 'xterm-256color' };

  it('are OSC 9, OSC 777 with no further parts, or the bell', () => {
    expect(notification('a; b', { method: 'osc9', env })).toBe(`${esc}]9;rigdeck: a; b\x07`);
    expect(notification('a; b', { method: 'osc777', env })).toBe(`${esc}]777;notify;rigdeck;a, b\x07`);
    expect(notification('a; b', { method: 'bell', env })).toBe('\x07');
  });

  it('are never what OSC 9;4 means, which is progress', () => {
    expect(notification('4;1;50', { method: 'osc9', env })).toBe(`${esc}]9;rigdeck: 4;1;50\x07`);
  });

  it('hold no control characters of the text, and no endless one', () => {
    const hostile = `box${esc}]52;c;eA==\x07\x9d0;t\x9c\r\nis running`;
    expect(notification(hostile, { method: 'osc9', env })).toBe(
      `${esc}]9;rigdeck: box ]52;c;eA== 0;t is running\x07`,
    );
    const long = notification('x'.repeat(5_000), { method: 'osc777', env });
    expect(long).toBe(`${esc}]777;notify;rigdeck;${'x'.repeat(199)}…\x07`);
  });

  it('pass through tmux and screen, with the bell for one that keeps them to itself', () => {
    expect(notification('a', { method: 'osc9', env: { TMUX: '/tmp/t,1,0', TERM: 'tmux-256color' } })).toBe(
      `${esc}Ptmux;${esc}${esc}]9;rigdeck: a\x07${esc}\\\x07`,
    );
    expect(notification('a', { method: 'osc9', env: { STY: '1.pts', TERM: 'screen' } })).toBe(
      `${esc}P${esc}]9;rigdeck: a\x07${esc}\\\x07`,
    );
  });
});
