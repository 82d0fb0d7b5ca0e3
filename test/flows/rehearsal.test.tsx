import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { rent, rentRequests, review, testImage } from '../support/rent.ts';

simulatedTime();

const openSandbox = (options: Parameters<typeof openDeck>[0] = {}) =>
  openDeck({ embedded: true, ...options });

/** Opens the palette, also from within a form, and types there. */
async function find(app: TestDeck, words: string) {
  await app.type('\x10');
  return app.type(words);
}

/** Lets something happen, as a person does: by part of its name. */
async function rehearse(app: TestDeck, words: string) {
  await find(app, `sandbox: ${words}`);
  return app.type('\r');
}

const hoveredOffer = (app: TestDeck) => Number(/offer (\d+)/.exec(app.text())?.[1]);
const unanswered = async (app: TestDeck) =>
  (await app.requests()).filter(({ status }) => status === 0).length;

async function sendCode(app: TestDeck, channel: 'sms' | 'email'): Promise<string> {
  const { api } = app.world.connect(app.sandbox.apiKey);
  await (channel === 'sms' ? api.tfaSendSms({}) : api.tfaSendEmail({}));
  const { messages } = (await app.control('outbox', undefined, 'GET')) as { messages: { code: string }[] };
  return messages.at(-1)?.code as string;
}

async function withAuthenticator(app: TestDeck): Promise<void> {
  const state = app.sandbox.snapshot();
  state.account.tfaStatus = 'enabled';
  state.methods.push({
    id: 1,
    method: 'totp',
    label: 'Phone',
    totpSecret: 'JBSWY3DPEHPK3PXP',
    primary: true,
    failCount: 0,
    lockedUntil: null,
    createdAt: app.now(),
    lastUsed: null,
  });
  app.sandbox.restore(state);
}

describe('rehearsing from the palette', () => {
  it('is offered on the embedded sandbox and on no other account', async () => {
    const real = await openDeck();
    await find(real, 'sandbox');
    expect(real.text()).toContain('Nothing is called sandbox');

    const app = await openSandbox();
    const asked = (await app.requests()).length;
    await find(app, 'sandbox');
    expect(app.text()).toMatch(/^▌ +Sandbox: /m);
    await app.type(' 5 minutes');
    expect(app.text()).toMatch(/^▌ +Sandbox: let 5 minutes pass/m);
    await app.type('\x15sandbox phone');
    expect(app.text()).toMatch(/^▌ +Sandbox: messages sent to the phone and by e-mail/m);
    await app.type('\x15sandbox takes');
    expect(app.text()).toMatch(/^▌ +Sandbox: somebody takes this offer/m);
    await app.type('\x15sandbox: this instance');
    expect(app.text()).not.toContain('Sandbox: this instance exits');
    expect(await app.requests()).toHaveLength(asked);
  });

  it('speaks of the instance on its own screen and of the row under the cursor, and of none elsewhere', async () => {
    const app = await openSandbox();
    await rent(app);
    await find(app, 'sandbox');
    expect(app.text()).toContain('Sandbox: this instance exits');
    expect(app.text()).not.toContain('this offer');
    await app.press('menu.close', 'app.offers', 'offers.search');
    await find(app, 'sandbox');
    expect(app.text()).toContain('Sandbox: let 5 minutes pass');
    expect(app.text()).not.toMatch(/this instance|this offer/);
  });

  it('says that it was not possible, and asks for nothing, when the machine is gone meanwhile', async () => {
    const app = await openSandbox();
    const id = await rent(app);
    await app.world.connect(app.sandbox.apiKey).api.destroyInstance(id);
    await rehearse(app, 'this instance exits');
    expect(app.text()).toContain('▲ Not possible: ');
  });
});

describe('time', () => {
  it.each([
    ['5 minutes', 5],
    ['15 minutes', 15],
    ['1 hour', 60],
    ['1 day', 24 * 60],
  ])('passes by %s, here and in the sandbox', async (words, minutes) => {
    const app = await openSandbox();
    const before = app.now();
    const { now } = (await app.control('clock', {})) as { now: number };
    await rehearse(app, `let ${words} pass`);
    expect(app.text()).toContain(`It is ${words} later now`);
    expect(Math.round((app.now() - before) / 60_000)).toBe(minutes);
    const after = (await app.control('clock', {})) as { now: number };
    expect(Math.round((after.now - now) / 60)).toBe(minutes);
    // What is shown was asked for after the jump: an hour has not made it old.
    await app.advance(1_000);
    expect(app.text()).toMatch(/[01]s ago/);
  });

  it('boots a machine, and makes it older and the credit less', async () => {
    const app = await openSandbox();
    await rent(app);
    expect(app.text()).toContain('provisioning');
    await rehearse(app, 'let 5 minutes pass');
    expect(app.text()).toContain('● running');
    await rehearse(app, 'let 1 day pass');
    await app.go('instances');
    expect(app.text()).toMatch(/running\s+1d/);
    const credit = Number(/\$([\d.]+) credit/.exec(app.text())?.[1]);
    expect(credit).toBeLessThan(99);
  });

  it('is the machine’s again once the person goes on with another account', async () => {
    const app = await openSandbox();
    const before = app.now();
    await rehearse(app, 'let 1 day pass');
    app.signIn();
    expect(app.now() - before).toBeLessThan(60_000);
    await app.advance(5_000);
    expect(app.text()).not.toContain('later now');
    app.say('info', 'said to the other account');
    await app.advance(5_000);
    expect(app.text()).not.toContain('said to the other account');
  });
});

describe('messages', () => {
  it('stand on a phone, the newest lowest, and nowhere once it is closed', async () => {
    const app = await openSandbox();
    await rehearse(app, 'messages');
    expect(app.dialog()).toContain('No message yet.');
    await app.press('pager.close');
    const first = await sendCode(app, 'email');
    await app.advance(2_000);
    const second = await sendCode(app, 'sms');
    await rehearse(app, 'messages');
    expect(app.dialog()).toMatch(
      new RegExp(
        `E-mail to renter@example.com .*code is ${first} .*SMS to \\+15555550100 .*code is ${second} `,
      ),
    );
    expect(app.dialog()).toMatch(/12:00:0\d .* 12:00:0\d/);
    expect(app.frame().at(-1)).toContain('esc close');
    await app.press('pager.close');
    expect(app.text()).not.toMatch(new RegExp(`${first}|${second}`));
    expect(app.place().over).toBeUndefined();
    await app.press('app.messages');
    expect(app.text()).not.toMatch(new RegExp(`${first}|${second}`));
    expect(app.world.logged.join('\n')).not.toMatch(new RegExp(`${first}|${second}`));
  });

  it.each([
    [80, 24],
    [60, 16],
  ])('scroll one by one at %ix%i, and keep the keys in sight', async (cols, rows) => {
    const app = await openSandbox({ cols, rows });
    const codes: string[] = [];
    for (let sent = 0; sent < 4; sent += 1) codes.push(await sendCode(app, 'email'));
    const [oldest, , , newest] = codes as [string, string, string, string];
    await rehearse(app, 'messages');
    expect(app.dialog()).toContain(newest);
    expect(app.dialog()).not.toContain(oldest);
    expect(app.dialog()).toMatch(/↑ \d earlier/);
    expect(app.frame().at(-1)).toContain('esc close');
    await app.type('kkkk');
    expect(app.dialog()).toContain(oldest);
    expect(app.dialog()).toMatch(/\( \) +\d later ↓/);
    await app.type('jjjj');
    expect(app.dialog()).toContain(newest);
  });

  it('can be read in ASCII', async () => {
    const app = await openSandbox({ ascii: true });
    const code = await sendCode(app, 'sms');
    await rehearse(app, 'messages');
    expect(app.text()).toContain(`| The service: your code is ${code} |`);
    expect(app.text()).toMatch(/^[\x20-\x7e\n]*$/);
  });
});

describe('the way to the service', () => {
  it('is gone until everything works again', async () => {
    const app = await openSandbox();
    await rehearse(app, 'no answer at all');
    expect(app.text()).toContain('No call is answered any more');
    await app.advance(8_000);
    expect(app.text()).toMatch(/last answer \d+s ago/);
    await rehearse(app, 'everything works again');
    expect(app.text()).toContain('Every call is answered again');
    expect(app.text()).toMatch(/0s ago/);
  });

  it('loses the next five calls, which the person has for what is done next', async () => {
    const app = await openSandbox();
    await rehearse(app, 'no answer to the next 5 calls');
    expect(await unanswered(app)).toBe(0);
    await app.press('app.refresh');
    await app.advance(8_000);
    expect(await unanswered(app)).toBe(5);
    expect(app.text()).toMatch(/\ds ago/);
  });

  it('loses the answer to the next rent, which is made all the same', async () => {
    const app = await openSandbox();
    await rehearse(app, "the next rent's answer is lost");
    await app.press('offer.rent');
    await app.fill({ Image: testImage });
    await review(app);
    await app.press('dialog.yes');
    expect(app.prose()).toMatch(/not known|unknown|may have been/i);
    expect(await rentRequests(app)).toHaveLength(1);
    expect(app.sandbox.control.ledger().instances).toHaveLength(1);
  });

  it('answers 429 once, and every read waits for as long as it says', async () => {
    const app = await openSandbox();
    await rehearse(app, 'too many requests');
    expect(app.text()).toContain('One call is answered with 429 and asks for 20 s');
    const refused = async () => (await app.requests()).filter(({ status }) => status === 429).length;
    expect(await refused()).toBe(1);
    const before = (await app.requests()).length;
    await app.advance(15_000);
    expect((await app.requests()).length).toBe(before);
    await app.advance(25_000);
    expect((await app.requests()).length).toBeGreaterThan(before);
    expect(await refused()).toBe(1);
    expect(app.text()).toMatch(/\d+s ago/);
  });
});

describe('the fate of a machine', () => {
  it.each([
    ['this instance exits', 'exited', 'has exited'],
    ['its host goes silent', 'unknown', 'is unknown'],
    ['its host goes offline', 'offline', 'is offline'],
  ])('%s, and it goes on by itself again', async (words, status, said) => {
    const app = await openSandbox();
    const id = await rent(app);
    await rehearse(app, 'let 15 minutes pass');
    await rehearse(app, words);
    expect(app.text()).toContain(`Instance ${id} ${said}`);
    expect(app.text()).toMatch(new RegExp(`[✕?⊘] ${status} `));
    expect(app.prose()).toContain("won't start");
    await rehearse(app, 'this instance goes on by itself');
    expect(app.text()).toContain('● running');
  });

  it('is that of the row under the cursor of the list', async () => {
    const app = await openSandbox();
    const first = await rent(app);
    await app.go('offers');
    // Two rents keep apart, and the list has to know that the first offer is gone.
    await app.advance(70_000);
    await app.press('list.down');
    const second = await rent(app);
    await app.advance(5_000);
    await app.go('instances');
    await app.press('list.top', 'list.down');
    await rehearse(app, 'this instance exits');
    await app.advance(5_000);
    const row = (id: number) => app.frame().find((line) => line.includes(`${id}  `)) ?? '';
    expect(row(first), app.text()).toContain('exited');
    expect(row(second)).not.toContain('exited');
  });

  it('is to be outbid when it is a bid, and not when it is on-demand', async () => {
    const app = await openSandbox();
    await rent(app);
    await app.advance(5_000);
    await rehearse(app, 'this instance is outbid');
    expect(app.text()).toContain('Only a bid can be outbid; this one is on-demand');
    await app.go('offers');
    await app.press('offers.bid');
    const id = await rent(app);
    await rehearse(app, 'let 15 minutes pass');
    await rehearse(app, 'this instance is outbid');
    expect(app.text()).toContain(`Instance ${id} was outbid`);
    expect(app.prose()).toContain('interrupted');
    await rehearse(app, 'this instance goes on by itself');
    await rehearse(app, 'let 15 minutes pass');
    expect(app.text()).toContain('● running');
  });
});

describe('the fate of an offer', () => {
  it('is that somebody takes it while the form is being filled in', async () => {
    const app = await openSandbox();
    const offer = hoveredOffer(app);
    await app.press('offer.rent');
    await app.fill({ Image: testImage });
    await rehearse(app, 'somebody takes this offer');
    expect(app.text()).toContain(`Offer ${offer} was taken by somebody else`);
    await app.press('form.submit');
    await app.past300ms();
    expect(app.text()).toContain('Rent this machine?');
    await app.press('dialog.yes');
    expect(app.prose()).toMatch(/taken|no longer/i);
    expect(app.sandbox.control.ledger().instances).toEqual([]);
  });

  it('is that the row under the cursor leaves the list, and comes back', async () => {
    const app = await openSandbox();
    await app.press('list.down');
    const offer = hoveredOffer(app);
    await rehearse(app, 'somebody takes this offer');
    expect(hoveredOffer(app)).not.toBe(offer);
    expect(app.sandbox.control.offerNow(offer).rentable).toBe(false);
  });

  it('is that its host is busy, until it is as it was', async () => {
    const app = await openSandbox();
    const offer = hoveredOffer(app);
    await app.press('offer.rent');
    await rehearse(app, 'this host is busy');
    expect(app.sandbox.control.offerNow(offer)).toMatchObject({ busy: true });
    await rehearse(app, 'this offer is as it was');
    expect(app.sandbox.control.offerNow(offer)).toMatchObject({ busy: false, rentable: true });
  });

  it('is that it costs a tenth more each time', async () => {
    const app = await openSandbox();
    await app.press('list.down');
    const offer = hoveredOffer(app);
    const price = () => app.sandbox.control.offerNow(offer).dph_base;
    const shown = () => Number(/GPU (\d+\.\d+)/.exec(app.text())?.[1]);
    const before = price();
    expect(shown()).toBeCloseTo(before, 3);
    await rehearse(app, 'its price rises');
    expect(price()).toBeCloseTo(before * 1.1, 5);
    expect(hoveredOffer(app)).toBe(offer);
    expect(shown()).toBeCloseTo(before * 1.1, 3);
    await rehearse(app, 'its price rises');
    expect(price()).toBeCloseTo(before * 1.21, 5);
  });
});

describe('the account', () => {
  it('loses its key, which leads to Sign-in with the reason', async () => {
    const app = await openSandbox();
    await rehearse(app, 'revoke this key');
    await app.advance(1_000);
    expect(app.text()).toContain('› Sign in');
    expect(app.prose()).toContain('was not accepted');
    expect(app.terminal.output()).not.toContain(app.sandbox.apiKey);
  });

  it('asks for two-factor until everything works again', async () => {
    const app = await openSandbox();
    await rehearse(app, 'two-factor required');
    expect(app.prose()).toContain('The account wants a two-factor login');
    expect(app.text()).toContain('› Verify');
    await app.press('app.escape');
    await rehearse(app, 'everything works again');
    expect(app.text()).toMatch(/0s ago/);
  });

  it('has a credit of one dollar, and of a hundred', async () => {
    const app = await openSandbox();
    await rehearse(app, 'credit falls to $1');
    expect(app.text()).toContain('$1.00 credit');
    await rehearse(app, 'credit is $100');
    expect(app.text()).toContain('$100.00 credit');
  });

  it('has its methods locked for fifteen minutes, if there are any', async () => {
    const app = await openSandbox();
    await rehearse(app, 'lock every two-factor method');
    expect(app.text()).toContain('The account has no two-factor method to lock');
    await withAuthenticator(app);
    await rehearse(app, 'lock every two-factor method');
    expect(app.text()).toContain('Every two-factor method is locked for 15 minutes');
    const { api } = app.world.connect(app.sandbox.apiKey);
    const method = async () => (await api.tfaStatus()).methods[0];
    const until = ((await method())?.locked_until ?? 0) * 1000 - app.now();
    expect(Math.round(until / 60_000)).toBe(15);
    await rehearse(app, 'let 15 minutes pass');
    await app.advance(2_000);
    expect(await method()).toMatchObject({ fail_count: 0, locked_until: null });
  });
});
