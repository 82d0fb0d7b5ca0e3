import type { Instance } from '../../client/wire.ts';
import { captureTarget } from '../../engine/instances/act-targets.ts';
import { type ActName, heldReason, holdAct } from '../../engine/instances/held-acts.ts';
import { type Can, canDestroy, canRestart, canStart, canStop } from '../../engine/instances/lifecycle.ts';
import type { ActionId, Binding, Bindings } from '../../engine/keymap.ts';
import { dataOf } from '../../engine/loadable.ts';
import { keys } from '../../engine/read-keys.ts';
import { useInstances } from '../../hooks/resources.ts';
import { useDeck, useRoute, useSession } from '../../hooks/use-deck.ts';
import { useBurnAt, useCredit } from '../../hooks/use-money.ts';
import { instanceValues, useOwnCommands } from '../../hooks/use-own-commands.ts';
import { useLackingReason, useStaleBlock } from '../../hooks/use-write.ts';
import { useStore } from '../../tui/use-store.ts';
import { sshActs, useSsh } from '../connect/use-ssh.ts';
import { actDialog, type LeftOut } from './act-dialog.ts';
import { aroundActs, useAround } from './use-around.ts';
import { useAttachKey } from './use-attach-key.ts';
import { useBell } from './use-bell.ts';

export { reportFailure } from '../../engine/report-failure.ts';

export const instanceActs = [
  ...sshActs,
  'instance.stop',
  'instance.start',
  'instance.destroy',
  'instance.reboot',
  'instance.recycle',
  'instance.limit',
  'instance.bell',
  'instance.cloud-copy',
  'instance.attach-key',
  ...aroundActs,
] as const satisfies readonly ActionId[];
export type InstanceAct = (typeof instanceActs)[number];

const reasonOf = (can: Can) => (can.ok ? undefined : can.reason);
const can: Readonly<Record<ActName, (row: Instance) => Can>> = {
  stop: canStop,
  start: canStart,
  destroy: canDestroy,
  reboot: canRestart,
  recycle: canRestart,
};

const done: Readonly<Record<ActName, string>> = {
  stop: 'stopped',
  start: 'started',
  destroy: 'destroyed',
  reboot: 'rebooted',
  recycle: 'recycled',
};

/**
 * Ssh and all that changes whether an instance runs: the same on the list and on the screen of one. What changes it is
 * for the `marked` rows where there are any; ssh always for `instance`, the one under the cursor.
 */
export function useInstanceActs(
  instance: Instance | undefined,
  marked: readonly Instance[] = [],
): Bindings<InstanceAct> {
  const deck = useDeck();
  const id = instance?.id ?? 0;
  const ask = useActQuestion();
  const old = useStaleBlock(keys.instances, keys.instance(id));
  const session = useSession();
  useStore(deck.held);
  const lacks = useLackingReason('instance_write');
  const attachKey = useAttachKey(instance);
  const bell = useBell(instance);
  const values = instance && instanceValues(instance, deck.services.sshUser);
  useOwnCommands(useRoute().screen === 'instance' ? 'instance' : 'instances', values);
  const none = instance === undefined ? 'There is no instance here' : undefined;
  const rows = marked.length > 0 ? marked : instance === undefined ? [] : [instance];

  const act = (name: ActName): Binding => {
    const targets = rows.filter((row) => can[name](row).ok);
    const leftOut = rows.flatMap((row): LeftOut[] => {
      const why = reasonOf(can[name](row));
      return why === undefined ? [] : [{ row, why }];
    });
    const [only] = rows;
    const senseless =
      targets.length > 0 || only === undefined
        ? undefined
        : rows.length === 1
          ? reasonOf(can[name](only))
          : `None of the marked instances can be ${done[name]} now`;
    const readOnly = session?.readOnly === true ? 'rigdeck is in read-only mode' : undefined;
    const busy = heldReason(
      deck,
      rows.map((row) => row.id),
    );
    return {
      run: () => ask(name, targets, { leftOut }),
      blocked: (rows.length === 0 ? none : undefined) ?? busy ?? senseless ?? readOnly ?? lacks ?? old,
    };
  };

  const around = useAround(instance);
  const ssh = useSsh(instance);

  return {
    ...around,
    ...ssh,
    'instance.attach-key': attachKey,
    'instance.bell': bell,
    'instance.stop': act('stop'),
    'instance.start': act('start'),
    'instance.destroy': act('destroy'),
    'instance.reboot': act('reboot'),
    'instance.recycle': act('recycle'),
    'instance.limit': {
      run: () => deck.open({ kind: 'limit', rows }),
      blocked:
        (rows.length === 0 ? none : undefined) ??
        (session?.readOnly === true ? 'rigdeck is in read-only mode' : lacks),
    },
    'instance.cloud-copy': {
      run: () => deck.go({ go: 'push', route: { screen: 'copy', instance: id } }),
      blocked: none ?? lacks,
    },
  };
}

/** Opens the question before an act. What it names is captured here, and checked again when it is sent. */
export function useActQuestion(): (
  act: ActName,
  targets: readonly Instance[],
  more?: { leftOut?: readonly LeftOut[]; sweep?: boolean },
) => void {
  const deck = useDeck();
  const session = useSession();
  const list = dataOf(useInstances());
  const listed = list?.instances;
  const credit = useCredit();
  const burnAt = useBurnAt();
  return (act, targets, { leftOut = [], sweep = false } = {}) => {
    if (session === undefined || targets.length === 0) return;
    const captured = targets.map((row) => captureTarget(row, listed));
    const reckoned = burnAt(deck.services.clock.now())?.reckoned;
    const question = {
      ...{ targets, leftOut, sweep, destroyKey: deck.keyName('instance.destroy') },
      rows: listed ?? targets,
      missing: list?.missing ?? 0,
      money: { credit, burnPerHour: reckoned?.perHour, atLeast: reckoned?.atLeast ?? false },
      run: () => holdAct(deck, session, act, captured),
    };
    deck.open(actDialog(act, question));
  };
}
