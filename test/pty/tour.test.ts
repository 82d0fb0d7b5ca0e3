import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { program } from '../support/program.ts';
import { ptyUnavailable, startPty } from '../support/pty.ts';
import { describeIf } from '../support/strict.ts';
import { startService } from './service.ts';

const home = mkdtempSync(join(tmpdir(), 'rigdeck-tour-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

type Step = { words: readonly string[]; shows: readonly string[] };

/** The commands of the README's tour, each with what the README shows of it. */
const tour: Step[] = [...readFileSync('README.md', 'utf8').matchAll(/```console\n([\s\S]*?)```/g)]
  .flatMap(([, block = '']) => block.split(/^\$ rigdeck /m).slice(1))
  .map((part) => {
    const [line = '', ...shows] = part.trimEnd().split('\n');
    return { words: line.split(' '), shows };
  });

/**
 * A line of output as its shape: numbers, times, places and dates depend on the market and on how fast this machine is,
 * and columns on how wide those are. All other words and signs have to be those of the README.
 */
const shape = (line: string): string =>
  line
    .replace(/\b[A-Z][\w ]+, [A-Z]{2}\b/g, 'PLACE')
    .replace(/\b\d+ [A-Z][a-z]{2}\b|\b[A-Z][a-z]{2} \d+\b/g, 'DATE')
    .replace(/\b\d+[smhd]( \d+[smh])?(?=\s|$)/g, 'TIME')
    .replace(/\d+(\.\d+)?/g, '#')
    .replace(/ +/g, ' ')
    .trim();

/** How often `wait` still sees the boot depends on the machine, too. */
const isProgress = (line: string) => / is (provisioning|loading)$/.test(line);

const shapes = (lines: readonly string[]) => lines.filter((line) => !isProgress(line)).map(shape);

describeIf(ptyUnavailable())('the tour of the README', () => {
  it('prints what the README shows', async () => {
    expect(tour.map(({ words }) => words[0])).toEqual([
      'offers',
      'rent',
      'wait',
      'status',
      'stop',
      'destroy',
    ]);
    const service = await startService('--seed', '1', '--speed', '60');
    try {
      for (const { words, shows } of tour) {
        const run = startPty({
          argv: [process.execPath, program(), ...words],
          cols: 100,
          rows: 40,
          cwd: home,
          env: { ...service.env, HOME: home, TZ: 'UTC' },
        });
        const { code } = await run.exited;
        const printed = run.screen().filter((line) => line !== '');
        expect([code, shapes(printed)], words.join(' ')).toEqual([0, shapes(shows)]);
      }
      const { instances } = await service.ledger();
      expect(instances.map(({ destroyed_at }) => destroyed_at === null)).toEqual([false]);
    } finally {
      await service.stop();
    }
  }, 120_000);
});
