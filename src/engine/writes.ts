import type { Clock } from '../base/clock.ts';
import { createStore, type Store } from '../base/store.ts';
import type { Client } from '../client/client-type.ts';
import { ApiError } from '../client/errors.ts';
import { atMost } from './at-most.ts';
import { saidNow } from './held-calls.ts';
import type { Messages } from './messages.ts';
import { isWhole } from './missing-rows.ts';
import { staleBlock } from './read-health.ts';
import type { Reads } from './reads.ts';
import { createReconciler, type OpenWrites, type Reconciler } from './reconciler.ts';
import { type AnyWrite, type KeyName, messageOf, recheckTargets, type Target } from './write.ts';
import { isUnclear } from './write-advice.ts';
import { batchOf, writeMessages } from './write-messages.ts';

export type WritesPorts = {
  client: Client;
  /** The provider's clock, the machine's, and the machine's plus what a rehearsal skipped. */
  clock: Clock;
  local: Clock;
  own(): number;
  notices: Pick<Messages, 'say' | 'settle' | 'current' | 'dismiss'>;
  /** Reports a failed write, in a message keyed by `of`, and goes to where it can be fixed. */
  failed(what: string, error: ApiError, of?: string): void;
  keyName: KeyName;
  reads: Reads;
  /** What is remembered about the rows of a noun, for `after` and `gone`. */
  stateOf(noun: { one: string }): unknown;
  /** Aborts when the user leaves the account. */
  ended: AbortSignal;
};

/** A confirmed write, until the provider has answered for each target. */
export type Pending = {
  /** Identifies it while the rest of it changes. */
  key: symbol;
  write: AnyWrite;
  input: unknown;
  targets: readonly Target[];
  /** When it was confirmed and when it is sent, by the machine's clock. */
  at: number;
  due: number;
  /** Requests are in flight: it can no longer be canceled. */
  sending: boolean;
  /** Since when, by the machine's clock. */
  sentAt?: number;
  /** How many targets have been answered. */
  answered: number;
  /** The program is being suspended: nothing is sent until it resumes. */
  paused?: boolean;
};

export type Sent = { ok: true; reply: unknown; output?: readonly string[] } | { ok: false; error: ApiError };

export type Writes = {
  pending: Store<readonly Pending[]>;
  /** Finds out what became of failed writes. */
  reconciler: Reconciler;
  /** What the next session of the account takes over. */
  open: OpenWrites;
  /** Holds or sends a confirmed write, and reports the outcome. */
  begin(write: AnyWrite, targets: readonly Target[], input?: unknown): void;
  /** Sends it to one target now. Reports nothing, and doesn't check the list afterwards. */
  send(write: AnyWrite, target: Pick<Target, 'id' | 'name'>, input?: unknown): Promise<Sent>;
  /** The same, but shown: the target is busy until it is answered. Undefined, and not sent, if it is busy already. */
  run(write: AnyWrite, target: Target, input?: unknown): Promise<Sent | undefined>;
  /** Cancels and returns the newest pending write that was not sent, if any. */
  cancelNewest(): Pending | undefined;
  /** Sends everything pending now. */
  sendNow(): void;
  /** The program is about to be suspended: nothing is sent while nobody is watching. */
  pause(): void;
  /** Restarts the hold of what is pending: nobody could cancel it while the program was suspended. */
  holdAgain(which?: (one: Pending) => boolean): void;
  /** Why nothing else can be sent to these rows now. */
  busyReason(noun: { one: string }, ids: readonly number[]): string | undefined;
  /** IDs of rows that were removed here, or are being removed. */
  removedIds(noun: { one: string }): readonly number[];
  /** Called with targets that are done or were skipped; called again with `removed` for those that were removed. */
  onSettled(listener: (write: AnyWrite, targets: readonly Target[], removed: boolean) => void): () => void;
};

/** Max requests of one write in flight. */
const atOnce = 2;
/** A timer this late (ms) means that the program was suspended. */
const lateMs = 1_000;
const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
/** `Destroy lora-x`, `Stop 3 instances`. */
export function titleOf({ write, targets, input }: Pick<Pending, 'write' | 'targets' | 'input'>): string {
  const [only] = targets;
  const name = targets.length === 1 && only ? only.name : `${targets.length} ${write.noun.many}`;
  return write.messages.title(name, input);
}

/** The same within a sentence. */
export const nameOf = (one: Pick<Pending, 'write' | 'targets' | 'input'>): string => lower(titleOf(one));

/** How long it is still held (ms). Never longer than its hold, even if the clock is put back. */
export const leftMs = ({ write, due }: Pending, now: number): number =>
  Math.min(write.holdMs ?? 0, Math.max(0, due - now));

/** `before` holds the writes of an earlier session of the account: what is in flight or unconfirmed is shared. */
export function createWrites(ports: WritesPorts, before?: Writes): Writes {
  const { client, local, notices, reads, keyName, ended } = ports;
  const open: OpenWrites = before?.open ?? {
    pending: createStore<readonly Pending[]>([]),
    unconfirmed: createStore<OpenWrites['unconfirmed'] extends Store<infer All> ? All : never>([]),
    removed: new Set(),
    leaving: createStore<OpenWrites['leaving'] extends Store<infer All> ? All : never>([]),
    confirmed: new WeakSet(),
    reads,
  };
  open.reads = reads;
  const { pending } = open;
  const listeners = new Set<Parameters<Writes['onSettled']>[0]>();
  const settled = (write: AnyWrite, targets: readonly Target[], removed: boolean) => {
    if (targets.length > 0) for (const listener of listeners) listener(write, targets, removed);
  };
  const reconciler = createReconciler(ports, settled, open);

  const change = (one: Pending, by: Partial<Pending>) =>
    pending.set((all) => all.map((other) => (other.key === one.key ? { ...other, ...by } : other)));
  const drop = (one: Pending) => pending.set((all) => all.filter(({ key }) => key !== one.key));

  // Sent when the hold is over, whatever screen is open.
  let timers = new AbortController();
  const stopTimers = pending.subscribe(() => {
    timers.abort();
    timers = new AbortController();
    for (const one of pending.get())
      if (!one.sending && one.paused !== true)
        void local.sleep(leftMs(one, local.now()), timers.signal).then(
          () => release(one),
          () => {},
        );
  });
  ended.addEventListener('abort', () => {
    stopTimers();
    timers.abort();
    const unsent = pending.get().filter(({ sending }) => !sending);
    if (ended.reason !== 'left' || unsent.length === 0) return;
    pending.set((all) => all.filter(({ sending }) => sending));
    for (const one of unsent) notices.say('warn', writeMessages.otherSession(nameOf(one)));
  });

  function release(one: Pending): void {
    if (ended.aborted || !pending.get().includes(one)) return;
    // The program was suspended, or the machine asleep: nobody has seen the rest of the hold.
    if (one.due > one.at && local.now() - one.due > lateMs) holdAgain((other) => other === one);
    else void sendAll(one);
  }

  function begin(write: AnyWrite, targets: readonly Target[], input?: unknown): void {
    if (ended.aborted) return;
    const { holdMs = 0 } = write;
    // A pause longer than the hold would only end in a refusal.
    const paused = client.heldError(write.endpoint, holdMs);
    if (paused !== undefined) {
      ports.failed(titleOf({ write, targets, input }), paused);
      return;
    }
    const at = local.now();
    add({ write, input, targets, at, due: at + holdMs, sending: false });
  }

  function add(one: Omit<Pending, 'key' | 'answered'>): Pending {
    const added = { ...one, key: Symbol(one.write.id), answered: 0 };
    pending.set((all) => [...all, added]);
    return added;
  }

  function holdAgain(which: (one: Pending) => boolean = () => true): void {
    const isMeant = (one: Pending) => !one.sending && one.due > one.at && which(one);
    const again = pending.get().filter(isMeant);
    if (again.length === 0) return;
    const at = local.now();
    const wait = ({ write }: Pending) => write.holdMs ?? 0;
    pending.set((all) =>
      all.map((one) => (isMeant(one) ? { ...one, at, due: at + wait(one), paused: false } : one)),
    );
    const seconds = Math.max(...again.map(wait)) / 1000;
    notices.say('warn', writeMessages.heldAgain(again.map(nameOf), seconds, keyName('app.undo')));
  }

  /** The list of a write's rows, as read last. */
  const known = ({ noun }: AnyWrite) => {
    const list = reads.data(noun.list);
    return list === undefined ? undefined : { rows: noun.rows(list), isWhole: isWhole(list as object) };
  };

  /** Why the data is too old to decide by. A single row may have been read more recently than its list. */
  function tooOld({ write, targets }: Pending): string | undefined {
    const [only] = targets;
    const behind = [write.noun.list, ...(targets.length === 1 && only ? [write.noun.alone(only.id)] : [])];
    const asked = behind.map((key) => reads.askedAt(key)).filter((at) => at !== undefined);
    const newest = asked.length === 0 ? undefined : Math.max(...asked);
    return staleBlock(newest, ports.clock.now(), keyName('app.refresh'));
  }

  /**
   * Sends a confirmed write to each target that has not changed since, two at a time, and reports each outcome. A failure
   * doesn't stop the others; its target stays marked.
   */
  async function sendAll(one: Pending): Promise<void> {
    const { write, input, targets } = one;
    change(one, { sending: true, sentAt: local.now() });
    try {
      const old = write.needsFreshData ? tooOld(one) : undefined;
      if (old !== undefined) return notices.say('warn', writeMessages.tooOld(nameOf(one), old));
      const now = known(write);
      const { go, left } = write.needsFreshData
        ? recheckTargets(write.noun, targets, now?.rows, now?.isWhole ?? false)
        : { go: [...targets], left: [] };
      for (const { target, why } of left) notices.say('warn', writeMessages.skipped(target.name, why));
      // This run replaces what was said about the targets that failed before.
      notices.settle(batchOf(write));
      let count = left.length;
      change(one, { answered: count });
      const results = await atMost(atOnce, go, async (target): Promise<Answered | undefined> => {
        // The account was left in the meantime.
        if (ended.aborted) {
          notices.say('warn', writeMessages.otherSession(nameOf({ write, input, targets: [target] })));
          return undefined;
        }
        const result = await request(write, target, input, target);
        count += 1;
        change(one, { answered: count });
        // In a batch each target is reported as it is answered; a single one is reported below.
        if (!result.ok) {
          ports.failed(write.messages.title(target.name, input), result.error, messageOf(write, target.id));
          return { target, result };
        }
        notices.settle(messageOf(write, target.id));
        settled(write, [target], false);
        const row = now?.rows.find((one) => one.id === target.id);
        const done = write.messages.done({ ...target, row }, input, result.reply);
        if (targets.length > 1) notices.say('info', writeMessages.one(done, count, targets.length));
        return { target, result, done };
      });
      // A list may have confirmed a failed one while others were still in flight.
      const isDone = ({ target, result }: Answered) => result.ok || reconciler.isConfirmed(target);
      const sent = results.filter((each) => each !== undefined);
      const well = sent.filter(isDone).map(({ target }) => target);
      const failures = sent.filter((each) => !isDone(each));
      settled(write, [...well, ...left.map(({ target }) => target)], false);
      if (write.removes) settled(write, well, true);
      sayTogether(one, sent, well, failures);
    } finally {
      drop(one);
    }
  }

  type Answered = { target: Target; result: Sent; done?: string };

  function sayTogether(
    { write }: Pending,
    sent: readonly Answered[],
    well: readonly Target[],
    failures: readonly Answered[],
  ): void {
    const [only] = sent;
    if (sent.length === 1) {
      if (only?.done !== undefined) notices.say('info', only.done);
      return;
    }
    const went = well.length === 0 ? '' : writeMessages.together(write.messages.doneTogether ?? '', well);
    // The outcome of a batch stays until it is dismissed.
    if (failures.length === 0) {
      if (went !== '') notices.say('info', went, { stays: true });
      return;
    }
    const errors = failures.flatMap(({ result }) => (result.ok ? [] : [result.error]));
    const failed = failures.map(({ target, result }) => ({
      name: target.name,
      unclear: !result.ok && isUnclear(result.error),
    }));
    const said = `${writeMessages.failed(failed)} ${went}`;
    const held = errors.find(({ waitMs }) => waitMs !== undefined);
    const of = batchOf(write);
    const words =
      held === undefined
        ? { text: said.trim() }
        : saidNow(client, held, ({ title, next }) => `${said} ${title} ${next}`);
    notices.say('error', words.text, { of, now: words.now });
  }

  const isBusy = (noun: { one: string }, ids: readonly number[]): Pending | undefined =>
    pending
      .get()
      .find(
        ({ write, targets }) => write.noun.one === noun.one && targets.some(({ id }) => ids.includes(id)),
      );

  /** Sends the one request of a write. Whatever the outcome, the reads that it touches are repeated. */
  async function request(
    write: AnyWrite,
    target: Pick<Target, 'id' | 'name'>,
    input: unknown,
    noted?: Target,
  ): Promise<Sent> {
    const { id } = target;
    const sentAt = ports.own();
    const row = known(write)?.rows.find((one) => one.id === id);
    try {
      const call = client[write.endpoint as 'stopInstance'] as (...args: unknown[]) => Promise<unknown>;
      const reply = await call(...write.request(id, input));
      const output = write.output === undefined ? undefined : await write.output(client, reply);
      write.after?.(ports.stateOf(write.noun), id, row);
      reconciler.succeeded({ write, target });
      return { ok: true, reply, ...(output && { output }) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (noted !== undefined) reconciler.failed({ write, input, target: noted, sentAt }, error);
      return { ok: false, error };
    } finally {
      for (const key of write.touches(id)) void open.reads.refresh(key);
    }
  }

  return {
    pending,
    reconciler,
    open,
    begin,
    send: (write, target, input) => request(write, target, input),
    async run(write, target, input) {
      if (ended.aborted || isBusy(write.noun, [target.id])) return undefined;
      const at = local.now();
      const one = add({ write, input, targets: [target], at, due: at, sending: true, sentAt: at });
      return request(write, target, input).finally(() => drop(one));
    },
    cancelNewest() {
      const newest = pending.get().findLast((one) => !one.sending);
      if (newest !== undefined) drop(newest);
      return newest;
    },
    sendNow() {
      const now = local.now();
      pending.set((all) => all.map((one) => (one.sending ? one : { ...one, due: Math.min(one.due, now) })));
    },
    pause() {
      const now = local.now();
      pending.set((all) =>
        all.map((one) => (one.sending || one.due <= now ? one : { ...one, paused: true })),
      );
    },
    holdAgain,
    busyReason(noun, ids) {
      const one = isBusy(noun, ids);
      if (one === undefined) return undefined;
      return one.sending ? writeMessages.sending : writeMessages.waiting(nameOf(one), keyName('app.undo'));
    },
    removedIds: (noun) => [
      ...reconciler.removedIds(noun),
      ...pending.get().flatMap(({ write, targets }) => (write.removes ? targets.map(({ id }) => id) : [])),
    ],
    onSettled(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
