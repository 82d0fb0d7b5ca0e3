/** A home with two accounts signed in, an ssh that does nothing, and two services in processes of their own. */

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Service, startService } from '../pty/service.ts';
import type { Moody } from './person.ts';

/** The clock of the services goes so many times as fast as ours. */
export const speed = 60;

export type Accounts = Record<'main' | 'work', Service>;

export async function startAccounts(): Promise<Accounts> {
  const start = () => startService('--offers', '300', '--speed', String(speed));
  const accounts = { main: await start(), work: await start() };
  for (const service of Object.values(accounts)) await service.control('POST', '/account', { credit: 5000 });
  return accounts;
}

/** Signs in to both with the built program, as a person does; `work` first, so that `main` is the one in use. */
export function furnish(home: string, program: string, accounts: Accounts): void {
  const bin = join(home, 'bin');
  mkdirSync(bin);
  const scripts = {
    ssh: 'echo "connected by: $*"\nread key',
    deck: `echo $$ >"$HOME/pid"\nexec '${process.execPath}' --expose-gc --import "file://$HOME/told.mjs" '${program}' 2>"$HOME/stderr"`,
  };
  for (const [name, text] of Object.entries(scripts)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  for (const name of ['work', 'main'] as const) {
    const { url, apiKey } = accounts[name];
    const file = join(home, 'key');
    writeFileSync(file, apiKey, { mode: 0o600 });
    const words = ['login', '--profile', name, '--base-url', url, '--api-key-file', file, '--store', 'file'];
    const { status, stderr } = spawnSync(process.execPath, [program, ...words], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: home },
    });
    if (status !== 0) throw new Error(`rigdeck login ended with ${status}: ${stderr}`);
  }
}

/** The control surface over HTTP; what it refuses, as a change of what is gone, is left alone. */
export function moodyOver(service: Service): Moody {
  const say = (path: string, body: unknown) => service.control('POST', path, body).catch(() => {});
  return {
    addFault: (fault) => say('/faults', fault),
    clearFaults: () => service.control('DELETE', '/faults'),
    async alive() {
      const { instances } = await service.ledger();
      return instances.filter(({ destroyed_at }) => destroyed_at === null).map(({ id }) => id);
    },
    change: (id, to) => say(`/instances/${id}`, to),
  };
}
