import { padEnd } from '../../base/cells.ts';
import { percent, ratePerHour } from '../../base/format.ts';
import { timeOrDate } from '../../base/format-time.ts';
import type { Part, Parts } from '../../base/parts.ts';
import type { Instance } from '../../client/wire.ts';
import { hostAndPort, openPorts } from '../../engine/connect/instance-ports.ts';
import { jupyterLink } from '../../engine/connect/jupyter.ts';
import type { BootHistory } from '../../engine/instances/boot.ts';
import { gpuLabel } from '../../engine/instances/names.ts';
import { directSshPlace, sshPlace } from '../../engine/instances/reading.ts';
import { canSsh } from '../../engine/instances/rules.ts';
import type { KeyName } from '../../engine/keymap.ts';
import { runtypeOf, runtypes } from '../../engine/rent/runtypes.ts';
import type { Rescue } from '../../engine/rescue/rescue.ts';
import { planParts } from '../../engine/rescue/rescue-consent.ts';
import { phaseWords, stepWords } from '../../engine/rescue/rescue-words.ts';
import type { RescueView } from '../../hooks/use-rescue.ts';
import { aroundName } from '../../tui/text/parts.ts';

const nameCells = 10;
const row = (name: string, text: string, hint = ''): Parts => [
  [`    ${padEnd(name, nameCells)}`, 'dim'],
  text,
  ...(hint === '' ? [] : [[`   ${hint}`, 'dim'] as const]),
];

/**
 * The addresses of an instance, each with its route: through the provider's proxy or straight to the machine. The
 * Jupyter token is hidden. Empty unless it is running: otherwise no address leads anywhere.
 */
export function reachLines(
  instance: Instance,
  glyphs: { arrow: string; dot: string },
  keyName: KeyName,
): Parts[] {
  if (instance.actual_status !== 'running') return [];
  const reached = canSsh(instance).ok;
  const proxy = reached ? sshPlace(instance) : undefined;
  const direct = reached ? directSshPlace(instance) : undefined;
  // The provider's SSH address can be the machine's own.
  const same = proxy !== undefined && proxy.host === direct?.host && proxy.port === direct.port;
  const ports = openPorts(instance).map(({ container, protocol, host, port }) => {
    const there = `${container}${protocol === 'udp' ? '/udp' : ''}`;
    return `${host === undefined ? `port ${port}` : hostAndPort(host, port)} ${glyphs.arrow} ${there}`;
  });
  return [
    ...(proxy === undefined || same ? [] : [row('Proxy', hostAndPort(proxy.host, proxy.port), 'ssh')]),
    ...(direct === undefined
      ? []
      : [
          row(
            'Direct',
            hostAndPort(direct.host, direct.port),
            same ? 'ssh' : `ssh (${keyName('instance.ssh-direct')})`,
          ),
        ]),
    ...ports.map((port, index) => row(index === 0 ? 'Ports' : '', port)),
    ...jupyterLines(instance, glyphs.dot, keyName('instance.jupyter')),
  ];
}

function jupyterLines(instance: Instance, dot: string, key: string): Parts[] {
  const runtype = runtypeOf(instance.image_runtype);
  if (runtype === undefined || !runtypes[runtype].hasJupyter) return [];
  const link = jupyterLink(instance);
  if (link.ok) return [row('Jupyter', link.shown.replaceAll('•', dot), `${key} open`)];
  return link.tunnel ? [row('Jupyter', 'via port forward', `${key} open`)] : [];
}

/** `rescueKey` is the name of the key that starts and cancels a replacement. */
type Words = { sep: string; short: boolean; rescueKey: string; columns: number };

const replaceRow = (name: string, ...parts: Parts): Parts => [[`    ${name.padEnd(8)}`, 'dim'], ...parts];

/** The plan for a failed boot, live before it is needed; then what is in progress, or how to replace manually. */
export function rescueLines(view: RescueView, words: Words): Parts[] {
  const { rescue, held, tied, beginsIn } = view;
  const { sep, short, rescueKey } = words;
  if (rescue === undefined) return [replaceRow('Plan', 'none   ', [`${rescueKey} replace manually`, 'dim'])];
  const { plan, used, phase, id } = rescue;
  const tries = used === 0 ? [] : [`${used} used`];
  const agreed = replaceRow('Plan', [...planParts(plan), ...tries].join(` ${sep} `));
  if (phase === 'ended') return [agreed, replaceRow('Ended', phaseWords(rescue))];
  if (tied !== undefined) return [agreed, replaceRow('But', [`${tied}: cannot be replaced`, 'warn'])];
  if (phase !== 'watching')
    return [
      agreed,
      replaceRow('Now', [phaseWords(rescue), 'warn'], [`   esc or ${rescueKey} cancel`, 'bold']),
    ];
  if (!held) return [agreed, replaceRow('But', [`settings not saved; ${rescueKey} rent manually`, 'warn'])];
  if (beginsIn !== undefined)
    return [
      agreed,
      replaceRow(
        'Now',
        [
          beginsIn > 0 ? `destroying ${id} in ${Math.ceil(beginsIn / 1000)}s` : `about to destroy ${id}`,
          'warn',
        ],
        [`   esc or ${rescueKey} cancel`, 'bold'],
      ),
      // The key does one thing at a time, and now it cancels.
      nextRow(view, words, ''),
    ];
  const then = replaceRow('Then', `destroy ${id}, confirm it is gone, rent the next best`);
  return short ? [agreed, nextRow(view, words)] : [agreed, then, nextRow(view, words)];
}

function nextRow(
  { next, looked, key }: RescueView,
  { sep, short, rescueKey, columns }: Words,
  act: Part = key.blocked === undefined ? [`   ${rescueKey} replace now`, 'bold'] : '',
): Parts {
  if (next === undefined)
    return replaceRow('Next', [
      looked ? 'no similar offer under the cap on another host' : 'searching',
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
    return replaceRow(
      'Next',
      words.filter((word) => word !== undefined && word !== '').join(` ${sep} `),
      act,
    );
  });
}

/** Every step of a rescue, for the history. */
export const rescueEvents = (rescue: Rescue | undefined): { at: number; text: string }[] =>
  (rescue?.steps ?? [])
    .filter(({ step }) => step !== 'running')
    .map((step) => ({ at: step.at, text: stepWords(step) }));

type Events = {
  history: BootHistory;
  watch: { id: number; at: number; offerId: number } | undefined;
  rescue: Rescue | undefined;
  /** Limits inherited from the instance that this one replaced, in words. */
  limits: readonly { at: number; text: string }[];
  /** Epoch ms. */
  now: number;
  timeZone: string;
  glyphs: { arrow: string };
};

/** What was seen of an instance in this run, and every step of its rescue, newest first. */
export function eventLines({ history, watch, rescue, limits, now, timeZone, glyphs }: Events): Parts[] {
  const rows: { at: number; text: string }[] = [];
  if (watch !== undefined) rows.push({ at: watch.at, text: `rented offer ${watch.offerId} as ${watch.id}` });
  for (const [index, { status, at }] of history.seen.entries()) {
    const before = history.seen[index - 1];
    const word = (value: string | null) => value ?? 'provisioning';
    rows.push({
      at,
      text:
        before === undefined
          ? `first seen ${word(status)}`
          : `${word(before.status)} ${glyphs.arrow} ${word(status)}`,
    });
  }
  rows.push(...rescueEvents(rescue), ...limits);
  if (rows.length === 0) return [[['    no events yet', 'dim']]];
  return rows
    .map((row, index) => ({ ...row, index }))
    .sort((a, b) => b.at - a.at || b.index - a.index)
    .map(({ at, text }): Parts => [[`    ${timeOrDate(at, now, timeZone)}  `, 'dim'], text]);
}
