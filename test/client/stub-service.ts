import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/**
 * A service made of bytes: it keeps each request as it came off the socket and answers with whatever text the test
 * typed. It imports nothing of the product, so that client and sandbox cannot be wrong together.
 */
export type Stub = {
  url: string;
  /** Each request, request line to body, as it came. */
  requests: string[];
  /** What the next calls are answered with, in order; the last one stays. */
  answers: Answer[];
  close(): Promise<void>;
};

/** Raw bytes to send, or something to do with the socket. */
export type Answer = string | ((socket: Socket) => void);

export async function startStub(...answers: Answer[]): Promise<Stub> {
  const sockets = new Set<Socket>();
  const stub = { requests: [] as string[], answers };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let seen = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      seen += chunk;
      const head = seen.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(seen.slice(0, head + 2))?.[1] ?? 0);
      if (seen.length < head + 4 + length) return;
      stub.requests.push(Buffer.from(seen, 'latin1').toString('utf8'));
      seen = '';
      const answer = stub.answers.length > 1 ? stub.answers.shift() : stub.answers[0];
      if (typeof answer === 'string') socket.end(answer);
      else answer?.(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...stub,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** An HTTP answer with a JSON body, typed out. */
export function json(body: string, status = '200 OK', headers = ''): string {
  return answer(body, status, `Content-Type: application/json\r\n${headers}`);
}

/** An HTTP answer; `headers` end in CRLF each. */
export function answer(body: string, status = '200 OK', headers = ''): string {
  return `HTTP/1.1 ${status}\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
}

/** Request line, headers by lower-case name, and body of a request that the stub kept. */
export function parts(request: string): { line: string; headers: Record<string, string>; body: string } {
  const [head = '', ...rest] = request.split('\r\n\r\n');
  const [line = '', ...headers] = head.split('\r\n');
  return {
    line: line.replace(' HTTP/1.1', ''),
    headers: Object.fromEntries(
      headers.map((header) => [
        header.slice(0, header.indexOf(':')).toLowerCase(),
        header.slice(header.indexOf(':') + 2),
      ]),
    ),
    body: rest.join('\r\n\r\n'),
  };
}
