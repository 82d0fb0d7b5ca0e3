import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import {
  appSecret,
  backupCode,
  count,
  keepCodes,
  lastCode,
  openTfa,
  outbox,
  pickWay,
  shownSecret,
  startTfa,
  totp,
  typeCode,
  typeKeys,
  withMethods,
} from '../support/tfa.ts';

simulatedTime();

const otherSecret = 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU';
const screen = (app: TestDeck) => app.place().screen;

describe('the first method', () => {
  it('is an authenticator app: proof by e-mail, secret, code, backup codes kept and read back', async () => {
    const app = await openDeck({ route: { screen: 'security' } });
    await app.press('security.add');
    await app.type('t');
    await app.idle();
    expect(app.text()).toContain('PROVE YOU');
    expect(app.prose()).toContain('A code was sent by e-mail to renter@example.com.');
    await typeKeys(app, await lastCode(app));
    await app.advance(200);
    expect(app.text()).toMatch(/window (30:00|29:5\d)/);
    const secret = shownSecret(app);
    await app.press('tfa.field');
    await app.type('Phone, Aegis');
    expect(app.text()).toContain('12/30');
    await app.press('tfa.go');
    await typeCode(app, totp(app, secret));
    expect(app.text()).toContain('Shown once');
    const codes = await keepCodes(app);
    expect(app.prose()).toContain('The authenticator app was added, and two-factor is on.');
    await app.press('tfa.go');
    expect(screen(app)).toBe('security');
    const [method] = app.sandbox.snapshot().methods;
    expect(method).toMatchObject({ method: 'totp', label: 'Phone, Aegis', totpSecret: secret });
    for (const shown of [...codes, secret]) expect(app.text()).not.toContain(shown);
    expect(app.text()).not.toContain('█▀▀▀▀▀');
    expect(app.world.logged.join('\n')).not.toContain(secret);
    expect(JSON.stringify(app.place())).not.toContain(secret);
  });

  it('C048 is a phone: the number is shown before sending, and masked afterwards', async () => {
    const app = await openTfa({ kind: 'add', method: 'sms' });
    await typeCode(app, await lastCode(app));
    await app.type('555 0100');
    expect(app.prose()).toContain('The country code is missing: begin with a plus, as +15555550100.');
    await app.press('tfa.go');
    expect(await count(app, 'POST', 'sms/')).toBe(0);
    await app.type('\x15');
    await app.type('+1 (555) 010-0199');
    expect(app.text()).toContain('The text goes to +15550100199.');
    await app.press('tfa.go');
    expect((await outbox(app)).at(-1)).toMatchObject({ channel: 'sms', to: '+15550100199' });
    expect(app.text()).toContain('•••• 0199');
    expect(app.text()).not.toContain('555010');
    await typeCode(app, await lastCode(app));
    await keepCodes(app);
    expect(app.text()).toContain('The phone number was added, and two-factor is on.');
  });
});

describe('a second method', () => {
  it('is added with a backup code as the proof, and brings no new backup codes', async () => {
    const app = await openTfa(
      { kind: 'add', method: 'totp' },
      { prepare: (deck) => withMethods(deck, 'sms') },
    );
    expect(app.text()).toContain('by text');
    await app.press('tfa.other');
    expect(app.text()).toMatch(/▌ .*text .*Work/);
    await app.press('list.down', 'list.down');
    expect(app.text()).toMatch(/▌ .*backup .*3 left/);
    await app.press('tfa.go');
    await typeKeys(app, 'aaaabbbbccc2');
    expect(app.text()).toContain(backupCode);
    expect(await count(app, 'POST', 'authorize-new-method/')).toBe(1);
    await app.press('tfa.go');
    expect(app.text()).toContain('window');
    await typeCode(app, totp(app, shownSecret(app)));
    expect(app.prose()).toContain('The authenticator app was added. Both it and the methods you had');
    expect(app.sandbox.snapshot().methods).toHaveLength(2);
    expect(app.sandbox.snapshot().backupCodes.filter(({ usedAt }) => usedAt !== undefined)).toHaveLength(1);
  });

  it('is a phone whose text is sent again after rigdeck has waited, and the newest code counts', async () => {
    const app = await openTfa(
      { kind: 'add', method: 'sms' },
      { prepare: (deck) => withMethods(deck, 'totp') },
    );
    await typeCode(app, totp(app, appSecret));
    await app.type('+15555550111');
    await app.press('tfa.go');
    const first = await lastCode(app);
    await app.press('tfa.resend');
    expect(app.prose()).toContain('rigdeck waits 0:');
    expect(await count(app, 'POST', 'sms/resend/')).toBe(0);
    await app.advance(31_000);
    await app.press('tfa.resend');
    expect(await count(app, 'POST', 'sms/resend/')).toBe(1);
    expect(app.prose()).toContain('Only the newest one counts');
    expect(await lastCode(app)).not.toBe(first);
    await typeCode(app, await lastCode(app));
    expect(app.text()).toContain('The phone number was added.');
  });

  it('whose number does not match goes back to the number, which is kept', async () => {
    const app = await openTfa(
      { kind: 'add', method: 'sms' },
      { prepare: (deck) => withMethods(deck, 'totp') },
    );
    await typeCode(app, totp(app, appSecret));
    await app.type('+15555550111');
    await app.press('tfa.go');
    await app.control('faults', {
      path: '/api/v0/tfa/confirm-new/',
      kind: 'error',
      code: 'phone_number_mismatch',
    });
    await typeCode(app, await lastCode(app));
    expect(app.prose()).toContain('Number differs from the one this code was sent to.');
    expect(app.text()).toContain('Phone  +15555550111');
    await app.press('tfa.go');
    await typeCode(app, await lastCode(app));
    expect(app.text()).toContain('The phone number was added.');
  });
});

describe('the clocks of a flow', () => {
  it('says that a challenge has run out, sends nothing for it, and goes on with a new code', async () => {
    const app = await openTfa({ kind: 'add', method: 'totp' });
    const old = await lastCode(app);
    expect(app.text()).toContain('valid 9:59 more');
    await app.skip(9 * 60 + 60);
    expect(app.text()).toContain('expired: r sends a new one');
    await typeCode(app, old);
    expect(await count(app, 'PUT', 'authorize-new-method/')).toBe(0);
    await app.press('tfa.resend');
    expect(await lastCode(app)).not.toBe(old);
    await typeCode(app, await lastCode(app));
    expect(app.text()).toContain('Step 2 of 3');
  });

  it('C045 locks one method, offers the others first, and opens it again when its time is over', async () => {
    const app = await openTfa({ kind: 'login' }, { prepare: (deck) => withMethods(deck, 'sms', 'totp') });
    for (const code of ['000001', '000002', '000003']) await typeCode(app, code);
    expect(await count(app, 'POST', '')).toBe(3);
    expect(app.prose()).toContain('this method only.');
    const rows = app.frame().filter((line) => /ready|▲ locked/.test(line));
    expect(rows.at(0)).toContain('app');
    expect(rows.at(-1)).toMatch(/text .*locked 1[45]:/);
    await app.press('list.down', 'list.down', 'list.down', 'tfa.go');
    expect(app.prose()).toContain('This method is locked, the others are not');
    let rung = 0;
    app.world.services.terminal.notify = () => {
      rung += 1;
    };
    await app.skip(15 * 60);
    expect(app.text()).not.toContain('locked 1');
    expect(rung).toBe(1);
    const text = app.frame().findIndex((line) => line.includes(' text '));
    const cursor = app.frame().findIndex((line) => line.includes('▌'));
    for (let step = cursor; step > text; step -= 1) await app.press('list.up');
    await app.press('tfa.go');
    expect(app.text()).toContain('by text to •••• 4417');
    await typeCode(app, await lastCode(app));
    expect(app.text()).toContain('You are verified.');
  });

  it('comes back to the same secret and label when the window shut in the middle', async () => {
    const app = await openTfa({ kind: 'add', method: 'totp' });
    await typeCode(app, await lastCode(app));
    const secret = shownSecret(app);
    await app.press('tfa.field');
    await app.type('Work phone');
    await app.press('tfa.field');
    await app.skip(30 * 60);
    expect(app.text()).toContain('window shut');
    await typeCode(app, totp(app, secret));
    expect(app.prose()).toContain('the 30-minute window is shut');
    await typeCode(app, await lastCode(app));
    expect(shownSecret(app)).toBe(secret);
    expect(app.text()).toContain('Work phone');
    expect(await count(app, 'POST', 'totp-setup/')).toBe(1);
    await typeCode(app, totp(app, secret));
    expect(app.text()).toContain('Shown once');
    expect(app.sandbox.snapshot().methods[0]?.label).toBe('Work phone');
  });
});

describe('ending something', () => {
  it('removes the last method only after "turn off" was typed and a code was sent with Enter', async () => {
    const app = await openDeck({ route: { screen: 'security' } });
    withMethods(app, 'totp');
    await app.press('app.refresh');
    await app.advance(1_000);
    await app.press('security.remove');
    await app.past300ms();
    await app.type('turn off');
    await app.press('dialog.press');
    await app.idle();
    expect(app.prose()).toContain('This is the last method: two-factor turns off, and all backup codes die.');
    await app.press('tfa.go');
    await typeCode(app, totp(app, appSecret));
    await app.advance(5_000);
    expect(await count(app, 'DELETE', '')).toBe(0);
    await app.press('tfa.go');
    expect(app.prose()).toContain('Two-factor is off, and the backup codes are void.');
    expect(app.sandbox.snapshot().account.tfaStatus).toBe('disabled');
    await app.press('tfa.go');
    expect(screen(app)).toBe('security');
  });

  it('asks for the words itself when the other method went while the proof was given', async () => {
    const app = await openTfa(
      { kind: 'remove', targetId: 2 },
      { prepare: (deck) => withMethods(deck, 'totp', 'sms') },
    );
    const state = app.sandbox.snapshot();
    state.methods = state.methods.filter(({ id }) => id === 2);
    app.sandbox.restore(state);
    await pickWay(app, ' app ');
    await typeCode(app, totp(app, appSecret));
    await app.press('tfa.go');
    expect(app.prose()).toContain('That method is gone.');
    await pickWay(app, 'e-mail');
    expect(app.prose()).toContain('This is the last method: two-factor turns off, and all backup codes die.');
    await app.press('tfa.go');
    expect(app.dialog()).toContain('Type turn off to confirm:');
    await app.past300ms();
    await app.type('y');
    await app.press('dialog.press');
    expect(app.text()).toContain('PROVE YOU');
    await app.type('\x15');
    await app.type('turn off');
    await app.press('dialog.press');
    await pickWay(app, 'e-mail');
    await typeCode(app, await lastCode(app));
    expect(await count(app, 'DELETE', '')).toBe(1);
    await app.press('tfa.go');
    expect(app.prose()).toContain('Two-factor is off, and the backup codes are void.');
  });

  it('removes one of two by a backup code, and says what is left', async () => {
    const app = await openTfa(
      { kind: 'remove', targetId: 2 },
      { prepare: (deck) => withMethods(deck, 'totp', 'sms'), prefer: { kind: 'backup' } },
    );
    await app.type(` ${backupCode.toLowerCase()}\r`);
    expect(app.prose()).toContain('The method was removed. 1 method is left.');
    expect(app.sandbox.snapshot().methods.filter(({ deletedAt }) => deletedAt === undefined)).toHaveLength(1);
  });

  it('makes new backup codes: the code goes with Enter, and the old ones are void', async () => {
    const app = await openTfa({ kind: 'regen' }, { prepare: (deck) => withMethods(deck, 'totp') });
    expect(app.text()).toContain('How do you want to prove that it is you?');
    await app.press('tfa.go');
    await typeCode(app, totp(app, appSecret));
    expect(await count(app, 'PUT', 'regen-backup-codes/')).toBe(0);
    await app.press('tfa.go');
    expect(app.text()).toContain('The old ones are void.');
    const codes = await keepCodes(app);
    expect(codes).not.toContain(backupCode);
    expect(app.text()).toContain('The new backup codes count from now on');
  });
});

describe('an account of the old kind', () => {
  const legacy = (app: TestDeck) => app.control('account', { tfa_status: 'legacy' });

  it('C054 is renewed before a method is added, and then adds it', async () => {
    const app = await openTfa({ kind: 'add', method: 'totp' }, { prepare: legacy });
    expect(app.prose()).toContain('This account uses two-factor of the old (legacy) kind.');
    await app.press('tfa.regen');
    await app.press('tfa.go');
    expect(app.prose()).toContain('A code was sent by text to the number on file.');
    await typeCode(app, await lastCode(app));
    await app.press('tfa.go');
    await keepCodes(app);
    expect(app.text()).toContain('PROVE YOU');
    await app.advance(31_000);
    await typeCode(app, await lastCode(app));
    const secret = shownSecret(app);
    await typeCode(app, totp(app, secret));
    expect(app.text()).toContain('The authenticator app was added');
    expect(app.sandbox.snapshot().methods.map(({ method }) => method)).toEqual(['sms', 'totp']);
  });

  it('logs in by a text to the number on file, and is told what is better done', async () => {
    const app = await openTfa({ kind: 'login' }, { prepare: legacy });
    await typeCode(app, await lastCode(app));
    expect(app.prose()).toContain('This account uses old two-factor: make new backup codes');
    await app.press('app.messages');
    expect(app.text()).toContain('You are verified.');
  });
});

describe('a login', () => {
  it('goes on with the session key, and back to where the person was', async () => {
    const app = await openDeck();
    withMethods(app, 'totp');
    await app.go('instances');
    await app.control('account', { tfa_required: true });
    await startTfa(app, { kind: 'login' });
    await typeCode(app, totp(app, appSecret));
    expect(app.text()).toContain('You are verified.');
    expect(screen(app)).toBe('instances');
    expect(app.text()).not.toContain('Verify');
    await app.press('app.refresh');
    await app.advance(2_000);
    expect((await app.requests()).at(-1)?.status).toBe(200);
    expect(app.text()).toContain('No instances');
  });

  it('by a backup code says how many are left, and that the last one was the last', async () => {
    const app = await openTfa(
      { kind: 'login' },
      { prepare: (deck) => withMethods(deck, 'totp'), prefer: { kind: 'backup' } },
    );
    await app.type(backupCode);
    await app.press('tfa.go');
    expect(app.prose()).toContain('You are verified. 2 backup codes are left.');
    const state = app.sandbox.snapshot();
    state.backupCodes = [{ code: backupCode }];
    app.sandbox.restore(state);
    await startTfa(app, { kind: 'login' }, { kind: 'backup' });
    await app.type(backupCode);
    await app.press('tfa.go');
    expect(app.prose()).toContain('You are verified. 0 backup codes are left.');
  });

  it('chooses among several methods of one kind by their labels', async () => {
    const app = await openTfa(
      { kind: 'login' },
      {
        prepare: (deck) => {
          withMethods(deck, 'totp', 'totp');
          const state = deck.sandbox.snapshot();
          Object.assign(state.methods[1] ?? {}, { label: 'Tablet', totpSecret: otherSecret });
          deck.sandbox.restore(state);
        },
      },
    );
    expect(app.text()).toContain('the authenticator app "Phone app"');
    await app.press('tfa.other', 'list.down', 'tfa.go');
    expect(app.text()).toContain('the authenticator app "Tablet"');
    await typeCode(app, totp(app, otherSecret));
    expect(app.text()).toContain('You are verified.');
  });
});

describe('a key that may read and not write', () => {
  it('reads how two-factor stands, and says that the flow needs a wider key', async () => {
    const app = await openDeck({ route: { screen: 'security' } });
    const { key } = (await app.control('keys', { permissions: { api: { user_read: {} } } })) as {
      key: string;
    };
    app.signIn(key);
    await app.idle();
    await startTfa(app, { kind: 'add', method: 'totp' });
    expect(await count(app, 'GET', 'status/')).toBeGreaterThan(0);
    expect(app.prose()).toContain('It most likely lacks the permission user_write.');
    await app.press('app.escape');
    await app.press('app.escape');
    expect(screen(app)).toBe('security');
  });
});

describe('leaving', () => {
  it('is harmless before the code was accepted, and says that the secret is void', async () => {
    const app = await openTfa({ kind: 'add', method: 'totp' });
    await typeCode(app, await lastCode(app));
    const secret = shownSecret(app);
    await app.press('app.escape');
    expect(screen(app)).toBe('security');
    expect(app.prose()).toContain('The secret that was shown is void');
    expect(app.text()).not.toContain(secret.slice(0, 4));
    await startTfa(app, { kind: 'add', method: 'totp' });
    expect(shownSecret(app)).not.toBe(secret);
    expect(await count(app, 'POST', 'authorize-new-method/')).toBe(1);
  });

  it('keeps the label for the next time', async () => {
    const app = await openTfa({ kind: 'add', method: 'totp' });
    await typeCode(app, await lastCode(app));
    await app.press('tfa.field');
    await app.type('Key ring');
    await app.press('tfa.field', 'app.escape');
    await startTfa(app, { kind: 'add', method: 'totp' });
    expect(app.text()).toContain('Key ring');
  });

  it('drops the label with the method that took it along', async () => {
    const app = await openTfa(
      { kind: 'add', method: 'totp' },
      { prefer: { kind: 'backup' }, prepare: (deck) => withMethods(deck, 'sms') },
    );
    await app.type(backupCode);
    await app.press('tfa.go');
    await app.press('tfa.field');
    await app.type('Key ring');
    await app.press('tfa.field');
    await typeCode(app, totp(app, shownSecret(app)));
    await app.press('tfa.go');
    expect(screen(app)).toBe('security');
    await startTfa(app, { kind: 'add', method: 'totp' });
    expect(shownSecret(app)).toHaveLength(32);
    expect(app.text()).not.toContain('Key ring');
  });
});
