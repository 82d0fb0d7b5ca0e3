import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { TraceEvent } from '../../src/client/client.ts';
import { cleanResultUrl, resultLines } from '../../src/client/read-result.ts';
import { failure, key, makeClient } from './make.ts';
import { answer, parts, type Stub, startStub } from './stub-service.ts';

let stub: Stub | undefined;
afterEach(async () => {
  await stub?.close();
});

const base = 'https://api.example.com';

describe('where a result_url may lead', () => {
  it.each([
    'https://s3.amazonaws.com/bucket/instance_logs/abc.log?X-Signature=1',
    'https://api.example.com/results/a.txt',
  ])('%s is fetched as it stands', (url) => {
    expect(cleanResultUrl(url, base)).toBe(url);
  });

  it.each([
    'http://s3.amazonaws.com/a.log',
    'https://user:pw@s3.amazonaws.com/a.log',
    'https://127.0.0.1/a',
    'https://2130706433/a',
    'https://0x7f.1/a',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/a',
    'https://203.0.113.7/a',
    'https://[::1]/a',
    'https://[fd00::1]/a',
    'https://localhost/a',
    'https://foo.localhost/a',
    'https://router.lan/a',
    'https://metadata.google.internal/a',
    'https://intranet/a',
    'http://api.example.com/a',
    'https://api.example.com:8443@127.0.0.1/a',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '/results/a',
    '',
  ])('%j is not', (url) => {
    expect(cleanResultUrl(url, base)).toBeUndefined();
  });

  it("takes the service's own origin, whatever host that is", () => {
    const own = 'http://127.0.0.1:8080/results/a.txt';
    expect(cleanResultUrl(own, 'http://127.0.0.1:8080')).toBe(own);
    expect(cleanResultUrl(own, 'http://127.0.0.1:8081')).toBeUndefined();
  });
});

describe('a result', () => {
  it('is waited for until it is there, and asked for without a key', async () => {
    stub = await startStub(
      answer('no such key', '404 Not Found'),
      answer('<Error>AccessDenied</Error>', '403 Forbidden'),
      answer('one\ntwo\n'),
    );
    const client = await makeClient({ baseUrl: stub.url });
    expect(await client.readResult('executeCommand', `${stub.url}/results/a1.txt?sig=s3cret`)).toEqual([
      'one',
      'two',
    ]);
    expect(stub.requests).toHaveLength(3);
    for (const request of stub.requests) {
      expect(parts(request).line).toBe('GET /results/a1.txt?sig=s3cret');
      expect(request).not.toContain(key);
      expect(parts(request).headers.authorization).toBeUndefined();
    }
  });

  it('that is never written ends as a timeout after thirty tries', async () => {
    stub = await startStub(answer('', '404 Not Found'));
    const client = await makeClient({ baseUrl: stub.url });
    expect(await failure(client.readResult('executeCommand', `${stub.url}/a`))).toMatchObject({
      kind: 'timeout',
    });
    expect(stub.requests).toHaveLength(30);
  });

  it('is not read through a redirect, and its address is in no error and no trace', async () => {
    stub = await startStub(answer('', '302 Found', 'Location: https://evil.example.com/\r\n'));
    const trace: TraceEvent[] = [];
    const client = await makeClient({ baseUrl: stub.url, trace: (event) => trace.push(event) });
    const error = await failure(client.readResult('executeCommand', `${stub.url}/a?sig=s3cret`));
    expect(error).toMatchObject({ kind: 'http', status: 302, reason: 'moved' });
    expect(trace).toMatchObject([{ endpoint: 'readResult', attempt: 1, kind: 'http' }]);
    expect(JSON.stringify([error, error.message, trace])).not.toContain('s3cret');
  });

  it('at an address that is not safe is not asked for at all', async () => {
    const sent: string[] = [];
    const client = await makeClient({
      baseUrl: base,
      transport: async (url) => {
        sent.push(url);
        return new Response('x');
      },
    });
    const error = await failure(client.readResult('executeCommand', 'https://169.254.169.254/latest'));
    expect(error).toMatchObject({ kind: 'refused', reason: 'bad-result-url' });
    expect(sent).toEqual([]);
  });

  it('is given up when the caller gives up', async () => {
    const stop = new AbortController();
    const client = await makeClient({
      baseUrl: base,
      transport: async () => {
        stop.abort();
        return new Response('', { status: 404 });
      },
    });
    const read = client.readResult('executeCommand', 'https://s3.example.com/a', { signal: stop.signal });
    expect(await failure(read)).toMatchObject({ kind: 'aborted' });
  });
});

describe('its lines', () => {
  it('are what a terminal would show, without its commands', () => {
    const raw = '\x1b[31mred\x1b[0m\r\n 10%\r 50%\r100%\n\tindented\n\x1b]0;title\x07plain\u202e\n';
    expect(resultLines(raw)).toEqual(['red', '100%', '  indented', 'plain']);
    for (const nothing of ['', '\n', '\r\n']) expect(resultLines(nothing)).toEqual([]);
    expect(resultLines('\n\n')).toEqual(['', '']);
    expect(resultLines('a\n\nb')).toEqual(['a', '', 'b']);
  });

  it('hold no control character, whatever came', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (raw) => {
        for (const line of resultLines(raw)) expect(line).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
      }),
    );
  });
});
