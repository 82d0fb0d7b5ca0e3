import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../../src/platform/terminal/free-port.ts';
import { type LinkIo, openLink } from '../../../src/platform/terminal/open-link.ts';

const secret = 'https://203.0.113.7:40080/?token=tok-123456';

/** A desktop whose browser does as `browse` says with what it is given. */
function desktop(browse: (url: string, child: EventEmitter) => void, more: Partial<LinkIo> = {}) {
  const started: string[][] = [];
  const io: LinkIo = {
    env: { DISPLAY: ':0' },
    platform: 'linux',
    sleep: () => new Promise(() => {}),
    spawn: (command, args) => {
      started.push([command, ...args]);
      const child = Object.assign(new EventEmitter(), { unref: () => {} });
      queueMicrotask(() => browse(args.at(-1) ?? '', child));
      return child as unknown as ChildProcess;
    },
    ...more,
  };
  return { io, started };
}

describe('an address for the browser', () => {
  it('gets there by a way in that works once, so that no list of processes holds its token', async () => {
    const ask = (url: string) =>
      fetch(url, { redirect: 'manual' }).then(
        ({ status, headers }) => headers.get('location') ?? status,
        () => 'closed',
      );
    let went: Promise<unknown[]> | undefined;
    const { io, started } = desktop((url) => {
      went = (async () => [await ask(`${url}x`), await ask(url), await ask(url)])();
    });
    expect(await openLink(secret, io)).toEqual({ ok: true, text: 'Opened in your browser.' });
    expect((await went)?.slice(0, 2)).toEqual([404, secret]);
    expect((await went)?.[2]).not.toBe(secret);
    expect(started).toEqual([
      ['xdg-open', expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}$/)],
    ]);
  });

  it.each<[string, Partial<LinkIo>]>([
    ['over SSH', { env: { DISPLAY: ':0', SSH_CONNECTION: '1 2 3 4' } }],
    ['without a desktop', { env: {} }],
  ])('is not opened %s', async (_, more) => {
    const { io, started } = desktop(() => {}, more);
    expect((await openLink(secret, io)).ok).toBe(false);
    expect(started).toEqual([]);
  });

  it.each(['file:///etc/passwd', 'javascript:alert(1)', '--help', 'https://x/a b'])(
    'that is none is not opened: %s',
    async (url) => {
      const { io, started } = desktop(() => {});
      expect((await openLink(url, io)).ok).toBe(false);
      expect(started).toEqual([]);
    },
  );

  it.each<[string, (url: string, child: EventEmitter) => void]>([
    ['is not there', (_, child) => child.emit('error', new Error('ENOENT'))],
    ['fails', (_, child) => child.emit('exit', 3)],
  ])('is said not to be opened when the opener %s', async (_, browse) => {
    const { io } = desktop(browse);
    expect((await openLink(secret, io)).ok).toBe(false);
  });

  it('is given up when no browser asks for it in time', async () => {
    const { io } = desktop(() => {}, { sleep: async () => {} });
    expect((await openLink(secret, io)).ok).toBe(false);
  });
});

it('a free port is the wanted one, and another where something listens on it', async () => {
  const server = createServer();
  const taken = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  );
  const other = await freePort(taken);
  expect(other).toEqual(expect.any(Number));
  expect(other).not.toBe(taken);
  await new Promise((closed) => server.close(closed));
  expect(await freePort(taken)).toBe(taken);
});
