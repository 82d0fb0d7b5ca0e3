import { render } from 'ink';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { lastWords } from '../../src/app/last-words.ts';
import { openSpokenOutput } from '../../src/app/spoken-output.ts';
import { width } from '../../src/base/cells.ts';
import type { ThemeName } from '../../src/base/theme-colours.ts';
import type { Endpoints } from '../../src/client/endpoint-row.ts';
import { App } from '../../src/deck.tsx';
import { createDeck, type Deck } from '../../src/engine/deck.ts';
import type { ActionId, Keymap } from '../../src/engine/keymap.ts';
import { type MessageLevel, textOf } from '../../src/engine/messages.ts';
import type { SearchState } from '../../src/engine/offers/search-state.ts';
import type { OwnCommand } from '../../src/engine/own-commands.ts';
import {
  currentRoute,
  type Move,
  type Navigation,
  type Route,
  type ScreenName,
} from '../../src/engine/route.ts';
import type { Session } from '../../src/engine/services.ts';
import type { AnyWrite } from '../../src/engine/write.ts';
import type { SandboxOptions } from '../../src/sandbox/index.ts';
import type { MenuEntry, Modal } from '../../src/tui/dialog/modal.ts';
import { makeTheme } from '../../src/tui/theme/theme.ts';
import { type FakeTerminal, fakeTerminal } from './fake-terminal.ts';
import { keyBytes } from './key-bytes.ts';
import { proveReach } from './reached.ts';
import { type TestWorld, testWorld } from './test-services.ts';

export type { ActionId, Keymap, Route };
export { keyBytes };

/** The hour at which every simulated day begins. */
export const startOfTime = Date.UTC(2026, 10, 27, 12, 0, 0);

/** The lines that a terminal shows of what was written, where nothing but the last line is ever touched again. */
export function transcript(output: string): string[] {
  const lines = [''];
  let at = 0;
  for (const char of output.replace(/\x1b\[\?\d+[hl]/g, '')) {
    const line = lines.at(-1) as string;
    if (char === '\n') lines.push('');
    else if (char !== '\b' && char !== '\r')
      lines[lines.length - 1] = line.slice(0, at) + char + line.slice(at + 1);
    at = char === '\n' || char === '\r' ? 0 : char === '\b' ? at - 1 : at + 1;
  }
  return lines.map((line) => line.trimEnd());
}

/** Simulated time for a whole test file: timers and the clock are fake, microtasks and setImmediate are real. */
export function simulatedTime(): void {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
      now: startOfTime,
    });
  });
  proveReach();
  afterEach(async () => {
    // Whatever a flow does, no line is wider than the terminal and no secret has been on the screen.
    for (const { check, close } of opened.splice(0)) {
      check();
      close();
    }
    vi.useRealTimers();
  });
}
const opened: { check: () => void; close: () => void }[] = [];

export type DeckOptions = {
  cols?: number;
  rows?: number;
  ascii?: boolean;
  /** Nothing moves by itself. */
  still?: boolean;
  /** As for a screen reader: what it reads out stands in `heard()`. */
  spoken?: boolean;
  signedIn?: boolean;
  readOnly?: boolean;
  /** Signed in to the embedded sandbox, as `rigdeck --sandbox` is, and not to an account. */
  embedded?: boolean;
  route?: Route;
  world?: Partial<SandboxOptions>;
  /** The calls and the writes that there are, those of the program when absent. */
  endpoints?: Endpoints;
  writes?: readonly AnyWrite[];
  terminal?: FakeTerminal;
  theme?: ThemeName;
  /** The person's own keys and commands. */
  keymap?: Keymap;
  commands?: readonly OwnCommand[];
  /** Another deck's world, as after a restart of the program. */
  in?: TestWorld;
};

/** Where a person is: the screen and the ways back from it, as routes, and what stands over it. */
export type Place = Navigation & { screen: ScreenName; over: Modal['kind'] | undefined };

/** What a person sees or could look up, where the frame alone does not tell it. */
const seenIn = (deck: Deck) => ({
  place: (): Place => ({
    ...deck.nav.get(),
    screen: currentRoute(deck.nav.get()).screen,
    over: deck.modal.get()?.kind,
  }),
  /** Every message so far or those of one level, oldest first, as the list of messages has them. */
  said: (level?: MessageLevel): string[] =>
    deck.messages.all
      .get()
      .filter((message) => level === undefined || message.level === level)
      .map(textOf),
  /** What stands on the message line. */
  message: (): { level: MessageLevel; text: string } | undefined => {
    const message = deck.messages.current();
    return message && { level: message.level, text: textOf(message) };
  },
  /** The id of the row under the cursor of a list, as that was shown last. */
  cursor: (list: 'offers' | 'instances'): number | undefined => deck.underCursor.get(list),
  /** Who is signed in and how, without the client; undefined where nobody is. */
  account: (): Omit<Session, 'api' | 'rehearsal'> | undefined => {
    const { api: _, rehearsal: __, ...shown } = deck.session.get() ?? {};
    return deck.session.get() && (shown as Omit<Session, 'api' | 'rehearsal'>);
  },
  /** What stands in the rent form that was used last, field by field, and where its cursor is. */
  draft: (): unknown => [...deck.drafts.values()].at(-1)?.get(),
  theme: (): ThemeName => deck.theme.get(),
  /** The time by the service's clock, as the deck knows it. */
  now: (): number => deck.services.clock.now(),
  /** What would stand on the ordinary screen if the deck ended now. */
  lastWords: (columns?: number): string => lastWords(deck, columns),
  /** All that the deck holds in memory, what is cached of the service apart: to look for what must not be there. */
  remembered: (): string => {
    const { services: _, ...rest } = deck;
    return JSON.stringify(valuesIn(rest));
  },
});

/** What happens to a deck from elsewhere than its keyboard, its service and its ports. */
const doneTo = (deck: Deck, world: TestWorld) => ({
  /** Leads to a place as the deck does by itself. */
  lead: (move: Move): void => deck.go(move),
  /** Goes on with another key or session, as once somebody has signed in. */
  signIn: (as: string | Session = world.sandbox.apiKey): void =>
    deck.session.set(typeof as === 'string' ? world.connect(as) : as),
  signOut: (): void => deck.session.set(undefined),
  /** Something else has something to say. */
  say: (level: MessageLevel, text: string): void => deck.messages.say(level, text),
  /** Takes off the message line what stands there, where Esc would take more. */
  dismiss: (): void => deck.messages.dismiss(),
  /** Searches for something else, as a saved search does. */
  searchFor: (change: Partial<SearchState>): void => deck.search.set((was) => ({ ...was, ...change })),
  /** Changes the theme under the screen that is shown. */
  wear: (theme: ThemeName): void => deck.theme.set(theme),
  /** Opens a menu of any entries. */
  menu: (title: string, entries: readonly MenuEntry[]): void => deck.open({ kind: 'menu', title, entries }),
  /** No key has been pressed for a minute. */
  lookAway: (): void => {
    deck.lastKeyAt.current -= 61_000;
  },
  /** Ends at once, as by a signal. */
  quit: (): void => deck.quit.current(),
});

/** A value with what its stores and maps hold, for JSON. */
function valuesIn(value: unknown, above: readonly unknown[] = []): unknown {
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value;
  if (above.includes(value)) return undefined;
  const inside = (each: unknown) => valuesIn(each, [...above, value]);
  if (value instanceof Map || value instanceof Set) return [...value].map(inside);
  if (Array.isArray(value)) return value.map(inside);
  if ('get' in value && 'subscribe' in value && typeof value.get === 'function') return inside(value.get());
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inside(each)]));
}

const sessionOf = (world: TestWorld, { embedded, readOnly }: DeckOptions) =>
  embedded === true ? world.embedded() : world.connect(world.sandbox.apiKey, readOnly);

/** The whole deck on a fake terminal, over the real client and the real sandbox, on simulated time. */
export async function openDeck(options: DeckOptions = {}) {
  const world = options.in ?? testWorld({ ...options.world, endpoints: options.endpoints });
  const terminal = options.terminal ?? fakeTerminal({ cols: options.cols ?? 80, rows: options.rows ?? 24 });
  const deck: Deck = createDeck(world.services, {
    route: options.route ?? { screen: options.signedIn === false ? 'sign-in' : 'offers' },
    ...(options.signedIn === false ? {} : { session: sessionOf(world, options) }),
    ...(options.theme && { theme: options.theme }),
    ...(options.keymap && { keymap: options.keymap }),
    ...(options.commands && { commands: options.commands }),
    ...(options.writes && { writes: options.writes }),
  });
  world.calls.screen = () => currentRoute(deck.nav.get()).screen;
  const spoken =
    options.spoken === true
      ? openSpokenOutput({
          // As into a file, so that a line that was said is one line of what a test reads.
          stdout: { write: (text: string) => terminal.stdout.write(text), columns: 0 },
          clock: deck.local,
          lastKeyAt: () => deck.lastKeyAt.current,
        })
      : undefined;
  if (spoken !== undefined) Object.assign(deck.services.terminal, { repaint: spoken.readAll });
  const theme = makeTheme({
    ascii: options.ascii ?? false,
    still: options.still === true,
    spoken: options.spoken === true,
  });
  const ink = render(<App deck={deck} theme={theme} />, {
    stdin: terminal.stdin,
    stdout: spoken?.stdout ?? terminal.stdout,
    ...(spoken === undefined ? {} : { isScreenReaderEnabled: true, debug: true }),
    stderr: terminal.stderr,
    interactive: true,
    alternateScreen: spoken === undefined,
    incrementalRendering: true,
    exitOnCtrlC: false,
    patchConsole: false,
    maxFps: 60,
  });
  let ended = false;
  const end = () => {
    ended = true;
  };
  const finished = ink.waitUntilExit().then(end, end);
  opened.push({
    check: () => {
      const output = terminal.output();
      for (const secret of [world.sandbox.apiKey, ...world.instanceKeys.values()]) {
        expect(output.includes(secret), 'a key has been on the screen').toBe(false);
      }
    },
    close: () => ink.unmount(),
  });

  /**
   * Lets everything happen that is due, without a timer of the deck's own coming due. A call that waits because
   * another of its kind went out just now is waited for; one that waits longer than that is left waiting.
   */
  const idle = async () => {
    let before = '';
    for (let patience = 1200, after = 0; patience > 0 && after < 3; patience -= 20) {
      after = world.calls.waiting > 0 ? 0 : patience === 1200 ? 3 : after + 1;
      if (after === 3) break;
      await vi.advanceTimersByTimeAsync(20);
      for (let i = 0; i < 8; i += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    for (let still = 0, turns = 0; still < 3 && turns < 200; turns += 1) {
      for (let i = 0; i < 8; i += 1) await new Promise((resolve) => setImmediate(resolve));
      // Ink draws at most once per frame time; two frames pass without any second being full. What is said is gathered longer.
      await vi.advanceTimersByTimeAsync(spoken === undefined ? 2 : 20);
      const now = `${world.calls.open}\n${terminal.text()}`;
      still = now === before ? still + 1 : 0;
      before = now;
    }
    for (const line of terminal.frame()) expect(width(line), line).toBeLessThanOrEqual(terminal.screen.cols);
  };
  const app = {
    world,
    terminal,
    sandbox: world.sandbox,
    text: () => terminal.text(),
    /** Every line that a screen reader has read out so far, and the one that is typed into. */
    heard: () => transcript(terminal.output()),
    ...seenIn(deck),
    ...doneTo(deck, world),
    frame: () => terminal.frame(),
    /** The screen as running text, for sentences that are broken over lines. */
    prose: () => terminal.text().replace(/[\s│─]+/g, ' '),
    /** What stands in the box over the screen, as running text; empty when there is none. */
    dialog: () =>
      terminal
        .frame()
        .map((line) => /│ (.*) │/.exec(line)?.[1] ?? '')
        .join(' ')
        .replace(/\s+/g, ' ')
        .trim(),
    idle,
    ended: () => ended,
    finished,
    /** Raw bytes, in one chunk. */
    async type(bytes: string) {
      const before = new Map(deck.underCursor);
      terminal.type(bytes);
      // A lone ESC is held back twice: by Ink, and by the reader of strokes.
      await vi.advanceTimersByTimeAsync(bytes.endsWith('\x1b') ? 80 : 40);
      await idle();
      // The pane of a list follows a cursor that rests.
      if ([...deck.underCursor].some(([list, row]) => before.has(list) && before.get(list) !== row)) {
        await vi.advanceTimersByTimeAsync(80);
        await idle();
      }
      return app;
    },
    /** The first key of an action, by the keymap in use. */
    async press(...ids: ActionId[]) {
      for (const id of ids) await app.type(keyBytes(deck.keymap(id)[0] as string));
      return app;
    },
    async go(screen: 'offers' | 'instances') {
      return app.press(screen === 'offers' ? 'app.offers' : 'app.instances');
    },
    /** Fills fields of the form that is shown, by the labels that a person reads. */
    async fill(values: Record<string, string>) {
      for (const [label, value] of Object.entries(values)) {
        await app.focus(label);
        await app.type('\x15\x0b');
        // A text of some length as a person brings it, and not in as many frames as it has letters.
        if (value.length > 6) terminal.paste(value);
        else for (const letter of value) terminal.type(letter);
        await app.type('');
      }
      return app;
    },
    /** Tabs to the field with this label. */
    async focus(label: string) {
      for (let tries = 0; tries < 60; tries += 1) {
        if (
          spoken !== undefined &&
          app
            .heard()
            .slice(-2)
            .some((line) => line.includes(`: ${label}, `) || line.startsWith(`${label}, `))
        )
          return app;
        if (app.frame().some((line) => line.replace(/^[▌>] /, '|').startsWith(`|${label}`))) return app;
        await app.type('\t');
      }
      throw new Error(`no field "${label}" on\n${app.text()}`);
    },
    /** Moves the clock, with everything that comes due on the way. */
    async advance(ms: number) {
      const step = 1000;
      for (let left = ms; left > 0; left -= step) {
        await vi.advanceTimersByTimeAsync(Math.min(step, left));
        for (let i = 0; i < 8; i += 1) await new Promise((resolve) => setImmediate(resolve));
      }
      await idle();
      return app;
    },
    /** Lets time pass as if the machine had slept, then waits for the next poll: quicker than drawing each second. */
    async skip(seconds: number) {
      vi.setSystemTime(Date.now() + seconds * 1000);
      return app.advance(11_000);
    },
    /** Dialogs take no keys for a moment after they open. */
    async past300ms() {
      await vi.advanceTimersByTimeAsync(320);
      return app;
    },
    async control(path: string, body?: unknown, method = 'POST') {
      const init: RequestInit = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      const reply = await world.sandbox.fetch(new Request(`https://sandbox.test/_sandbox/${path}`, init));
      return reply.json() as Promise<unknown>;
    },
    async requests(): Promise<{ method: string; path: string; status: number }[]> {
      const log = (await app.control('log', undefined, 'GET')) as {
        requests: { method: string; path: string; status: number }[];
      };
      return log.requests;
    },
    resize: async (cols: number, rows: number) => {
      terminal.resize(cols, rows);
      await vi.advanceTimersByTimeAsync(40);
      await idle();
      return app;
    },
  };
  await vi.advanceTimersByTimeAsync(40);
  await idle();
  return app;
}
export type TestDeck = Awaited<ReturnType<typeof openDeck>>;
