import { createStore } from '../base/store.ts';
import type { Missing } from '../client/wire.ts';
import { awaitAsked } from '../engine/asked-reads.ts';
import type { Deck } from '../engine/deck.ts';
import type { Engine } from '../engine/engine.ts';
import type { Binding } from '../engine/keymap.ts';
import { lackingNow } from '../engine/lacking.ts';
import { isActionId } from '../engine/own-keys.ts';
import { localRecords } from '../engine/records.ts';
import { reportFailure } from '../engine/report-failure.ts';
import {
  type AnyWrite,
  actionOf,
  captureTarget,
  dangerOf,
  type LocalDef,
  messageOf,
  type Noun,
  type Skipped,
} from '../engine/write.ts';
import { writeMessages } from '../engine/write-messages.ts';
import type { Pending } from '../engine/writes.ts';
import { useStore } from '../tui/use-store.ts';
import { useDeck, useSession } from './use-deck.ts';
import { useBurnAt, useCredit } from './use-money.ts';
import { useLacking, useStaleBlock } from './use-write.ts';

const nothing = {
  pending: createStore<readonly Pending[]>([]),
  unconfirmed: createStore<ReturnType<Engine['writes']['reconciler']['unconfirmed']['get']>>([]),
  stopsAsked: createStore<ReturnType<Engine['instances']['stopsAsked']['get']>>(new Map()),
};

/** The engine of the open account. Redraws when another replaces it. */
export const useEngine = (): Engine | undefined => useStore(useDeck().engine);

/** Confirmed writes that are not answered yet. */
export const usePending = (): readonly Pending[] => useStore(useEngine()?.writes.pending ?? nothing.pending);

/** Failed writes that no list has settled yet. */
export const useUnconfirmed = () =>
  useStore(useEngine()?.writes.reconciler.unconfirmed ?? nothing.unconfirmed);

/** Stops that the provider accepted, until it reports something else about the instance. */
export const useStopsAsked = () => useStore(useEngine()?.instances.stopsAsked ?? nothing.stopsAsked);

type Row = { id: number };
type Ask = (
  write: AnyWrite,
  targets: readonly Row[],
  more?: { input?: unknown; skipped?: readonly Skipped<Row>[]; sweep?: boolean },
) => void;

/**
 * Asks for what a write needs and for its confirmation, and passes it to the engine. The targets are captured when the
 * question opens, and checked again before sending.
 */
export function useAsk(): Ask {
  const deck = useDeck();
  const credit = useCredit();
  const burnAt = useBurnAt();
  return (write, targets, { input, skipped = [], sweep = false } = {}) => {
    const engine = deck.engine.get();
    if (engine === undefined || targets.length === 0) return;
    const list = engine.reads.data(write.noun.list) as Missing | undefined;
    const rows = list && write.noun.rows(list);
    const captured = targets.map((row) => captureTarget(write.noun, row, rows));
    const begin = () => {
      if (deck.engine.get() !== engine) return deck.messages.say('warn', writeMessages.nothingSent);
      const ids = captured.map(({ id }) => id);
      // Something else may have been sent while the question was open.
      const busy = engine.writes.busyReason(write.noun, ids);
      if (busy !== undefined) return deck.messages.say('warn', busy);
      if (write.output) void runForOutput(deck, engine, write, targets, input);
      else engine.writes.begin(write, captured, input);
    };
    if (dangerOf(write, input, targets[0]) === 'none' || write.messages.ask === undefined) return begin();
    const reckoned = burnAt(deck.services.clock.now())?.reckoned;
    const money = { credit, burnPerHour: reckoned?.perHour, atLeast: reckoned?.atLeast ?? false };
    const about = { targets, input, skipped, sweep, keyName: deck.keyName, money };
    const question = write.messages.ask({ ...about, rows: rows ?? targets, missing: list?.missing ?? 0 });
    deck.open({ kind: 'confirm', action: write.id, ...question, run: begin });
  };
}

/** Runs a write that prints, and shows what it printed. */
async function runForOutput(
  deck: Deck,
  { writes }: Engine,
  write: AnyWrite,
  [row]: readonly Row[],
  input: unknown,
): Promise<void> {
  if (row === undefined) return;
  const target = captureTarget(write.noun, row);
  const title = write.messages.title(target.name, input);
  const of = messageOf(write, row.id);
  deck.messages.say('info', writeMessages.running(title), { coming: true, of });
  const wait = awaitAsked(deck, { what: title, write: { endpoint: write.endpoint, id: row.id } });
  let opens = false;
  const result = await writes.run(write, target, input).finally(() => {
    opens = wait.end();
  });
  if (result === undefined) return deck.messages.say('warn', writeMessages.sending);
  if (!result.ok) return reportFailure(deck, title, result.error, of);
  deck.messages.settle(of);
  const lines = result.output?.length ? result.output : [writeMessages.noOutput];
  const done = write.messages.done(target, input, result.reply);
  // What the user opened or is typing meanwhile stays: the output goes to the messages.
  if (opens) deck.open({ kind: 'pager', title: done, lines });
  else deck.messages.say('info', `${done}: ${lines.join(' ').slice(0, 200)}`);
}

/** The one guard before a write: why it can't be sent to these rows now, if it can't. `current` is the row shown alone. */
export function useGuard<Of extends Row>(
  noun: Noun<Of>,
  current: Of | undefined,
): (write: AnyWrite, rows: readonly Of[]) => string | undefined {
  const { keyName } = useDeck();
  const engine = useEngine();
  const session = useSession();
  usePending();
  useLacking();
  const old = useStaleBlock(noun.list, noun.alone(current?.id ?? 0));
  return (write, rows) => {
    const reasons = rows.map((row) => write.disabledReason?.(row, keyName));
    const senseless =
      rows.length === 1 ? reasons[0] : writeMessages.noneOfThem(noun.many, write.messages.none);
    const ids = rows.map(({ id }) => id);
    return (
      (rows.length === 0 ? writeMessages.nothingHere(noun.one) : undefined) ??
      engine?.writes.busyReason(noun, ids) ??
      (reasons.every((why) => why !== undefined) ? senseless : undefined) ??
      (session?.readOnly === true ? writeMessages.readOnly : undefined) ??
      (session && lackingNow(session, session.api.needs(write.endpoint))) ??
      (write.needsFreshData ? old : undefined)
    );
  };
}

/**
 * The keys of a noun's records, by action: what each does, and why it does nothing now. They act on the row under the
 * cursor, or on the `marked` rows if there are any and the write takes several.
 */
export function useWriteKeys<Of extends Row>(
  noun: Noun<Of>,
  current: Of | undefined,
  marked: readonly Of[] = [],
): Record<string, Binding> {
  const deck = useDeck();
  const ask = useAsk();
  const guard = useGuard(noun, current);

  const bind = (write: AnyWrite): Binding => {
    const rows = write.on === 'rows' && marked.length > 0 ? marked : current === undefined ? [] : [current];
    const reasons = rows.map((row) => ({ row, why: write.disabledReason?.(row, deck.keyName) }));
    const targets = reasons.flatMap(({ row, why }) => (why === undefined ? [row] : []));
    const skipped = reasons.flatMap(({ row, why }) => (why === undefined ? [] : [{ row, why }]));
    return {
      run() {
        const [row] = targets;
        if (write.input === undefined || row === undefined) return ask(write, targets, { skipped });
        const { title, initial, limit, notes, read, takesInitial, goesOn } = write.input;
        deck.open({
          kind: 'prompt',
          title: title(row),
          initial: initial(row),
          limit,
          ...(notes && { notes: notes(row) }),
          ...(takesInitial && { takesInitial }),
          ...(goesOn && { goesOn }),
          wrong: (text) => {
            const typed = read(text, row);
            return typed.ok ? undefined : typed.reason;
          },
          run: (text) => {
            const typed = read(text, row);
            if (typed.ok) ask(write, [row], { input: typed.value });
          },
        });
      },
      blocked: guard(write, rows),
    };
  };
  const rings = useStore(deck.bell);
  useStore(deck.silent);
  const bindLocal = (act: LocalDef<Row>): Binding => {
    if (current === undefined) return { run: () => {}, blocked: writeMessages.nothingHere(noun.one) };
    const state = { rings, silent: deck.silent };
    return {
      label: act.label(current, state),
      blocked: act.disabledReason(current, state),
      run: () => deck.messages.say('info', act.run(current, state)),
    };
  };
  const isOf = (one: { noun: { one: string } }) => one.noun.one === noun.one;
  const writes = deck.writes.filter((write) => write.action !== undefined && isOf(write));
  return Object.fromEntries([
    ...writes.map((write): [string, Binding] => [
      write.id,
      isActionId(write.id) ? bind(write) : { ...bind(write), row: actionOf(write) },
    ]),
    ...localRecords.filter(isOf).map((act): [string, Binding] => [act.id, bindLocal(act)]),
  ]);
}
