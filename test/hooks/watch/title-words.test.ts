import { expect, it } from 'vitest';
import type { Instance } from '../../../src/client/wire.ts';
import { titleWords } from '../../../src/hooks/watch/title-words.ts';

const row = (actual_status: string | null, more: Partial<Instance> = {}) =>
  ({ id: 1, label: 'a stranger’s words', actual_status, ...more }) as Instance;

it('the title tells what runs, what boots, who is needed and what it costs, and no label', () => {
  expect(titleWords(undefined, false)).toBe('rigdeck');
  expect(titleWords([], true)).toBe('rigdeck (sandbox): nothing runs');
  const up = row('running', { dph_total: 0.5, storage_total_cost: 0.01 });
  expect(titleWords([up, up, row(null), row('loading')], false)).toBe(
    'rigdeck: 2 up, 2 booting, at least $1.00/h',
  );
  expect(titleWords([up, row('exited', { storage_total_cost: 0.01 })], false)).toBe(
    'rigdeck: 1 up, 1 needs you, $0.51/h',
  );
});

it('nothing that somebody else wrote stands in the title: no label, no status, no token and no signs of a terminal', () => {
  const words = 'pl4nted-secret\x07\x1b]2;owned\x07\u202e';
  const texts = [
    'label',
    'status_msg',
    'gpu_name',
    'ssh_host',
    'jupyter_token',
    'geolocation',
    'image_uuid',
    'extra_env',
  ];
  const hostile = Object.fromEntries(texts.map((name) => [name, words]));
  const rows = [null, 'loading', 'running', 'exited', 'offline', 'unknown', words].map((status) =>
    row(status, { ...hostile, dph_total: 0.5 }),
  );
  for (const sandbox of [false, true])
    expect(titleWords(rows, sandbox)).toMatch(
      /^rigdeck( \(sandbox\))?: (\d+ (up|booting|needs? you), )+(at least )?\$\d+\.\d\d\/h$/,
    );
});
