import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';

/** A CONNECT proxy that leads every name to this machine and writes down what it was asked for. */
export async function startProxy(): Promise<{ url: string; seen: string[]; close(): Promise<void> }> {
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    response.writeHead(405).end();
  });
  server.on('connect', (request, socket: Socket) => {
    seen.push(`CONNECT ${request.url} ${JSON.stringify(request.headers)}`);
    const inner = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(inner).pipe(socket);
    });
    for (const one of [socket, inner]) {
      sockets.add(one);
      one.on('error', () => {});
    }
    inner.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** A SOCKS 5 proxy that leads every name to this machine; with `login` (`user:password`) it wants that. */
export async function startSocks(
  login?: string,
): Promise<{ host: string; seen: string[]; close(): Promise<void> }> {
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    let step: (bytes: Buffer) => void = () => {
      socket.write(Uint8Array.of(5, login === undefined ? 0 : 2));
      step = login === undefined ? ask : prove;
    };
    const prove = (bytes: Buffer) => {
      const user = bytes.subarray(2, 2 + (bytes[1] ?? 0));
      const isGood = `${user}:${bytes.subarray(3 + user.length)}` === login;
      socket.write(Uint8Array.of(1, isGood ? 0 : 1));
      step = ask;
    };
    const ask = (bytes: Buffer) => {
      const name = bytes.subarray(5, 5 + (bytes[4] ?? 0));
      const port = bytes.readUInt16BE(5 + name.length);
      seen.push(`${name}:${port}`);
      socket.removeAllListeners('data');
      const inner = connect(port, '127.0.0.1', () => {
        socket.write(Uint8Array.of(5, 0, 0, 1, 127, 0, 0, 1, 0, 80));
        socket.pipe(inner).pipe(socket);
      });
      sockets.add(inner);
      inner.on('error', () => socket.destroy());
    };
    socket.on('data', (bytes: Buffer) => step(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
