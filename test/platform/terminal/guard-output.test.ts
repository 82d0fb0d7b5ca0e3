import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { guardOutput } from '../../../src/platform/terminal/guard-output.ts';

function start() {
  const printed: string[] = [];
  const print = (...args: unknown[]) => {
    printed.push(args.join(' '));
  };
  const console = {
    log: print,
    info: print,
    warn: print,
    error: print,
    debug: print,
    trace: print,
    dir: print,
    table: print,
  };
  const stderr = { write: (text: string) => printed.push(text) > 0 };
  const process = new EventEmitter();
  process.on('warning', (warning: Error) => printed.push(warning.message));
  const kept: string[] = [];
  const release = guardOutput({ console, process, stderr, sink: (text) => kept.push(text) });
  return { console, stderr, process, printed, kept, release };
}

test('C093 prints, warnings and stray writes go to the sink and not to the screen', () => {
  const { console, stderr, process, printed, kept } = start();
  console.error('bad %s', 'thing');
  console.table([1]);
  process.emit('warning', Object.assign(new Error('old call'), { name: 'DeprecationWarning' }));
  stderr.write('raw line\n');
  stderr.write('\n');
  stderr.write('\x1b[?25h');
  expect(printed).toEqual([]);
  expect(kept).toEqual(['bad thing', '[ 1 ]', 'DeprecationWarning: old call', 'raw line']);
});

test('C093 afterwards everything prints as before', () => {
  const { console, stderr, process, printed, kept, release } = start();
  release();
  console.log('one');
  stderr.write('two');
  process.emit('warning', new Error('three'));
  expect(printed).toEqual(['one', 'two', 'three']);
  expect(kept).toEqual([]);
});

test('a stray write tells its caller that it is done', async () => {
  const { stderr } = start();
  const done = new Promise((resolve) =>
    (stderr.write as (...args: unknown[]) => boolean)('x', 'utf8', resolve),
  );
  await expect(done).resolves.toBeUndefined();
});
