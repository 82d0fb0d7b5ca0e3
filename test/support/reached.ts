import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, type RunnerTask } from 'vitest';
import type { EndpointName } from '../../src/client/endpoints.ts';
import { reach } from '../spec/reach.ts';
import { type Call, endpointOf } from './endpoint-of.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** What each test file has called, and from where: the name of a screen, or a command line. Files may share this module. */
const seen: { endpoint: EndpointName; from: string; file: string | undefined }[] = [];

/** Notes a call that went over the wire while a screen showed, or by a command line. */
export function noteCall(call: Call, from: string | undefined): void {
  const endpoint = endpointOf(call);
  if (endpoint !== undefined && from !== undefined)
    seen.push({ endpoint, from, file: expect.getState().testPath });
}

const wasCalled = (file: string, name: string, from: string) =>
  seen.some(
    (call) =>
      call.file === file &&
      call.endpoint === name &&
      (call.from === from || call.from.startsWith(`${from} `)),
  );

/** A part of a file says nothing of what the whole of it calls. */
const ranWhole = (task: RunnerTask): boolean =>
  task.type === 'suite' ? task.tasks.every(ranWhole) : task.result?.state === 'pass';

/** At the end of a test file: what test/spec/reach.ts says of it has to have happened. */
export function proveReach(): void {
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants a pattern for the fixtures, of which there are none here.
  afterAll(({}, suite) => {
    const file = relative(root, suite.file.filepath);
    if (!suite.file.tasks.every(ranWhole)) return;
    const called = (name: string, from: string) => wasCalled(suite.file.filepath, name, from);
    const missed = Object.entries(reach).flatMap(([name, { screen, flow, command, run }]) => [
      ...(flow === file && !called(name, screen) ? [`${name} was not called from the screen ${screen}`] : []),
      ...(run === file && !called(name, command) ? [`${name} was not called by rigdeck ${command}`] : []),
    ]);
    expect(missed, 'test/spec/reach.ts says otherwise').toEqual([]);
  });
}
