/** From the start of the process to what a person sees: first text, and the whole frame of the Offers screen. */

import { readdirSync, readFileSync } from 'node:fs';
import { openPty } from './pty.ts';
import { against, type BenchTools, type Measure, median, type Result } from './result.ts';

type Started = { text: number; frame: number; cpu: number | undefined };

type Program = {
  argv: readonly string[];
  env?: Record<string, string>;
  /** What stands when its first frame is whole. */
  whole: (text: string) => boolean;
};

/** Without escape sequences and blanks something is left. */
const hasText = (text: string) =>
  text
    .replace(/\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)/g, '')
    .replace(/\x1b\[[0-9;?]*[A-Za-z]/g, '')
    .trim() !== '';

/** The tabs, then the key line to its end; Ink closes a frame with the end of a synchronized update. */
const offersStand = (text: string) => /1 Offers[\s\S]*\?\x1b\[[0-9;]*m help[\s\S]*\x1b\[\?2026l/.test(text);

/** Processor time of the process so far in ms, all its threads; undefined where the system does not tell. */
function cpuOf(pid: number): number | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const spent = threads.map((id) =>
      Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]),
    );
    return spent.reduce((sum, ns) => sum + ns, 0) / 1e6;
  } catch {
    return undefined;
  }
}

async function start({ argv, env, whole }: Program): Promise<Started> {
  const pty = openPty({ argv, ...(env !== undefined && { env }) });
  const [text, frame] = await Promise.all([pty.when(hasText), pty.when(whole)]);
  const cpu = cpuOf(pty.pid);
  await pty.kill();
  return { text: text - pty.startedAt, frame: frame - pty.startedAt, cpu };
}

function programs({ program, bare, node, tempHome }: BenchTools): Record<string, Program> {
  const deck = (HOME: string, args: readonly string[], env: Record<string, string> = {}) => ({
    argv: [node, program, ...args],
    env: { HOME, TZ: 'UTC', ...env },
    whole: offersStand,
  });
  const key = { RIGDECK_API_KEY: 'a'.repeat(64), RIGDECK_BASE_URL: 'http://127.0.0.1:9' };
  return {
    // It has ended by the time that it is looked at, so that its processor time is not known.
    node: { argv: [node, bare.node], whole: hasText },
    ink: { argv: [node, bare.ink], whole: (text) => text.includes('r44c9') },
    sandbox: deck(tempHome(), ['--sandbox']),
    profile: deck(tempHome(), [], key),
  };
}

const measure: Measure = async (tools) => {
  const all = programs(tools);
  const runs = tools.quick ? 3 : 21;
  const times: Record<string, Started[]> = {};
  // The first of each fills the caches of disk and program.
  for (let run = 0; run <= runs; run += 1) {
    for (const [name, one] of Object.entries(all)) {
      const started = await start(one);
      if (run > 0) times[name] = [...(times[name] ?? []), started];
    }
  }
  const middle = (name: string, of: 'text' | 'frame' | 'cpu') =>
    median((times[name] ?? []).map((one) => one[of]).filter((value) => value !== undefined));
  const node = { what: 'bare Node', value: middle('node', 'text') };
  const ink = { what: 'bare Ink', value: middle('ink', 'frame') };
  const row = (id: string, what: string, value: number) =>
    ({ id: `start-${id}`, group: 'start', what, value, unit: 'ms', runs }) as const;
  const results: Result[] = [against(row('ink', 'bare Ink, first frame', ink.value), node)];
  for (const [name, what] of [
    ['sandbox', 'the sandbox'],
    ['profile', 'a real account'],
  ] as const) {
    const text = row(`${name}-text`, `first text, ${what}`, middle(name, 'text'));
    const frame = row(`${name}-frame`, `first frame of Offers, ${what}`, middle(name, 'frame'));
    results.push(
      against({ ...text, target: 1.3, stretch: 1.15 }, node),
      against({ ...frame, target: 2.5, stretch: 2 }, node),
      against({ ...frame, id: `${frame.id}-ink`, target: 1.15, stretch: 1.05 }, ink),
    );
    if (times[name]?.[0]?.cpu !== undefined) {
      const cpu = row(`${name}-cpu`, `processor time until then, ${what}`, middle(name, 'cpu'));
      results.push(against(cpu, { what: 'bare Ink', value: middle('ink', 'cpu') }));
    }
  }
  return results;
};

export default measure;
