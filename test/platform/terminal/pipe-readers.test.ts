import { describe, expect, it } from 'vitest';
import { type ProcFiles, pipeReaders } from '../../../src/platform/terminal/pipe-readers.ts';

const gone = (code: string) => Object.assign(new Error(code), { code });

/** A /proc in which process 7 reads the pipe through fd 3, and 8 only writes to it. */
function procOf(
  processes: Record<string, { fd: string; pipe: string; flags: string }[] | 'shut'>,
): ProcFiles {
  const of = (path: string) => {
    const [, , pid = '', , fd = ''] = path.split('/');
    const found = processes[pid];
    if (found === undefined) throw gone('ENOENT');
    if (found === 'shut') throw gone('EACCES');
    return { found, one: found.find((row) => row.fd === fd) };
  };
  return {
    list: (folder) =>
      folder === '/proc' ? ['self', ...Object.keys(processes)] : of(folder).found.map(({ fd }) => fd),
    link: (path) => (path.startsWith('/proc/self/') ? 'pipe:[1]' : (of(path).one?.pipe ?? '')),
    text: (path) => `pos:\t0\nflags:\t${of(path).one?.flags}\n`,
  };
}
const reader = [{ fd: '3', pipe: 'pipe:[1]', flags: '00' }];
const writer = [{ fd: '1', pipe: 'pipe:[1]', flags: '0100001' }];
const other = [{ fd: '0', pipe: 'pipe:[2]', flags: '00' }];

/** The answers of look after look, each over what /proc shows then. */
function looks(...shown: Parameters<typeof procOf>[0][]): boolean[] {
  let now = 0;
  const proc: ProcFiles = {
    list: (folder) => procOf(shown[now] ?? {}).list(folder),
    link: (path) => procOf(shown[now] ?? {}).link(path),
    text: (path) => procOf(shown[now] ?? {}).text(path),
  };
  const isRead = pipeReaders(1, { proc, own: 1, isPipe: () => true });
  return shown.map((_, at) => {
    now = at;
    return isRead();
  });
}

describe('whether a pipe is still read', () => {
  it('tells when the last reader has gone, and not before', () => {
    expect(
      looks({ '7': reader, '8': writer }, { '7': reader }, { '7': other, '8': writer }, { '8': writer }),
    ).toEqual([true, true, false, false]);
    expect(looks({ '7': reader }, { '9': reader }, {})).toEqual([true, true, false]);
  });

  it('takes one for read of which no reader was ever seen, as one in another container', () => {
    expect(looks({ '8': writer }, {})).toEqual([true, true]);
  });

  it('is never told of anything but a pipe', () => {
    const isRead = pipeReaders(1, { proc: procOf({}), isPipe: () => false });
    expect([isRead(), isRead()]).toEqual([true, true]);
  });

  it('takes one for read while who read it may not be looked into any more', () => {
    expect(looks({ '7': reader }, { '7': 'shut' }, {})).toEqual([true, true, false]);
  });
});
