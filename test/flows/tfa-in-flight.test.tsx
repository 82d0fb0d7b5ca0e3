import { describe, expect, it } from 'vitest';
import { keyBytes, openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import {
  appSecret,
  backupCode,
  count,
  lastCode,
  openTfa,
  outbox,
  shownSecret,
  startTfa,
  totp,
  typeCode,
  withMethods,
} from '../support/tfa.ts';

simulatedTime();

const both = (app: TestDeck) => withMethods(app, 'totp', 'sms');
const screen = (app: TestDeck) => app.place().screen;
const slow = (app: TestDeck, path: string, method: string, delay_ms = 15_000) =>
  app.control('faults', { path: `/api/v0/tfa/${path}`, method, kind: 'delay', delay_ms });
const hangs = (app: TestDeck, path: string, method: string) =>
  app.control('faults', { path: `/api/v0/tfa/${path}`, method, kind: 'hang' });
const esc = (app: TestDeck) => app.type(keyBytes('esc'));

/** The digits in the boxes. */
const inBoxes = (app: TestDeck) =>
  (app.frame().find((line) => /│ . │ . │ . │ │ . │ . │ . │/.test(line)) ?? '').replace(/[^0-9▌]/g, '');

type Flight = {
  name: string;
  begin(): Promise<TestDeck>;
  /** Sends the code, or what is to be sent. */
  send(app: TestDeck): Promise<unknown>;
  call: [path: string, method: string];
  /** What stands in the field from then on. */
  stands: string | RegExp;
};

const flights: readonly Flight[] = [
  {
    name: 'a login by an app',
    begin: () => openTfa({ kind: 'login' }, { prefer: { kind: 'totp' }, prepare: both }),
    send: (app) => typeCode(app, totp(app, appSecret)),
    call: ['', 'POST'],
    stands: /\d{6}/,
  },
  {
    name: 'a login by a backup code',
    begin: () => openTfa({ kind: 'login' }, { prefer: { kind: 'backup' }, prepare: both }),
    send: async (app) => {
      await app.type(backupCode);
      await app.press('tfa.go');
    },
    call: ['', 'POST'],
    stands: backupCode,
  },
  {
    name: 'the proof before a method is added',
    begin: () => openTfa({ kind: 'add', method: 'totp' }),
    send: async (app) => typeCode(app, await lastCode(app)),
    call: ['authorize-new-method/', 'PUT'],
    stands: /\d{6}/,
  },
  {
    name: 'the first code of a new app',
    begin: async () => {
      const app = await openTfa({ kind: 'add', method: 'totp' });
      return typeCode(app, await lastCode(app));
    },
    send: (app) => typeCode(app, totp(app, shownSecret(app))),
    call: ['confirm-new/', 'POST'],
    stands: /\d{6}/,
  },
  {
    name: 'the removal of a method',
    begin: () => openTfa({ kind: 'remove', targetId: 2 }, { prefer: { kind: 'totp' }, prepare: both }),
    send: async (app) => {
      await app.type(totp(app, appSecret));
      await app.press('tfa.go');
    },
    call: ['', 'DELETE'],
    stands: /\d{6}/,
  },
  {
    name: 'new backup codes',
    begin: () => openTfa({ kind: 'regen' }, { prefer: { kind: 'totp' }, prepare: both }),
    send: async (app) => {
      await app.type(totp(app, appSecret));
      await app.press('tfa.go');
    },
    call: ['regen-backup-codes/', 'PUT'],
    stands: /\d{6}/,
  },
  {
    name: 'a text to a new number',
    begin: async () => {
      const app = await openTfa(
        { kind: 'add', method: 'sms' },
        { prepare: (one) => withMethods(one, 'totp') },
      );
      return typeCode(app, totp(app, appSecret));
    },
    send: async (app) => {
      await app.type('+15555550122');
      await app.press('tfa.go');
    },
    call: ['sms/', 'POST'],
    stands: '+15555550122',
  },
];

describe.each(flights)('while $name is with the service', ({ begin, send, call, stands }) => {
  it('its field keeps what was sent, has no cursor and takes no key; the wait is told', async () => {
    const app = await begin();
    await hangs(app, ...call);
    await send(app);
    const field = () =>
      app
        .frame()
        .filter((line) => /│ . │|Backup code {2}|Phone {2}/.test(line))
        .join('\n');
    const sent = field();
    expect(sent.replace(/[│ ]/g, '')).toMatch(stands);
    await app.type('1');
    await app.type(keyBytes('backspace'));
    await app.type(keyBytes('home'));
    app.terminal.paste('654321');
    await app.advance(400);
    expect(field()).toBe(sent);
    expect(field()).not.toContain('▌');
    expect(await count(app, call[1], call[0])).toBe(1);
    expect(app.text()).toContain('asking the service');
    expect(app.text()).not.toContain('asking the service,');
    await app.advance(4_000);
    expect(app.text()).toMatch(/asking the service, [3-6]s/);
    await app.advance(7_000);
    expect(app.prose().replace(/[▀▄█]/g, '')).toMatch(/Still waiting for .* Esc leaves;/);
    expect(await count(app, call[1], call[0])).toBe(1);
  });

  it('the key line offers the way out and no key that does nothing, and one Esc leaves whatever was said', async () => {
    const app = await begin();
    await hangs(app, ...call);
    await send(app);
    await app.press('tfa.go');
    await app.advance(4_000);
    expect(app.text()).toContain('esc leave');
    expect(app.text()).not.toMatch(/⏎ go on|tab other field/);
    expect(app.prose()).not.toMatch(/It is sent by itself|sends it; nothing is sent before|uses it up/);
    await esc(app);
    expect(screen(app)).toBe('security');
    expect(app.prose()).not.toMatch(/being judged|still being sent/);
  });

  it('Esc leads away at once and says what is still to come', async () => {
    const app = await begin();
    await hangs(app, ...call);
    await send(app);
    await esc(app);
    expect(screen(app)).toBe('security');
    expect(app.prose()).toMatch(
      /The code was sent\. (What becomes of it will be told here|New backup codes are shown as soon as they come)\.|A code was asked for, and may come all the same/,
    );
  });
});

describe('a flow that was left with its code at the service', () => {
  it('tells a person who has gone on what became of it', async () => {
    const app = await openTfa({ kind: 'remove', targetId: 2 }, { prefer: { kind: 'totp' }, prepare: both });
    await slow(app, '', 'DELETE');
    await app.type(totp(app, appSecret));
    await app.press('tfa.go');
    await app.press('app.escape', 'app.offers');
    await app.advance(16_000);
    expect(screen(app)).toBe('offers');
    expect(app.prose()).toContain('The method was removed.');
    await app.press('app.security');
    expect(app.text()).not.toContain('Work');
  });

  it('tells of a code that was refused, with its reason', async () => {
    const app = await openTfa({ kind: 'login' }, { prefer: { kind: 'totp' }, prepare: both });
    await slow(app, '', 'POST');
    await typeCode(app, '000000');
    await esc(app);
    await app.advance(16_000);
    expect(app.prose()).toContain('Two-factor: That code was not accepted.');
    expect(screen(app)).toBe('security');
  });

  it('finds out by itself what became of a code whose answer is lost, and tells that', async () => {
    const app = await openTfa({ kind: 'remove', targetId: 2 }, { prefer: { kind: 'totp' }, prepare: both });
    await hangs(app, '', 'DELETE');
    await app.type(totp(app, appSecret));
    await app.press('tfa.go');
    await esc(app);
    await app.advance(35_000);
    expect(app.prose()).toContain('the status shows that nothing was done.');
    expect(await count(app, 'DELETE', '')).toBe(1);
  });

  it('takes a login into use that was accepted meanwhile, and leads nowhere', async () => {
    const app = await openTfa({ kind: 'login' }, { prefer: { kind: 'totp' }, prepare: both });
    await slow(app, '', 'POST');
    await typeCode(app, totp(app, appSecret));
    await app.press('app.escape', 'app.instances');
    await app.advance(16_000);
    expect(app.prose()).toContain('You are verified.');
    expect(app.account()?.verified).toBeDefined();
    expect(screen(app)).toBe('instances');
  });

  it('asks for nothing more of its own: a proof opens the window, and no secret is made for nobody', async () => {
    const app = await openTfa({ kind: 'add', method: 'totp' });
    await slow(app, 'authorize-new-method/', 'PUT');
    await typeCode(app, await lastCode(app));
    await esc(app);
    await app.advance(16_000);
    expect(app.prose()).toContain('The code was accepted: a method can be added now. None was added yet.');
    expect(await count(app, 'POST', 'totp-setup/')).toBe(0);
    expect(app.text()).toContain('by e-mail');
  });

  it('leads to backup codes that come after all: they are shown this once', async () => {
    const app = await openTfa({ kind: 'regen' }, { prefer: { kind: 'totp' }, prepare: both });
    await slow(app, 'regen-backup-codes/', 'PUT');
    await app.type(totp(app, appSecret));
    await app.press('tfa.go');
    await app.press('app.escape', 'app.offers');
    await app.advance(16_000);
    expect(screen(app)).toBe('tfa');
    expect(app.text()).toContain('Keep at least one copy');
  });

  it('is come back to by whoever wants the same again, with no second code', async () => {
    const app = await openTfa({ kind: 'login' }, { prefer: { kind: 'totp' }, prepare: both });
    await slow(app, '', 'POST');
    const code = totp(app, appSecret);
    await typeCode(app, code);
    await esc(app);
    await startTfa(app, { kind: 'login' });
    await app.type('1');
    expect(inBoxes(app)).toBe(code);
    await app.advance(400);
    expect(app.text()).toContain('asking the service');
    expect(await count(app, 'POST', '')).toBe(1);
    await app.advance(16_000);
    expect(app.prose()).toContain('You are verified.');
    expect(screen(app)).toBe('security');
  });

  it('is named before rigdeck is quit', async () => {
    const app = await openTfa({ kind: 'remove', targetId: 2 }, { prefer: { kind: 'totp' }, prepare: both });
    await hangs(app, '', 'DELETE');
    await app.type(totp(app, appSecret));
    await app.press('tfa.go');
    await app.press('app.escape', 'app.quit');
    expect(app.ended()).toBe(false);
    expect(app.prose()).toContain(
      'A two-factor code is with the service: quit now and its outcome is not known.',
    );
  });
});

describe('what is waited for before a code', () => {
  it.each([
    [
      'the status',
      { kind: 'remove', targetId: 2 },
      ['status/', 'GET'],
      'Still waiting for the two-factor status.',
    ],
    [
      'a code by e-mail',
      { kind: 'add', method: 'totp' },
      ['authorize-new-method/', 'POST'],
      'Still waiting for the service to send the code.',
    ],
  ] as const)('is told, and Esc leaves it: %s', async (_, goal, call, words) => {
    const app = await openDeck({ route: { screen: 'security' } });
    await hangs(app, call[0], call[1]);
    await startTfa(app, goal);
    await app.advance(400);
    expect(app.text()).toContain('asking the service');
    await app.advance(11_000);
    expect(app.prose()).toContain(words);
    await esc(app);
    expect(screen(app)).toBe('security');
    expect(await outbox(app)).toHaveLength(0);
  });

  it('says nothing of a wait that is over in a moment', async () => {
    const app = await openTfa({ kind: 'login' }, { prefer: { kind: 'totp' }, prepare: both });
    await slow(app, '', 'POST', 250);
    await app.type('000000');
    expect(inBoxes(app)).toBe('000000');
    expect(app.text()).not.toContain('asking the service');
    await app.advance(500);
    expect(app.prose()).toContain('That code was not accepted.');
  });
});
