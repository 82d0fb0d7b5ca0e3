import { describe, expect, it } from 'vitest';
import { simulatedTime, type TestDeck } from '../support/deck.tsx';
import {
  appSecret,
  count,
  lastCode,
  openTfa,
  outbox,
  shownSecret,
  startTfa,
  totp,
  typeCode,
  withMethods,
  words,
  wrongCode,
} from '../support/tfa.ts';

simulatedTime();

const both = (app: TestDeck) => withMethods(app, 'totp', 'sms');

describe('Security says of a code what became of it', () => {
  it('it is on its way when the flow was left without it', async () => {
    const app = await openTfa({ kind: 'add', method: 'totp' });
    await app.press('app.escape');
    expect(app.text()).toMatch(/mail code +sent 0:0\d ago +valid 9:5\d more/);
    expect(app.text()).not.toContain('it was accepted');
  });

  it('it is on its way when the method was locked before it was given', async () => {
    const app = await openTfa({ kind: 'login' }, { prefer: { kind: 'sms' }, prepare: both });
    for (const wrong of ['900001', '900002', '900003']) await typeCode(app, wrong);
    expect(app.text()).toContain('locked');
    await app.press('app.escape', 'app.refresh');
    expect(app.text()).toContain('but sms is locked');
    expect(app.text()).not.toContain('it was accepted');
  });

  it('it opened the window when only the answer got lost', async () => {
    const app = await openTfa({ kind: 'add', method: 'totp' });
    await app.control('faults', {
      path: '/api/v0/tfa/authorize-new-method/',
      method: 'PUT',
      kind: 'drop-after',
    });
    await typeCode(app, await lastCode(app));
    await app.press('app.escape');
    expect(app.text()).toMatch(/mail code +used 0:0\d ago +✓ it opened the add window/);
  });

  it('it is given up when nobody knows whether it was judged', async () => {
    const app = await openTfa({ kind: 'login' }, { prefer: { kind: 'email' }, prepare: both });
    await app.control('faults', { path: '/api/v0/tfa/', method: 'POST', kind: 'drop-after' });
    await typeCode(app, await wrongCode(app));
    await app.press('app.escape');
    expect(app.text()).toMatch(/mail code +sent 0:0\d ago +given up/);
  });
});

describe('a person who comes back to a code', () => {
  it.each([
    ['text', 'sms', 'sms/'],
    ['e-mail', 'email', 'email/'],
  ] as const)('by %s finds the field open and no other one sent', async (_, kind, path) => {
    const app = await openTfa({ kind: 'login' }, { prefer: { kind }, prepare: both });
    const code = await lastCode(app);
    await app.press('app.escape');
    await app.advance(8_000);
    await startTfa(app, { kind: 'login' }, { kind });
    expect(words(app)).toContain('A code is already on its way. Enter it, or have it sent again.');
    expect(app.text()).toMatch(/r sends another in 0:2\d; rigdeck waits/);
    expect(await outbox(app)).toHaveLength(1);
    expect(await count(app, 'POST', path)).toBe(1);
    await typeCode(app, code);
    expect(app.text()).toContain('You are verified.');
  });

  it('for adding a method finds it too, and a code for one thing is not taken for another', async () => {
    const app = await openTfa({ kind: 'add', method: 'totp' }, { prefer: { kind: 'email' }, prepare: both });
    const code = await lastCode(app);
    await app.press('app.escape');
    await startTfa(app, { kind: 'add', method: 'sms' }, { kind: 'email' });
    expect(await outbox(app)).toHaveLength(1);
    await typeCode(app, code);
    expect(words(app)).toContain('Which number should get the codes?');
  });

  it('by Esc from the other ways has lost nothing', async () => {
    const app = await openTfa({ kind: 'login' }, { prefer: { kind: 'email' }, prepare: both });
    await app.press('tfa.other');
    expect(words(app)).toContain('How do you want to prove');
    expect(app.frame().at(-1)).not.toContain('send again');
    await app.press('app.escape');
    expect(words(app)).toContain('Enter its 6 digits.');
    expect(await outbox(app)).toHaveLength(1);
  });
});

describe('backup codes that are in an answer under way', () => {
  it('are not quit from without a word: first confirmation', async () => {
    const app = await openTfa({ kind: 'add', method: 'totp' });
    await typeCode(app, await lastCode(app));
    await app.control('faults', { path: '/api/v0/tfa/confirm-new/', kind: 'delay', delay_ms: 20_000 });
    await typeCode(app, totp(app, shownSecret(app)));
    expect(words(app)).toContain('The code is with the service. Wait for its answer.');
    expect(words(app)).not.toContain('harmless');
    await app.press('app.quit');
    expect(app.ended()).toBe(false);
    expect(words(app)).toMatch(/Backup codes may be on their way\. .*B on Security makes new ones/);
    await app.press('app.quit');
    expect(app.ended()).toBe(true);
  });

  it('are not quit from without a word: new codes', async () => {
    const app = await openTfa({ kind: 'regen' }, { prefer: { kind: 'totp' }, prepare: both });
    await app.control('faults', { path: '/api/v0/tfa/regen-backup-codes/', kind: 'hang' });
    await app.type(totp(app, appSecret));
    await app.press('tfa.go');
    await app.press('app.quit');
    expect(app.ended()).toBe(false);
    expect(app.prose()).toContain('Backup codes may be on their way.');
  });

  it('are said to be unseen when that answer is lost, until others are kept', async () => {
    const app = await openTfa({ kind: 'add', method: 'totp' });
    await typeCode(app, await lastCode(app));
    await app.control('faults', { path: '/api/v0/tfa/confirm-new/', kind: 'drop-after' });
    await typeCode(app, totp(app, shownSecret(app)));
    expect(app.text()).toContain('✗ not seen');
    expect(app.text()).not.toContain('not needed');
    await app.press('tfa.go');
    expect(app.text()).toContain('✗ not kept');
    expect(app.prose()).toContain('without a copy they are lost, and B makes ten new ones.');
    expect(app.prose()).toContain('Backup codes not shown to be kept. B makes new ones.');
  });
});

describe('a session whose key may not write, with two-factor off', () => {
  it('is told the permission, and not to verify where nothing verifies', async () => {
    const app = await openTfa(
      { kind: 'add', method: 'sms' },
      {
        prepare: async (deck) => {
          const { key } = (await deck.control('keys', {
            permissions: { api: { misc: {}, user_read: {}, instance_read: {} } },
          })) as { key: string };
          const session = deck.world.connect(key);
          deck.signIn({ ...session, verified: { at: Date.now(), home: 'memory' } });
        },
      },
    );
    expect(words(app)).toContain('The key may not do this. It most likely lacks the permission user_write.');
    expect(words(app)).not.toMatch(/verif|session/i);
  });
});
