import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';

/** What a real keyring needs on this machine and does not have; empty when it can run. */
export function missingTools(): string[] {
  if (process.platform !== 'linux') return ['Linux'];
  const paths = (process.env.PATH ?? '').split(':');
  const tools = ['dbus-run-session', 'dbus-send', 'gnome-keyring-daemon'];
  const missing = tools.filter((tool) => !paths.some((p) => existsSync(join(p, tool))));
  const libraries = execFileSync('sh', ['-c', 'ldconfig -p 2>/dev/null || /sbin/ldconfig -p'], {
    encoding: 'utf8',
  });
  return libraries.includes('libsecret-1.so.0') ? missing : [...missing, 'libsecret-1.so.0'];
}

/** The keyring child as a script of its own, beside the packages so that it finds keytar as rigdeck does. */
export async function buildChild(): Promise<{ entry: string; remove: () => void }> {
  const folder = resolve('node_modules/.cache', `rigdeck-keychain-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const entry = join(folder, 'entry.mjs');
  await build({
    entryPoints: ['src/platform/credentials/keytar-child.ts'],
    outfile: join(folder, 'child.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['keytar'],
    logLevel: 'error',
  });
  writeFileSync(
    entry,
    `import { runKeytarChild } from './child.mjs';
     await runKeytarChild({ stdin: process.stdin, stdout: process.stdout });
     process.exit(0);`,
  );
  return { entry, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export type Session = { bus: string; daemonPid: number; end(): Promise<void> };

/**
 * A session bus with gnome-keyring's Secret Service on it, its collection in `home`. Unlocked by a password, or
 * started without one on a collection that exists, which leaves it locked.
 */
export async function startSession(home: string, state: 'unlocked' | 'locked'): Promise<Session> {
  const start =
    state === 'unlocked'
      ? 'printf pw | gnome-keyring-daemon --unlock --components=secrets'
      : 'gnome-keyring-daemon --start --components=secrets';
  const findPid =
    'dbus-send --session --print-reply=literal --dest=org.freedesktop.DBus /org/freedesktop/DBus ' +
    'org.freedesktop.DBus.GetConnectionUnixProcessID string:org.freedesktop.secrets 2>/dev/null';
  // The daemon returns before its name is on the bus.
  const wait = `n=0; until ${findPid}; do n=$((n+1)); [ $n -gt 200 ] && echo none && break; sleep 0.02; done`;
  const script = `${start} >/dev/null 2>&1; echo "$DBUS_SESSION_BUS_ADDRESS"; ${wait}; cat >/dev/null`;
  const { DISPLAY: _, WAYLAND_DISPLAY: __, GNOME_KEYRING_CONTROL: ___, ...env } = process.env;
  // A runtime folder of its own: the control socket of a session before leads nowhere.
  const runtime = mkdtempSync(join(home, 'run-'));
  const child = spawn('dbus-run-session', ['--', 'sh', '-c', script], {
    env: {
      ...env,
      HOME: home,
      XDG_DATA_HOME: join(home, 'data'),
      XDG_RUNTIME_DIR: runtime,
      XDG_CACHE_HOME: home,
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const bus = String((await lines.next()).value);
  const daemonPid = Number(/uint32 (\d+)/.exec(String((await lines.next()).value))?.[1]);
  return { bus, daemonPid, end: () => endSession(child, daemonPid) };
}

async function endSession(child: ChildProcess, daemonPid: number): Promise<void> {
  const ended = new Promise((done) => child.once('exit', done));
  try {
    process.kill(daemonPid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
  child.stdin?.end();
  await ended;
}
