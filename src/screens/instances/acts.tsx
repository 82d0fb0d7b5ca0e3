import { useEffect } from 'react';
import type { Instance, ListReply, SshKey } from '../../client/wire.ts';
import { describePublicKey } from '../../engine/api-keys/ssh-public-key.ts';
import { awaitAsked } from '../../engine/asked-reads.ts';
import { gpuLabel, instanceName, namedInstances } from '../../engine/instances/names.ts';
import { readInstance } from '../../engine/instances/reading.ts';
import { canSsh } from '../../engine/instances/rules.ts';
import { attachKey, detachKey, instanceNoun, instanceWrites } from '../../engine/instances/writes.ts';
import { type ActionId, actionRow, actions, type Binding, type Bindings } from '../../engine/keymap.ts';
import { isWhole, lackWords, missingWords } from '../../engine/missing-rows.ts';
import { askNamed, type NamedAct, namesOf } from '../../engine/places.ts';
import { dataOf } from '../../engine/read-health.ts';
import { reportFailure } from '../../engine/report-failure.ts';
import { actionOf } from '../../engine/write.ts';
import { useInstances } from '../../hooks/resources.ts';
import { useCommand } from '../../hooks/use-command.ts';
import { useDeck, useSession } from '../../hooks/use-deck.ts';
import { useRescueKey } from '../../hooks/use-rescue-key.ts';
import { useLackingReason } from '../../hooks/use-write.ts';
import { useAsk, useGuard, useWriteKeys } from '../../hooks/use-writes.ts';
import type { MenuEntry } from '../../tui/dialog/modal.ts';
import type { Reachable } from '../../tui/keys/layers.ts';
import type { Option, Takes } from '../../tui/palette/palette-line.ts';
import { useStore } from '../../tui/use-store.ts';
import { useCopyMenu } from '../connect/use-copy-menu.ts';
import { useJupyter } from '../connect/use-jupyter.ts';
import { sshActs, useSsh } from '../connect/use-ssh.ts';
import { useTunnel } from '../connect/use-tunnel.ts';

/** Acts on an instance besides its writes. */
const otherActs = [
  ...sshActs,
  'instance.limit',
  'instance.cloud-copy',
  'instance.attach-key',
  'instance.copy',
  'instance.logs',
  'instance.tunnel',
  'instance.jupyter',
] as const satisfies readonly ActionId[];
export type InstanceAct = (typeof otherActs)[number];

/** Every act on an instance, the same in the list and on the screen of one. */
export const instanceActs: readonly ActionId[] = [
  ...new Set([...otherActs, 'instance.bell' as const, ...instanceWrites.map(({ id }) => id)]),
];

/** Acts that take several instances use the `marked` rows, if any. The others use `instance`, under the cursor. */
export function useInstanceActs(
  instance: Instance | undefined,
  marked: readonly Instance[] = [],
): Bindings<InstanceAct> & Record<string, Binding> {
  const deck = useDeck();
  const session = useSession();
  const id = instance?.id ?? 0;
  const lacks = useLackingReason('instance_write');
  const none = instance === undefined ? 'No instance selected' : undefined;
  const rows = marked.length > 0 ? marked : instance === undefined ? [] : [instance];
  const writes = useWriteKeys(instanceNoun, instance, marked);
  const tunnel = useTunnel();
  const can = instance === undefined ? undefined : canSsh(instance, deck);
  const here = {
    'instance.copy': useCopyMenu(instance, (row) => tunnel(row, 'copy')),
    ...useSsh(instance),
    'instance.attach-key': useAttachKey(instance),
    'instance.jupyter': useJupyter(instance),
    'instance.logs': {
      run: () => instance && deck.go({ go: 'push', route: { screen: 'logs', id: instance.id } }),
      blocked: none,
    },
    'instance.tunnel': {
      run: () => instance && tunnel(instance, 'open'),
      blocked: none ?? (can?.ok === false ? can.reason : undefined),
    },
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
  return { ...here, ...writes };
}

const printOf = ({ public_key: text }: SshKey) => describePublicKey(text).fingerprint;
/** A text that is not a key has no fingerprint, and equals only itself. */
const isSameKey = (a: SshKey, b: SshKey): boolean =>
  printOf(a) === undefined ? a.public_key === b.public_key : printOf(a) === printOf(b);
const nameOf = ({ id, public_key: text }: SshKey): string => {
  const { type, comment } = describePublicKey(text);
  return [String(id), type, comment].filter((part) => part !== undefined && part !== '').join(' ');
};

/**
 * Attaches an SSH key of the account to an instance, or detaches one. The menu lists the keys of the account and other
 * keys of the instance, and shows which are attached.
 */
export function useAttachKey(instance: Instance | undefined): Binding {
  const deck = useDeck();
  const session = useSession();
  const guard = useGuard(instanceNoun, instance);
  const send = useAsk();
  const api = () => {
    if (session === undefined) throw new Error('an SSH key was attached without a session');
    return session.api;
  };
  const read = useCommand(
    ({ id, signal }: { id: number; signal: AbortSignal }) =>
      Promise.all([api().listSshKeys({ signal }), api().listInstanceSshKeys(id, { signal })]),
    [],
  );
  const entryOf = (row: Instance, key: SshKey, has: ListReply<SshKey>): MenuEntry[] => {
    const { public_key: line } = key;
    if (line === undefined) return [];
    const { rows: attached } = has;
    const there = attached.find((one) => isSameKey(one, key));
    if (there === undefined)
      return [{ label: nameOf(key), run: () => send(attachKey, [row], { input: line }) }];
    const isOnly = attached.length === 1 && isWhole(has);
    return [
      {
        label: nameOf(key),
        hint: 'attached, Enter to detach',
        run: () => send(detachKey, [row], { input: { key: there, isOnly } }),
      },
    ];
  };
  const ask = async (row: Instance) => {
    if (read.pending) return;
    const what = `SSH keys of ${instanceName(row)}`;
    const wait = awaitAsked(deck, { what });
    const result = await read.run({ id: row.id, signal: wait.signal });
    const opens = wait.end();
    if (result === undefined || wait.signal.aborted) return;
    // Without the keys it is unknown whether to attach or detach.
    if (!result.ok) return reportFailure(deck, what, result.error);
    deck.messages.settle(what);
    if (!opens) return;
    const [{ rows: own, ...all }, has] = result.value;
    const strange = has.rows.filter((key) => !own.some((one) => isSameKey(one, key)));
    const entries = [...own, ...strange].flatMap((key) => entryOf(row, key, has));
    const lacks = [
      lackWords(all, 'SSH key'),
      isWhole(has) ? undefined : `${missingWords(has.missing ?? 0, 'SSH key')} of this instance`,
    ].filter((words) => words !== undefined);
    if (entries.length === 0 && lacks.length > 0) return deck.messages.say('warn', lacks.join('. '));
    if (entries.length === 0)
      return deck.messages.say('warn', 'No SSH keys on the account. Add one with :ssh-keys');
    const title = `SSH key for ${instanceName(row)}`;
    deck.open({ kind: 'menu', title, entries, lacks: lacks.length === 0 ? undefined : lacks.join('. ') });
  };
  return {
    run: () => instance && void ask(instance),
    blocked: guard(attachKey, instance === undefined ? [] : [instance]),
  };
}

/** Acts that the command line can run by ID and label. */
export type NamedActId = InstanceAct | 'instance.rescue' | 'instance.open';

/**
 * Runs an act from the command line on the instances that it names: with the same bindings as a key on their rows, the
 * same refusals and the same questions. Draws nothing. Stays mounted until the next act, because this one may still
 * have something to report.
 */
export function NamedActs() {
  const asked = useStore(useDeck().palette.named);
  return asked === undefined ? null : <Act key={asked.nonce} asked={asked} />;
}

function Act({ asked }: { asked: NamedAct }) {
  const deck = useDeck();
  const listed = dataOf(useInstances())?.instances ?? [];
  const rows = asked.rows.map((row) => listed.find(({ id }) => id === row.id) ?? row);
  const [first] = rows;
  const bindings: Bindings<NamedActId> = {
    ...useInstanceActs(first, rows.length > 1 ? rows : []),
    'instance.rescue': useRescueKey(first?.id ?? 0, first).key,
    'instance.open': {
      run: () => first && deck.go({ go: 'push', route: { screen: 'instance', id: first.id } }),
    },
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: an act is done once, whatever is drawn again
  useEffect(() => {
    const { run, blocked } = bindings[asked.id as NamedActId];
    if (blocked === undefined) return run();
    deck.messages.say('warn', blocked);
    // What a browser can't open can be viewed here.
    if (asked.id === 'instance.jupyter') bindings['instance.open'].run();
  }, []);
  return null;
}

/**
 * What the palette offers everywhere for an ID or label, besides the writes. Another pane isn't possible everywhere.
 */
const besideWrites: readonly ActionId[] = [
  'instance.open',
  'instance.rescue',
  'instance.bell',
  ...otherActs.filter((id) => id !== 'instance.ssh-pane'),
];

/** In the order of the action table. What is not in it comes last. */
function place(id: string): number {
  const at = Object.keys(actions).indexOf(id);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

/** The arguments of the acts on instances, and the acts that no screen binds now. */
export function useInstanceVerbs(): (bound: readonly Reachable[]) => {
  takes: ReadonlyMap<string, Takes>;
  entries: readonly MenuEntry[];
} {
  const deck = useDeck();
  const session = useSession();
  const rows = dataOf(useInstances())?.instances;
  return (bound) => {
    if (session === undefined || session.loggedOut !== undefined) return { takes: new Map(), entries: [] };
    const options = (before: readonly string[]): readonly Option[] =>
      (rows ?? []).flatMap((row): readonly Option[] => {
        const label = row.label?.trim() ?? '';
        const note = [gpuLabel(row), readInstance(row).word].filter(Boolean).join(', ');
        if (before.includes(String(row.id)) || (label !== '' && before.includes(label))) return [];
        const alone = label !== '' && rows?.filter((one) => one.label?.trim() === label).length === 1;
        const word = alone ? label : String(row.id);
        return [{ word, note: alone ? `${row.id} ${note}` : `${label} ${note}`.trim() }];
      });
    const verbs = [
      ...besideWrites.map((id) => ({ id, row: actionRow(id), several: id === 'instance.limit' })),
      ...deck.writes
        .filter(({ action, noun }) => action !== undefined && noun.one === instanceNoun.one)
        .map((write) => ({ id: write.id, row: actionOf(write), several: write.on === 'rows' })),
    ].sort((a, b) => place(a.id) - place(b.id));
    const verbName = (id: string) => namesOf(id, verbs.find((one) => one.id === id)?.row.label ?? id)[0];
    const takesOf = (id: string, several: boolean): Takes => ({
      what: several ? 'ids or labels' : 'an id or label',
      options: (before) => (several || before.length === 0 ? options(before) : []),
      run: (words) => {
        const read = namedInstances(words, rows);
        if (!read.ok) return read.reason;
        if (read.rows.length > 1 && !several) return `${verbName(id)} takes one instance at a time`;
        askNamed(deck.palette, id, read.rows);
        return undefined;
      },
    });
    const takes = new Map(verbs.map(({ id, several }) => [id, takesOf(id, several)]));
    // With an argument, the list's entry opens one instance.
    takes.set('app.instances', takesOf('instance.open', false));
    const entries = verbs
      .filter(({ id }) => !bound.some((one) => one.id === id))
      .map(
        ({ id, row }): MenuEntry => ({
          label: row.help,
          names: namesOf(id, row.label),
          takes: takes.get(id) as Takes,
          needsWords: true,
          run: () => {},
        }),
      );
    return { takes, entries };
  };
}
