import { describe, expect, it } from 'vitest';
import { compose } from '../../src/app/composition.ts';
import { toSession } from '../../src/app/session.ts';
import { signInPort } from '../../src/app/sign-in-port.ts';
import { manualClock } from '../../src/base/clock.ts';
import type { GlobalFlags } from '../../src/commands/cli/global-flags.ts';
import { fakeChildren, keyringAnswers } from '../platform/credentials/fake-children.ts';
import { tempFolder } from '../platform/files/temp-folder.ts';

const start = Date.UTC(2026, 10, 27);

/** One run of the program without a network. */
const run = (flags: GlobalFlags, env: Record<string, string> = {}) =>
  compose(
    {
      env: { HOME: tempFolder(), ...env },
      clock: manualClock(start),
      random: () => 0.5,
      stdin: async () => '',
      spawn: fakeChildren(keyringAnswers()).spawn,
      entry: '/opt/rigdeck.js',
      platform: 'linux',
      version: '1.2.3',
      transport: async () => {
        throw new TypeError('no network here');
      },
    },
    flags,
  );

async function sandboxSession() {
  const account = await (await run({ sandbox: true })).account();
  if (!account.ok) throw new Error(account.reason);
  return toSession(account);
}

describe('the rehearsal of a session', () => {
  it('belongs to the embedded sandbox, however it was opened', async () => {
    expect((await sandboxSession()).rehearsal).toBeDefined();
    const { openSandbox } = signInPort(await run({}));
    expect((await openSandbox()).rehearsal).toBeDefined();
  });

  it('is no part of an account, not even on a served sandbox', async () => {
    const env = { RIGDECK_API_KEY: 'a'.repeat(64), RIGDECK_BASE_URL: 'http://127.0.0.1:8080' };
    const composition = await run({}, env);
    const account = await composition.account();
    expect(account.ok && toSession(account)).not.toHaveProperty('rehearsal');
    const { connect } = signInPort(composition);
    expect(connect('http://127.0.0.1:8080', 'b'.repeat(64))).not.toHaveProperty('rehearsal');
  });

  it('changes the sandbox that the session speaks to', async () => {
    const { api, rehearsal } = await sandboxSession();
    expect(rehearsal?.run({ kind: 'credit', dollars: 1 })).toBeUndefined();
    expect(await api.currentUser()).toMatchObject({ credit: 1 });
    await api.tfaSendEmail({});
    expect(rehearsal?.messages()).toEqual([
      {
        channel: 'email',
        to: expect.stringContaining('@'),
        code: expect.stringMatching(/^\d{6}$/),
        at: start,
      },
    ]);
    rehearsal?.run({ kind: 'pass', seconds: 60 });
    expect(rehearsal?.aheadMs()).toBe(60_000);
    await api.tfaSendEmail({});
    expect(rehearsal?.messages().at(-1)).toMatchObject({ at: start + 60_000 });
  });

  it('says why something is not possible', async () => {
    const { rehearsal } = await sandboxSession();
    for (const fate of ['taken', 'dearer'] as const) {
      expect(rehearsal?.run({ kind: 'offer', id: 1, fate })).toBe('Not possible: there is no offer 1');
    }
    expect(rehearsal?.run({ kind: 'instance', id: 1, fate: 'exited' })).toMatch(/^Not possible: /);
  });
});
