import { fstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The parts of /proc that tell who has a pipe open; replaceable for tests. Each throws where it may not be looked at. */
export type ProcFiles = {
  /** What the names in a folder are. */
  list(folder: string): string[];
  link(path: string): string;
  text(path: string): string;
};

const realFiles: ProcFiles = {
  list: readdirSync,
  link: readlinkSync,
  text: (path) => readFileSync(path, 'utf8'),
};

/**
 * Tells whether somebody may still read from the pipe `fd`, without a write: a pipe says that its reader has gone only to
 * whoever writes, and a program that writes when something changes may have nothing to write for hours. Linux alone
 * shows who has a pipe open, and only of processes that one may look into: so the answer is no only when a reader was
 * seen before and none is there now. Anything but a pipe is always read.
 */
export function pipeReaders(
  fd: number,
  {
    proc = realFiles,
    own = process.pid,
    isPipe = (open) => fstatSync(open).isFIFO(),
  }: { proc?: ProcFiles; own?: number; isPipe?: (fd: number) => boolean } = {},
): () => boolean {
  let pipe: string | undefined;
  let known: readonly string[] | undefined;
  return () => {
    // Not looked up before somebody asks: most commands never do.
    pipe ??= nameOf(fd, proc, isPipe);
    if (pipe === undefined) return true;
    const name = pipe;
    const reads = (pid: string) => readsFrom(pid, name, proc);
    // Whoever read at the last look mostly reads still.
    if (known?.some((pid) => reads(pid) !== 'no')) return true;
    const found = all(proc).filter((pid) => pid !== String(own) && reads(pid) === 'yes');
    if (found.length === 0) return known === undefined;
    known = found;
    return true;
  };
}

function nameOf(fd: number, proc: ProcFiles, isPipe: (fd: number) => boolean): string | undefined {
  try {
    return isPipe(fd) ? proc.link(`/proc/self/fd/${fd}`) : undefined;
  } catch {
    return undefined;
  }
}

const all = (proc: ProcFiles): string[] => {
  try {
    return proc.list('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
};

/** `unknown` of a process that is there and may not be looked into, as one that has become another person's. */
function readsFrom(pid: string, pipe: string, proc: ProcFiles): 'yes' | 'no' | 'unknown' {
  try {
    const reads = proc.list(`/proc/${pid}/fd`).some((fd) => {
      try {
        return (
          proc.link(`/proc/${pid}/fd/${fd}`) === pipe && !writesOnly(proc.text(`/proc/${pid}/fdinfo/${fd}`))
        );
      } catch {
        return false;
      }
    });
    return reads ? 'yes' : 'no';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ESRCH' ? 'no' : 'unknown';
  }
}

/** The access mode is in the last two bits of the flags, which stand there in octal: 1 is for writing alone. */
const writesOnly = (info: string): boolean =>
  (Number.parseInt(/^flags:\s*(\d+)/m.exec(info)?.[1] ?? '0', 8) & 3) === 1;
