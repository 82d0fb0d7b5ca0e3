import { cut, padEnd, width } from '../../base/cells.ts';
import { disk, dollars, ratePerDay, ratePerHour, runwayGainSpan } from '../../base/format.ts';
import type { Parts } from '../../base/parts.ts';
import type { Instance } from '../../client/wire.ts';
import { type ActName, actVerb } from '../../engine/instances/held-acts.ts';
import { readInstance } from '../../engine/instances/lifecycle.ts';
import { gpuLabel, instanceName, phraseFor } from '../../engine/instances/names.ts';
import { missingWords } from '../../engine/missing-rows.ts';
import { costOfWaiting, leftByStop, type Rate, runwayGain, saving } from '../../engine/money/act-effect.ts';
import { instanceBurn, instancePrices, type Money } from '../../engine/money/money.ts';
import type { ConfirmModal } from '../../tui/dialog/modal.ts';

/** An instance that was marked and that nothing is asked of, and the reason that its key would have given. */
export type LeftOut = { row: Instance; why: string };

/** What a dialog about instances is made from, as it all is when it opens. */
export type ActQuestion = {
  targets: readonly Instance[];
  /** Marked instances for which the act makes no sense now, and why it does not. */
  leftOut: readonly LeftOut[];
  /** Every instance of the account, for what the act does to the runway. */
  rows: readonly Instance[];
  /** How many more there are that the list lacks. */
  missing?: number;
  /** What the runway is reckoned with. */
  money: Money;
  /** They are shown because nothing comes of them: what it costs to leave them is said too. */
  sweep?: boolean;
  /** What the key is called that destroys. */
  destroyKey: string;
  run: () => void;
};

/**
 * The question before an act, which names every instance that it is about. What loses data, a destroy and a recycle,
 * wants a phrase typed.
 */
export function actDialog(act: ActName, question: ActQuestion): ConfirmModal {
  const { targets, run } = question;
  const [only] = targets;
  const one = targets.length === 1;
  const what = one ? 'this instance' : `${targets.length} instances`;
  const dialog = { kind: 'confirm', targets: targetLines(act, question), run } as const;
  const body = [...words[act](question), ...omitted(question)];
  if (act === 'destroy' || act === 'recycle') {
    const verb = actVerb[act];
    return {
      ...dialog,
      body,
      action: `instance.${act}`,
      title: question.sweep === true ? `Sweep: destroy ${what}?` : `${verb} ${what}?`,
      no: one ? 'Keep it' : 'Keep them',
      yes: verb,
      typed: one && only !== undefined ? phraseFor(only) : `${act} ${targets.length}`,
    };
  }
  const verb = actVerb[act];
  const yes = `${verb} ${one ? 'it' : 'them'}`;
  return { ...dialog, body, action: `instance.${act}`, title: `${verb} ${what}?`, no: 'No, go back', yes };
}

const nameCells = 16;

function targetLines(act: ActName, { targets, sweep }: ActQuestion): Parts[] {
  const last = (row: Instance) =>
    sweep === true
      ? ratePerDay(instanceBurn(row).perHour)
      : (act === 'destroy' || act === 'recycle') && row.disk_space !== undefined
        ? `disk ${disk(row.disk_space)}`
        : '';
  const size = (text: (row: Instance) => string) => Math.max(...targets.map((row) => width(text(row))));
  // The list shows a mark of ours as a label too: by it a machine without a name is known again.
  const name = (row: Instance) => cut(row.label?.trim() ?? '', nameCells);
  const gpu = (row: Instance) => gpuLabel(row) ?? '';
  const states = size((row) => readInstance(row).word);
  const [ids, names, gpus] = [size((row) => String(row.id)), size(name), size(gpu)];
  return targets.map((row) => [
    [`${padEnd(String(row.id), ids)}${names === 0 ? '' : `  ${padEnd(name(row), names)}`}`, 'bold'],
    `  ${padEnd(gpu(row), gpus)}  ${padEnd(readInstance(row).word, states)}  ${last(row)}`.trimEnd(),
  ]);
}

const words: Readonly<Record<ActName, (question: ActQuestion) => Parts[]>> = {
  stop: ({ targets, ...question }) => {
    const left = sum(targets.map(leftByStop));
    const one = targets.length === 1;
    const price = left === undefined ? 'at a price that is not known' : `at ${ratePerHour(left)}`;
    return [
      [
        `Compute billing halts. The ${one ? 'disk stays and is' : 'disks stay and are'} still charged, ${price}, until you destroy ${one ? 'it' : 'them'}.`,
      ],
      ...saves({ targets, ...question }, 'stop'),
      [[`To end every charge, destroy ${one ? 'it' : 'them'} instead (${question.destroyKey}).`, 'dim']],
    ];
  },
  start: ({ targets }) => {
    const total = sum(targets.map((row) => instancePrices(row).total));
    const [it, s] = targets.length === 1 ? ['It', 's'] : ['Together they', ''];
    return [
      [
        `${it} cost${s} ${total === undefined ? 'what is not known' : ratePerHour(total)} once ${it === 'It' ? 'it runs' : 'they run'}.`,
      ],
      ['A start waits until a GPU of the host is free.'],
    ];
  },
  reboot: ({ targets }) => {
    const one = targets.length === 1;
    return [
      [
        `What runs in ${one ? 'it ends' : 'them ends'} and starts again; the ${one ? 'disk stays' : 'disks stay'}.`,
      ],
      ...whileRestarting(one),
    ];
  },
  recycle: ({ targets }) => {
    const one = targets.length === 1;
    return [
      [
        `${one ? 'Its container is' : 'Their containers are'} made anew from the image. Everything in ${one ? 'it' : 'them'} is lost and cannot be brought back.`,
      ],
      ...whileRestarting(one),
    ];
  },
  destroy: (question) => {
    const { targets } = question;
    const sizes = sum(targets.map((row) => row.disk_space));
    const size = sizes === undefined ? '' : ` (${disk(sizes)})`;
    const whose = targets.length === 1 ? `Its disk${size} is` : `Disks${size} are`;
    return [
      [`${whose} erased and cannot be brought back.`],
      ...waiting(question),
      ...saves(question, 'destroy'),
    ];
  },
};

/** A GPU is charged only while its machine runs, and not while it starts again (interface.md, States and transitions). */
const whileRestarting = (one: boolean): Parts[] => [
  [
    `${one ? 'It keeps its GPU' : 'They keep their GPUs'}, not charged again before ${one ? 'it runs' : 'they run'}; the ${one ? 'disk is' : 'disks are'} charged all the while.`,
  ],
];

/** What it costs to leave machines that do nothing. */
function waiting({ targets, sweep, missing = 0 }: ActQuestion): Parts[] {
  if (sweep !== true) return [];
  const unswept: Parts[] =
    missing === 0 ? [] : [[`${missingWords(missing, 'instance')}. Check for more to sweep later.`]];
  const cost = costOfWaiting(targets);
  if (cost.priced === 0) return [['What they cost as they are is not known.'], ...unswept];
  return [
    [`Left as they are: ${atLeast(cost)}${dollars(cost.perDay)}/day, ${dollars(cost.perMonth)}/month.`],
    ...unswept,
  ];
}

/** What the burn loses and the runway wins by it, both reckoned with what boots as running, as everywhere. */
function saves({ targets, rows, money, missing }: ActQuestion, act: 'stop' | 'destroy'): Parts[] {
  const saved = saving(targets, act);
  if (saved.priced === 0)
    return [[act === 'destroy' ? 'All their charges end.' : 'What it saves is not known.']];
  const gain = runwayGain(rows, new Set(targets.map(({ id }) => id)), act, money, missing);
  const more =
    gain === undefined
      ? ''
      : gain === 'forever'
        ? ', and nothing is spent then'
        : `, runway ${runwayGainSpan(gain)}`;
  if (saved.soon === undefined) return [[`Saves ${atLeast(saved)}${ratePerHour(saved.perHour)}${more}.`]];
  const [its, run] = targets.length === 1 ? ['Its GPU is', 'it runs'] : ['A GPU that boots is', 'all run'];
  return [
    [
      `${its} not charged yet: it saves ${atLeast(saved)}${ratePerHour(saved.perHour)} now, ${ratePerHour(saved.soon)} once ${run}${more}.`,
    ],
  ];
}

const atLeast = ({ priced, count }: Rate): string => (priced < count ? 'at least ' : '');

/** Which marked ones are left out, those of one reason together. */
function omitted({ leftOut }: ActQuestion): Parts[] {
  const reasons = [...new Set(leftOut.map(({ why }) => why))];
  return reasons.map((why): Parts => {
    const names = leftOut.filter((one) => one.why === why).map(({ row }) => instanceName(row));
    return [[`Left out: ${names.join(', ')}. ${why.replace(/\.$/, '')}.`, 'dim']];
  });
}

/** Undefined when one of them is not known. */
function sum(figures: readonly (number | undefined)[]): number | undefined {
  return figures.every((figure) => figure !== undefined)
    ? figures.reduce<number>((total, figure) => total + (figure as number), 0)
    : undefined;
}
