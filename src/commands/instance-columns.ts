import type { Instance } from '../client/wire.ts';
import { dollars, epochMs, rate, span } from '../domain/format.ts';
import { readInstance, sshTarget } from '../domain/lifecycle.ts';
import { instanceBurn, spent } from '../domain/money.ts';
import { gpuLabel } from '../domain/names.ts';
import type { PrintColumn } from './output.ts';

/** Columns as of `now` (epoch ms), the most important first. */
export function instanceColumns(now: number): readonly PrintColumn<Instance>[] {
  const age = (i: Instance) => (i.start_date === undefined ? undefined : now - epochMs(i.start_date));
  const cost = (i: Instance) => spent(i, now);
  return [
    { title: 'ID', text: (i) => String(i.id), raw: (i) => i.id, right: true },
    { title: 'LABEL', text: (i) => i.label || '·', raw: (i) => i.label },
    { title: 'STATE', text: (i) => readInstance(i).word, raw: (i) => readInstance(i).word },
    { title: 'GPU', text: (i) => gpuLabel(i) ?? '·', raw: gpuLabel },
    {
      title: '$/H',
      text: (i) => rate(instanceBurn(i).perHour),
      raw: (i) => instanceBurn(i).perHour,
      right: true,
    },
    { title: 'AGE', text: (i) => span(age(i)), raw: (i) => seconds(age(i)), right: true },
    {
      title: 'SPENT',
      // What is only part of it says so: a stopped one may have run before.
      text: (i) => (cost(i)?.basis === 'disk' ? `≥ ${dollars(cost(i)?.dollars)}` : dollars(cost(i)?.dollars)),
      raw: (i) => cost(i)?.dollars,
      right: true,
    },
    { title: 'SSH', text: (i) => sshTarget(i)?.command ?? '·', raw: (i) => sshTarget(i)?.command },
  ];
}

function seconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.floor(ms / 1000);
}
