import { render } from 'ink';
import type { Ground, Palette, ThemeName } from '../base/theme-colours.ts';
import type { Composition } from '../commands/cli/context.ts';
import { exitCodes } from '../commands/cli/exit-codes.ts';
import { App } from '../deck.tsx';
import { createDeck, type Deck } from '../engine/deck.ts';
import { searchRules } from '../engine/offers/saved-search.ts';
import { readAgain } from '../hooks/live-reads.ts';
import { openCommandHistory } from '../platform/files/command-history.ts';
import { openDrafts } from '../platform/files/draft.ts';
import { knownHostsFile } from '../platform/files/known-hosts.ts';
import { openSavedSearches } from '../platform/files/saved-searches.ts';
import { openUnkeptCodes } from '../platform/files/unkept-codes.ts';
import { openViews } from '../platform/files/views.ts';
import { isBrokenInstall } from '../platform/start/broken-install.ts';
import { drawnOver, type FirstFrame } from '../platform/start/first-frame.ts';
import { groundless } from '../platform/start/groundless-frame.ts';
import { openDeckTerminal } from '../platform/terminal/deck-terminal.ts';
import { createEventHook } from '../platform/terminal/event-hook.ts';
import { guardOutput } from '../platform/terminal/guard-output.ts';
import { createLastOutput } from '../platform/terminal/last-output.ts';
import { createRestore, drawingModes, enterScreen, restoreModes } from '../platform/terminal/modes.ts';
import { setBlocking } from '../platform/terminal/output.ts';
import { restoreOnExit, terminalGone } from '../platform/terminal/restore-on-exit.ts';
import { endLent, startProgram } from '../platform/terminal/start-program.ts';
import { bringTitleBack } from '../platform/terminal/title.ts';
import { watchLoop } from '../platform/terminal/watchdog.ts';
import { makeTheme, type Theme } from '../tui/theme/theme.ts';
import { smallest } from '../tui/use-viewport.ts';
import { bindings } from './bindings.ts';
import { CrashBoundary } from './crash-boundary.tsx';
import { reportCrash } from './crash-reporter.ts';
import { createDeckServices, toSession } from './deck-services.ts';
import { lastWords, wordsWhenHung } from './last-words.ts';
import { notKeptWords } from './not-kept.ts';
import { openSpokenOutput, type SpokenOutput } from './spoken-output.ts';

export type DeckOptions = {
  /** What may stand on the screen already, before the deck draws. */
  first: FirstFrame | undefined;
  /** Called when the first frame stands. */
  onDeck: () => void;
  sandbox: boolean;
  readOnly: boolean;
  ascii: boolean;
  /** The terminal draws characters of ambiguous width in two cells. */
  wide: boolean;
  theme: ThemeName;
  /** Colours of the person's own, over those of any theme. */
  colours: Palette;
} & Ground & {
    /** The colours hang on the background, which the terminal tells anew at each start. */
    asks: boolean;
    /** Nothing on the screen moves by itself. */
    still: boolean;
    /** For a screen reader: lines are appended, and nothing is drawn. */
    spoken: boolean;
    altScreen: boolean;
    /** Seconds between reads of the instances; 0 reads only when it is asked for. */
    refresh?: number | undefined;
  };

/** Ink's default of 30 frames a second queues held keys. */
const maxFps = 60;

/** From the first frame to the start of the watchdog, which is no part of the start. */
const calmMs = 5000;

/**
 * Draws the deck on this process's terminal until the person leaves it. The first frame waits for nothing: the key
 * is looked up, the sandbox opened and the service asked once it stands. Resolves with the exit code.
 */
export async function startDeck(composition: Composition, given: DeckOptions): Promise<number> {
  const options = given.spoken ? { ...given, altScreen: false } : given;
  const { stdin, stdout, stderr } = process;
  const { clock, env, paths } = composition;
  const { on_event: onEvent, notifications = 'auto', title = true } = composition.config.config;
  let titleRestoring = () => '';
  let away = () => false;
  setBlocking(stdout, false);
  const last = createLastOutput(stdout.fd, startProgram);
  const restore = createRestore({
    fd: stdout.fd,
    write: (_, text) => {
      last.write(text);
      return '';
    },
    stdin,
    alternateScreen: options.altScreen,
    title: () => titleRestoring(),
    lent: () => away(),
  });
  let stopDrawing = () => {};
  let deck: Deck | undefined;
  let spoken: SpokenOutput | undefined;
  const exits = restoreOnExit({
    process,
    stop: () => {
      // A signal ends the process without the event that others release it by.
      composition.journal.release();
      // Ink leaves its screen once more when it stops, which would move the cursor of whoever has the terminal.
      if (away()) stdout.write = () => true;
      stopDrawing();
    },
    restore,
    goodbye: () => lastWords(deck, stdout.columns, options.sandbox),
    report: (error) =>
      reportCrash(error, { version: composition.version, now: clock.now(), process, composition, deck }),
    exitCodeOf: (error) => (isBrokenInstall(error) ? exitCodes.refused : undefined),
    write: (text) => {
      last.write(text);
      last.end();
      setBlocking(stdout, true);
    },
    endOthers: (signal) => endLent(signal, clock.sleep),
  });
  options.first?.passOn();
  const terminal = openDeckTerminal({
    stdin,
    stdout,
    stderr,
    process,
    env,
    platform: process.platform,
    spawn: startProgram,
    clock,
    knownHostsFile: (id) => knownHostsFile(paths.stateDir, id),
    sshArgs: composition.config.config.ssh_args ?? [],
    holdInterrupt: exits.holdInterrupt,
    alternateScreen: options.altScreen,
    title: title && !options.spoken,
    ...(notifications === 'off' ? {} : { notifications }),
    onContinue: () => {
      if (deck === undefined) return;
      deck.engine.get()?.writes.holdAgain();
      readAgain(deck);
    },
  });
  titleRestoring = terminal.titleRestoring;
  away = terminal.away;
  const [drafts, views, history, unkeptCodes, searches] = await Promise.all([
    openDrafts(paths.drafts),
    openViews(paths.views),
    openCommandHistory(paths.commands),
    openUnkeptCodes(paths.unkeptCodes),
    openSavedSearches(paths.searches, searchRules),
  ]);
  const kept = {
    ...{ drafts, views, history, unkeptCodes, searches },
    profile: () => deck?.session.get()?.profile,
  };
  const { keymap, commands, warnings } = bindings(composition.config);
  // Drawn anew means told anew.
  const told = { ...terminal, repaint: () => spoken?.readAll() };
  deck = createDeck(
    createDeckServices(composition, options.spoken ? told : terminal, {
      ...kept,
      display: { level: options.level, background: options.background ?? 'dark' },
      ...(options.refresh !== undefined && { refresh: options.refresh }),
      bell: notifications !== 'off',
      ...(onEvent !== undefined && {
        onEvent: createEventHook(onEvent, { env, spawn: startProgram, sleep: clock.sleep }),
      }),
    }),
    { route: { screen: 'offers' }, keymap, commands, theme: options.theme },
  );
  // What an eye finds on the last line of the screen.
  if (options.spoken) {
    const [help, anew] = [deck.keyName('app.help'), deck.keyName('app.repaint')];
    deck.messages.say('info', `Press ${help} for the keys of a place, ${anew} for all that there is of it`);
  }
  const faults = [...composition.config.warnings, ...warnings];
  for (const { message, line } of faults.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)))
    deck.messages.say('warn', `config.toml${line === undefined ? '' : `, line ${line}`}: ${message}`);
  const { local, lastKeyAt } = deck;
  if (options.spoken) spoken = openSpokenOutput({ stdout, clock: local, lastKeyAt: () => lastKeyAt.current });
  const release = guardOutput({ console, process, stderr, sink: (text) => composition.log.warn(text) });

  const ground = { level: options.level, background: options.background };
  // Ink enters the alternate screen where the cursor stands; a frame begins at its top.
  const first = options.altScreen ? options.first : undefined;
  if (options.altScreen) stdout.write(first?.painted ? '\x1b[H' : enterScreen);
  const theme = makeTheme({ ...options, name: options.theme, ground });
  const startedAt = lastKeyAt.current;
  if (options.altScreen)
    drawFirst({
      stdout,
      first,
      dims: options.asks ? dimsOf(options.theme, theme) : undefined,
      isUntouched: () => lastKeyAt.current === startedAt,
    });
  const app = (
    <CrashBoundary onError={exits.fail}>
      <App deck={deck} theme={theme} />
    </CrashBoundary>
  );
  const ink = render(app, {
    stdin,
    stdout: spoken?.stdout ?? stdout,
    stderr,
    ...forReader(spoken),
    // Ink takes a terminal under CI for none; whether this is one was decided before.
    interactive: true,
    alternateScreen: options.altScreen,
    incrementalRendering: true,
    exitOnCtrlC: false,
    patchConsole: false,
    maxFps,
  });
  deck.redraw.current = () => {
    // What has been said stays said, however wide the window is.
    if (terminal.lent() || spoken !== undefined) return;
    ink.clear();
    // Ink erases upwards from where it believes the cursor to be; after a resize it may stand elsewhere.
    if (options.altScreen) stdout.write(`${drawingModes}\x1b[H\x1b[J`);
    ink.rerender(app);
  };
  // Whoever hears of a write that failed is meant to end: a terminal that takes nothing is gone.
  stdout.on('error', exits.fail);
  // So is one that gives no more keys; a deck at rest writes too seldom to learn of it by a write.
  stdin.once('end', () => exits.fail(terminalGone()));
  const { resized } = deck;
  process.on('SIGWINCH', () => resized.set((n) => n + 1));
  stopDrawing = () => ink.unmount();
  // Nothing that the first frame does not show takes its time.
  await ink.waitUntilRenderFlush();
  options.onDeck();
  void sayNotKept(composition, deck);
  void signIn(composition, deck);
  const over = new AbortController();
  const watch = () => {
    const words = wordsWhenHung(options.sandbox);
    const ownTitle = title && !options.spoken ? bringTitleBack : '';
    const endings = {
      own: `${ownTitle}${restoreModes({ alternateScreen: options.altScreen })}${words}`,
      lent: `${restoreModes({ lent: true })}\r\n${words}`,
    };
    const watched = { pid: process.pid, fd: stdout.fd, platform: process.platform };
    const { sleep } = clock;
    return watchLoop({ ...watched, spawn: startProgram, sleep, endings, lent: away }, over.signal);
  };
  // Without it everything else goes on.
  void clock
    .sleep(calmMs, over.signal)
    .then(watch)
    .catch(() => {});
  await ink.waitUntilExit();
  over.abort();
  spoken?.close();
  release();
  terminal.close();
  return 0;
}

type FirstDrawn = {
  stdout: NodeJS.WriteStream;
  first: FirstFrame | undefined;
  /** Given where the colours hang on the background: the next start paints the frame before it has asked for that. */
  dims: readonly (string | undefined)[] | undefined;
  /** Whether no key was pressed yet: one may have led elsewhere, and each start begins at the same place. */
  isUntouched: () => boolean;
};

/**
 * Ink tells `firstFrame` of the frame that it draws on an empty screen, and draws what that answers
 * (`scripts/ink-patches.mjs`); where there is one, the screen is ours already.
 */
function drawFirst({ stdout, first, dims, isUntouched }: FirstDrawn): void {
  let isFirst = true;
  const firstFrame = (frame: string) => {
    if (!isFirst) return frame;
    isFirst = false;
    const { columns, rows } = stdout;
    if (columns >= smallest.columns && rows >= smallest.rows && isUntouched())
      first?.keep(dims === undefined ? frame : groundless(frame, dims));
    return first?.painted ? drawnOver(frame) : frame;
  };
  Object.assign(stdout, { firstFrame });
}

/** Where everything is to be read well nothing is dim. */
const dimsOf = (name: ThemeName, { styles }: Theme) =>
  name === 'high-contrast' ? [] : [styles.dim.color, styles.rule.color];

/**
 * Ink makes a text of the tree, in reading order, and with `debug` hands over each such text whole. Said explicitly
 * either way: INK_SCREEN_READER would decide else, which our own switch can overrule.
 */
const forReader = (spoken: SpokenOutput | undefined) =>
  spoken === undefined ? { isScreenReaderEnabled: false } : { isScreenReaderEnabled: true, debug: true };

async function sayNotKept({ paths }: Composition, deck: Deck): Promise<void> {
  const words = await notKeptWords(paths);
  // Whoever has no home folder has chosen that; a disk that takes nothing is news.
  if (words !== undefined) deck.messages.say(paths.notKept.length > 0 ? 'info' : 'warn', words);
}

/** The account of the credentials that there are; else Sign-in, with the reason when there is more to say than "none". */
async function signIn(composition: Composition, deck: Deck): Promise<void> {
  const account = await composition.account();
  if (account.ok) return deck.session.set(toSession(account));
  const reason = account.kind === 'no-key' ? {} : { reason: `${account.reason} ${account.next}` };
  deck.go({ go: 'jump', route: { screen: 'sign-in', ...reason } });
}
