/** One-shot commands on a served sandbox, from the start of the process to its end. */

import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { against, type Measure, median } from './result.ts';

/** Processor time in ms of all children that have ended, in steps of 10; undefined where the system does not tell. */
function cpuOfChildren(): number | undefined {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[13]) + Number(fields[14])) * 10;
  } catch {
    return undefined;
  }
}

const measure: Measure = async ({ program, bare, node, tempHome, quick }) => {
  const env = { PATH: process.env.PATH ?? '', TZ: 'UTC' };
  const sandbox = spawn(node, [program, 'sandbox', '--world', 'busy'], {
    env: { ...env, HOME: tempHome() },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve) =>
    sandbox.stdout.once('data', (data) => resolve(String(data))),
  );
  const { url, api_key } = JSON.parse(line) as { url: string; api_key: string };
  const account = { ...env, HOME: tempHome(), RIGDECK_BASE_URL: url, RIGDECK_API_KEY: api_key };
  const list = spawnSync(node, [program, 'instances', '--json'], { env: account, encoding: 'utf8' }).stdout;
  const { instances } = JSON.parse(list) as { instances: { id: number; actual_status: string }[] };
  const id = instances.find((one) => one.actual_status === 'running')?.id ?? 0;

  const commands: Record<string, readonly string[]> = {
    'bare Node': [bare.node],
    'stop ID': [program, 'stop', String(id)],
    status: [program, 'status'],
    'instances --json': [program, 'instances', '--json'],
  };
  const runs = quick ? 3 : 21;
  const wall: Record<string, number[]> = {};
  const cpu: Record<string, number> = {};
  for (let run = 0; run <= runs; run += 1)
    for (const [name, argv] of Object.entries(commands)) {
      const [from, spent] = [performance.now(), cpuOfChildren()];
      const { status } = spawnSync(node, argv, { env: account });
      if (status !== 0) throw new Error(`${name} ended with ${status}`);
      if (run === 0) continue;
      wall[name] = [...(wall[name] ?? []), performance.now() - from];
      cpu[name] = (cpu[name] ?? 0) + (cpuOfChildren() ?? Number.NaN) - (spent ?? Number.NaN);
    }
  sandbox.kill();

  const wallOf = (name: string) => ({ what: name, value: median(wall[name] ?? []) });
  // A step of the system's clock is a third of bare Node, and the mean of many runs a fraction of that.
  const cpuOf = (name: string) => ({ what: name, value: (cpu[name] ?? Number.NaN) / runs });
  return Object.keys(commands)
    .filter((name) => name !== 'bare Node')
    .flatMap((name, at) => {
      const row = { group: 'commands', unit: 'ms', runs, target: 2.5, stretch: 1.8 } as const;
      const walls = { ...row, id: `commands-${at}-wall`, what: `rigdeck ${name}`, value: wallOf(name).value };
      const cpus = {
        ...row,
        id: `commands-${at}-cpu`,
        what: `rigdeck ${name}, CPU time`,
        value: cpuOf(name).value,
      };
      return [
        against(walls, wallOf('bare Node')),
        ...(Number.isNaN(cpus.value) ? [] : [against(cpus, cpuOf('bare Node'))]),
      ];
    });
};

export default measure;
