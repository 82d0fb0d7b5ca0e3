/** From the start of the process to what a person sees: first text, and the whole frame of the Offers screen. */

import { readdirSync, readFileSync } from 'node:fs';
import { pause } from './driven.ts';
import { openPty } from './pty.ts';
import { against, type BenchTools, type Measure, median, type Result } from './result.ts';

type Started = { text: number; frame: number; live: number; cpu: number | undefined };

type Program = {
  argv: readonly string[];
  env?: Record<string, string>;
  /** What stands when its first frame is whole. */
  whole: (text: string) => boolean;
  /** What stands when it has drawn that itself and reads the keyboard. */
  live: (text: string) => boolean;
};

/** Without escape sequences and blanks something is left. */
const hasText = (text: string) =>
  text
    .replace(/\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)/g, '')
    .replace(/\x1b\[[0-9;?]*[A-Za-z]/g, '')
    .trim() !== '';

/** The tabs, then the key line to its end, and the end of a synchronized update: a whole frame. */
const offersStand = (text: string) => /1 Offers[\s\S]*\?\x1b\[[0-9;]*m help[\s\S]*\x1b\[\?2026l/.test(text);

/** The same behind the mode that the deck sets when it reads the keyboard. */
const deckLives = (text: string) => {
  const at = text.indexOf('\x1b[?1004h');
  return at >= 0 && offersStand(text.slice(at));
};

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

async function start({ argv, env, whole, live }: Program): Promise<Started> {
  const pty = openPty({ argv, ...(env !== undefined && { env }) });
  const [text, frame, lives] = await Promise.all([pty.when(hasText), pty.when(whole), pty.when(live)]);
  const cpu = cpuOf(pty.pid);
  await pty.kill();
  const since = (at: number) => at - pty.startedAt;
  return { text: since(text), frame: since(frame), live: since(lives), cpu };
}

function programs(
  { program, bare, node, tempHome }: BenchTools,
  codeFolder: string,
): Record<string, Program> {
  const deck = (args: readonly string[], env: Record<string, string> = {}) => ({
    argv: [node, program, ...args],
    env: { HOME: tempHome(), TZ: 'UTC', ...env },
    whole: offersStand,
    live: deckLives,
  });
  const key = { RIGDECK_API_KEY: 'a'.repeat(64), RIGDECK_BASE_URL: 'http://127.0.0.1:9' };
  const table = (text: string) => text.includes('r44c9');
  return {
    // It has ended by the time that it is looked at, so that its processor time is not known.
    node: { argv: [node, bare.node], whole: hasText, live: hasText },
    ink: { argv: [node, bare.ink], whole: table, live: table },
    keptInk: { argv: [node, bare.keptInk], env: { BENCH_CODE: codeFolder }, whole: table, live: table },
    sandbox: deck(['--sandbox']),
    profile: deck([], key),
    cold: deck([], { ...key, NODE_DISABLE_COMPILE_CACHE: '1' }),
  };
}

/** Runs bare Ink until it has kept its code, as the deck does once it was calm for a while. */
async function keepCode({ bare, node }: BenchTools, folder: string): Promise<void> {
  const pty = openPty({ argv: [node, bare.keptInk], env: { BENCH_CODE: folder } });
  for (let turn = 0; turn < 300 && !readdirSync(folder).some((name) => name.endsWith('.bin')); turn += 1)
    await pause(100);
  await pty.kill();
}

const measure: Measure = async (tools) => {
  const codeFolder = tools.tempHome();
  await keepCode(tools, codeFolder);
  const all = programs(tools, codeFolder);
  const runs = tools.quick ? 3 : 21;
  const times: Record<string, Started[]> = {};
  // The first of each fills the caches of disk and program.
  for (let run = 0; run <= runs; run += 1) {
    for (const [name, one] of Object.entries(all)) {
      const started = await start(one);
      if (run > 0) times[name] = [...(times[name] ?? []), started];
    }
  }
  const middle = (name: string, of: keyof Started) =>
    median((times[name] ?? []).map((one) => one[of]).filter((value) => value !== undefined));
  const node = { what: 'bare Node', value: middle('node', 'text') };
  const ink = { what: 'bare Ink', value: middle('ink', 'frame') };
  const row = (id: string, what: string, value: number) =>
    ({ id: `start-${id}`, group: 'start', what, value, unit: 'ms', runs }) as const;
  const keptInk = { what: 'bare Ink with code cache', value: middle('keptInk', 'frame') };
  const results: Result[] = [
    against(row('ink', 'bare Ink, first frame', ink.value), node),
    against(row('ink-kept', `${keptInk.what}, first frame`, keptInk.value), node),
  ];
  for (const [name, what] of [
    ['sandbox', 'the sandbox'],
    ['profile', 'account'],
    ['cold', 'account, first start ever'],
  ] as const) {
    const text = row(`${name}-1-text`, `first text, ${what}`, middle(name, 'text'));
    const frame = row(`${name}-2-frame`, `first full frame of Offers, ${what}`, middle(name, 'frame'));
    const live = row(`${name}-3-live`, `ready for keys, ${what}`, middle(name, 'live'));
    results.push(
      against({ ...text, target: 1.3, stretch: 1.15 }, node),
      against({ ...frame, target: 2.5, stretch: 2 }, node),
      against({ ...live, target: 1.15, stretch: 1.05 }, ink),
    );
    // Bare Ink compiles its code at each start, which the deck need not; this leaves what each has to do besides.
    if (name !== 'cold') results.push(against({ ...live, id: `${live.id}-kept` }, keptInk));
    if (times[name]?.[0]?.cpu !== undefined && times.ink?.[0]?.cpu !== undefined) {
      const cpu = row(`${name}-4-cpu`, `CPU time until ready, ${what}`, middle(name, 'cpu'));
      results.push(against(cpu, { what: 'bare Ink', value: middle('ink', 'cpu') }));
      const kept = { what: keptInk.what, value: middle('keptInk', 'cpu') };
      if (name !== 'cold') results.push(against({ ...cpu, id: `${cpu.id}-kept` }, kept));
    }
  }
  return results;
};

export default measure;
