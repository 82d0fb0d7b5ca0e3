/**
 * Flags for a deck that lives for seconds: in those V8's optimising compilers, of JavaScript and of Yoga's wasm, cost two
 * fifths of all its work and give nothing back. The program is the same without them.
 */
export const shortLived = ['--no-opt', '--liftoff-only'];

/** Path of the built program, for tests that run it. Throws what the build said when it failed. */
export function program(): string {
  const { RIGDECK_TEST_PROGRAM: path, RIGDECK_TEST_BUILD_ERROR: error } = process.env;
  if (error !== undefined) throw new Error(`the program does not build:\n${error}`);
  if (path === undefined) throw new Error('the global set-up of the tests did not run');
  return path;
}
