import { createServer } from 'node:net';

/** A port of this machine on which nothing listens: `wanted` where it is free, else any; undefined where there is none. */
export async function freePort(wanted: number): Promise<number | undefined> {
  return (await tryPort(wanted)) ?? (await tryPort(0));
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(undefined));
    server.listen({ port, host: '127.0.0.1' }, () => {
      const bound = server.address();
      const free = typeof bound === 'object' && bound !== null ? bound.port : undefined;
      server.close(() => resolve(free));
    });
  });
}
