import { cut, padEnd, width } from '../../base/cells.ts';
import { disk, dollars, ratePerDay, ratePerHour, runwayGainSpan } from '../../base/format.ts';
import type { Parts } from '../../base/parts.ts';
import type { Instance, SshKey } from '../../client/wire.ts';

import { describePublicKey } from '../api-keys/ssh-public-key.ts';
import { groupOfLabel, relabelledWords, relabelWords } from '../groups/group-workers.ts';
import { missingWords } from '../missing-rows.ts';
import { costOfWaiting, leftByStop, type Rate, runwayGain, saving } from '../money/act-effect.ts';
import { bidEffect } from '../money/bid.ts';
import { instanceBurn, instancePrices } from '../money/money.ts';
import { type Asked, type KeyName, nameAmong, type Question } from '../write.ts';
import { look } from '../write-messages.ts';
import { gpuLabel, instanceName, phraseFor } from './names.ts';
import { type InstanceKind, readInstance } from './reading.ts';
import { isAs } from './rules.ts';

/** The texts about instances and what is done to them, in the deck and in commands. */

type About<In = void> = Asked<Instance, In>;

const titleCells = 30;
/** Cuts a long label, to keep the question mark of a title. */
export const inTitle = (row: Instance | undefined): string =>
  row === undefined ? '' : cut(instanceName(row), titleCells);

/**
 * The question before an act, naming every target. `losesData` wants a phrase typed. `skips` says why a marked row of a
 * kind is skipped, if its state doesn't say enough.
 */
const askBefore =
  (
    verb: string,
    effect: (about: About) => Parts[],
    {
      losesData = false,
      skips = {},
    }: { losesData?: boolean; skips?: Partial<Record<InstanceKind, string>> } = {},
  ) =>
  (about: About): Question => {
    const { targets } = about;
    const [only] = targets;
    const one = targets.length === 1;
    const what = one ? inTitle(only) : `${targets.length} instances`;
    const question = {
      title: about.sweep ? `Sweep: destroy ${what}?` : `${verb} ${what}?`,
      targets: targetLines(about, losesData),
      body: [...effect(about), ...omitted(about, skips)],
      no: 'Cancel',
      yes: verb,
    };
    if (!losesData) return question;
    const phrase = `${verb.toLowerCase()} ${targets.length}`;
    return { ...question, typed: one && only !== undefined ? phraseFor(only) : phrase };
  };

const nameCells = 16;

function targetLines({ targets, sweep }: About, losesData: boolean): Parts[] {
  const last = (row: Instance) =>
    sweep
      ? ratePerDay(instanceBurn(row).perHour)
      : losesData && row.disk_space !== undefined
        ? `disk ${disk(row.disk_space)}`
        : '';
  const size = (text: (row: Instance) => string) => Math.max(...targets.map((row) => width(text(row))));
  // The list shows rigdeck's own tag as a label, too: it identifies an instance without a name.
  const name = (row: Instance) => cut(row.label?.trim() ?? '', nameCells);
  const gpu = (row: Instance) => gpuLabel(row) ?? '';
  const states = size((row) => readInstance(row).word);
  const [ids, names, gpus] = [size((row) => String(row.id)), size(name), size(gpu)];
  return targets.map((row) => [
    [`${padEnd(String(row.id), ids)}${names === 0 ? '' : `  ${padEnd(name(row), names)}`}`, 'bold'],
    `  ${padEnd(gpu(row), gpus)}  ${padEnd(readInstance(row).word, states)}  ${last(row)}`.trimEnd(),
  ]);
}

/** What it costs to keep instances that do nothing. */
function waiting({ targets, sweep, missing }: About): Parts[] {
  if (!sweep) return [];
  const unswept: Parts[] =
    missing === 0 ? [] : [[`${missingWords(missing, 'instance')}. Sweep again later.`]];
  const cost = costOfWaiting(targets);
  if (cost.priced === 0) return [['Cost of keeping them: unknown.'], ...unswept];
  return [
    [`Keeping them costs ${atLeast(cost)}${dollars(cost.perDay)}/day, ${dollars(cost.perMonth)}/month.`],
    ...unswept,
  ];
}

/** What is saved in burn and gained in runway. Both count what boots as running, as everywhere. */
function saves({ targets, rows, money, missing }: About, act: 'stop' | 'destroy'): Parts[] {
  const saved = saving(targets, act);
  if (saved.priced === 0) return [[act === 'destroy' ? 'Ends all billing.' : 'Savings unknown.']];
  const gain = runwayGain(rows, new Set(targets.map(({ id }) => id)), act, money, missing);
  const more =
    gain === undefined ? '' : gain === 'forever' ? '; spending stops' : `; runway ${runwayGainSpan(gain)}`;
  const now = `${atLeast(saved)}${ratePerHour(saved.perHour)}`;
  if (saved.soon === undefined) return [[`Saves ${now}${more}.`]];
  return [[`Saves ${now} now, ${ratePerHour(saved.soon)} once running${more}.`]];
}

const atLeast = ({ priced, count }: Rate): string => (priced < count ? 'at least ' : '');

/** Which marked rows are skipped, grouped by state. */
function omitted({ skipped, rows }: About, skips: Partial<Record<InstanceKind, string>>): Parts[] {
  const why = (row: Instance): string => {
    const { kind, word } = readInstance(row);
    return skips[kind] ?? word;
  };
  const reasons = [...new Set(skipped.map(({ row }) => why(row)))];
  return reasons.map((reason): Parts => {
    const names = skipped
      .filter(({ row }) => why(row) === reason)
      .map(({ row }) => nameAmong(instanceName, row, rows));
    return [[`Skipping ${names.join(', ')} (${reason}).`, 'dim']];
  });
}

/** Undefined if one of them is unknown. */
function sum(figures: readonly (number | undefined)[]): number | undefined {
  return figures.every((figure) => figure !== undefined)
    ? figures.reduce<number>((total, figure) => total + (figure as number), 0)
    : undefined;
}

/** How to send it again to that instance. A key would act on the row that is under the cursor by then. */
export const again =
  (name: string) =>
  (id: number, keyName: KeyName): string =>
    `Retry with ${keyName('app.palette')}${name} ${id}.`;

const isOrWillBe =
  (wanted: 'running' | 'stopped') =>
  (row: Instance, done: boolean): string =>
    `${instanceName(row)} is ${done && !isAs(row, wanted) ? (wanted === 'running' ? 'starting' : 'stopping') : readInstance(row).word}`;

/** What a command says about a record that was read after a lost answer. */
export const recordShows = (row: Instance, done: boolean): string => {
  const { id, actual_status: status, intended_status: intended } = row;
  if (done && intended === 'stopped' && !isAs(row, 'stopped')) return `instance ${id} is stopping`;
  if (done && intended === 'running' && !isAs(row, 'running')) return `instance ${id} is starting`;
  const is = `instance ${id} is ${status ?? 'not reported yet'}`;
  return intended === undefined ? is : `${is} (intended: ${intended})`;
};

export const stopMessages = {
  title: (name: string) => `Stop ${name}`,
  ask: askBefore(
    'Stop',
    (about) => {
      const { targets } = about;
      const left = sum(targets.map(leftByStop));
      const price = left === undefined ? 'billed (price unknown)' : `billed at ${ratePerHour(left)}`;
      const disks = `${targets.length === 1 ? 'Disk stays' : 'Disks stay'} ${price}.`;
      const { perHour, soon, priced, count } = saving(targets, 'stop');
      const savesNothing = perHour < 0.0005 && soon === undefined && priced === count;
      return [
        [`${savesNothing ? 'No GPU is billed' : 'Ends GPU billing'}. ${disks}`],
        ...(savesNothing ? [] : saves(about, 'stop')),
        [[`To end all billing, destroy instead (${about.keyName('instance.destroy')}).`, 'dim']],
      ];
    },
    { skips: { stopped: 'already stopped; disk still billed' } },
  ),
  done({ name, row }: { name: string; row?: Instance | undefined }) {
    const left = row && leftByStop(row);
    return `Stopping ${name}… Disk stays billed${left === undefined ? '' : ` at ${ratePerHour(left)}`}.`;
  },
  doneTogether: 'Stopping',
  none: 'stopped',
  shows: isOrWillBe('stopped'),
  again: again('stop'),
  refused: 'The instance was not stopped and may still be billed.',
  unconfirmed: {
    title: "Couldn't confirm the stop.",
    meaning: 'The instance may still be running and billed.',
    next: look,
  },
};

export const startMessages = {
  title: (name: string) => `Start ${name}`,
  ask: askBefore(
    'Start',
    ({ targets }) => {
      const total = sum(targets.map((row) => instancePrices(row).total));
      const price = total === undefined ? 'Price unknown' : `Costs ${ratePerHour(total)}`;
      return [
        [`${price} once running${targets.length === 1 ? '' : ', in total'}.`],
        ['Starts when a GPU on the host is free.'],
      ];
    },
    { skips: { running: 'already running' } },
  ),
  done({ name, row }: { name: string; row?: Instance | undefined }) {
    const total = row && instancePrices(row).total;
    return `Starting ${name}…${total === undefined ? '' : ` ${ratePerHour(total)} once running.`}`;
  },
  doneTogether: 'Starting',
  none: 'started',
  shows: isOrWillBe('running'),
  again: again('start'),
  refused: 'The instance was not started.',
  unconfirmed: {
    title: "Couldn't confirm the start.",
    meaning: 'The instance may start and be billed.',
    next: look,
  },
};

export const rebootMessages = {
  title: (name: string) => `Reboot ${name}`,
  ask: askBefore('Reboot', ({ targets }) => {
    const one = targets.length === 1;
    return [
      [`Kills running processes and restarts the container${one ? '' : 's'}.`],
      [
        `${one ? 'Disk and GPU are' : 'Disks and GPUs are'} kept; GPU billing pauses until ${one ? 'it runs' : 'they run'}.`,
      ],
    ];
  }),
  done: ({ name }: { name: string }) => `Rebooting ${name}… Disk is kept.`,
  doneTogether: 'Rebooting',
  none: 'rebooted',
  refused: 'The instance was not rebooted.',
  unconfirmed: {
    title: "Couldn't confirm the reboot.",
    meaning: 'Running processes may have been killed; the disk is kept.',
    next: look,
  },
};

export const recycleMessages = {
  title: (name: string) => `Recycle ${name}`,
  ask: askBefore(
    'Recycle',
    ({ targets }) => {
      const one = targets.length === 1;
      return [
        [one ? 'Recreates the container from its image.' : 'Recreates the containers from their images.'],
        [`All data in ${one ? 'it' : 'them'} is lost.`],
        [
          one
            ? 'GPU is kept; GPU billing pauses until the container runs.'
            : 'GPUs are kept; GPU billing pauses until the containers run.',
        ],
      ];
    },
    { losesData: true },
  ),
  done: ({ name }: { name: string }) => `Recycling ${name}… Its container is recreated from the image.`,
  doneTogether: 'Recycling',
  none: 'recycled',
  refused: 'The instance was not recycled. Its data is still there.',
  unconfirmed: {
    title: "Couldn't confirm the recycle.",
    meaning: 'The data in the container may be lost.',
    next: look,
  },
};

export const destroyMessages = {
  title: (name: string) => `Destroy ${name}`,
  ask: askBefore(
    'Destroy',
    (about) => {
      const { targets } = about;
      const gb = sum(targets.map((row) => row.disk_space));
      const disks =
        targets.length === 1
          ? `its ${gb === undefined ? '' : `${Math.round(gb)} GB `}disk`
          : `their disks${gb === undefined ? '' : ` (${Math.round(gb)} GB)`}`;
      return [[`Deletes ${disks} permanently.`], ...waiting(about), ...saves(about, 'destroy')];
    },
    { losesData: true },
  ),
  done: ({ name }: { name: string }) => `Destroyed ${name}. Billing ended.`,
  doneTogether: 'Destroyed',
  none: 'destroyed',
  shows: (row: Instance) => `${instanceName(row)} is still in the list`,
  meanwhile: ' and billed',
  again: (id: number, keyName: KeyName) => `It is still billed. ${again('destroy')(id, keyName)}`,
  stays: ({ id, name }: { id: number; name: string }, keyName: KeyName) =>
    `${name} is still in the list after its destroy was confirmed. It may still be billed. ${again('destroy')(id, keyName)}`,
  refused: 'The instance was not destroyed and may still be billed.',
  unconfirmed: {
    title: "Couldn't confirm the destroy.",
    meaning: 'The instance may still be there and billed.',
    next: 'Check whether it is gone. If not, destroy it again.',
  },
};

export const labelMessages = {
  title: (name: string) => `Label ${name}`,
  /** A label identifies a worker: changing it is confirmed first. */
  ask: ({ targets: [row], input }: About<string | null>): Question => {
    const group = groupOfLabel(row?.label);
    return {
      title: input === null ? `Remove the label of ${row?.id}?` : `Relabel ${row?.id}?`,
      targets: [[[`${row?.id}  ${row?.label}`, 'bold'], ` → ${input ?? 'no label'}`]],
      body: group === undefined ? [] : relabelWords(group).map((line): Parts => [line]),
      no: 'Cancel',
      yes: input === null ? 'Remove' : 'Relabel',
    };
  },
  done: ({ id }: { id: number }, label: string | null) =>
    label === null ? `Removed the label of ${id}` : `Labeled ${id}: ${label}`,
  shows: ({ id, label }: Instance) =>
    (label ?? '') === '' ? `${id} has no label` : `${id} is labeled ${label}`,
  again: again('label'),
  notes: ({ label }: Instance): string[] => {
    const group = groupOfLabel(label);
    return ['Leave empty to remove the label.', ...(group === undefined ? [] : relabelWords(group))];
  },
  loses: ({ id, label }: Instance, next: string | null): string | undefined => {
    const group = groupOfLabel(label);
    return group === undefined || groupOfLabel(next) === group ? undefined : relabelledWords(id, group);
  },
  refused: 'The label was not changed.',
  unconfirmed: {
    title: "Couldn't confirm the new label.",
    meaning: 'Billing is not affected. A worker without its label no longer counts toward its group.',
    next: look,
  },
};

export const bidMessages = {
  title: (name: string) => `Change bid on ${name}`,
  ask: ({ targets: [row], input }: About<number>): Question => ({
    title: `Change bid on ${inTitle(row)}?`,
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
    no: 'Cancel',
    yes: 'Change',
  }),
  done: ({ name }: { name: string }, price: number) => `Changed bid on ${name} to $${price}/h`,
  shows: (row: Instance) => `the bid on ${instanceName(row)} is ${ratePerHour(row.bid_price)}`,
  again: again('bid'),
  refused: 'The bid was not changed.',
  unconfirmed: {
    title: "Couldn't confirm the new bid.",
    meaning: 'The new price may apply while the instance is running.',
    next: look,
  },
};

export const executeMessages = {
  title: (name: string, command: string) => `${command} on ${name}`,
  ask: ({ targets: [row], input }: About<string>): Question => ({
    title: `Remove files on ${inTitle(row)}?`,
    body: [
      [[`${row?.id}  ${row?.label ?? ''}`.trim(), 'bold']],
      [],
      [input],
      ['Removed files cannot be recovered.'],
    ],
    no: 'Cancel',
    yes: 'Remove',
  }),
  done: ({ name }: { name: string }, command: string) => `${command} on ${name}`,
  refused: 'The command was not run.',
  unconfirmed: {
    title: "Couldn't confirm the command.",
    meaning: 'A command that removes files may have removed them.',
    next: 'Check with ls or du before you run it again.',
  },
};

/** An SSH key of an instance, and whether it is the only one with access. */
export type KeyOf = { key: SshKey; isOnly: boolean };

export const attachMessages = {
  title: (name: string) => `Attach SSH key to ${name}`,
  done: ({ name }: { name: string }) => `Attached SSH key to ${name}`,
  refused: 'The SSH key was not attached.',
  unconfirmed: {
    title: "Couldn't confirm that the SSH key was attached.",
    meaning: 'The key may have access to the instance.',
    next: "Check the instance's SSH keys before you retry.",
  },
};

export const detachMessages = {
  isOnly: 'This is the only SSH key with access.',
  sessions: 'Open sessions may continue.',
  title: (name: string) => `Detach SSH key from ${name}`,
  ask: ({ targets: [row], input: { key, isOnly } }: About<KeyOf>): Question => {
    const { comment, fingerprint } = describePublicKey(key.public_key);
    return {
      title: `Detach SSH key ${key.id} from ${inTitle(row)}?`,
      body: [
        ...[comment, fingerprint].flatMap((fact): Parts[] =>
          fact === undefined || fact === '' ? [] : [[fact]],
        ),
        [],
        ...(isOnly ? [[[detachMessages.isOnly, 'warn']] as Parts] : []),
        [`The key loses access. ${detachMessages.sessions} You can attach it again.`],
      ],
      no: 'Cancel',
      yes: 'Detach',
    };
  },
  done: ({ name }: { name: string }) => `Detached SSH key from ${name}`,
  refused: 'The SSH key was not detached and still has access.',
  unconfirmed: {
    title: "Couldn't confirm that the SSH key was detached.",
    meaning: 'The key may still have access to the instance.',
    next: "Check the instance's SSH keys before you retry.",
  },
};

export const muteSaid = (row: Instance, isMuted: boolean): string =>
  isMuted ? `Muted ${instanceName(row)} until you quit` : `Unmuted ${instanceName(row)}`;
