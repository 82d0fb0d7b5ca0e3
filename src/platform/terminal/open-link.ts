/** Opens an address in the browser of this machine. */

import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Spawn } from './child.ts';
import type { Env } from './colour.ts';

export type LinkIo = {
  env: Env;
  platform: NodeJS.Platform;
  spawn: Spawn;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
};

/** How long a browser may take to start. */
const patienceMs = 20_000;

/**
 * Has the system's browser open `url`, an http or https address. Addresses with a token in them are secrets, and the
 * arguments of a program are seen by everybody on the machine: so the browser is given a way in of this process, which
 * leads on to `url` once, to the first that asks, and is closed then. Over SSH there is no browser to open. Never rejects.
 */
export async function openLink(url: string, io: LinkIo): Promise<{ ok: boolean; text: string }> {
  const opener = openerFor(io.env, io.platform);
  if (opener === undefined) return { ok: false, text: 'No browser can be opened from here. The address is:' };
  if (!/^https?:\/\/[^\s"'<>\\]+$/.test(url)) return { ok: false, text: 'This is no address for a browser:' };
  const done = new AbortController();
  const way = await wayIn(url, () => done.abort());
  if (way === undefined) return { ok: false, text: 'The browser could not be led there. The address is:' };
  try {
    const [command, ...args] = opener;
    const failed = await started(io.spawn, command, [...args, way.url], done.signal, io.sleep);
    if (!failed && done.signal.aborted) return { ok: true, text: 'Opened in your browser.' };
    return { ok: false, text: 'No browser asked for it. The address is:' };
  } finally {
    way.close();
  }
}

/** The program that opens addresses; undefined over SSH and where there is no desktop. */
function openerFor(env: Env, platform: NodeJS.Platform): readonly [string, ...string[]] | undefined {
  if (env.SSH_CONNECTION || env.SSH_TTY || env.SSH_CLIENT) return undefined;
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  if (env.WSL_DISTRO_NAME) return ['wslview'];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined;
}

type WayIn = { url: string; close(): void };

function wayIn(to: string, taken: () => void): Promise<WayIn | undefined> {
  // Nobody else should guess it.
  const name = randomBytes(16).toString('hex');
  return new Promise((resolve) => {
    let open = true;
    const server = createServer((request, response) => {
      if (!open || request.url !== `/${name}`) return void response.writeHead(404).end();
      open = false;
      response.writeHead(302, {
        Location: to,
        'Cache-Control': 'no-store',
        Connection: 'close',
        'Referrer-Policy': 'no-referrer',
      });
      response.end(taken);
    });
    server.on('error', () => resolve(undefined));
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({ url: `http://127.0.0.1:${port}/${name}`, close: () => void server.close() });
    });
  });
}

/** Whether the opener failed before anybody asked; resolves once somebody has, or the time is over. */
function started(
  spawn: Spawn,
  command: string,
  args: readonly string[],
  asked: AbortSignal,
  sleep: LinkIo['sleep'],
): Promise<boolean> {
  return new Promise((resolve) => {
    asked.addEventListener('abort', () => resolve(false), { once: true });
    try {
      const child = spawn(command, args, { stdio: 'ignore', detached: true });
      child.on('error', () => resolve(true));
      child.on('exit', (code) => {
        if (code !== 0 && code !== null) resolve(true);
      });
      child.unref();
    } catch {
      resolve(true);
    }
    sleep(patienceMs, asked).then(
      () => resolve(false),
      () => {},
    );
  });
}
