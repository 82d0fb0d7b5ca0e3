import { render } from 'ink';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { App } from '../../src/app.tsx';
import { width } from '../../src/cells.ts';
import { openSpokenOutput } from '../../src/deck/spoken-output.ts';
import { createDeck, type Deck } from '../../src/hooks/deck.ts';
import type { ActionId, Keymap } from '../../src/keymap.ts';
import type { OwnCommand } from '../../src/own-commands.ts';
import { currentRoute, type Route } from '../../src/route.ts';
import type { SandboxOptions } from '../../src/sandbox/index.ts';
import { makeTheme } from '../../src/theme.ts';
import { type FakeTerminal, fakeTerminal } from './fake-terminal.ts';
import { keyBytes } from './key-bytes.ts';
import { proveReach } from './reached.ts';
import { type TestWorld, testWorld } from './test-services.ts';

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
  /** As for a screen reader: what is said stands in `said()`. */
  spoken?: boolean;
  signedIn?: boolean;
  readOnly?: boolean;
  /** Signed in to the embedded sandbox, as `rigdeck --sandbox` is, and not to an account. */
  embedded?: boolean;
  route?: Route;
  world?: Partial<SandboxOptions>;
  terminal?: FakeTerminal;
  /** The person's own keys and commands. */
  keymap?: Keymap;
  commands?: readonly OwnCommand[];
  /** Another deck's world, as after a restart of the program. */
  in?: TestWorld;
};

const sessionOf = (world: TestWorld, { embedded, readOnly }: DeckOptions) =>
  embedded === true ? world.embedded() : world.connect(world.sandbox.apiKey, readOnly);

/** The whole deck on a fake terminal, over the real client and the real sandbox, on simulated time. */
export async function openDeck(options: DeckOptions = {}) {
  const world = options.in ?? testWorld(options.world);
  const terminal = options.terminal ?? fakeTerminal({ cols: options.cols ?? 80, rows: options.rows ?? 24 });
  const deck: Deck = createDeck(world.services, {
    route: options.route ?? { screen: options.signedIn === false ? 'sign-in' : 'offers' },
    ...(options.signedIn === false ? {} : { session: sessionOf(world, options) }),
    ...(options.keymap && { keymap: options.keymap }),
    ...(options.commands && { commands: options.commands }),
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
    deck,
    terminal,
    sandbox: world.sandbox,
    text: () => terminal.text(),
    /** Every line that has been said so far, and the one that is typed into. */
    said: () => transcript(terminal.output()),
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
            .said()
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
