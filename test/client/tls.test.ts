import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { describeIf } from '../support/strict.ts';
import { startProxy } from './proxy.ts';

const dir = mkdtempSync(join(tmpdir(), 'rigdeck-tls-'));
const pem = join(dir, 'cert.pem');
const certificate = makeCertificate();
if (certificate === undefined)
  console.warn('tls.test.ts is skipped: there is no openssl to make a certificate with');

function makeCertificate(): { key: Buffer; cert: Buffer } | undefined {
  const key = join(dir, 'key.pem');
  const names = 'subjectAltName=DNS:localhost,DNS:rigs.test';
  const args = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
  ];
  try {
    execFileSync(
      'openssl',
      [...args, '-subj', '/CN=rigs.test', '-addext', names, '-keyout', key, '-out', pem],
      {
        stdio: 'ignore',
      },
    );
    return { key: readFileSync(key), cert: readFileSync(pem) };
  } catch {
    return undefined;
  }
}

const describeHere = describeIf(certificate === undefined ? 'openssl makes no certificate here' : undefined);

describeHere('a service behind a private certificate', () => {
  const requests: string[] = [];
  let server: Server;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let port = 0;

  beforeAll(async () => {
    const bundled = build({
      entryPoints: [join(import.meta.dirname, 'tls-child.ts')],
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: join(dir, 'child.mjs'),
      banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    });
    server = createServer({ ...certificate }, (request, response) => {
      requests.push(`${request.headers.host} ${request.headers.authorization}`);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"id":7}');
    });
    server.on('tlsClientError', () => {});
    await new Promise<void>((resolve) => server.listen(0, resolve));
    port = (server.address() as AddressInfo).port;
    proxy = await startProxy();
    await bundled;
  });
  afterAll(async () => {
    server.close();
    server.closeAllConnections();
    await proxy.close();
    rmSync(dir, { recursive: true });
  });

  async function ask(host: string, env: Record<string, string>, ...more: string[]): Promise<unknown> {
    const child = await promisify(execFile)(
      process.execPath,
      [join(dir, 'child.mjs'), host.includes(':') ? `https://${host}` : `https://${host}:${port}`, ...more],
      {
        env: { PATH: process.env.PATH, ...env },
      },
    );
    expect(child.stderr).toBe('');
    return JSON.parse(child.stdout);
  }

  it('is trusted by NODE_EXTRA_CA_CERTS and by nothing else', async () => {
    expect(await ask('localhost', {})).toEqual({
      kind: 'network',
      reason: expect.stringMatching(/SELF_SIGNED_CERT|UNABLE_TO_VERIFY/),
    });
    expect(requests).toEqual([]);
    expect(await ask('localhost', { NODE_EXTRA_CA_CERTS: pem })).toEqual({ id: 7 });
    expect(requests).toEqual([`localhost:${port} Bearer child-key`]);
  });

  it('is reached through HTTPS_PROXY with the same trust, and the proxy never sees the key', async () => {
    const env = { HTTPS_PROXY: proxy.url };
    expect(await ask('rigs.test', env)).toMatchObject({ kind: 'network' });
    expect(await ask('rigs.test', { ...env, NODE_EXTRA_CA_CERTS: pem })).toEqual({ id: 7 });
    expect(proxy.seen.at(-1)).toMatch(new RegExp(`^CONNECT rigs.test:${port} `));
    expect(proxy.seen.join()).not.toContain('child-key');
  });

  it.each([true, false])(
    'gets a write once, whether it speaks HTTP/2 or answers 421 (%s)',
    async (isHttp2) => {
      const lines: string[] = [];
      const take = (request: IncomingMessage, response: ServerResponse) => {
        lines.push(`${request.method} ${request.url}`);
        response.writeHead(421, { 'Content-Type': 'application/json' }).end('{"error":"no","msg":"no"}');
      };
      const other = isHttp2
        ? createSecureServer({ ...certificate, allowHTTP1: true }).on('request', (request, response) =>
            take(request as never, response as never),
          )
        : createServer({ ...certificate }, take);
      await new Promise<void>((resolve) => other.listen(0, () => resolve()));
      onTestFinished(() => void other.close());
      const at = (other.address() as AddressInfo).port;
      for (const [host, env] of [
        ['localhost', {}],
        ['rigs.test', { HTTPS_PROXY: proxy.url }],
      ] as const)
        expect(await ask(`${host}:${at}`, { ...env, NODE_EXTRA_CA_CERTS: pem }, 'write')).toMatchObject({
          kind: 'http',
          status: 421,
        });
      expect(lines).toEqual(['PUT /api/v0/asks/7/', 'PUT /api/v0/asks/7/']);
    },
  );
});
