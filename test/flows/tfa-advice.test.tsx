import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import {
  lastCode,
  openTfa,
  pickWay,
  startTfa,
  typeCode,
  typeKeys,
  withMethods,
  words,
} from '../support/tfa.ts';

simulatedTime();

const both = (app: TestDeck) => withMethods(app, 'totp', 'sms');
const keyLine = (app: TestDeck) => app.frame().at(-1) ?? '';

/** At the number of the first phone, with the proof behind. */
async function firstPhone(): Promise<TestDeck> {
  const app = await openTfa({ kind: 'add', method: 'sms' });
  return typeCode(app, await lastCode(app));
}

describe('what is said is true where the person stands', () => {
  it.each(['sms', 'email'] as const)('a wrong code by %s is no matter of clocks', async (kind) => {
    const app = await openTfa({ kind: 'login' }, { prefer: { kind }, prepare: both });
    await typeCode(app, '900001');
    expect(words(app)).toContain('It may be mistyped, too old, or not the newest: only that one counts.');
    expect(words(app)).not.toMatch(/clock|authenticator/);
  });

  it('the first proof has a way out, and says what can be done without the mail', async () => {
    const app = await openTfa({ kind: 'add', method: 'totp' });
    expect(keyLine(app)).toContain('t another way');
    await app.press('tfa.other');
    await pickWay(app, 'none of these');
    expect(app.prose()).toContain('Two-factor is off, and the first method begins with a code to the');
  });

  it('the key for a new request of the step is named', async () => {
    const app = await openTfa({ kind: 'login' }, { prefer: { kind: 'email' }, prepare: both });
    await app.resize(120, 40);
    expect(keyLine(app)).toContain('s step again');
  });

  it('a first phone that gets no text has no other methods and backup codes', async () => {
    const app = await firstPhone();
    await app.control('faults', { path: '/api/v0/tfa/sms/', kind: 'error', code: 'sms_rate_limited' });
    await app.type('+15555550123');
    await app.press('tfa.go');
    expect(words(app)).toContain(
      'Too many texts for now. The service gives no time. Two-factor is still off.',
    );
    expect(words(app)).not.toMatch(/backup code|other methods/);
  });

  it('a request for a code that got lost used none up', async () => {
    const app = await openTfa(
      { kind: 'add', method: 'totp' },
      {
        prepare: (deck) =>
          deck.control('faults', {
            path: '/api/v0/tfa/authorize-new-method/',
            method: 'POST',
            kind: 'drop-after',
          }),
      },
    );
    expect(words(app)).toContain('It is not known whether a code was sent.');
    expect(words(app)).not.toContain('may be used up');
    expect(keyLine(app)).toContain('r send again');
  });

  it('a service that cannot judge a login asks for the code once more', async () => {
    const app = await openTfa({ kind: 'login' }, { prefer: { kind: 'totp' }, prepare: both });
    await app.control('faults', {
      path: '/api/v0/tfa/',
      method: 'POST',
      kind: 'error',
      code: 'service_unavailable',
    });
    await typeCode(app, '123456');
    expect(words(app)).toContain('Enter the code once more in a moment; nothing is sent by itself.');
  });

  it('a screen that wants a two-factor login names the keys that lead to it', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    both(app);
    await app.control('account', { tfa_required: true });
    await app.press('app.refresh');
    await app.advance(2_000);
    await app.press('app.escape', 'app.escape');
    expect(app.prose()).toContain('5 then l verifies');
  });
});

describe('small things on a screen', () => {
  it('in the sandbox it is said where a message is read, and the palette finds it', async () => {
    const app = await openTfa({ kind: 'add', method: 'totp' }, { embedded: true });
    expect(words(app)).toContain('Sandbox: ":" and "phone" shows the messages sent.');
    await app.type('\x10');
    await typeKeys(app, 'phone');
    expect(app.text()).toContain('Sandbox: messages sent to the phone and by e-mail');
  });

  it('the palette has one entry for the login where a key does it, too', async () => {
    const app = await openDeck({ route: { screen: 'security' } });
    await app.type('\x10');
    await typeKeys(app, 'log in with two-factor');
    expect(app.text().match(/Log in with two-factor(?: now)? {2}/g)).toHaveLength(1);
  });

  it('says nothing of a sandbox elsewhere', async () => {
    const app = await openTfa({ kind: 'add', method: 'totp' });
    expect(words(app)).not.toContain('Sandbox:');
  });

  it('a number that is none is said once', async () => {
    const app = await firstPhone();
    await app.type('555');
    await app.press('tfa.go');
    expect(words(app).match(/country code/g)).toHaveLength(1);
  });

  it('a code that was judged takes the word about waiting with it', async () => {
    const app = await openTfa({ kind: 'add', method: 'totp' });
    await app.control('faults', {
      path: '/api/v0/tfa/authorize-new-method/',
      method: 'PUT',
      kind: 'delay',
      delay_ms: 3_000,
    });
    await typeCode(app, await lastCode(app));
    await app.press('tfa.go');
    expect(app.prose()).toContain('A code is being judged: wait for the answer');
    await app.advance(4_000);
    expect(app.prose()).not.toContain('A code is being judged');
  });

  it('the proof of an open window is named in the next flow, too', async () => {
    const app = await openTfa({ kind: 'add', method: 'totp' });
    await typeCode(app, await lastCode(app));
    await app.press('app.escape');
    await startTfa(app, { kind: 'add', method: 'sms' });
    expect(app.text()).toContain('✓ by e-mail');
  });

  it('a reason that a key does not work is told to its end', async () => {
    const app = await openDeck({ route: { screen: 'security' } });
    await app.press('app.help');
    const help = app.text().replace(/[│\s]+/g, ' ');
    expect(help).not.toContain('…');
  });

  it('a phone keeps its last digits in the list of ways, whatever it is called', async () => {
    const app = await openTfa(
      { kind: 'login' },
      {
        prefer: { kind: 'totp' },
        prepare: (deck) => {
          both(deck);
          const state = deck.sandbox.snapshot();
          for (const method of state.methods) method.label = 'The telephone of the office at';
          deck.sandbox.restore(state);
        },
      },
    );
    await app.press('tfa.other');
    expect(app.text()).toMatch(/The telephone.*• 4417 +● ready/);
  });
});

describe('messages', () => {
  const long = `Something that takes its three lines of eighty columns, ${'and goes on and on, '.repeat(9)}to its very end`;

  it('are told to their end with others behind them, and in the list', async () => {
    const app = await openDeck({ route: { screen: 'security' } });
    app.say('info', 'The first one');
    for (let cells = 165; cells < 205; cells += 1) {
      app.say('warn', `${long.slice(0, cells)} END`);
      await app.advance(20);
      expect(app.prose()).toContain('END');
      expect(app.text()).toContain('m all messages');
    }
    app.say('warn', long);
    await app.press('app.messages');
    expect(app.prose().replace(/[│\s]+/g, ' ')).toContain('to its very end');
    await typeKeys(app, 'q');
  });
});
