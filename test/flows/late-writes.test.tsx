import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { lateGateway } from '../support/late-gateway.ts';
import { runningInstance } from '../support/running.ts';

simulatedTime();

const line = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMrMJXhtxPmLVpo7DB4hRU8bfQjNJ/MOTxV+ZsJIsQjd me@laptop';
const said = (app: TestDeck) => app.said();
const yes = async (app: TestDeck) => {
  await app.past300ms();
  await app.press('dialog.yes');
};
const typed = async (app: TestDeck, text: string) => {
  await app.past300ms();
  await app.type(`${text}\r`);
};
const ask = (app: TestDeck, path: string, method: string, body: object) =>
  app.world.sandbox.fetch(
    new Request(`https://sandbox.test/api/v0/${path}`, {
      method,
      body: JSON.stringify(body),
      headers: { Authorization: `Bearer ${app.sandbox.apiKey}`, 'Content-Type': 'application/json' },
    }),
  );
const atGroups = async (app: TestDeck) => {
  await app.press('app.groups', 'app.refresh');
  await app.advance(4_000);
};
const atKeys = (app: TestDeck) => app.press('app.security', 'security.keys');
const atSshKeys = async (app: TestDeck) => {
  await app.press('app.security', 'security.keys', 'keys.ssh');
  app.world.services.publicKeyFiles = async () => [{ name: 'id.pub', text: line }];
};
/** An interruptible instance, on its own screen. */
const atBid = async (app: TestDeck) => {
  const { api } = app.world.connect(app.sandbox.apiKey);
  const { offers } = await api.searchOffers({ type: 'bid', verified: { eq: true }, limit: 1 });
  const [offer] = offers;
  const body = { image: 'ubuntu:22.04', label: 'spot-a', disk: 20, price: (offer?.min_bid ?? 0.1) + 0.1 };
  const { new_contract: id } = await api.createInstance(offer?.id as number, body);
  await app.advance(30_000);
  app.lead({ go: 'push', route: { screen: 'instance', id } });
  await app.advance(12_000);
};

type Row = {
  name: string;
  /** Up to where the write is sent. */
  at: (app: TestDeck) => Promise<unknown>;
  send: (app: TestDeck) => Promise<unknown>;
  /** What is said while the lists do not show it, what once they do, and what when they do not for a minute. */
  open: RegExp;
  done: RegExp;
  never: RegExp;
};

const rows: Row[] = [
  {
    name: 'an SSH key that is added',
    at: atSshKeys,
    send: (app) => app.press('ssh-keys.add', 'menu.pick'),
    open: /the SSH key is not in the list/,
    done: /SSH key 302 is added: the list has it/,
    never: /SSH key has not appeared for 60 s, so it was not added/,
  },
  {
    name: 'an SSH key that is removed',
    at: atSshKeys,
    send: async (app) => {
      await app.press('ssh-keys.remove');
      await yes(app);
    },
    open: /SSH key 301 is still in the list/,
    done: /SSH key 301 is removed/,
    never: /SSH key 301 is still in the list, 60 s after that/,
  },
  {
    name: 'an API key that is made',
    at: atKeys,
    send: async (app) => {
      await app.press('keys.new');
      await app.fill({ Name: 'ci' });
      await app.press('form.submit');
    },
    open: /no new key is in the list/,
    done: /Key \d+ is new in the list/,
    never: /No new key has appeared for 60 s/,
  },
  {
    name: 'an API key that is deleted',
    at: async (app) => {
      await ask(app, 'auth/apikeys/', 'POST', { name: 'ci', permissions: { api: { misc: {} } } });
      await atKeys(app);
      await app.press('app.refresh');
      await app.advance(4_000);
      await app.press('list.bottom');
    },
    send: async (app) => {
      await app.press('keys.delete');
      const word = /delete \d+/.exec(app.dialog())?.[0] ?? '';
      await typed(app, word);
    },
    open: /Key \d+ \(ci\) is still in the list/,
    done: /Key \d+ \(ci\) is deleted/,
    never: /Key \d+ \(ci\) is still in the list, 60 s after that/,
  },
  {
    name: 'a worker group that is created',
    at: async (app) => {
      await atGroups(app);
      await app.press('group.new', 'group.review');
    },
    send: yes,
    open: /no new worker group is in the list/,
    done: /Worker group 801 is new in the list/,
    never: /No new worker group has appeared for 60 s/,
  },
  {
    name: 'a worker group that is deleted',
    at: async (app) => {
      await ask(app, 'workergroups/', 'POST', { endpoint_id: 701, test_workers: 0 });
      await atGroups(app);
      await app.press('list.down', 'group.delete');
    },
    send: (app) => typed(app, '801'),
    open: /Worker group 801 is still in the list/,
    done: /Worker group 801 is deleted/,
    never: /Worker group 801 is still in the list, 60 s after that/,
  },
  {
    name: 'a label that is changed',
    at: runningInstance,
    send: async (app) => {
      await app.press('instance.label');
      await app.type('\x15two');
      await app.press('prompt.keep');
    },
    open: /the list says \d+ is labeled train-a/,
    done: /Confirmed: \d+ is labeled two/,
    never: /After 60s, the list says \d+ is labeled train-a/,
  },
  {
    name: 'a bid that is changed',
    at: atBid,
    send: async (app) => {
      await app.press('instance.bid');
      await app.past300ms();
      await app.type('\x150.777');
      await app.press('prompt.keep');
      await yes(app);
    },
    open: /the list says the bid on spot-a is \$[\d.]+\/h/,
    done: /Confirmed: the bid on spot-a is \$0\.777\/h/,
    never: /After 60s, the list says the bid on spot-a is \$[\d.]+\/h/,
  },
  {
    name: 'an instance that is stopped',
    at: runningInstance,
    send: async (app) => {
      await app.press('instance.stop');
      await yes(app);
      await app.press('held.send');
    },
    open: /the list says train-a is running/,
    done: /Confirmed: train-a is stopp(?:ed|ing)/,
    never: /After 60s, .*train-a is running\. Retry with :stop \d+/,
  },
  {
    name: 'an instance that is started',
    at: async (app) => {
      const id = await runningInstance(app);
      await ask(app, `instances/${id}/`, 'PUT', { state: 'stopped' });
      await app.advance(30_000);
    },
    send: async (app) => {
      await app.press('instance.start');
      await yes(app);
    },
    open: /the list says train-a is stopped/,
    done: /Confirmed: train-a is (?:running|starting)/,
    never: /After 60s, .*train-a is stopped\. Retry with :start \d+/,
  },
  {
    name: 'an instance that is destroyed',
    at: runningInstance,
    send: async (app) => {
      await app.press('instance.destroy');
      await typed(app, 'train-a');
      await app.press('held.send');
    },
    open: /train-a is still in the list and billed/,
    done: /Confirmed: train-a is gone/,
    never: /After 60s, train-a is still in the list\. .*billed\. Retry with :destroy \d+/,
  },
];

describe('C006 a write that a slow gateway hands on after its caller has given up', () => {
  const sendKept = async ({ at, send }: Row) => {
    const app = await openDeck({ cols: 120, rows: 40 });
    const { sandbox } = app.world;
    const gateway = lateGateway(sandbox.fetch);
    sandbox.fetch = gateway.fetch;
    await at(app);
    const before = said(app).length;
    gateway.keeps = ({ url }) => !/bundles|\/asks\//.test(url);
    await send(app);
    await app.advance(33_000);
    expect(gateway.kept).toHaveLength(1);
    return { app, gateway, before };
  };

  it.each(rows)('is told by the lists once they show it, and not denied before: $name', async (row) => {
    const { app, gateway, before } = await sendKept(row);
    await app.advance(4_000);
    expect(said(app).join('\n')).toMatch(/Couldn't confirm|not known whether/);
    expect(said(app).at(-1)).toMatch(/^Not (confirmed|known) yet: .* \d:\d\d\.$/);
    expect(said(app).at(-1)).toMatch(row.open);
    expect(said(app).join('\n')).not.toMatch(row.never);
    expect(await gateway.handOn()).toEqual([200]);
    await app.advance(16_000);
    expect(said(app).at(-1)).toMatch(row.done);
    await app.advance(60_000);
    expect(said(app).join('\n')).not.toMatch(row.never);
    // What was asked for here is not told as another's doing.
    expect(said(app).slice(before).join('\n')).not.toContain('not from here');
  });

  it.each(rows)('that never comes to it is told a minute later: $name', async (row) => {
    const { app } = await sendKept(row);
    await app.advance(52_000);
    expect(said(app).join('\n')).not.toMatch(row.never);
    await app.advance(20_000);
    expect(said(app).at(-1)).toMatch(row.never);
    expect(said(app).join('\n')).not.toMatch(row.done);
    // It is waited for no longer, or it would be told again.
    const told = said(app).length;
    for (let turns = 0; turns < 3; turns += 1) {
      await app.press('app.refresh');
      await app.advance(20_000);
    }
    expect(said(app).slice(told).join('\n')).not.toMatch(row.never);
  });
});
