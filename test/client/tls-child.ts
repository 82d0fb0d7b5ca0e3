import { systemClock } from '../../src/base/clock.ts';
import { createClient } from '../../src/client/client.ts';
import { ApiError } from '../../src/client/errors.ts';
import { createTransport } from '../../src/client/transport.ts';

// Run as a process of its own by tls.test.ts: Node reads NODE_EXTRA_CA_CERTS once, at its start.
const client = createClient({
  baseUrl: process.argv[2] ?? '',
  bearer: () => 'child-key',
  transport: await createTransport(process.env),
  clock: systemClock,
  random: () => 0,
  userAgent: 'rigdeck/test',
});
const call = process.argv[3] === 'write' ? client.createInstance(7, { image: 'a' }) : client.currentUser();
const said = await call.catch((error: unknown) =>
  error instanceof ApiError ? { kind: error.kind, reason: error.reason, status: error.status } : 'a bug',
);
console.log(JSON.stringify(said));
process.exit(0);
