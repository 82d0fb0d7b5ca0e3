import { padEnd, width } from '../../base/cells.ts';
import { ratePerDay, ratePerHour } from '../../base/format.ts';
import { span, timeOrDate } from '../../base/format-time.ts';
import type { Part, Parts } from '../../base/parts.ts';
import { measured, wrapWords } from '../../base/wrap-words.ts';
import type { Instance } from '../../client/wire.ts';
import { type BootTimeline, usualBootText } from '../../engine/instances/boot.ts';
import { gpuLabel } from '../../engine/instances/names.ts';
import { readInstance } from '../../engine/instances/reading.ts';
import type { KeyName } from '../../engine/keymap.ts';
import { bidWords } from '../../engine/money/bid.ts';
import { gpuIsBilled, instanceBurn, instancePrices } from '../../engine/money/money.ts';
import type { Loadable } from '../../engine/read-health.ts';
import { adviseRead } from '../../engine/read-health.ts';
import { saysNotThere } from '../../engine/refusals.ts';
import { aroundName, partsWidth, spread } from '../../tui/text/parts.ts';
import type { Glyphs } from '../../tui/theme/theme.ts';
import { type Scrolled, scrolled } from '../scrolled.ts';
import { stateGlyph, stateTone } from '../state-look.ts';

type Absent = {
  id: number;
  asked: boolean;
  gone: boolean;
  created: boolean;
  read: Loadable<Instance | null>;
  /** When a failed read is retried. */
  again: string | undefined;
  glyphs: { warn: string; provisioning: string; done: string };
  keyName: KeyName;
};

/** Why no key works on an instance without a record, and what to do. */
export function absentReason({
  id,
  asked,
  gone,
  read,
  keyName,
}: Omit<Absent, 'created' | 'again' | 'glyphs'>): string {
  const others = `Press Esc to go back, ${keyName('app.instances')} for all instances`;
  if (gone && asked) return `Instance ${id} is gone. ${others}`;
  if (asked) return `Instance ${id} is not ready yet; the provider has no record of it`;
  if (read.state !== 'failed') return `Instance ${id} is still loading`;
  if (saysNotThere(read.error)) return `Instance ${id} not found. ${others}`;
  return `Couldn't load instance ${id}. Press ${keyName('app.refresh')} to retry`;
}

/** What to say about an instance without a record: it is gone, not ready yet, or unknown. */
export function absent({ id, asked, gone, created, read, again, glyphs, keyName }: Absent): Parts[] {
  if (asked && gone)
    return [[], [`    ${glyphs.done} Instance ${id} was destroyed.`], ['      Billing ended.'], []];
  if (asked) {
    return [
      [],
      [`    ${glyphs.provisioning} Instance ${id} is not ready yet.`],
      ['      The provider has no record of it yet.'],
      [],
    ];
  }
  if (read.state === 'failed' && saysNotThere(read.error)) {
    return [
      [],
      [[`    ${glyphs.warn} Instance ${id} not found.`, 'bad']],
      [`      Press Esc to go back, ${keyName('app.instances')} for all instances.`],
      [],
    ];
  }
  if (read.state === 'failed') {
    const { title, next } = adviseRead(read.error, again);
    const said = created
      ? `Instance ${id} was created; its status is unknown.`
      : `The status of instance ${id} is unknown.`;
    return [
      [],
      [[`    ${glyphs.warn} ${said}`, 'warn']],
      [['      It may be billed.', 'warn']],
      [`      ${title} ${next}`],
      [[`      ${again ?? ''}`, 'dim']],
      [],
    ];
  }
  return [
    [],
    [
      [
        created ? `    Instance ${id} was created; loading its status…` : `    Loading instance ${id}…`,
        'dim',
      ],
    ],
    [],
  ];
}

type BootProps = {
  instance: Instance;
  timeline: BootTimeline;
  /** The age of the record, in words. */
  age: string;
  /** Time until its next read (ms). Undefined if none is planned. */
  next: number | undefined;
  glyphs: Glyphs;
  keyName: KeyName;
  /** Epoch ms. */
  now: number;
  timeZone: string;
  columns: number;
  /** For a screen reader: one line per stage. */
  spoken?: boolean;
  /** It was seen running, which tells a lost bid from a crash. */
  hasRun: boolean;
};

const stageNames = {
  rented: 'Rented',
  provisioning: 'Provisioning',
  loading: 'Loading image',
  running: 'Running',
} as const;

const stageName = ({ again }: BootTimeline, name: keyof typeof stageNames): string =>
  again === true && name === 'rented' ? 'Started' : stageNames[name];

/** The state of an instance. While it boots, also its progress and how long that takes. */
export function bootLines(props: BootProps): Parts[] {
  const { instance, timeline, glyphs, keyName, age, next: nextMs, columns } = props;
  const reading = readInstance(instance, { hasRun: props.hasRun });
  const booting = reading.kind === 'provisioning' || reading.kind === 'loading';
  // While booting, what it will cost; otherwise what it costs now.
  const price = booting ? instancePrices(instance).total : instanceBurn(instance).perHour;
  const isDisk = !booting && !gpuIsBilled(instance.actual_status);
  const what = [
    gpuLabel(instance),
    instance.is_bid === true ? 'bid' : 'on-demand',
    price === undefined ? undefined : `${isDisk ? 'disk ' : ''}${ratePerHour(price)}`,
  ];
  const checked = `${props.spoken === true ? 'checked ' : ''}${age} ago`;
  // A boot is redrawn every second anyway. For any other state a countdown is not worth that.
  const next =
    nextMs === undefined || !booting
      ? ''
      : ` ${glyphs.sep} next ${props.spoken === true ? 'in ' : ''}${span(nextMs)}`;
  const head: Parts = ['    ', [`${glyphs[stateGlyph(reading)]} ${reading.word}`, stateTone(reading)]];
  const said = (some: typeof what, when: string) => ({
    left: [...head, `   ${some.filter((part) => part !== undefined).join(` ${glyphs.sep} `)}`] as Parts,
    right: [[`${when} `, 'dim']] as Parts,
  });
  // The price stays whole. The kind of billing is dropped for it first, then the time of the next read.
  const [gpu, pay, cost] = what;
  const wordings = [
    said(what, `${checked}${next}`),
    ...(pay === 'bid' ? [] : [said([gpu, cost], `${checked}${next}`)]),
    said(what, checked),
    said([gpu, cost], checked),
  ];
  const fits = ({ left, right }: (typeof wordings)[number]) => partsWidth(left) + partsWidth(right) < columns;
  const { left, right } = wordings.find(fits) ?? said([gpu, cost], checked);
  // The GPU name is cut before the price.
  const state = fits({ left, right })
    ? spread(left, right, columns)
    : spread(
        aroundName(gpu ?? '', columns - partsWidth(right) - 1, (name) => said([name, cost], checked).left),
        right,
        columns,
      );
  if (booting) return [state, [], ...stageLines(props), [], ...paceLines(timeline, glyphs, columns)];
  const { perHour } = instanceBurn(instance);
  const idle = reading.needsYou && perHour !== undefined ? ` Disk: ${ratePerDay(perHour)}.` : '';
  const tone = reading.needsYou ? 'warn' : 'dim';
  const words =
    reading.advice === undefined ? [] : wrapWords(`${reading.advice}${idle}`, measured(columns - 6));
  const advice = words.map((line): Parts => [[`      ${line}`, tone]]);
  // Outbid, not crashed: the bid, the bid needed to win, and the key that raises it.
  const bid: Parts[] =
    reading.kind === 'interrupted'
      ? [
          [
            [`      ${bidWords(instance)}`, 'warn'],
            [`   ${keyName('instance.bid')} raise`, 'bold'],
          ],
        ]
      : [];
  return [[], state, ...advice, ...bid, []];
}

/** The text below the last stage, and the edge. */
const lastStageCells = width(usualBootText) + 2;

/** Each stage with its state, in words. */
function spokenStages({ timeline, now, timeZone }: BootProps): Parts[] {
  const words = { done: 'done', current: 'now', ahead: 'to come' } as const;
  return timeline.stages.map(({ name, state, at }): Parts => {
    const usual = name === 'running' && at === undefined ? `, ${usualBootText}` : '';
    const since = at === undefined ? '' : `, since ${timeOrDate(at, now, timeZone)}`;
    return [`${stageName(timeline, name)}: ${words[state]}${since}${usual}`];
  });
}

function stageLines(props: BootProps): Parts[] {
  const { timeline, glyphs, now, timeZone, columns } = props;
  if (props.spoken === true) return spokenStages(props);
  // The last stage gets what its text needs. The others share the rest of the line.
  const others = timeline.stages.length - 1;
  const cells = Math.max(14, Math.floor((Math.min(columns, 100) - 4 - lastStageCells) / others));
  const line: Part[] = ['    '];
  for (const [index, stage] of timeline.stages.entries()) {
    const glyph =
      stage.state === 'done' ? glyphs.running : stage.state === 'current' ? glyphs.loading : glyphs.ahead;
    const track = stage.state === 'done' ? glyphs.line : glyphs.lineAhead;
    const rest = index === timeline.stages.length - 1 ? '' : track.repeat(Math.max(0, cells - width(glyph)));
    line.push(
      [glyph, stage.state === 'current' ? 'busy' : stage.state === 'done' ? 'ok' : 'dim'],
      [rest, stage.state === 'done' ? 'plain' : 'dim'],
    );
  }
  const names = timeline.stages
    .map(({ name }) => padEnd(stageName(timeline, name), cells))
    .join('')
    .trimEnd();
  const times = timeline.stages.map(({ at, ms, name }) => {
    if (at === undefined) return padEnd(name === 'running' ? usualBootText : '', cells);
    const words = [timeOrDate(at, now, timeZone), ...(ms === undefined ? [] : [span(ms)])];
    const both = words.join(` ${glyphs.sep} `);
    // If both do not fit, the start of each stage is still in the history.
    return padEnd(width(both) < cells ? both : (words.at(-1) as string), cells);
  });
  return [[`    ${names}`], line, [[`    ${times.join('').trimEnd()}`, 'dim']]];
}

/** On a narrow screen the bar is shortened for the text after it. */
const barCells = (columns: number): number => (columns < 80 ? 16 : columns < 90 ? 30 : 40);
const usualMs = 5 * 60_000;
const lateMs = 10 * 60_000;

function paceLines(timeline: BootTimeline, glyphs: Glyphs, columns: number): Parts[] {
  const scale = columns < 80 ? 'Usually 5m, slow after 10m' : `Usually 5 min ${glyphs.sep} slow after 10 min`;
  const cells = barCells(columns);
  const done = Math.min(cells, Math.round((timeline.elapsedMs / lateMs) * cells));
  const gate = Math.round((usualMs / lateMs) * cells);
  const bar = Array.from({ length: cells }, (_, i) =>
    i === gate ? glyphs.gate : i < done ? glyphs.full : glyphs.empty,
  ).join('');
  const tone = timeline.pace === 'usual' ? 'plain' : 'warn';
  const words =
    timeline.hint === undefined
      ? []
      : wrapWords(`${timeline.hint} Nothing is destroyed unless you say so.`, columns - 6);
  const hint = words.map((line): Parts => [[`    ${line}`, 'warn']]);
  return [
    [
      [`    ${padEnd(span(timeline.elapsedMs), 7)} ${bar}${glyphs.gate}`, tone],
      [`  ${scale}`, 'dim'],
    ],
    ...hint,
  ];
}

export type Block = {
  title?: string;
  lines: readonly Parts[];
  /** Lines that stay if there is little room. */
  keep: number;
};
export type Line = Parts | { rule: string };

const isBlank = (parts: Parts): boolean =>
  parts.every((part) => (typeof part === 'string' ? part : part[0]).trim() === '');

/**
 * Blocks below each other on `rows` lines. If they do not all fit, blank lines go first, then the last lines of the
 * blocks from the bottom up, down to what each has to keep. A block without lines has no rule either.
 */
export function foldBlocks(blocks: readonly Block[], rows: number): Line[] {
  const now: Block[] = height(blocks) > rows ? packed(blocks) : [...blocks];
  for (const leaves of [(block: Block) => block.keep, () => 0]) {
    for (let index = now.length - 1; index >= 0; index -= 1) {
      const block = now[index] as Block;
      while (height(now) > rows && (now[index] as Block).lines.length > leaves(block))
        now[index] = { ...block, lines: (now[index] as Block).lines.slice(0, -1) };
    }
  }
  return drawn(now);
}

/** Blocks on `rows` lines, scrolled down by `top`. Blank lines go first if they do not all fit. */
export function scrolledBlocks(blocks: readonly Block[], rows: number, top: number): Scrolled<Line> {
  const whole = height(blocks) > rows ? packed(blocks) : blocks;
  return scrolled(drawn(whole), rows, top, (room) => foldBlocks(blocks, room));
}

const height = (blocks: readonly Block[]): number => drawn(blocks).length;

const packed = (blocks: readonly Block[]): Block[] =>
  blocks.map((block) => ({ ...block, lines: block.lines.filter((line) => !isBlank(line)) }));

const drawn = (blocks: readonly Block[]): Line[] =>
  blocks.flatMap(({ title, lines }): Line[] =>
    lines.length === 0 ? [] : [...(title === undefined ? [] : [{ rule: title }]), ...lines],
  );
