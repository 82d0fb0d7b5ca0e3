import { percent, ratePerHour } from '../../base/format.ts';
import type { Part, Parts } from '../../base/parts.ts';
import { gpuLabel } from '../../engine/instances/names.ts';
import type { Rescue } from '../../engine/rescue/rescue.ts';
import { planParts } from '../../engine/rescue/rescue-consent.ts';
import { phaseWords, stepWords } from '../../engine/rescue/rescue-words.ts';
import type { RescueView } from '../../hooks/use-rescue.ts';
import { aroundName } from '../../tui/text/parts.ts';

/** `rescueKey` is what the key is called that begins a rescue and calls it off. */
type Words = { sep: string; short: boolean; rescueKey: string; columns: number };

const row = (name: string, ...parts: Parts): Parts => [[`    ${name.padEnd(8)}`, 'dim'], ...parts];

/** The plan for a boot that fails, live before it is needed; then what is being done. Empty without one. */
export function rescueLines(view: RescueView, words: Words): Parts[] {
  const { rescue, held, tied, beginsIn } = view;
  const { sep, short, rescueKey } = words;
  if (rescue === undefined)
    return [
      row('Plan', 'none was agreed to when it was rented   ', [
        `${rescueKey} next best offer, by hand`,
        'dim',
      ]),
    ];
  const { plan, used, phase, id } = rescue;
  const tries = used === 0 ? [] : [`${used} used`];
  const agreed = row('Plan', [...planParts(plan), ...tries].join(` ${sep} `));
  if (phase === 'ended') return [agreed, row('Ended', phaseWords(rescue))];
  if (tied !== undefined) return [agreed, row('But', [`${tied}: it cannot be moved`, 'warn'])];
  if (phase !== 'watching')
    return [
      agreed,
      row('Now', [phaseWords(rescue), 'warn'], [`   esc or ${rescueKey} calls it off`, 'bold']),
    ];
  if (!held)
    return [
      agreed,
      row('But', [`what it was rented with is not kept: ${rescueKey} opens the form, by hand`, 'warn']),
    ];
  if (beginsIn !== undefined)
    return [
      agreed,
      row(
        'Now',
        [
          beginsIn > 0 ? `destroys ${id} in ${Math.ceil(beginsIn / 1000)}s` : `about to destroy ${id}`,
          'warn',
        ],
        [`   esc or ${rescueKey} calls it off`, 'bold'],
      ),
      // Its key means one thing at a time, and it calls off now.
      nextRow(view, words, ''),
    ];
  const then = row('Then', `destroy ${id}, wait until it is gone, then rent the next best`);
  return short ? [agreed, nextRow(view, words)] : [agreed, then, nextRow(view, words)];
}

function nextRow(
  { next, looked, key }: RescueView,
  { sep, short, rescueKey, columns }: Words,
  act: Part = key.blocked === undefined ? [`   ${rescueKey} do it now`, 'bold'] : '',
): Parts {
  if (next === undefined)
    return row('Next', [
      looked ? 'no offer like it, under the cap and on another host' : 'looking for one',
      'warn',
    ]);
  const { offer, perHour } = next;
  const place = /,\s*([A-Z]{2})$/.exec(offer.geolocation ?? '')?.[1] ?? offer.geolocation;
  const reliable = offer.reliability2 ?? offer.reliability;
  const figures = [
    ratePerHour(perHour),
    ...(short ? [] : [reliable === undefined ? undefined : percent(reliable), place]),
  ];
  return aroundName(gpuLabel(offer) ?? '', columns - 1, (gpu) => {
    const words = [String(offer.id), gpu, ...figures];
    return row('Next', words.filter((word) => word !== undefined && word !== '').join(` ${sep} `), act);
  });
}

/** Every step of a rescue, for the list of what happened. */
export const rescueEvents = (rescue: Rescue | undefined): { at: number; text: string }[] =>
  (rescue?.steps ?? [])
    .filter(({ step }) => step !== 'running')
    .map((step) => ({ at: step.at, text: stepWords(step) }));
