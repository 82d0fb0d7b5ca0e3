import { describe, expect, it } from 'vitest';
import { type EndpointName, endpoints } from '../../src/client/endpoints.ts';
import { screenWays } from '../matrix/screen-ways.ts';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { endpointOf } from '../support/endpoint-of.ts';
import { review, testImage } from '../support/rent.ts';

simulatedTime();

/** The message line; the sign in front turns by how long the test took. */
const messageLine = (app: TestDeck) =>
  app
    .frame()
    .at(-2)
    ?.trim()
    .replace(/^[⠀-⣿]/u, '*');
const busy = { world: { world: 'busy' } } as const;

const hangs = (app: TestDeck, method: string, path: string) =>
  app.control('faults', { method, path, kind: 'hang', times: 20 });

/** A destroy that is out and will get no answer. */
async function hangingDestroy(options: Parameters<typeof openDeck>[0] = {}) {
  const app = await openDeck({ ...busy, ...options });
  await app.press('app.instances', 'instance.destroy');
  await hangs(app, 'DELETE', '/api/v0/instances/*');
  await app.past300ms();
  await app.type('lora-x');
  await app.press('dialog.press');
  await app.advance(5_000);
  return app;
}

async function label(app: TestDeck, text: string) {
  await hangs(app, 'PUT', '/api/v0/instances/*');
  await app.press('instance.label');
  await app.type('\x15');
  await app.type(text);
  await app.press('prompt.keep');
}

describe('a write whose answer does not come', () => {
  it('C006 is told of with a spinner, after three seconds with its time, and after ten that it goes out once', async () => {
    const app = await hangingDestroy();
    await app.advance(1_500);
    expect(messageLine(app)).toBe('* Destroy lora-x: sent');
    await app.advance(3_000);
    expect(messageLine(app)).toMatch(/^\* Destroy lora-x: sent, [45]s$/);
    await app.advance(8_000);
    expect(messageLine(app)).toMatch(
      /^\* Destroy lora-x: sent, 1\ds\. No need to retry; the result will show here$/,
    );
    await app.advance(25_000);
    expect(app.prose()).toContain('Not confirmed yet: lora-x is still in the list and billed.');
    expect(app.text()).toMatch(/✕ \d+ +lora-x/);
    expect(messageLine(app)).not.toMatch(/: sent/);
  });

  it('is not worth a word for the first 300 ms', async () => {
    const app = await openDeck(busy);
    await app.press('app.instances');
    await label(app, 'night');
    expect(messageLine(app)).not.toMatch(/: sent/);
    await app.past300ms();
    await app.idle();
    expect(messageLine(app)).toBe('* Label lora-x: sent');
  });

  it('is told of without motion and in steps of five seconds where motion is reduced', async () => {
    const app = await hangingDestroy({ still: true });
    await app.advance(1_500);
    expect(messageLine(app)).toBe('… Destroy lora-x: sent');
    const seen = new Set<string | undefined>();
    for (let second = 0; second < 10; second += 1) {
      await app.advance(1_000);
      seen.add(/sent.*?(?=\.|$)/.exec(messageLine(app) ?? '')?.[0]);
    }
    expect([...seen]).toEqual(['sent', 'sent, 3s', 'sent, 8s']);
  });

  it('is told of wherever the person has gone meanwhile', async () => {
    const app = await openDeck();
    await app.press('offer.rent');
    await app.fill({ Image: testImage });
    await review(app);
    await hangs(app, 'PUT', '/api/v0/asks/*');
    await app.past300ms();
    await app.press('dialog.yes');
    await app.advance(4_000);
    expect(messageLine(app)).toMatch(/^\* Rent offer \d+: sent, \ds$/);
    await app.press('app.escape');
    await app.advance(2_000);
    expect(messageLine(app)).toMatch(/^\* Rent offer \d+: sent, \ds$/);
  });

  it('is told of with how many others are out, the oldest of them by its name', async () => {
    const app = await hangingDestroy();
    await app.press('list.down');
    await label(app, 'night');
    await app.advance(4_000);
    expect(messageLine(app)).toMatch(/^\* Destroy lora-x and 1 more: sent, \ds$/);
  });

  it('is told of on several targets as one act, with how many have answered and for how long', async () => {
    const app = await openDeck(busy);
    await app.press('app.instances', 'list.mark', 'list.mark', 'instance.destroy');
    await hangs(app, 'DELETE', '/api/v0/instances/*');
    await app.past300ms();
    await app.type('destroy 2');
    await app.press('dialog.press');
    await app.advance(6_000);
    expect(messageLine(app)).toBe('* Destroy 2 instances: 0 of 2 answered');
    await app.advance(4_000);
    expect(messageLine(app)).toMatch(/^\* Destroy 2 instances: 0 of 2 answered, \ds$/);
    await app.advance(7_000);
    expect(messageLine(app)).toMatch(/answered, 1\ds\. No need to retry$/);
  });

  it('stands in the place of what was said before it, and beside what is said after it', async () => {
    const app = await openDeck(busy);
    await app.press('app.instances');
    app.say('error', 'Something went wrong before.');
    await app.idle();
    await label(app, 'night');
    await app.advance(2_000);
    expect(messageLine(app)).toBe('* Label lora-x: sent');
    app.say('error', 'Something else went wrong.');
    await app.idle();
    expect(messageLine(app)).toMatch(/^▲ Something else went wrong\. +… Label lora-x · \+1/);
  });

  it('is told of on a terminal that is too small for the deck', async () => {
    const app = await hangingDestroy();
    await app.resize(38, 9);
    await app.advance(4_000);
    expect(app.frame()[1]?.replace(/^ [⠀-⣿]/u, ' *')).toMatch(/^ \* Destroy lora-x: sent, \ds$/);
    await app.resize(38, 1);
    expect(app.text()).toContain('rigdeck needs');
  });

  it('is told of beside and below a QR code, which takes the line of messages', async () => {
    const app = await openDeck();
    await screenOf('tfaConfirmNew').open(app);
    await hangs(app, 'PUT', '/api/v0/instances/*');
    const { api } = app.world.connect(app.sandbox.apiKey);
    const label = api.labelInstance(41, 'night').catch(() => {});
    await app.advance(5_000);
    expect(app.text()).toMatch(/… Label 41: sent, \ds$/m);
    await app.press('tfa.full');
    expect(app.frame().at(-1)?.trim()).toMatch(/^… Label 41: sent, \ds$/);
    await app.advance(30_000);
    await label;
    expect(app.text()).not.toMatch(/: sent/);
  });

  it('is told of to a screen reader once, and again by its end', async () => {
    const app = await hangingDestroy({ spoken: true });
    await app.advance(12_000);
    const told = () => app.heard().filter((line) => line.includes('Destroy lora-x'));
    expect(told().filter((line) => line.includes('no answer yet'))).toEqual([
      'Destroy lora-x: no answer yet. No need to retry; the result will show here',
    ]);
    await app.advance(25_000);
    expect(app.heard().join(' ')).toMatch(/Couldn't confirm/);
  });
});

function screenOf(name: EndpointName) {
  const way = screenWays[name];
  if (typeof way !== 'object') throw new Error(`${name}: ${way}`);
  return way;
}

/** What a screen can ask for and the line tells of, by the call that it makes. */
const writes = (Object.keys(endpoints) as EndpointName[]).filter(
  (name) => endpoints[name].write && typeof screenWays[name] === 'object',
);

describe('every write of a screen', () => {
  it.each(writes)(
    '%s is told of while its answer does not come, and when the deck is to be ended',
    { timeout: 60_000 },
    async (name) => {
      const way = screenOf(name);
      const app = await openDeck(way.options);
      await way.open(app);
      const service = app.sandbox.fetch;
      app.sandbox.fetch = async (request) => {
        const { method } = request;
        const { pathname: path } = new URL(request.url);
        if (endpointOf({ method, path, body: await request.clone().text() }) === name)
          app.sandbox.control.addFault({ kind: 'hang', method, path });
        return service(request);
      };
      await way.act(app);
      await app.advance(5_000);
      expect(app.world.services.calls?.underWay().map(({ endpoint }) => endpoint)).toEqual([name]);
      expect(app.prose()).toMatch(
        /(?:[⠀-⣿]|…) (?:[A-Za-z][^:]+: (?:sent|loading)|asking the service),\D*\d+s/u,
      );
      await app.press('app.quit');
      // Nothing is lost with a login.
      expect(app.ended()).toBe(name === 'tfaLogin');
      if (name === 'tfaLogin') {
        expect(app.lastWords()).not.toMatch(/outcome not known|code/i);
        return;
      }
      expect(app.prose()).toMatch(/[Oo]n (?:its|their) way|[Ss]till sending|being made|with the service/);
      expect(app.prose()).toContain('Press again to quit anyway.');
      expect(app.lastWords()).toMatch(/sent, outcome not known: |not known whether the last rent/i);
      expect(app.lastWords()).not.toMatch(/check the code/i);
      const bringsCodes = /Backup codes may be on their way/.test(app.prose());
      expect(/backup codes that may have come are lost/i.test(app.lastWords().replace(/\s+/g, ' '))).toBe(
        bringsCodes,
      );
    },
  );
});
