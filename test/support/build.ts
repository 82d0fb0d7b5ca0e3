import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where the built program stands for the tests of this run; below node_modules, so that keytar is found. */
const outdir = fileURLToPath(
  new URL(`../../node_modules/.cache/rigdeck-test-${process.pid}`, import.meta.url),
);

/** Builds the program once before the tests, since some of them run it. They find it through `program.ts`. */
export function setup(): void {
  const built = spawnSync(process.execPath, ['scripts/build.mjs', '--quiet', '--outdir', outdir], {
    encoding: 'utf8',
  });
  if (built.status !== 0) process.env.RIGDECK_TEST_BUILD_ERROR = built.stderr.slice(0, 4000);
  process.env.RIGDECK_TEST_PROGRAM = `${outdir}/rigdeck.js`;
}

export function teardown(): void {
  rmSync(outdir, { recursive: true, force: true });
}
