import { cut, padEnd, width } from '../../base/cells.ts';
import { disk, dollars, rate, ratePerDay, ratePerHour, runwayGainSpan } from '../../base/format.ts';
import type { Parts } from '../../base/parts.ts';
import type { Instance, SshKey } from '../../client/wire.ts';

import { describePublicKey } from '../api-keys/ssh-public-key.ts';
import { groupOfLabel, relabelledWords, relabelWords } from '../groups/group-workers.ts';
import { missingWords } from '../missing-rows.ts';
import { costOfWaiting, leftByStop, type Rate, runwayGain, saving } from '../money/act-effect.ts';
import { bidEffect } from '../money/bid.ts';
import { instanceBurn, instancePrices } from '../money/money.ts';
import type { Asked, KeyName, Question } from '../write.ts';
import { look } from '../write-messages.ts';
import { gpuLabel, instanceName, phraseFor } from './names.ts';
import { readInstance } from './reading.ts';
import { isAs } from './rules.ts';

/** What is said of instances and of what is done to them, in the deck and by commands. */

type About<In = void> = Asked<Instance, In>;
type Act = 'stop' | 'start' | 'destroy' | 'reboot' | 'recycle';

/**
 * The question before an act, which names every instance that it is about. What loses data, a destroy and a recycle,
 * wants a phrase typed.
 */
export const askBefore =
  (act: Act) =>
  (about: About): Question => {
    const { targets } = about;
    const [only] = targets;
    const one = targets.length === 1;
    const what = one ? 'this instance' : `${targets.length} instances`;
    const verb = `${act.charAt(0).toUpperCase()}${act.slice(1)}`;
    const question = {
      targets: targetLines(act, about),
      body: [...effects[act](about), ...omitted(about)],
    };
    if (act !== 'destroy' && act !== 'recycle')
      return {
        ...question,
        title: `${verb} ${what}?`,
        no: 'No, go back',
        yes: `${verb} ${one ? 'it' : 'them'}`,
      };
    return {
      ...question,
      title: about.sweep ? `Sweep: destroy ${what}?` : `${verb} ${what}?`,
      no: one ? 'Keep it' : 'Keep them',
      yes: verb,
      typed: one && only !== undefined ? phraseFor(only) : `${act} ${targets.length}`,
    };
  };

const nameCells = 16;

function targetLines(act: Act, { targets, sweep }: About): Parts[] {
  const last = (row: Instance) =>
    sweep
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

const effects: Readonly<Record<Act, (about: About) => Parts[]>> = {
  stop: ({ targets, ...question }) => {
    const left = sum(targets.map(leftByStop));
    const one = targets.length === 1;
    const price = left === undefined ? 'at a price that is not known' : `at ${ratePerHour(left)}`;
    return [
      [
        `Compute billing halts. The ${one ? 'disk stays and is' : 'disks stay and are'} still charged, ${price}, until you destroy ${one ? 'it' : 'them'}.`,
      ],
      ...saves({ targets, ...question }, 'stop'),
      [
        [
          `To end every charge, destroy ${one ? 'it' : 'them'} instead (${question.keyName('instance.destroy')}).`,
          'dim',
        ],
      ],
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
function waiting({ targets, sweep, missing }: About): Parts[] {
  if (!sweep) return [];
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
function saves({ targets, rows, money, missing }: About, act: 'stop' | 'destroy'): Parts[] {
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
function omitted({ skipped }: About): Parts[] {
  const reasons = [...new Set(skipped.map(({ why }) => why))];
  return reasons.map((why): Parts => {
    const names = skipped.filter((one) => one.why === why).map(({ row }) => instanceName(row));
    return [[`Left out: ${names.join(', ')}. ${why.replace(/\.$/, '')}.`, 'dim']];
  });
}

/** Undefined when one of them is not known. */
function sum(figures: readonly (number | undefined)[]): number | undefined {
  return figures.every((figure) => figure !== undefined)
    ? figures.reduce<number>((total, figure) => total + (figure as number), 0)
    : undefined;
}

/** By what takes that instance wherever the cursor is by then. A key would take whatever row is under it. */
export const again =
  (name: string, verb: string) =>
  (id: number, keyName: KeyName): string =>
    `${keyName('app.palette')}${name} ${id} ${verb} it`;

const isOrWillBe =
  (wanted: 'running' | 'stopped') =>
  (row: Instance, done: boolean): string =>
    `${instanceName(row)} is ${done && !isAs(row, wanted) ? `to be ${wanted}` : readInstance(row).word}`;

/** What a command says of a record that was read after a lost answer. */
export const recordShows = ({ id, actual_status: status, intended_status: intended }: Instance): string => {
  const is = `instance ${id} is ${status ?? 'not reported yet'}`;
  return intended === undefined ? is : `${is} and is to be ${intended}`;
};

export const stopMessages = {
  title: (name: string) => `Stop ${name}`,
  ask: askBefore('stop'),
  done: ({ name }: { name: string }) =>
    `${name}: asked to stop; compute billing halts, the disk is still charged`,
  doneTogether: 'Asked to stop',
  none: 'stopped',
  shows: isOrWillBe('stopped'),
  again: again('stop', 'stops'),
  refused: 'It was not stopped and may still be charged.',
  unconfirmed: {
    title: 'It is not known whether the machine stopped.',
    meaning: 'It may still run and be charged.',
    next: look,
  },
};

export const startMessages = {
  title: (name: string) => `Start ${name}`,
  ask: askBefore('start'),
  done: ({ name }: { name: string }) => `${name}: asked to start`,
  doneTogether: 'Asked to start',
  none: 'started',
  shows: isOrWillBe('running'),
  again: again('start', 'starts'),
  refused: 'It was not started.',
  unconfirmed: {
    title: 'It is not known whether the machine was started.',
    meaning: 'It may start, and is then charged.',
    next: look,
  },
};

export const rebootMessages = {
  title: (name: string) => `Reboot ${name}`,
  ask: askBefore('reboot'),
  done: ({ name }: { name: string }) => `${name}: asked to reboot; its disk stays`,
  doneTogether: 'Asked to reboot',
  none: 'rebooted',
  refused: 'It was not rebooted and goes on as it is.',
  unconfirmed: {
    title: 'It is not known whether the machine reboots.',
    meaning: 'What runs on it may be ended; its disk stays.',
    next: look,
  },
};

export const recycleMessages = {
  title: (name: string) => `Recycle ${name}`,
  ask: askBefore('recycle'),
  done: ({ name }: { name: string }) => `${name}: asked to recycle; it is made anew from its image`,
  doneTogether: 'Asked to recycle',
  none: 'recycled',
  refused: 'It was not recycled: its data is still there.',
  unconfirmed: {
    title: 'It is not known whether the machine is recycled.',
    meaning: 'If it is, what was on the disk of its container is lost.',
    next: look,
  },
};

export const destroyMessages = {
  title: (name: string) => `Destroy ${name}`,
  ask: askBefore('destroy'),
  done: ({ name }: { name: string }) => `${name} is destroyed; nothing of it is charged any more`,
  doneTogether: 'Destroyed',
  none: 'destroyed',
  shows: (row: Instance) => `${instanceName(row)} is still in the list`,
  meanwhile: ' and is charged',
  again: (id: number, keyName: KeyName) => `it is charged; ${again('destroy', 'destroys')(id, keyName)}`,
  stays: ({ id, name }: { id: number; name: string }, keyName: KeyName) =>
    `${name} is still in the list after its destroy was confirmed. It may still be billed. ${again('destroy', 'destroys')(id, keyName)} again.`,
  refused: 'It was not destroyed and may still be charged.',
  unconfirmed: {
    title: 'It is not known whether the machine was destroyed.',
    meaning: 'It may still be there, and is then charged.',
    next: 'Check whether it is gone, and destroy it again if not.',
  },
};

export const labelMessages = {
  title: (name: string) => `Label ${name}`,
  /** A worker is asked for once more before it loses the label that it is known by. */
  ask: ({ targets: [row], input }: About<string | null>): Question => {
    const group = groupOfLabel(row?.label);
    return {
      title: input === null ? 'Take the label off a worker?' : 'Give a worker another label?',
      targets: [[[`${row?.id}  ${row?.label}`, 'bold'], ` → ${input ?? 'no label'}`]],
      body: group === undefined ? [] : relabelWords(group).map((line): Parts => [line]),
      no: 'Keep its label',
      yes: 'Change it',
    };
  },
  done: ({ id }: { id: number }, label: string | null) =>
    label === null ? `${id} has no label any more` : `${id} is called ${label} now`,
  shows: ({ id, label }: Instance) =>
    (label ?? '') === '' ? `${id} has no label` : `${id} is called ${label}`,
  again: again('label', 'changes'),
  notes: ({ label }: Instance): string[] => {
    const group = groupOfLabel(label);
    return ['Empty takes the label off.', ...(group === undefined ? [] : relabelWords(group))];
  },
  loses: ({ id, label }: Instance, next: string | null): string | undefined => {
    const group = groupOfLabel(label);
    return group === undefined || groupOfLabel(next) === group ? undefined : relabelledWords(id, group);
  },
  refused: 'The label is as it was.',
  unconfirmed: {
    title: 'It is not known whether the label was changed.',
    meaning: 'No charge depends on it. A worker without its label is not known to its group any more.',
    next: look,
  },
};

export const bidMessages = {
  title: (name: string) => `Bid for ${name}`,
  ask: ({ targets: [row], input }: About<number>): Question => ({
    title: 'Change this bid?',
    body:
      row === undefined
        ? []
        : [
            [
              [`${row.id}  ${row.label ?? ''}`.trim(), 'bold'],
              `  ${readInstance(row, { hasRun: true }).word}`,
            ],
            [],
            ...bidEffect(row, input).map((line): Parts => [line]),
          ],
    no: 'No, go back',
    yes: 'Change it',
  }),
  done: ({ name }: { name: string }, price: number) => `${name}: the bid is ${price} $/h now`,
  shows: (row: Instance) => `${instanceName(row)}: the bid is ${rate(row.bid_price)} $/h`,
  again: again('bid', 'changes'),
  refused: 'The bid is as it was.',
  unconfirmed: {
    title: 'It is not known whether the bid was changed.',
    meaning: 'If so, the new price is charged while it runs.',
    next: look,
  },
};

export const executeMessages = {
  title: (name: string, command: string) => `${command} on ${name}`,
  ask: ({ targets: [row], input }: About<string>): Question => ({
    title: 'Remove files?',
    body: [
      [[`${row?.id}  ${row?.label ?? ''}`.trim(), 'bold']],
      [],
      [input],
      ['What it removes cannot be brought back.'],
    ],
    no: 'No, go back',
    yes: 'Remove',
  }),
  done: ({ name }: { name: string }, command: string) => `${command} on ${name}`,
  refused: 'The command was not run.',
  unconfirmed: {
    title: 'It is not known whether the command was run.',
    meaning: 'A command that removes files may have removed them.',
    next: 'Look with ls or du before you run it again.',
  },
};

/** An SSH key of an instance, and whether it is the only one that opens it. */
export type KeyOf = { key: SshKey; isOnly: boolean };

export const attachMessages = {
  title: (name: string) => `Attach an SSH key to ${name}`,
  done: ({ name }: { name: string }) => `${name}: the SSH key is attached`,
  refused: 'The instance has the SSH keys that it had.',
  unconfirmed: {
    title: 'It is not known whether the SSH key was attached.',
    meaning: 'It may open the instance.',
    next: 'Look at the keys of the instance before you attach it again.',
  },
};

export const detachMessages = {
  title: (name: string) => `Detach an SSH key from ${name}`,
  ask: ({ targets: [row], input: { key, isOnly } }: About<KeyOf>): Question => {
    const { comment, fingerprint } = describePublicKey(key.public_key);
    return {
      title: `Detach SSH key ${key.id} from ${row === undefined ? '' : instanceName(row)}?`,
      body: [
        ...[comment, fingerprint].flatMap((fact): Parts[] =>
          fact === undefined || fact === '' ? [] : [[fact]],
        ),
        [],
        ...(isOnly ? [[['No other SSH key opens this instance.', 'warn']] as Parts] : []),
        ['The key opens it no more; a session that is open may go on. It can be attached again.'],
      ],
      no: 'Keep it',
      yes: 'Detach it',
    };
  },
  done: ({ name }: { name: string }) => `${name}: the SSH key is detached`,
  refused: 'The SSH key still opens the instance.',
  unconfirmed: {
    title: 'It is not known whether the SSH key was detached.',
    meaning: 'It may still open the instance.',
    next: 'Look at the keys of the instance before you detach it again.',
  },
};

export const muteSaid = (row: Instance, isMuted: boolean): string =>
  `${instanceName(row)} ${isMuted ? 'calls you no more' : 'calls you again'}, until rigdeck ends.`;
