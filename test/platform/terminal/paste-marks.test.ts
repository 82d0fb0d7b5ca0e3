import { expect, it } from 'vitest';
import { marksPastes } from '../../../src/platform/terminal/paste-marks.ts';

it.each([
  [true, { TERM: 'xterm-256color' }],
  [true, { TERM: 'xterm-kitty' }],
  [true, { TERM: 'screen-256color', TMUX: '/tmp/tmux-0/default,1,0' }],
  [false, { TERM: 'screen.xterm-256color', STY: '1.pts-0.host' }],
  [false, { TERM: 'xterm-256color', STY: '1.pts-0.host' }],
  [false, { TERM: 'linux' }],
  [false, { TERM: 'vt220' }],
  [false, {}],
])('is %s of %j', (marks, env) => {
  expect(marksPastes(env)).toBe(marks);
});
