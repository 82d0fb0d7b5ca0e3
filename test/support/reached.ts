import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, type RunnerTask } from 'vitest';
import type { EndpointName } from '../../src/client/endpoints.ts';
import { reach } from '../spec/reach.ts';
import { type Call, endpointOf } from './endpoint-of.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** What this test file has called, and from where: the name of a screen, or a command line. */
const seen: { endpoint: EndpointName; from: string }[] = [];

/** Notes a call that went over the wire while a screen showed, or by a command line. */
export function noteCall(call: Call, from: string | undefined): void {
  const endpoint = endpointOf(call);
  if (endpoint !== undefined && from !== undefined) seen.push({ endpoint, from });
}

const wasCalled = (name: string, from: string) =>
  seen.some((call) => call.endpoint === name && (call.from === from || call.from.startsWith(`${from} `)));

/** A part of a file says nothing of what the whole of it calls. */
const ranWhole = (task: RunnerTask): boolean =>
  task.type === 'suite' ? task.tasks.every(ranWhole) : task.result?.state === 'pass';

/** At the end of a test file: what test/spec/reach.ts says of it has to have happened. */
export function proveReach(): void {
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants a pattern for the fixtures, of which there are none here.
  afterAll(({}, suite) => {
    const file = relative(root, suite.file.filepath);
    if (!suite.file.tasks.every(ranWhole)) return;
    const missed = Object.entries(reach).flatMap(([name, { screen, flow, command, run }]) => [
      ...(flow === file && !wasCalled(name, screen)
        ? [`${name} was not called from the screen ${screen}`]
        : []),
      ...(run === file && !wasCalled(name, command) ? [`${name} was not called by rigdeck ${command}`] : []),
    ]);
    expect(missed, 'test/spec/reach.ts says otherwise').toEqual([]);
  });
}
