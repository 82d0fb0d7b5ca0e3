/**
 * A file of the program is not as it was installed: no bug of ours, and nothing that a report would tell more of.
 * `message` says what is wrong and `next` what mends it, a sentence each.
 */
export class BrokenInstall extends Error {
  override readonly name = 'BrokenInstall';
  readonly next: string;

  constructor(message: string, next: string) {
    super(message);
    this.next = next;
  }
}

/** Told by its name: each script of the program has a class of its own. */
export const isBrokenInstall = (error: unknown): error is BrokenInstall =>
  error instanceof Error && error.name === 'BrokenInstall';

/** `fault` as in `program.js is missing`. */
export const brokenFile = (file: string, fault: string): BrokenInstall =>
  new BrokenInstall(`The installation of rigdeck is broken: ${file} ${fault}.`, 'Install it again.');

/** A file of another build stands beside those of this one: laid there by an update, maybe just now. */
export const foreignFile = (file: string): BrokenInstall =>
  new BrokenInstall(
    `rigdeck was updated while it ran, or its installation is broken: ${file} is of another version.`,
    'Run it again, and where that does not help install it again.',
  );

/**
 * What came of reading or compiling a file of the program, as what is wrong with that: there is none, it cannot be read,
 * or it ends in the middle. Any other error is the same.
 */
export function faultOf(error: unknown, file: string): unknown {
  if (error instanceof SyntaxError) return brokenFile(file, 'is not whole');
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'MODULE_NOT_FOUND') return brokenFile(file, 'is missing');
  return code === 'EACCES' || code === 'EISDIR' ? brokenFile(file, 'cannot be read') : error;
}
