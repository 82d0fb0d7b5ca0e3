import type { Clock } from '../base/clock.ts';
import type { Parts } from '../base/parts.ts';
import { createStore, type Store } from '../base/store.ts';
import type { ThemeName } from '../base/theme-colours.ts';
import type { ApiError } from '../client/errors.ts';
import type { Instance } from '../client/wire.ts';
import type { Modal } from '../tui/dialog/modal.ts';
import type { FormState } from '../tui/form/form-state.ts';
import type { Layer } from '../tui/keys/layers.ts';
import type { ListState } from '../tui/list/list-state.ts';
import { listStore } from '../tui/list/list-state.ts';
import { type Alerts, createAlerts } from './alert-store.ts';
import type { NewKey } from './api-keys/new-key.ts';
import type { AskedRead } from './asked-reads.ts';
import { isUndisturbed } from './asked-reads.ts';
import { type CopyDesk, createCopyDesk } from './copy-desk.ts';
import { createDeckClock } from './deck-clock.ts';
import { createEngine, type Engine, type EnginePorts } from './engine.ts';
import { forgetAccount } from './forget-account.ts';
import { noWorkersSeen, type WorkersSeen } from './groups/group-workers.ts';
import type { BootHistory } from './instances/boot.ts';
import type { ActionId, KeyName } from './keymap.ts';
import { defaultKeymap, type Keymap, keyNames } from './keymap.ts';
import type { LostWrite } from './lost-writes.ts';
import { createMessages, type Messages } from './messages.ts';
import type { Charged } from './money/charged.ts';
import { noteDown } from './note-down.ts';
import type { SavedSearchesPort } from './offers/saved-search.ts';
import { defaultSearch, type SearchState } from './offers/search-state.ts';
import { searchesInMemory } from './offers/searches-in-memory.ts';
import type { OwnCommand } from './own-commands.ts';
import { createPaletteDesk, type PaletteDesk } from './places.ts';
import type { Loadable } from './read-health.ts';
import { createReads, pollSeconds, type Reads } from './reads.ts';
import { records } from './records.ts';
import { openRents } from './rent/open-rents.ts';
import type { Writer } from './rent/rent-settling.ts';
import { reportFailure } from './report-failure.ts';
import { noRescues, type RescueMemory } from './rescue/rescue-memory.ts';
import { currentRoute, type Move, type Navigation, navigate, type Route } from './route.ts';
import { keyOf, type Services, type Session } from './services.ts';
import { readsWantLogin } from './tfa-login.ts';
import { createTfaDesk, leaveRuns, type TfaDesk } from './two-factor/tfa-memory.ts';
import { createUndo, type Undo } from './undo.ts';
import type { AnyWrite, Target } from './write.ts';

/** A read by its cache key, and how it stands; `state` is there so that its first answer redraws who shows its age. */
export type ShownRead = { key: string; state: Loadable<unknown>['state']; error?: ApiError };

/**
 * What of a long list is still being worked out: what the person has `asked` for, a filter or an order, or what newer
 * `rows` come to. What is shown until then are the rows of before.
 */
export type Settling = 'asked' | 'rows';

/** A row that went from under the cursor, and the one that is there instead. */
export type Slip = { at: number; was: string; is: string };

/** The deck's own state, in one store per concern; whatever the service knows lies with the engine's reads. */
export type Deck = {
  /** Its clock goes by the service's time. */
  services: Services;
  /** The machine's own clock, for spans and deadlines of ours. */
  local: Clock;
  /** The machine's time with what a rehearsal has let pass: for spans of ours that are noted on the disk. */
  own(): number;
  keymap: Keymap;
  /** What texts call the key of an action. */
  keyName: KeyName;
  /** The person's own. */
  commands: readonly OwnCommand[];
  nav: Store<Navigation>;
  modal: Store<Modal | undefined>;
  session: Store<Session | undefined>;
  /** What goes on for the account of the session; undefined without one. */
  engine: Store<Engine | undefined>;
  /** The deck has begun without a session, and whether there is a key is not known yet. */
  lookingUp: Store<boolean>;
  search: Store<SearchState>;
  /** Searches under a name, and the lowest price ($/h) that a watched one has shown in this run. */
  saved: SavedSearchesPort;
  best: Store<ReadonlyMap<string, number>>;
  /** Offers that turned out to be taken, or whose machine failed, in this run: id to reason. */
  gone: Store<ReadonlyMap<number, string>>;
  /** States that instances were seen in, by id. */
  boots: Store<ReadonlyMap<number, BootHistory>>;
  /** Instances that were seen as workers of a group in this run. */
  workers: Store<WorkersSeen>;
  /** Deletions whose answer was lost, and of which no list has told yet. */
  lostWrites: Store<readonly LostWrite[]>;
  /** Dollars that instances had cost when that was last known for sure, by id. */
  spentSeen: Map<number, number>;
  /** Whether an instance is in the first run that was seen of it, or stopped after one. */
  runs: Map<number, 'first' | 'again'>;
  /** The charges as they were read last, to see what the service takes back. */
  charged: { current: Charged | undefined };
  /** The form of a cloud copy, and the copies that were asked for in this run. */
  copy: CopyDesk;
  /** What the command line remembers, and what it has asked for. */
  palette: PaletteDesk;
  /** Local changes that `u` takes back. */
  undo: Undo;
  /** What the writes on rows can do, by their ids. */
  writes: readonly AnyWrite[];
  /** Cursor, filter, marks and order of each list, so that a list is as it was left. */
  lists: Map<string, Store<ListState>>;
  /** What the list that is shown is still working out; undefined while its rows are those that were asked for. */
  settling: Store<Settling | undefined>;
  /** Key of the row under the cursor of each list that has one, as it was drawn last. */
  underCursor: Map<string, number>;
  /** Another row came under the cursor of the list that is shown, without the person: when (machine's clock), and which. */
  slipped: { current: Slip | undefined };
  /** Rent forms as they were left, by offer id, the one used last at the end. Secrets in them live only here. */
  drafts: Map<number, Store<FormState>>;
  /** Group forms as they were left, with what stood in them at first, by what they make or change. */
  groupDrafts: Map<string, GroupDraftHeld>;
  /** The offer whose creation request is on its way: no other one is sent meanwhile. */
  renting: Store<number | undefined>;
  /** Rents on their way, by their id in the journal: one at the most, whoever sends it. */
  sending: Store<ReadonlySet<string>>;
  /** Whether this deck is the one that rents on the account. */
  writer: Store<Writer>;
  /** What rescues need beside the journal. */
  rescue: Store<RescueMemory>;
  /** An API key that is being made, or shown this once. */
  newKey: Store<NewKey | undefined>;
  /** What was said of an account as it was opened, and is said once in this run (`saysOnce`). */
  saidOnce: Set<string>;
  /** The form of a new API key as it was left. */
  keyDraft: { current: Store<FormState> | undefined };
  /** Two-factor flows, and what of them is remembered. */
  tfa: TfaDesk;
  /** How much of the frame is drawn around the screen: `slim` has no money line, rules and messages, `bare` nothing. */
  chrome: Store<'full' | 'slim' | 'bare'>;
  /** The theme of this run: as it began, or as `:theme` has changed it. */
  theme: Store<ThemeName>;
  layers: Store<readonly { current: Layer }[]>;
  messages: Messages;
  /** Whether anybody is called at all when something happens. */
  bell: Store<boolean>;
  /** Instances of which nobody is called, by id. */
  silent: Store<ReadonlySet<number>>;
  /** Calls the person who has turned away. */
  alerts: Alerts;
  /** What the message line says while there is no message. */
  hint: Store<Parts>;
  /** The read behind the rows of the screen that is shown. */
  shown: Store<ShownRead | undefined>;
  /** The reads of the engine, by cache key; without a session nothing is known and nothing is read. */
  readonly reads: Reads;
  /** What keys have asked for and is still waited for, the oldest first. */
  asked: Store<readonly AskedRead[]>;
  /** Grows when what the person has asked for anew is worth a word, a moment after that. */
  looked: Store<number>;
  /** Time of the last key by the machine's clock, for the idle policy. */
  lastKeyAt: { current: number };
  go(move: Move): void;
  open(modal: Modal): void;
  close(): void;
  /** The instances as they were last read, for the last words on the ordinary screen. */
  latest: { current: readonly Instance[] | undefined; missing?: number };
  /** What is spent beside the instances, a sentence, for the same words. */
  spentBeside: { current: string | undefined };
  /** What the person was told is lost by leaving, the last time that this was asked for, and when. */
  quitAsked: Store<{ lost: string; at: number } | undefined>;
  /** Ends the deck; set by the shell. */
  quit: { current: () => void };
  /** Draws the whole frame anew, wherever the terminal's own ideas have put the last one. */
  redraw: { current: () => void };
  /** How often the person has asked for everything anew: a screen reader is told the figures of the account then. */
  moneyAsked: Store<number>;
  /** How often the window has changed, changes that end at the size they began with included. */
  resized: Store<number>;
};

/** Without a key for so long the person is taken to be away; reads are made this many times slower then. */
const idleAfterMs = 5 * 60_000;
const restFactor = 3;

/** A group form: what was typed, and what a change is told by. */
export type GroupDraftHeld = { store: Store<FormState>; before: Readonly<Record<string, string>> };

export function createDeck(
  given: Services,
  initial: {
    route: Route;
    session?: Session;
    keymap?: Keymap;
    commands?: readonly OwnCommand[];
    theme?: ThemeName;
    writes?: readonly AnyWrite[];
  },
): Deck {
  const nav = createStore<Navigation>({ stack: [initial.route] });
  const modal = createStore<Modal | undefined>(undefined);
  const session = createStore<Session | undefined>(initial.session);
  const lookingUp = createStore(initial.session === undefined && initial.route.screen !== 'sign-in');
  const drafts: Deck['drafts'] = new Map();
  const groupDrafts: Deck['groupDrafts'] = new Map();
  const tfa = createTfaDesk();
  const copy = createCopyDesk();
  const newKey = createStore<NewKey | undefined>(undefined);
  const rescue = createStore(noRescues);
  // What was typed under one key, registry tokens among it, is not offered under another.
  let key = keyOf(session.get());
  session.subscribe(() => {
    const next = keyOf(session.get());
    const before = engine.get();
    before?.dispose('left');
    deck.undo.clear();
    engine.set(engineOf(session.get(), next === key ? before : undefined));
    lookingUp.set(false);
    if (key !== undefined && next !== key) forgetAccount(deck);
    key = next;
  });
  nav.subscribe(() => {
    if (currentRoute(nav.get()).screen === 'sign-in') lookingUp.set(false);
    const { stack } = nav.get();
    leaveRuns(tfa, stack);
    // What is shown once is come back to, whatever led elsewhere. Signing in and verifying come first.
    const key: Route | undefined = newKey.get()?.state === 'made' ? { screen: 'key-value' } : undefined;
    const held = tfa.held.get()?.route ?? key;
    const { screen } = currentRoute(nav.get());
    if (held !== undefined && screen !== held.screen && screen !== 'tfa' && screen !== 'sign-in')
      nav.set((now) => navigate(now, { go: 'push', route: held }));
  });
  const keymap = initial.keymap ?? defaultKeymap;
  const { clock, local, own, asServices, asOwn } = createDeckClock(given.clock, session);
  // Everything else is looked up in `given` at each use.
  const services: Services = Object.create(given, { clock: { value: clock } });
  const messages = createMessages(local, (level, text) => given.log(level, text));
  const ports: EnginePorts = {
    ...{ clock, local, own, asServices, asOwn, notices: messages },
    random: () => given.random(),
    journal: (of) => given.journal(of),
    pace: (slower) => Math.max(isLookedAt() ? 1 : restFactor, slower) * wishedPace(),
    costs: () =>
      (deck.latest.current?.length ?? 0) > 0 || openRents(engine.get()?.journal.events() ?? []).length > 0,
    sessionOver() {
      const now = session.get();
      if (now?.verified !== undefined) readsWantLogin(deck, now);
    },
    keyName: (id) => deck.keyName(id as ActionId),
    timeZone: given.timeZone,
    note: (of, event) => noteDown(deck, of, event),
    holdsLock: () => deck.writer.get().state === 'mine',
    forgetKey: (of, id) => void services.instanceKeys(of).forget(id),
    alert: (alert) => void deck.alerts.raise(alert),
    ask(question, answer) {
      if (!isUndisturbed(deck)) return false;
      let agreed = false;
      const run = () => {
        agreed = true;
        answer('yes');
      };
      const modal: Modal = { kind: 'confirm', ...question, run };
      deck.open(modal);
      const unsubscribe = deck.modal.subscribe(() => {
        if (deck.modal.get() === modal) return;
        unsubscribe();
        // A question closes before its yes is heard.
        queueMicrotask(() => agreed || answer('no'));
      });
      // It goes with its session: the next one asks again where it still has to.
      engine
        .get()
        ?.ended.addEventListener('abort', () => deck.modal.get() === modal && deck.close(), { once: true });
      return true;
    },
    failed: (from, what, error, of) => reportFailure(deck, what, error, of, from),
  };
  const isLookedAt = () => given.terminal.focused() && local.now() - deck.lastKeyAt.current <= idleAfterMs;
  /** What a person's own `refresh` makes of every interval: reads keep their proportion to that of the instances. */
  const wishedPace = () =>
    (deck.palette.wishes.get().refresh ?? given.refresh ?? pollSeconds.instances) / pollSeconds.instances;
  const engineOf = (of: Session | undefined, before?: Engine): Engine | undefined => {
    const begun = of && createEngine(ports, of, before);
    begun?.writes.onSettled((write, targets, removed) => leaveRows(deck, write, targets, removed));
    return begun;
  };
  const nothingRead = createReads({ ...ports, client: undefined });
  const engine = createStore(engineOf(session.get()));
  const deck: Deck = {
    services,
    local,
    own,
    keymap,
    keyName: keyNames(keymap),
    commands: initial.commands ?? [],
    nav,
    modal,
    session,
    engine,
    lookingUp,
    search: createStore(defaultSearch),
    saved: given.searches ?? searchesInMemory(),
    best: createStore<ReadonlyMap<string, number>>(new Map()),
    gone: createStore<ReadonlyMap<number, string>>(new Map()),
    boots: createStore<ReadonlyMap<number, BootHistory>>(new Map()),
    workers: createStore(noWorkersSeen),
    lostWrites: createStore<readonly LostWrite[]>([]),
    spentSeen: new Map(),
    runs: new Map(),
    charged: { current: undefined },
    copy,
    palette: createPaletteDesk(services),
    undo: createUndo(),
    writes: initial.writes ?? records,
    lists: new Map(),
    settling: createStore<Settling | undefined>(undefined),
    underCursor: new Map(),
    slipped: { current: undefined },
    drafts,
    groupDrafts,
    renting: createStore<number | undefined>(undefined),
    sending: createStore<ReadonlySet<string>>(new Set()),
    writer: createStore<Writer>({ state: 'asking' }),
    rescue,
    newKey,
    saidOnce: new Set(),
    keyDraft: { current: undefined },
    tfa,
    chrome: createStore<'full' | 'slim' | 'bare'>('full'),
    theme: createStore<ThemeName>(initial.theme ?? 'auto'),
    layers: createStore<readonly { current: Layer }[]>([]),
    messages,
    bell: createStore(given.bell ?? true),
    silent: createStore<ReadonlySet<number>>(new Set()),
    alerts: createAlerts(() => deck),
    hint: createStore<Parts>([]),
    shown: createStore<ShownRead | undefined>(undefined),
    get reads() {
      return engine.get()?.reads ?? nothingRead;
    },
    asked: createStore<readonly AskedRead[]>([]),
    looked: createStore(0),
    lastKeyAt: { current: local.now() },
    go: (move) => nav.set((now) => navigate(now, move)),
    open: (next) => modal.set(next),
    close: () => modal.set(undefined),
    latest: { current: undefined },
    spentBeside: { current: undefined },
    quitAsked: createStore<{ lost: string; at: number } | undefined>(undefined),
    quit: { current: () => {} },
    redraw: { current: () => {} },
    moneyAsked: createStore(0),
    resized: createStore(0),
  };
  return deck;
}

/** Takes the marks off rows that a write is done with; the screen of one that is no more gives way to the one before it. */
function leaveRows(deck: Deck, { noun, on }: AnyWrite, targets: readonly Target[], removed: boolean): void {
  const done = new Set(targets.map(({ id }) => id));
  // A write to one row leaves the marks, which are for what comes next.
  if (on === 'rows')
    listStore(deck.lists, noun.many).set((now) =>
      now.marks.size === 0 ? now : { ...now, marks: new Set([...now.marks].filter((id) => !done.has(id))) },
    );
  const route = currentRoute(deck.nav.get());
  if (removed && route.screen === noun.one && 'id' in route && done.has(route.id as number))
    deck.go({ go: 'back' });
}
