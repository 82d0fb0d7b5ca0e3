#!/usr/bin/env node
/**
 * Runs the deck on the sandbox and starts it again whenever a change of the source has been built. A build that fails
 * takes the place of the deck on the screen until the next one.
 *
 *   npm run dev [-- FLAGS]   with flags of rigdeck, e.g. --world fresh
 *
 * Inside tmux the log is beside the deck. Build, settings, state and log are in node_modules/.cache/rigdeck-dev, or where
 * RIGDECK_DEV_HOME says.
 */
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const home = process.env.RIGDECK_DEV_HOME ?? join(root, 'node_modules/.cache/rigdeck-dev');
const dist = join(home, 'dist');
const log = join(home, 'rigdeck.log');
mkdirSync(home, { recursive: true });
// tail wants a file that exists.
closeSync(openSync(log, 'a', 0o600));

/** The person's environment without their account. */
const env = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^RIGDECK_(API_KEY|API_KEY_FILE|BASE_URL|CONFIG_DIR|PROFILE)$/.test(name),
    ),
  ),
  ...Object.fromEntries(
    ['config', 'state', 'cache'].map((kind) => [`XDG_${kind.toUpperCase()}_HOME`, join(home, kind)]),
  ),
};
const flags = ['--sandbox', '--world', 'busy', '--debug', '--log-file', log, ...process.argv.slice(2)];

/** Leaves the alternate screen and every mode that a deck sets, for one that could not do so. */
const saneTerminal = '\x1b[?1049l\x1b[?25h\x1b[?2004l\x1b[?1004l\x1b[0m';

let deck;
let changed;
let building = false;
let isStale = false;
let isLeaving = false;

function startDeck() {
  const child = spawn(process.execPath, [join(dist, 'rigdeck.js'), ...flags], { env, stdio: 'inherit' });
  deck = child;
  child.on('exit', (code) => {
    if (deck !== child) return;
    // The person has quit it.
    deck = undefined;
    leave(code ?? 1);
  });
}

/** Ends the deck, if there is one, and gives the terminal back. */
async function stopDeck() {
  const child = deck;
  deck = undefined;
  if (child === undefined) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  // One that was suspended hears it only then.
  child.kill('SIGCONT');
  const patience = setTimeout(() => child.kill('SIGKILL'), 3_000);
  await gone;
  clearTimeout(patience);
  if (child.signalCode !== 'SIGKILL' || !process.stdin.isTTY) return;
  process.stdin.setRawMode(true);
  process.stdin.setRawMode(false);
  process.stdout.write(saneTerminal);
}

async function show(text) {
  await stopDeck();
  console.error(`${text.trimEnd()}\n\nWaiting for a change…`);
}

/** What esbuild says of the source, without where build.mjs was at that time. */
const messagesOf = (text) => text.split(/^(?=(?:\/|[A-Z]:\\|file:|node:).*:\d+$)/m)[0].trim() || text;

const run = (args) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
    let text = '';
    child.stderr.on('data', (chunk) => {
      text += chunk;
    });
    child.on('close', (code) => resolve({ ok: code === 0, text }));
  });

/** Builds what is there now, again while it changes meanwhile, and then starts the deck. */
async function rebuild() {
  isStale = true;
  if (building) return;
  building = true;
  let built = { ok: false, text: '' };
  while (isStale) {
    isStale = false;
    built = await run(['scripts/build.mjs', '--quiet', '--outdir', dist]);
  }
  if (!isLeaving && !built.ok) await show(messagesOf(built.text));
  else if (!isLeaving) {
    await stopDeck();
    startDeck();
  }
  building = false;
  if (isStale) void rebuild();
}

/** A pane of tmux with the log, or undefined where there is none. */
function openPane() {
  if (process.env.TMUX === undefined) return undefined;
  const side = (process.stdout.columns ?? 80) >= 160 ? ['-h', '-l', '40%'] : ['-v', '-l', '25%'];
  const target = process.env.TMUX_PANE === undefined ? [] : ['-t', process.env.TMUX_PANE];
  try {
    const pane = [
      'split-window',
      '-d',
      ...side,
      ...target,
      '-P',
      '-F',
      '#{pane_id}',
      'tail',
      '-n',
      '0',
      '-F',
      log,
    ];
    return execFileSync('tmux', pane, { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}
const pane = openPane();
console.log(pane === undefined ? `Log: tail -F ${log}` : `Log: ${log}`);

/**
 * Watches folder by folder: on Linux a recursive watch loses a file that an editor has replaced.
 * @type {Map<string, import('node:fs').FSWatcher>}
 */
const watchers = new Map();
function watchFolder(folder) {
  if (watchers.has(folder)) return;
  const watcher = watch(folder, () => {
    watchFolders();
    clearTimeout(changed);
    // One save of an editor is several changes.
    changed = setTimeout(() => void rebuild(), 50);
  });
  watcher.on('error', () => {});
  watchers.set(folder, watcher);
}
function watchFolders() {
  const folders = ['src', 'scripts'].flatMap((name) => [
    join(root, name),
    ...readdirSync(join(root, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name)),
  ]);
  for (const [folder, watcher] of watchers)
    if (!folders.includes(folder)) {
      watcher.close();
      watchers.delete(folder);
    }
  for (const folder of folders) watchFolder(folder);
}
watchFolders();
void rebuild();

async function leave(code) {
  if (isLeaving) return;
  isLeaving = true;
  await stopDeck();
  if (pane !== undefined) {
    try {
      execFileSync('tmux', ['kill-pane', '-t', pane], { stdio: 'ignore' });
    } catch {
      // The person has closed it.
    }
  }
  for (const watcher of watchers.values()) watcher.close();
  process.exit(code);
}
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])
  process.on(signal, () => void leave(code));
