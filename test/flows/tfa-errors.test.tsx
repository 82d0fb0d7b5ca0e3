import { describe, expect, it } from 'vitest';
import { type ErrorCode, errorCodes } from '../../src/client/errors.ts';
import type { Way } from '../../src/engine/two-factor/tfa-methods.ts';
import { simulatedTime, type TestDeck } from '../support/deck.tsx';
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
  tfaCalls,
  totp,
  typeCode,
  withMethods,
  words,
} from '../support/tfa.ts';

simulatedTime();

type Told = {
  /** A deck on which the error stands, as a person meets it. */
  meet: () => Promise<TestDeck>;
  says: string;
  /** What a person presses from there. */
  cure: (app: TestDeck) => Promise<unknown>;
  /** Stands on the screen at the end. */
  ends: string;
};

const verified = 'You are verified.';
const added = 'was added';

const fail = (app: TestDeck, code: ErrorCode, path: string, method?: string) =>
  app.control('faults', {
    kind: 'error',
    code,
    path: `/api/v0/tfa/${path}`,
    ...(method === undefined ? {} : { method }),
  });

const both = (app: TestDeck) => withMethods(app, 'totp', 'sms');

/** A login of an account with an app and a phone; `account` is changed before. */
const login = (prefer?: Way, account?: Record<string, unknown>) =>
  openTfa(
    { kind: 'login' },
    {
      ...(prefer === undefined ? {} : { prefer }),
      prepare: async (app) => {
        both(app);
        if (account !== undefined) await app.control('account', account);
      },
    },
  );
const byApp = (app: TestDeck) => typeCode(app, totp(app, appSecret));
const byMessage = async (app: TestDeck) => typeCode(app, await lastCode(app));
const chooseApp = async (app: TestDeck) => {
  await pickWay(app, ' app ');
  await byApp(app);
};

/** The login's own call answers with the error. */
const loginFails =
  (code: ErrorCode, prefer: Way = { kind: 'totp' }) =>
  async () => {
    const app = await login(prefer);
    await fail(app, code, '', 'POST');
    await (prefer.kind === 'totp' ? byApp(app) : byMessage(app));
    return app;
  };

/** The first authenticator of an account, with its secret on the screen. */
async function enrolling(): Promise<TestDeck> {
  const app = await openTfa({ kind: 'add', method: 'totp' });
  await byMessage(app);
  return app;
}
const enrolFails = (code: ErrorCode) => async () => {
  const app = await enrolling();
  await fail(app, code, 'confirm-new/');
  await typeCode(app, totp(app, shownSecret(app)));
  return app;
};

/** A second method, a phone, whose number is asked for. */
async function addingPhone(): Promise<TestDeck> {
  const app = await openTfa({ kind: 'add', method: 'sms' }, { prepare: (deck) => withMethods(deck, 'totp') });
  await byApp(app);
  return app;
}
const textTo = async (app: TestDeck, number: string) => {
  await app.type('\x15');
  await app.type(number);
  return app.press('tfa.go');
};
const otherNumber = async (app: TestDeck) => {
  await textTo(app, '+15555550122');
  await byMessage(app);
};

/** A number at which the sandbox's texts always go wrong. */
const badNumber = (number: string) => async () => textTo(await addingPhone(), number);

/** Starting the proof for a second method answers with the error. */
const startFails = (code: ErrorCode) => async () =>
  openTfa(
    { kind: 'add', method: 'sms' },
    {
      prepare: async (app) => {
        withMethods(app, 'totp');
        await fail(app, code, 'authorize-new-method/', 'POST');
      },
    },
  );

const mistake: Omit<Told, 'meet'> = {
  says: 'rigdeck sent something wrong.',
  cure: async (app) => {
    await app.press('tfa.go');
    await byApp(app);
  },
  ends: verified,
};
const challengeGone = (code: ErrorCode, says: string): Told => ({
  meet: loginFails(code, { kind: 'email' }),
  says,
  cure: async (app) => {
    await app.press('tfa.resend');
    await byMessage(app);
  },
  ends: verified,
});
const noText = (number: string, says: string): Told => ({
  meet: badNumber(number),
  says,
  cure: otherNumber,
  ends: added,
});
const later = (code: ErrorCode): Told => ({
  meet: startFails(code),
  says: 'The service could not do that just now.',
  cure: async (app) => {
    await app.press('tfa.resend');
    await byApp(app);
    await otherNumber(app);
  },
  ends: added,
});

/** Every error code of interface.md, as a person meets it, and by which keys they come from it to their goal. */
const told: Record<ErrorCode, Told> = {
  bad_request: { meet: loginFails('bad_request'), ...mistake },
  invalid_tfa_method: { meet: loginFails('invalid_tfa_method'), ...mistake },
  missing_auth_value: { meet: loginFails('missing_auth_value'), ...mistake },
  missing_params: { meet: loginFails('missing_params'), ...mistake },
  auth_error: {
    meet: async () => {
      const app = await addingPhone();
      await fail(app, 'auth_error', 'sms/');
      return textTo(app, '+15555550122');
    },
    says: 'The key may not do this. It most likely lacks the permission user_write. Nothing was changed.',
    cure: async (app) => {
      // A dead end with its name, until the key may do more: then the step goes on where it was.
      expect(words(app)).toContain('This goes no further as things are.');
      await app.press('tfa.go');
      expect(app.text()).toContain('+15555550122');
      await app.press('tfa.go');
      await byMessage(app);
    },
    ends: added,
  },
  email_not_verified: {
    meet: () => login({ kind: 'email' }, { email_verified: false }),
    says: 'Codes can only go out when the account e-mail is verified.',
    cure: chooseApp,
    ends: verified,
  },
  missing_email: {
    meet: () => login({ kind: 'email' }, { email: null }),
    says: 'Codes can only go out when the account e-mail is verified.',
    cure: chooseApp,
    ends: verified,
  },
  '2fa_expired': challengeGone('2fa_expired', 'That code is too old.'),
  challenge_not_found: challengeGone('challenge_not_found', 'That request is gone.'),
  no_challenge_found: challengeGone('no_challenge_found', 'That request is gone.'),
  tfa_challenge_exists: {
    meet: () =>
      openTfa(
        { kind: 'login' },
        {
          prefer: { kind: 'sms' },
          prepare: async (app) => {
            both(app);
            await app.world.connect(app.sandbox.apiKey).api.tfaSendSms({});
          },
        },
      ),
    says: 'A new code is on its way.',
    cure: byMessage,
    ends: verified,
  },
  authorization_required: {
    meet: enrolFails('authorization_required'),
    says: 'the 30-minute window is shut',
    cure: async (app) => {
      await byMessage(app);
      await typeCode(app, totp(app, shownSecret(app)));
    },
    ends: 'Shown once',
  },
  no_pending_authorization: {
    meet: async () => {
      const app = await openTfa({ kind: 'add', method: 'totp' });
      await fail(app, 'no_pending_authorization', 'authorize-new-method/', 'PUT');
      return byMessage(app);
    },
    says: 'Adding a method needs proof first',
    cure: async (app) => {
      await app.press('tfa.resend');
      await byMessage(app);
    },
    ends: 'Step 2 of 3',
  },
  invalid_backup_code: {
    meet: async () => {
      const app = await login({ kind: 'backup' });
      await app.type('ZZZZ-ZZZZ-ZZZZ');
      return app.press('tfa.go');
    },
    says: 'Wrong or already used.',
    cure: async (app) => {
      await app.type('\x15');
      await app.type(backupCode);
      await app.press('tfa.go');
    },
    ends: verified,
  },
  untracked_2fa_found: {
    meet: async () => {
      const app = await addingPhone();
      await textTo(app, '+15555550122');
      await fail(app, 'untracked_2fa_found', 'confirm-new/');
      return byMessage(app);
    },
    says: 'This account uses old two-factor. Make new backup codes first.',
    cure: async (app) => {
      await app.press('tfa.regen', 'tfa.go');
      await app.advance(31_000);
      await byApp(app);
      await app.press('tfa.go');
      await keepCodes(app);
      await app.press('tfa.go');
      await byMessage(app);
    },
    ends: added,
  },
  duplicate_tfa_method: {
    meet: async () => {
      const app = await openTfa({ kind: 'add', method: 'sms' }, { prepare: both });
      await byApp(app);
      await textTo(app, '+15555554417');
      return byMessage(app);
    },
    says: 'This kind of method exists already.',
    cure: async (app) => {
      // One text at a time: the one to the first number must have run out before another number is texted.
      await textTo(app, '+15555550122');
      expect(words(app)).toContain('another one is texted only when that code has run out');
      await app.skip(10 * 60);
      await otherNumber(app);
    },
    ends: added,
  },
  twilio_error: noText('+15005550001', 'The text could not be sent to this number.'),
  twilio_rate_limited: noText('+15005550002', 'The text message provider takes no more for now.'),
  preauth_phone_cap: noText('+15005550003', 'This number was used in too many attempts.'),
  sms_blocked_number: noText('+15005550004', 'The text could not be sent to this number.'),
  sms_rate_limited: {
    meet: () => login({ kind: 'sms' }, { sms_rate_limited: true }),
    says: 'Too many texts for now.',
    cure: chooseApp,
    ends: verified,
  },
  sms_fraud_detected: {
    meet: () => login({ kind: 'sms' }, { sms_fraud: true }),
    says: 'Texts are turned off for this account. Support must lift it.',
    cure: chooseApp,
    ends: verified,
  },
  tfa_locked: {
    meet: loginFails('tfa_locked'),
    says: 'Locked until 12:15:0',
    cure: async (app) => {
      await pickWay(app, 'e-mail');
      await byMessage(app);
    },
    ends: verified,
  },
  service_unavailable: later('service_unavailable'),
  challenge_creation_failed: later('challenge_creation_failed'),
  phone_number_mismatch: {
    meet: loginFails('phone_number_mismatch', { kind: 'sms' }),
    says: 'Number differs from the one this code was sent to.',
    cure: async (app) => {
      await app.press('tfa.resend');
      await byMessage(app);
    },
    ends: verified,
  },
  missing_phone_number: {
    meet: () =>
      openTfa(
        { kind: 'login' },
        { prepare: (app) => app.control('account', { tfa_status: 'legacy', phone_number: null }) },
      ),
    says: 'A phone number is needed.',
    cure: async (app) => {
      await pickWay(app, 'e-mail');
      await byMessage(app);
    },
    ends: 'This account uses old two-factor: make new backup codes',
  },
  '2fa_login_failed': {
    meet: async () => typeCode(await login({ kind: 'totp' }), '000000'),
    says: 'That code was not accepted.',
    cure: byApp,
    ends: verified,
  },
  '2fa_verification_failed': {
    meet: async () => {
      const app = await openTfa({ kind: 'regen' }, { prefer: { kind: 'totp' }, prepare: both });
      await typeCode(app, '000000');
      return app.press('tfa.go');
    },
    says: '1 failed so far.',
    cure: async (app) => {
      await byApp(app);
      await app.press('tfa.go');
    },
    ends: 'Shown once',
  },
  // C041
  team_user_forbidden: {
    meet: () => login({ kind: 'email' }, { team_context: true }),
    says: 'Two-factor belongs to a person, not a team.',
    cure: async (app) => {
      // A dead end with its name, until the person comes with a key of their own.
      await app.control('account', { team_context: false });
      await app.press('tfa.over');
      await byMessage(app);
    },
    ends: verified,
  },
  not_found: {
    meet: loginFails('not_found'),
    says: 'That method is gone.',
    cure: async (app) => {
      await pickWay(app, 'e-mail');
      await byMessage(app);
    },
    ends: verified,
  },
  tfa_method_not_configured: {
    meet: enrolFails('tfa_method_not_configured'),
    says: 'That method is broken.',
    cure: (app) => typeCode(app, totp(app, shownSecret(app))),
    ends: 'Shown once',
  },
};

describe('from every error to the goal, by keys alone', () => {
  it.each(errorCodes)('%s is said, sends nothing by itself, and is got over', async (code) => {
    const { meet, says, cure, ends } = told[code];
    const app = await meet();
    expect(words(app)).toContain(says);
    const before = await tfaCalls(app);
    await app.advance(8_000);
    expect(await tfaCalls(app)).toEqual(before);
    await cure(app);
    expect(words(app)).toContain(ends);
  });
});

describe('a 403 to a change of two-factor', () => {
  const narrow = (app: TestDeck) =>
    app.control('keys', { permissions: { api: { misc: {}, user_read: {}, instance_read: {} } } });

  it.each([
    ['adding', { kind: 'add', method: 'sms' }],
    ['new backup codes', { kind: 'regen' }],
    ['removing', { kind: 'remove', targetId: 2 }],
    ['logging in', { kind: 'login' }],
  ] as const)(
    '%s: names the permission, and Security then says why it does not offer it',
    async (_, goal) => {
      const app = await openTfa(goal, {
        prefer: { kind: 'totp' },
        prepare: async (deck) => {
          both(deck);
          const { key } = (await narrow(deck)) as { key: string };
          deck.signIn(key);
        },
      });
      if (goal.kind !== 'add') await byApp(app);
      if (goal.kind !== 'add' && goal.kind !== 'login') await app.press('tfa.go');
      expect(words(app)).toContain(
        'The key may not do this. It most likely lacks the permission user_write.',
      );
      expect(words(app)).not.toContain('session');
      const sent = await tfaCalls(app);
      await app.press('app.escape');
      await app.press('app.escape');
      expect(app.text()).toContain('[5 Security]');
      await app.press('security.add');
      expect(app.prose()).toContain(
        'This key may not change two-factor: it most likely lacks the permission user_write',
      );
      expect((await tfaCalls(app)).filter(({ method }) => method !== 'GET')).toEqual(
        sent.filter(({ method }) => method !== 'GET'),
      );
    },
  );

  it('may be a session that ended, where there is one: verifying leads back to the same place', async () => {
    const app = await login({ kind: 'totp' });
    await byApp(app);
    await app.advance(31_000);
    await startTfa(app, { kind: 'add', method: 'sms' }, { kind: 'totp' });
    await byApp(app);
    await fail(app, 'auth_error', 'sms/');
    await textTo(app, '+15555550122');
    expect(words(app)).toContain('The two-factor session is over.');
    expect(words(app)).not.toContain('permission');
    // Nothing was sent here that could be sent again.
    expect(app.frame().at(-1)).toContain('r ask again');
    expect(app.text()).not.toContain('send again');
    await app.press('tfa.go');
    await app.advance(31_000);
    await byApp(app);
    expect(app.text()).toContain('+15555550122');
    await app.press('tfa.go');
    await byMessage(app);
    expect(words(app)).toContain(added);
  });
});

describe('limits are told apart', () => {
  it('C045 each has its own words, and only a lock has a countdown', async () => {
    const codes = ['tfa_locked', 'sms_rate_limited', 'preauth_phone_cap', 'twilio_rate_limited'] as const;
    expect(new Set(codes.map((code) => told[code].says)).size).toBe(4);
    const locked = await told.tfa_locked.meet();
    expect(locked.text()).toMatch(/app .*▲ locked 1[45]:\d\d/);
    expect(locked.text()).toMatch(/text .*● ready/);
    expect(locked.text()).toMatch(/backup .*● ready/);
    const limited = await told.sms_rate_limited.meet();
    expect(limited.text()).toMatch(/text .*too many texts for now/);
    expect(limited.text()).not.toMatch(/locked|rigdeck waits/);
  });

  it('C064 a lock ends at a time of the zone of the person, read from epoch seconds', async () => {
    const app = await login({ kind: 'totp' });
    app.world.services.timeZone = 'Asia/Tokyo';
    await fail(app, 'tfa_locked', '', 'POST');
    await byApp(app);
    expect(words(app)).toContain('Locked until 21:15:0');
    expect(app.text()).toMatch(/app .*▲ locked 1[45]:\d\d/);
  });

  it('C046 begins no wait for a text that was not sent, and keeps the number to be corrected', async () => {
    const app = await told.twilio_error.meet();
    expect(app.text()).not.toMatch(/rigdeck waits|valid/);
    expect(app.text()).toContain('Phone  +15005550001');
    expect(await outbox(app)).toEqual([]);
    // At once, to the same number and to another.
    const texts = async () => count(app, 'POST', 'sms/');
    const before = await texts();
    await app.press('tfa.go');
    expect(await texts()).toBe(before + 1);
    await textTo(app, '+15555550122');
    expect(await outbox(app)).toHaveLength(1);
  });

  it('C046 offers the same text again and the other ways where it was to prove who one is', async () => {
    const app = await openTfa(
      { kind: 'login' },
      {
        prefer: { kind: 'sms' },
        prepare: async (app) => {
          both(app);
          await fail(app, 'twilio_error', 'sms/');
        },
      },
    );
    expect(words(app)).toContain('The text could not be sent to this number.');
    expect(app.text()).not.toMatch(/rigdeck waits|valid/);
    await app.press('tfa.other');
    expect(app.text()).toMatch(/app .*● ready/);
    expect(app.text()).toMatch(/text .*● ready/);
    expect(app.text()).toMatch(/backup .*● ready/);
    await app.press('app.escape', 'tfa.resend');
    expect(await outbox(app)).toHaveLength(1);
  });
});

describe('an outcome that is not known', () => {
  it('is told, settled by the status, and never mended by sending the code again', async () => {
    const app = await enrolling();
    const secret = shownSecret(app);
    await app.control('faults', { path: '/api/v0/tfa/confirm-new/', kind: 'drop' });
    await typeCode(app, totp(app, secret));
    expect(words(app)).toContain('the status shows that nothing was done');
    const sent = (await tfaCalls(app)).filter(({ path }) => path.endsWith('confirm-new/'));
    expect(sent).toHaveLength(1);
    await app.advance(31_000);
    await typeCode(app, totp(app, secret));
    expect(app.text()).toContain('Shown once');
  });

  it('whose answer was lost says that the method is there and its backup codes are not, and makes new ones', async () => {
    const app = await enrolling();
    const secret = shownSecret(app);
    await app.control('faults', { path: '/api/v0/tfa/confirm-new/', kind: 'drop-after' });
    await typeCode(app, totp(app, secret));
    expect(words(app)).toContain('Its backup codes were in an answer that got lost.');
    await app.press('tfa.regen');
    await app.press('tfa.go');
    await app.advance(31_000);
    await typeCode(app, totp(app, secret));
    await app.press('tfa.go');
    await keepCodes(app);
    expect(app.text()).toContain('The new backup codes count from now on');
  });

  it('reads the status again on r when that failed too', async () => {
    const app = await login({ kind: 'totp' });
    await app.control('faults', { path: '/api/v0/tfa/', method: 'POST', kind: 'drop-after' });
    await app.control('faults', { path: '/api/v0/tfa/status/', kind: 'status', status: 403, times: 1 });
    await byApp(app);
    expect(words(app)).toContain('It is not known whether you were signed in.');
    await app.press('tfa.ask-again');
    expect(words(app)).toContain('Enter the 6 digits');
    await app.advance(31_000);
    await byApp(app);
    expect(app.text()).toContain(verified);
  });

  it('waits at most half a minute for the status that begins a flow, and asks again on r', async () => {
    const app = await openTfa(
      { kind: 'add', method: 'totp' },
      {
        prepare: (deck) =>
          deck.control('faults', { path: '/api/v0/tfa/status/', kind: 'drop', times: 1_000 }),
      },
    );
    await app.advance(31_000);
    expect(words(app)).toContain('How two-factor stands on this account could not be read.');
    await app.control('faults', undefined, 'DELETE');
    await app.press('tfa.ask-again');
    expect(app.text()).toContain('by e-mail');
  });
});
