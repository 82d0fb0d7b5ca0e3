/**
 * The one place that decides what happens when this machine cannot run a test: it is skipped and says why,
 * unless RIGDECK_TEST_STRICT=1 asks for every test to run; then it fails with the reason.
 */

import { describe, test } from 'vitest';

export const isStrict = process.env.RIGDECK_TEST_STRICT === '1';

/** `describe` for tests that need something of the machine; `reason` is one line, or undefined when all is there. */
export function describeIf(reason: string | undefined): (name: string, body: () => void) => void {
  if (reason === undefined) return (name, body) => describe(name, body);
  if (!isStrict) return (name, body) => describe.skip(`${name} (skipped: ${reason})`, body);
  return (name) =>
    describe(name, () => {
      test('can run here', () => {
        throw new Error(`RIGDECK_TEST_STRICT=1, but this cannot run: ${reason}`);
      });
    });
}
