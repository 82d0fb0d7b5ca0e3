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
  /** The service's clock, the machine's, and the machine's with what a rehearsal has let pass. */
  clock: Clock;
  local: Clock;
  own(): number;
  notices: Pick<Messages, 'say' | 'settle' | 'current' | 'dismiss'>;
  /** Says that a write failed, in a message `of` it, and leads to where that is mended. */
  failed(what: string, error: ApiError, of?: string): void;
  keyName: KeyName;
  reads: Reads;
  /** What is remembered of the rows of a noun by what was asked of them. */
  stateOf(noun: { one: string }): unknown;
  /** Ends when the account is left. */
  ended: AbortSignal;
};

/** A write that a person has confirmed, from then on until the service has answered for each of its targets. */
export type Pending = {
  /** Its own: the rest of it changes while it waits. */
  key: symbol;
  write: AnyWrite;
  input: unknown;
  targets: readonly Target[];
  /** When it was confirmed, and when it is sent, by the machine's clock. */
  at: number;
  due: number;
  /** Its requests are on their way: it cannot be cancelled any more. */
  sending: boolean;
  /** Since when, by the machine's clock. */
  sentAt?: number;
  /** How many of its targets the service has answered for. */
  answered: number;
  /** The program is being stopped: nothing is sent before it goes on. */
  paused?: boolean;
};

export type Sent = { ok: true; reply: unknown; output?: readonly string[] } | { ok: false; error: ApiError };

export type Writes = {
  pending: Store<readonly Pending[]>;
  /** What became of the failed ones. */
  reconciler: Reconciler;
  /** What the next session of the account goes on with. */
  open: OpenWrites;
  /** Holds or sends what a person has confirmed, and says what becomes of it. */
  begin(write: AnyWrite, targets: readonly Target[], input?: unknown): void;
  /** Sends it to one target at once and answers; nothing is said of it, and no list is looked at afterwards. */
  send(write: AnyWrite, target: Pick<Target, 'id' | 'name'>, input?: unknown): Promise<Sent>;
  /** The same in sight of everybody: nothing else can be asked of the target meanwhile. */
  run(write: AnyWrite, target: Target, input?: unknown): Promise<Sent>;
  /** Cancels the newest one that waits, and answers it; undefined when none does. Nothing of it was sent. */
  cancelNewest(): Pending | undefined;
  /** Lets everything that waits go out now. */
  sendNow(): void;
  /** The program is about to be stopped: what waits is not sent while nobody sees it. */
  pause(): void;
  /** Gives what waits its whole time again: nobody could cancel it while the program stood still. */
  holdAgain(which?: (one: Pending) => boolean): void;
  /** Why nothing else can be asked of these rows just now. */
  busyReason(noun: { one: string }, ids: readonly number[]): string | undefined;
  /** Ids of rows that were removed here, or were asked to be. */
  removedIds(noun: { one: string }): readonly number[];
  /** Calls back with the targets of a write that are done with, or were left out; with those that are `removed` again. */
  onSettled(listener: (write: AnyWrite, targets: readonly Target[], removed: boolean) => void): () => void;
};

/** Requests of one write that are on their way at the same time. */
const atOnce = 2;
/** A timer that rings this much too late rings in a program that stood still. */
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

/** How long one still waits: never longer than it was to, whatever becomes of the clock. */
export const leftMs = ({ write, due }: Pending, now: number): number =>
  Math.min(write.holdMs ?? 0, Math.max(0, due - now));

/** `before` are the writes of an earlier session of the same account: what is out or not known yet is shared with them. */
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

  // What waits is sent when its time is over, whatever screen is shown.
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
    // Stopped from outside, or asleep with the machine: the timer rings before anybody has seen the rest of the time.
    if (one.due > one.at && local.now() - one.due > lateMs) holdAgain((other) => other === one);
    else void sendAll(one);
  }

  function begin(write: AnyWrite, targets: readonly Target[], input?: unknown): void {
    if (ended.aborted) return;
    const { holdMs = 0 } = write;
    // What the service wants no call of for longer than that would wait only to fail.
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

  /** The list of a write's rows as it was read last. */
  const known = ({ noun }: AnyWrite) => {
    const list = reads.data(noun.list);
    return list === undefined ? undefined : { rows: noun.rows(list), isWhole: isWhole(list as object) };
  };

  /** Why what stands there is too old to decide by. A single row may have been read by itself. */
  function tooOld({ write, targets }: Pending): string | undefined {
    const [only] = targets;
    const behind = [write.noun.list, ...(targets.length === 1 && only ? [write.noun.alone(only.id)] : [])];
    const asked = behind.map((key) => reads.askedAt(key)).filter((at) => at !== undefined);
    const newest = asked.length === 0 ? undefined : Math.max(...asked);
    return staleBlock(newest, ports.clock.now(), keyName('app.refresh'));
  }

  /**
   * Sends a confirmed write to each of its targets that is still as the person saw it, two at a time, and says what
   * became of each. One that fails stops none of the others, and stays marked.
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
      // What was said of those that failed before is told anew by this one.
      notices.settle(batchOf(write));
      let count = left.length;
      change(one, { answered: count });
      const results = await atMost(atOnce, go, async (target): Promise<Answered | undefined> => {
        // The account was left meanwhile.
        if (ended.aborted) {
          notices.say('warn', writeMessages.otherSession(nameOf({ write, input, targets: [target] })));
          return undefined;
        }
        const result = await request(write, target, input, target);
        count += 1;
        change(one, { answered: count });
        // Each has its word as it comes; a single one is told of below.
        if (!result.ok) {
          ports.failed(write.messages.title(target.name, input), result.error, messageOf(write, target.id));
          return { target, result };
        }
        notices.settle(messageOf(write, target.id));
        settled(write, [target], false);
        const row = now?.rows.find((row: { id: number }) => row.id === target.id);
        const done = write.messages.done({ ...target, row }, input, result.reply);
        if (targets.length > 1) notices.say('info', writeMessages.one(done, count, targets.length));
        return { target, result, done };
      });
      // A list may have told that a failed one was done while others were still asked.
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
    // What so many became of is worth more than a moment.
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

  /** The one request of a write. The reads that it touches are made again whichever way it ends. */
  async function request(
    write: AnyWrite,
    target: Pick<Target, 'id' | 'name'>,
    input: unknown,
    noted?: Target,
  ): Promise<Sent> {
    const { id } = target;
    const sentAt = ports.own();
    const row = known(write)?.rows.find((one: { id: number }) => one.id === id);
    try {
      const call = client[write.endpoint as 'stopInstance'] as (...args: unknown[]) => Promise<unknown>;
      const reply = await call(...write.request(id, input));
      const output = write.output === undefined ? undefined : await write.output(client, reply);
      write.after?.(ports.stateOf(write.noun), id, row);
      if (write.removes) reconciler.removed(write, target);
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
      const one = pending
        .get()
        .find(
          ({ write, targets }) => write.noun.one === noun.one && targets.some(({ id }) => ids.includes(id)),
        );
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
