import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

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
