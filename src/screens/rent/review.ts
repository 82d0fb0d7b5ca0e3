import { cut, padEnd, padStart } from '../../base/cells.ts';
import { days, memory, percent, rate, ratePerDay, ratePerHour, span, UNKNOWN } from '../../base/format.ts';
import type { Parts } from '../../base/parts.ts';
import { wrapWords } from '../../base/wrap-words.ts';
import type { CreateRequest, Offer, Runtype, Template } from '../../client/wire.ts';
import { gpuLabel } from '../../engine/instances/names.ts';
import { type Cost, type Money, offerCost, runwayAfter } from '../../engine/money/money.ts';
import { SHORT_RUNWAY_MS } from '../../engine/money/runway-alarm.ts';
import type { RentDraft } from '../../engine/rent/rent-request.ts';
import { runtypes } from '../../engine/rent/runtypes.ts';
import { mergeSentence, templateImage } from '../../engine/rent/template-merge.ts';
import type { RescuePlan } from '../../engine/rescue/rescue.ts';
import { planParts } from '../../engine/rescue/rescue-consent.ts';
import { aroundName, partsText } from '../../tui/text/parts.ts';

/** The disk that interface.md gives an instance when none is asked for, in GB (Limits). */
const defaultDiskGb = 8;

export type RentCost = Cost & { diskGb: number | undefined };

const positive = (text: string): number | undefined => {
  const number = /^(?:\d+(?:\.\d+)?|\.\d+)$/.test(text.trim()) ? Number(text) : 0;
  return number > 0 ? number : undefined;
};

/**
 * $/h of the form as it stands. A figure that is not typed right is not known; so is the disk while a template decides
 * about it and `templateDisk` (GB) is not known.
 */
export function rentCost(offer: Offer, draft: RentDraft, templateDisk?: number): RentCost {
  const fallback = draft.template.trim() === '' ? defaultDiskGb : templateDisk;
  const diskGb = draft.disk.trim() === '' ? fallback : positive(draft.disk);
  const bid = draft.pay === 'bid' ? { bid: positive(draft.price) ?? Number.NaN } : {};
  return { ...offerCost(offer, { diskGb: diskGb ?? Number.NaN, ...bid }), diskGb };
}

/** "Sweden, SE" as `SE`; a place in another form as it came. */
const place = ({ geolocation = '' }: Offer): string =>
  cut(/,\s*([A-Z]{2})$/.exec(geolocation)?.[1] ?? geolocation, placeCells);
/** What a stranger has written in its place leaves room for the rest. */
const placeCells = 12;

/** What it is stays to be read: of a usual model nothing is cut. */
const modelCells = 16;

/** `1x RTX 4090 24G · SE · 99.8% reliable · up to 12 days`, of what is known. */
export function machineLine(offer: Offer, sep: string, cells = Number.POSITIVE_INFINITY): string {
  const words = (model: string) => [machineWords(offer, model, sep)];
  return partsText(aroundName(gpuLabel(offer) ?? '', cells, words, { least: modelCells }));
}

function machineWords(offer: Offer, model: string, sep: string): string {
  const reliable = offer.reliability2 ?? offer.reliability;
  const gpu = [
    model === '' ? undefined : model,
    offer.gpu_ram === undefined ? undefined : memory(offer.gpu_ram),
  ];
  const parts = [
    gpu.filter((part) => part !== undefined).join(' ') || `offer ${offer.id}`,
    place(offer),
    reliable === undefined ? undefined : `${percent(reliable)} reliable`,
    offer.duration === undefined ? undefined : `up to ${days(offer.duration)}`,
  ];
  return parts.filter((part) => part !== undefined && part !== '').join(` ${sep} `);
}

/** The column at the right of the form: what it costs, what that does to the runway, what may surprise. */
export function costLines(
  input: { cost: RentCost; money: Money; warnings: readonly string[]; now: number; cells: number },
  words: { rule: string; arrow: string; warn: string },
): Parts[] {
  const { cost, money, warnings, now, cells } = input;
  const row = (name: string, figure: string, unit: string, tone: 'plain' | 'bold' = 'plain'): Parts => [
    padEnd(name, cells - 13),
    [`${padStart(figure, 7)} ${padEnd(unit, 5)}`, tone],
  ];
  const perDay = cost.total === undefined ? UNKNOWN : (cost.total * 24).toFixed(2);
  const left = runwayAfter(money, cost.total, now);
  return [
    [['COST', 'dim']],
    row('GPU', rate(cost.gpu), '$/h'),
    row(`Disk ${cost.diskGb ?? UNKNOWN} GB`, rate(cost.disk), '$/h'),
    [[words.rule.repeat(cells), 'dim']],
    row('Total', rate(cost.total), '$/h', 'bold'),
    row('', perDay, '$/day'),
    [`Runway ${left.before} ${words.arrow} ${left.after}`],
    ...(warnings.length === 0 ? [] : [[] as Parts]),
    ...warnings.flatMap((text) => warningLines(text, cells, words.warn)),
  ];
}

/** The same on one line, where there is no room beside the form. */
export function costLine(
  { cost, money, now }: { cost: RentCost; money: Money; now: number },
  words: { sep: string; arrow: string },
): Parts {
  const left = runwayAfter(money, cost.total, now);
  return [
    '   ',
    [`${ratePerHour(cost.total)} ${words.sep} ${ratePerDay(cost.total)}`, 'bold'],
    ` ${words.sep} runway ${left.before} ${words.arrow} ${left.after}`,
  ];
}

/** A warning on as many lines as it needs, with its mark before the first. */
function warningLines(text: string, cells: number, mark: string): Parts[] {
  return wrapWords(text, cells - 2).map(
    (line, index): Parts => [[index === 0 ? `${mark} ` : '  ', 'warn'], line],
  );
}

const stopWords = 'Stop halts the compute charge; the disk is charged until you destroy it.';
/** On few lines, so that none of them hides a button. */
const stopBriefly = 'Stopped, its disk is charged until you destroy it.';
const roomyFrom = 9;

export type ReviewInput = {
  offer: Offer;
  draft: RentDraft;
  /** The request as it is sent. */
  body: CreateRequest;
  /** The template that the draft names, when it is known. */
  template?: Template | undefined;
  cost: RentCost;
  /** $/h that was shown before the price was read again, when it differs. */
  was: number | undefined;
  /** Milliseconds since the price was read. */
  age: number;
  money: Money;
  /** What was agreed to should the boot fail. */
  rescue: Omit<RescuePlan, 'search'>;
  warnings: readonly string[];
  /** Why a word is to be typed. */
  typedBecause?: string | undefined;
  /** Why this rent could not be found again after a crash; it takes a word to be bought all the same. */
  unprotected?: string | undefined;
  now: number;
  cells: number;
  rows: number;
};

/** What will run: the image, and the template that fills what the form left open. */
function imageText(
  { draft, template, body }: Pick<ReviewInput, 'draft' | 'template' | 'body'>,
  sep: string,
): string {
  const hash = draft.template.trim();
  const own = draft.image.trim();
  const brought = template === undefined ? undefined : templateImage(template);
  const image = own !== '' ? own : (brought ?? 'as the template says');
  if (hash === '') return `image ${image}`;
  const name = template?.name === undefined ? hash : `${template.name} (${hash})`;
  const merge = template === undefined ? '' : mergeSentence(template, body);
  return `image ${image} ${sep} template ${name}${merge === '' ? '' : ` ${sep} ${merge}`}`;
}

/** The lines of the question before a rent. What it costs and what ends that stand first; nothing of that is cut. */
export function reviewBody(
  input: ReviewInput,
  words: { sep: string; arrow: string; warn: string; jsonKey: string },
): Parts[] {
  const { offer, draft, cost, was, money, rescue, warnings, typedBecause, unprotected, now, cells, rows } =
    input;
  const left = runwayAfter(money, cost.total, now);
  const ends = draft.targetState === 'stopped' ? 'once you start it' : 'until you stop or destroy it';
  const moved =
    was === undefined
      ? []
      : [
          [
            [`The price moved: ${ratePerHour(was)} ${words.arrow} ${ratePerHour(cost.total)}`, 'warn'],
          ] as Parts,
        ];
  const loose =
    unprotected === undefined ? [] : warningLines(`Not protected: ${unprotected}`, cells, words.warn);
  const before: Parts[] = [
    [[machineLine(offer, words.sep), 'bold']],
    [`offer ${offer.id} ${words.sep} price ${span(input.age)} old`],
  ];
  const after: Parts[] = [
    ...moved,
    ...loose,
    [[`${ratePerHour(cost.total)}   ${ratePerDay(cost.total)}`, 'bold'], `   ${ends}`],
    ...(cost.total === undefined ? [[['The service did not say what this costs.', 'warn']] as Parts] : []),
    [`Runway ${left.before} ${words.arrow} ${left.after}`],
    ...(typedBecause === undefined ? [] : [[[`To be typed: ${typedBecause}.`, 'warn']] as Parts]),
    ...(draft.pay === 'bid' ? [['It is a bid: a higher bid of somebody else can stop it.'] as Parts] : []),
    [`No boot: ${planParts(rescue).join(` ${words.sep} `)}`],
    ...(rows < roomyFrom && loose.length > 0
      ? []
      : wrapWords(rows < roomyFrom ? stopBriefly : stopWords, cells).map((line): Parts => [line])),
  ];
  // A long name of an image takes the lines that are left; where there is none to spare it is cut, never left out.
  const image = wrapWords(imageText(input, words.sep), cells);
  const spare = Math.max(1, rows - before.length - after.length - Math.min(1, warnings.length));
  const shown =
    image.length <= spare ? image : [...image.slice(0, spare - 1), image.slice(spare - 1).join(' ')];
  const head = [...before, ...shown.map((line): Parts => [line]), ...after];
  const said = warnings.flatMap((text) => warningLines(text, cells, words.warn));
  const room = Math.max(1, rows - head.length);
  if (said.length <= room) return [...head, ...said];
  return [...head, ...said.slice(0, room - 1), [[`  ${words.jsonKey} in the form shows the rest`, 'warn']]];
}

/** Why a word is to be typed before this is bought; undefined where a yes is enough. */
export function whyTyped(
  cost: RentCost,
  money: Money,
  now: number,
  confirmAbove: number,
): string | undefined {
  const { afterMs } = runwayAfter(money, cost.total, now);
  if (cost.total === undefined) return 'what it costs is not known';
  if (cost.total > confirmAbove) return `it costs more than ${ratePerHour(confirmAbove)}`;
  return afterMs !== undefined && afterMs < SHORT_RUNWAY_MS
    ? 'the credit would last under 2 hours'
    : undefined;
}

/** Whether a runtype that SSH reaches meets an account that is known to have no key to let in. */
export function lacksSshKey(
  runtype: Runtype | undefined,
  account: { sshKey: string | undefined; keys: readonly unknown[] | undefined },
): boolean {
  if (account.keys === undefined || account.keys.length > 0 || (account.sshKey ?? '').trim() !== '')
    return false;
  return runtype !== undefined && runtypes[runtype].hasSsh;
}

/** The request as text to look at: values of variables and credentials hidden, ports shown. */
export function requestLines(offerId: number, body: CreateRequest, hidden: string): string[] {
  const env = Object.entries(body.env ?? {}).map(([name, value]) => [
    name,
    name.startsWith('-p ') ? value : hidden,
  ]);
  const shown = {
    ...body,
    ...(body.env === undefined ? {} : { env: Object.fromEntries(env) }),
    ...(body.image_login === undefined ? {} : { image_login: hidden }),
  };
  return [`PUT /api/v0/asks/${offerId}/`, ...JSON.stringify(shown, null, 2).split('\n')];
}
