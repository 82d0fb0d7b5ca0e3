import { describe, expect, it, vi } from 'vitest';
import { keyBytes, simulatedTime, type TestDeck } from '../support/deck.tsx';
import {
  appSecret,
  backupCode,
  bodiesTo,
  count,
  lastCode,
  openTfa,
  outbox,
  shownSecret,
  startTfa,
  totp,
  typeCode,
  typeKeys,
  withMethods,
  words,
} from '../support/tfa.ts';

simulatedTime();

const login = (options: Parameters<typeof openTfa>[1] = {}) =>
  openTfa(
    { kind: 'login' },
    { prefer: { kind: 'totp' }, prepare: (app) => withMethods(app, 'totp', 'sms'), ...options },
  );

it('a code is not sent when the machine fell asleep before it went out: Enter sends it', async () => {
  const app = await login();
  const sent = bodiesTo(app, 'POST', '');
  await typeKeys(app, '004217');
  vi.setSystemTime(Date.now() + 3_600_000);
  await app.advance(2_000);
  expect(sent).toEqual([]);
  await app.press('tfa.go');
  expect(sent).toMatchObject([{ code: '004217' }]);
});

describe('C042 a code is text', () => {
  it('keeps the zeros that it begins with, in every call that carries one', async () => {
    const app = await login();
    const sent = bodiesTo(app, 'POST', '');
    await typeKeys(app, '004217');
    await app.advance(200);
    expect(sent).toMatchObject([{ tfa_method: 'totp', code: '004217' }]);

    const regen = await openTfa(
      { kind: 'regen' },
      { prefer: { kind: 'totp' }, prepare: (deck) => withMethods(deck, 'totp') },
    );
    const renewed = bodiesTo(regen, 'PUT', 'regen-backup-codes/');
    await typeCode(regen, '004217');
    await regen.press('tfa.go');
    expect(renewed).toMatchObject([{ code: '004217' }]);

    const remove = await openTfa(
      { kind: 'remove', targetId: 2 },
      { prefer: { kind: 'totp' }, prepare: (deck) => withMethods(deck, 'totp', 'sms') },
    );
    const removed = bodiesTo(remove, 'DELETE', '');
    await typeCode(remove, '004217');
    await remove.press('tfa.go');
    expect(removed).toMatchObject([{ code: '004217', target_id: 2 }]);

    const add = await openTfa({ kind: 'add', method: 'totp' });
    const proved = bodiesTo(add, 'PUT', 'authorize-new-method/');
    await typeCode(add, '004217');
    expect(proved).toMatchObject([{ code: '004217' }]);
    await typeCode(add, await lastCode(add));
    const confirmed = bodiesTo(add, 'POST', 'confirm-new/');
    await typeCode(add, '004217');
    expect(confirmed).toMatchObject([{ tfa_method: 'totp', code: '004217' }]);
  });
});

describe('C043 a code is taken as people have it', () => {
  it.each([
    ['with a space', (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
    ['with a dash', (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`],
    ['with blanks and an Enter around it', (code: string) => ` ${code} \r`],
    ['in a sentence', (code: string) => `Your code is ${code.slice(0, 3)} ${code.slice(3)}`],
    [
      'in digits of another script',
      (code: string) => code.replace(/\d/g, (d) => '٠١٢٣٤٥٦٧٨٩'[Number(d)] ?? d),
    ],
  ])('pasted %s, and sent once', async (_name, write) => {
    const app = await login();
    const sent = bodiesTo(app, 'POST', '');
    const code = totp(app, appSecret);
    app.terminal.paste(write(code).replace('\r', '\n'));
    await app.advance(1_000);
    expect(sent).toMatchObject([{ code }]);
    expect(app.text()).toContain('You are verified.');
  });

  it.each(['12345', '1234567', 'hello world'])('%s fills nothing and sends nothing', async (text) => {
    const app = await login();
    app.terminal.paste(text);
    await app.advance(1_000);
    expect(words(app)).toContain('Nothing was sent. Enter it again.');
    expect(app.text()).toContain('│ ▌ │');
    expect(await count(app, 'POST', '')).toBe(0);
  });

  it('in the field of six digits a backup code goes into its own field, and waits for Enter', async () => {
    const app = await login();
    app.terminal.paste(`  ${backupCode} `);
    await app.advance(1_000);
    expect(app.text()).toContain(`Backup code  ${backupCode}`);
    expect(await count(app, 'POST', '')).toBe(0);
    const sent = bodiesTo(app, 'POST', '');
    await app.press('tfa.go');
    expect(sent).toEqual([{ backup_code: backupCode }]);
  });
});

describe('the field of a code', () => {
  it('is one field with a cursor: digits can be taken back and put in between', async () => {
    const app = await login();
    await typeKeys(app, '1245');
    await app.type(keyBytes('left'));
    await app.type(keyBytes('left'));
    await app.type('3');
    expect(app.text()).toContain('│ 1 │ 2 │ 3 │ │ 4 │ 5 │   │');
    await app.type(keyBytes('backspace'));
    await app.type(keyBytes('home'));
    await app.type(keyBytes('delete'));
    expect(app.text()).toContain('│ 2 │ 4 │ 5 │ │   │   │   │');
    await app.type(keyBytes('esc'));
    expect(app.text()).toContain('│ ▌ │   │   │ │   │   │   │');
  });

  it('sends the sixth digit after a moment in which a slip can be taken back, and each code once', async () => {
    const app = await login();
    const sent = bodiesTo(app, 'POST', '');
    await typeKeys(app, '00000');
    app.terminal.type('0');
    await app.idle();
    app.terminal.type(keyBytes('backspace'));
    await app.advance(1_000);
    expect(sent).toEqual([]);
    await app.type('0');
    await app.advance(200);
    expect(sent).toHaveLength(1);
    expect(words(app)).toContain('That code was not accepted.');
    expect(app.text()).toContain('│ ▌ │');
    await typeCode(app, '000000');
    await app.press('tfa.go');
    expect(sent).toHaveLength(1);
    expect(words(app)).toContain('That code was tried already.');
  });

  it('leaves letters as commands, on the key line too', async () => {
    const app = await login({ prefer: { kind: 'email' } });
    expect(app.frame().at(-1)).toContain('t another way');
    expect(app.frame().at(-1)).toContain('r send again');
    await app.type('12');
    await app.type('t');
    expect(app.text()).toContain('How do you want to prove that it is you?');
  });

  it('warns when the authenticator is about to show the next code', async () => {
    const app = await login();
    expect(app.text()).toMatch(/▓ (30|29) s/);
    await app.advance(27_000);
    expect(app.text()).toMatch(/[32] s wait for the next/);
  });
});

describe('codes that were sent', () => {
  it('C047 goes over to the resend, and submits under the newest request', async () => {
    const app = await login({ prefer: { kind: 'sms' } });
    await app.press('app.escape');
    await startTfa(app, { kind: 'login' }, { kind: 'sms' });
    // A code is on its way: another is sent when the person asks for it, and not for having looked elsewhere.
    expect(await count(app, 'POST', 'sms/resend/')).toBe(0);
    await app.skip(31);
    await app.press('tfa.resend');
    expect(await count(app, 'POST', 'sms/resend/')).toBe(1);
    expect(words(app)).toContain('Only the newest one counts; earlier ones are void.');
    expect(app.text()).toMatch(/valid (10:00|9:5\d) more/);
    const newest = app.sandbox.snapshot().challenges.at(-1);
    const sent = bodiesTo(app, 'POST', '');
    await typeCode(app, await lastCode(app));
    expect(sent).toMatchObject([{ tfa_method: 'sms', secret: newest?.secret }]);
    expect(app.text()).toContain('You are verified.');
  });

  it('are not sent again by themselves when another request takes the place of theirs', async () => {
    const app = await login({ prefer: { kind: 'email' } });
    await app.control('faults', {
      path: '/api/v0/tfa/',
      method: 'POST',
      kind: 'error',
      code: 'service_unavailable',
    });
    await typeCode(app, await lastCode(app));
    expect(words(app)).toContain('The service could not do that just now.');
    await app.skip(31);
    await app.press('tfa.resend');
    await app.advance(5_000);
    expect(await outbox(app)).toHaveLength(2);
    expect(await count(app, 'POST', '')).toBe(1);
  });

  it('are not sent again when the person only looks at the other ways', async () => {
    const app = await login({ prefer: { kind: 'email' } });
    await app.press('tfa.other');
    const at = app.frame().findIndex((line) => line.includes('e-mail'));
    const cursor = app.frame().findIndex((line) => line.includes('▌'));
    for (let row = cursor; row < at; row += 1) await app.press('list.down');
    await app.press('tfa.go');
    expect(await outbox(app)).toHaveLength(1);
    await typeCode(app, await lastCode(app));
    expect(app.text()).toContain('You are verified.');
  });

  it('lists last what is left to somebody who has none of these', async () => {
    const app = await login();
    await app.press('tfa.other');
    for (let row = 0; row < 6; row += 1) await app.press('list.down');
    await app.press('tfa.go');
    expect(app.dialog()).toContain('Only they can turn two-factor off');
  });
});

/** The answer of the set-up, as some other service would write it. */
async function enrolWith(secret: string, provisioning_uri: string): Promise<TestDeck> {
  const app = await openTfa({ kind: 'add', method: 'totp' }, { cols: 120, rows: 40 });
  await app.control('faults', {
    path: '/api/v0/tfa/totp-setup/',
    kind: 'status',
    status: 200,
    body: { secret, provisioning_uri },
  });
  return typeCode(app, await lastCode(app));
}

describe('the secret of an authenticator', () => {
  it('C044 stays when a code was wrong: it is asked for once and confirmed twice', async () => {
    const app = await openTfa({ kind: 'add', method: 'totp' });
    await typeCode(app, await lastCode(app));
    const secret = shownSecret(app);
    await typeCode(app, '000000');
    expect(words(app)).toContain('That code was not accepted.');
    expect(shownSecret(app)).toBe(secret);
    await typeCode(app, totp(app, secret));
    expect(await count(app, 'POST', 'confirm-new/')).toBe(2);
    expect(await count(app, 'POST', 'totp-setup/')).toBe(1);
    expect(app.text()).toContain('Shown once');
  });

  it('C049 is shown clean, in fours, however it was written', async () => {
    const app = await enrolWith(
      'jbsw y3dp ehpk 3pxp jbsw y3dp ehpk 3pxp====',
      'otpauth://totp/Rent:me?secret=jbswy3dpehpk3pxpjbswy3dpehpk3pxp&issuer=Rent',
    );
    expect(shownSecret(app)).toBe(appSecret);
    await typeCode(app, totp(app, appSecret));
    expect(app.text()).toContain('Shown once');
  });

  it.each([
    [`otpauth://totp/A%3A%20B:me%40example.com?secret=${appSecret}&issuer=A%3A%20B`, 'A: B · me@example.com'],
    [`otpauth://totp/me%40example.com?secret=${appSecret}`, 'SHA1   me@example.com'],
  ])('C050 says whose it is, read out of %s', async (uri, whose) => {
    const app = await enrolWith(appSecret, uri);
    expect(
      app
        .prose()
        .replace(/[█▀▄]+/g, ' ')
        .replace(/\s+/g, ' '),
    ).toContain(whose.replace(/\s+/g, ' '));
    expect(shownSecret(app)).toBe(appSecret);
  });

  it('has a label of at most thirty characters, and counts them', async () => {
    const app = await openTfa({ kind: 'add', method: 'totp' });
    await typeCode(app, await lastCode(app));
    await app.press('tfa.field');
    await app.type('123456789012345678901234567890');
    expect(app.text()).toContain('30/30');
    await app.type('x');
    expect(words(app)).toContain('A label has at most 30 characters.');
    expect(app.text()).toContain('30/30');
  });
});

describe('C051 clocks', () => {
  const refusal = (date: string) => ({
    kind: 'status',
    status: 400,
    headers: { Date: date },
    body: { success: false, error: '2fa_verification_failed', msg: 'no', fail_count: 1, locked_until: null },
  });

  it("says that this computer's clock differs, and how long the present code still stands", async () => {
    const app = await openTfa({ kind: 'add', method: 'totp' });
    await typeCode(app, await lastCode(app));
    await app.control('faults', {
      path: '/api/v0/tfa/confirm-new/',
      ...refusal('Fri, 27 Nov 2026 12:04:01 GMT'),
    });
    await typeCode(app, '000000');
    expect(
      app
        .prose()
        .replace(/[█▀▄]+/g, ' ')
        .replace(/\s+/g, ' '),
    ).toContain("This computer's clock is about 4 min behind the service's.");
    expect(app.text()).toMatch(/\d+ s/);
  });

  it('says that the clock of the device with the codes is off, when the code fits another time', async () => {
    const { totpDrift } = await import('../../src/app/totp-drift.ts');
    const app = await openTfa(
      { kind: 'add', method: 'totp' },
      {
        cols: 120,
        rows: 40,
        prepare: (deck) => {
          deck.world.services.totpDrift = async () => totpDrift;
        },
      },
    );
    await typeCode(app, await lastCode(app));
    await typeCode(app, totp(app, shownSecret(app), -300));
    expect(
      app
        .prose()
        .replace(/[█▀▄]+/g, ' ')
        .replace(/\s+/g, ' '),
    ).toContain('The code is right for a time 5 min ago: set the clock of the device that shows it.');
  });
});
