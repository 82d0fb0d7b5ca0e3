import { assumptions } from '../assumptions.ts';
import type { InstanceRecord } from '../entities.ts';
import { isPortKey, runtypePorts } from '../ports.ts';

/** What a container would have written until `now`. Values of the environment never appear in it. */
export function logOf(instance: InstanceRecord, now: number, daemon: boolean): string[] {
  const lines: string[] = [];
  for (const step of instance.steps.filter((one) => one.at <= now)) {
    const time = new Date(step.at).toISOString();
    if (daemon || step.status === 'loading') {
      lines.push(`${time} contract ${instance.id}: ${step.status ?? 'provisioning'}`);
    }
    if (step.status === 'loading') lines.push(`${time} Pulling from ${instance.image}`);
    if (step.status !== 'running') continue;
    lines.push(`${time} Status: image is up to date for ${instance.image}`);
    for (const name of Object.keys(instance.env).filter((key) => !isPortKey(key))) {
      lines.push(`${time} export ${name}`);
    }
    if (instance.onstart !== null && instance.runtype !== 'args') {
      lines.push(`${time} running onstart, ${instance.onstart.split('\n').length} line(s)`);
    }
    if (instance.runtype === 'args')
      lines.push(`${time} exec entrypoint with ${instance.args.length} argument(s)`);
    for (const port of runtypePorts[instance.runtype]) lines.push(`${time} listening on port ${port}`);
    lines.push(`${time} ready`);
  }
  return [...lines, ...ownLines(instance, now)];
}

/** Lines that are kept of what a container writes while it runs. */
const ownLinesKept = 500;

/** What a container has written since it runs, line by line. */
function ownLines(instance: InstanceRecord, now: number): string[] {
  const last = instance.steps.findLast((one) => one.at <= now);
  if (last?.status !== 'running') return [];
  const count = Math.floor((now - last.at) / (assumptions.logEvery * 1000));
  const from = Math.max(1, count - ownLinesKept + 1);
  return Array.from({ length: count - from + 1 }, (_, index) => {
    const step = from + index;
    const at = new Date(last.at + step * assumptions.logEvery * 1000).toISOString();
    return `${at} step ${step} loss ${(2.4 / (1 + step / 40)).toFixed(4)}`;
  });
}

/** What `ls`, `du` and `rm` print in a container that nobody has worked in. */
export function runCommand(instance: InstanceRecord, line: string): string {
  if (line.startsWith('du')) return `${Math.round(instance.disk * 40_000)}\t.\n`;
  if (line.startsWith('ls')) return instance.onstart === null ? 'workspace\n' : 'onstart.sh\nworkspace\n';
  return '\n';
}
