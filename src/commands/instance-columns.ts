import { epochMs, span } from '../base/format.ts';
import { withoutSecrets } from '../base/record-secrets.ts';
import type { Instance } from '../client/wire.ts';
import { gpuLabel } from '../engine/instances/names.ts';
import { readInstance, sshTarget } from '../engine/instances/reading.ts';
import { canSsh } from '../engine/instances/rules.ts';
import type { Charged } from '../engine/money/charged.ts';
import { burnCell, instanceBurn, spentDollars } from '../engine/money/money.ts';
import { type CostOf, costAsOf } from './charges.ts';
import type { CommandContext } from './cli/context.ts';
import type { PrintColumn } from './cli/output.ts';

/**
 * Columns as of `now` on the service's clock (epoch ms), with what the service has `charged` where that is known; ssh logs
 * in as `sshUser`.
 */
export function instanceColumns(
  now: number,
  sshUser: string,
  charged: Charged | undefined,
): readonly PrintColumn<Instance>[] {
  // Clocks differ by parts of a second: nothing is younger than new.
  const age = (i: Instance) =>
    i.start_date === undefined ? undefined : Math.max(0, now - epochMs(i.start_date));
  const ssh = (i: Instance) => sshLine(i, sshUser);
  const cost = costAsOf(charged, now);
  return [
    { title: 'ID', text: (i) => String(i.id), raw: (i) => i.id, right: true, priority: 1 },
    { title: 'LABEL', text: (i) => i.label || '·', raw: (i) => i.label, least: 10, priority: 4 },
    { title: 'STATE', text: (i) => readInstance(i).word, raw: (i) => readInstance(i).word, priority: 2 },
    // What a machine is stands whole, and what somebody called it is cut for that.
    { title: 'GPU', text: (i) => gpuLabel(i) ?? '·', raw: gpuLabel, least: 18, priority: 5 },
    {
      title: '$/H',
      text: burnCell,
      raw: (i) => instanceBurn(i).perHour,
      right: true,
      priority: 3,
    },
    { title: 'AGE', text: (i) => span(age(i)), raw: (i) => seconds(age(i)), right: true, priority: 7 },
    {
      title: 'SPENT',
      text: (i) => spentDollars(cost(i)),
      raw: (i) => cost(i)?.dollars,
      right: true,
      priority: 6,
    },
    { title: 'SSH', text: (i) => ssh(i) ?? '·', raw: ssh, priority: 8 },
    spentBasis(cost),
  ];
}

/** What the figure of SPENT rests on, as `cost --json` has it. */
export const spentBasis = (cost: CostOf): PrintColumn<Instance> => ({
  ...{ title: 'BASIS', text: (i) => cost(i)?.basis ?? '·', raw: (i) => cost(i)?.basis, onlyPiped: true },
});

/** The rows as JSON has them, without what may be a secret; with the line that opens a session where `--json=id,ssh` asks for it. */
export const jsonRows = ({ io, composition }: CommandContext, rows: readonly Instance[]): readonly object[] =>
  rows.map((row) => {
    const wantsSsh = io.rowFields?.fields.includes('ssh') === true;
    return withoutSecrets(
      wantsSsh ? { ...row, ssh: sshLine(row, composition.sshUser) ?? null } : row,
    ) as object;
  });

/** The line that opens a session now; a machine that loads, is stopped or offline has none. */
function sshLine(instance: Instance, user: string): string | undefined {
  return canSsh(instance).ok ? sshTarget(instance, user)?.command : undefined;
}

function seconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.floor(ms / 1000);
}
