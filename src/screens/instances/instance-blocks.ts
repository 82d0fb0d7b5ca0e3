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
  /** When a read that failed is tried again. */
  again: string | undefined;
  glyphs: { warn: string; provisioning: string; done: string };
  keyName: KeyName;
};

/** Why no key does anything to an instance whose record is not there, and what to do. */
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

/** What can be said of an instance whose record is not there: it is gone, not ready yet, or not known. */
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
  /** How old the record is, in words. */
  age: string;
  /** Ms to the next read of it; undefined where none is planned. */
  next: number | undefined;
  glyphs: Glyphs;
  keyName: KeyName;
  /** Epoch ms. */
  now: number;
  timeZone: string;
  columns: number;
  /** For a screen reader: a line for each stage. */
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

/** The state of an instance, and while it boots, how far it is and how long that takes. */
export function bootLines(props: BootProps): Parts[] {
  const { instance, timeline, glyphs, keyName, age, next: nextMs, columns } = props;
  const reading = readInstance(instance, { hasRun: props.hasRun });
  const booting = reading.kind === 'provisioning' || reading.kind === 'loading';
  // Of one that boots, what it is about to cost; of any other, what it costs as it is.
  const price = booting ? instancePrices(instance).total : instanceBurn(instance).perHour;
  const isDisk = !booting && !gpuIsBilled(instance.actual_status);
  const what = [
    gpuLabel(instance),
    instance.is_bid === true ? 'bid' : 'on-demand',
    price === undefined ? undefined : `${isDisk ? 'disk ' : ''}${ratePerHour(price)}`,
  ];
  const checked = `${props.spoken === true ? 'checked ' : ''}${age} ago`;
  // Of one that boots each second is counted as it is; for no other a countdown is worth drawing it each second.
  const next =
    nextMs === undefined || !booting
      ? ''
      : ` ${glyphs.sep} next ${props.spoken === true ? 'in ' : ''}${span(nextMs)}`;
  const head: Parts = ['    ', [`${glyphs[stateGlyph(reading)]} ${reading.word}`, stateTone(reading)]];
  const said = (some: typeof what, when: string) => ({
    left: [...head, `   ${some.filter((part) => part !== undefined).join(` ${glyphs.sep} `)}`] as Parts,
    right: [[`${when} `, 'dim']] as Parts,
  });
  // The price stays whole: how it is paid gives way to it, then when it is read next.
  const [gpu, pay, cost] = what;
  const wordings = [
    said(what, `${checked}${next}`),
    ...(pay === 'bid' ? [] : [said([gpu, cost], `${checked}${next}`)]),
    said(what, checked),
    said([gpu, cost], checked),
  ];
  const fits = ({ left, right }: (typeof wordings)[number]) => partsWidth(left) + partsWidth(right) < columns;
  const { left, right } = wordings.find(fits) ?? said([gpu, cost], checked);
  // What it is called is cut before its price is.
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
  // Outbid, and not crashed: what is bid, what would win, and the key that raises it.
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

/** The words below the last stage, and the edge. */
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
  // The last one takes what its words need, the others share the rest of the line.
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
    // Where both do not fit, when each stage began stands among what happened.
    return padEnd(width(both) < cells ? both : (words.at(-1) as string), cells);
  });
  return [[`    ${names}`], line, [[`    ${times.join('').trimEnd()}`, 'dim']]];
}

/** On a narrow screen the bar gives way to the words behind it. */
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
  /** Lines that stay where there is little room. */
  keep: number;
};
export type Line = Parts | { rule: string };

const isBlank = (parts: Parts): boolean =>
  parts.every((part) => (typeof part === 'string' ? part : part[0]).trim() === '');

/**
 * Blocks below each other on `rows` lines. Where they do not all fit, blank lines go first, then the last lines of the
 * blocks from the bottom up, down to what each has to keep; a block of which nothing is left has no rule either.
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

/** Blocks on `rows` lines, scrolled down by `top`: blank lines go first where they do not all fit. */
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
