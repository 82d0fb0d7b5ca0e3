/** Path of the built program, for tests that run it. Throws what the build said when it failed. */
export function program(): string {
  const { RIGDECK_TEST_PROGRAM: path, RIGDECK_TEST_BUILD_ERROR: error } = process.env;
  if (error !== undefined) throw new Error(`the program does not build:\n${error}`);
  if (path === undefined) throw new Error('the global set-up of the tests did not run');
  return path;
}
