import { readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ownMark } from '../../src/platform/files/process-mark.ts';
import { lateGateway } from '../support/late-gateway.ts';
import { type FetchLike, makeWorld, type RunOptions } from './world.ts';

type World = ReturnType<typeof makeWorld>;
const puts = (world: World) => world.requests().filter((line) => line.startsWith('PUT'));
const ids = (world: World) => world.sandbox.control.ledger().instances.map(({ id }) => id);
type Open = { id: string; offer_id: number; unclear_since: number | null };

/** Rents the cheapest offer and loses the answer; `made` says whether a machine came of it. Answers the rent's id. */
async function loseAnswer(world: World, made: boolean): Promise<string> {
  const [offer] = await world.offers();
  world.sandbox.control.addFault({
    method: 'PUT',
    path: '/api/v0/asks/*',
    kind: made ? 'drop-after' : 'drop',
  });
  const { exit } = await world.run(['rent', String(offer?.id), '--image', 'a/b:1']);
  expect(exit).toBe(7);
  return (await unsettledOf(world))[0]?.id as string;
}
const unsettledOf = async (world: World) =>
  (await world.run(['unsettled', '--json'])).json().unsettled as Open[];
const settle = (world: World, rent: string, flags: string[] = [], options: RunOptions = {}) =>
  world.run(['unsettled', 'settle', rent, ...flags], options);

describe('rigdeck unsettled', () => {
  it('lists nothing when every rent has its outcome', async () => {
    const world = makeWorld();
    await world.rent();
    const { out, err } = await world.run(['unsettled']);
    expect(out).toBe('');
    expect(err).toContain('Every rent has its outcome.');
    expect((await world.run(['unsettled', '--json'])).out).toBe(
      '{"schema":1,"unsettled":[],"complete":true,"unreadable_lines":0}\n',
    );
  });

  it('does not claim to be complete where a line of the journal is damaged', async () => {
    const world = makeWorld();
    const rent = await loseAnswer(world, true);
    const file = /\S+rents\.jsonl/.exec(world.onDisk())?.[0] as string;
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/^\{"t":"intent"/m, '{"t":int'));
    const { out, err } = await world.run(['unsettled']);
    expect(out).not.toContain(rent);
    expect(err).toContain('1 line of rents.jsonl cannot be read');
    expect(err).toContain(file);
    expect(err).not.toContain('Every rent has its outcome.');
    expect((await world.run(['unsettled', '--json'])).json()).toEqual({
      ...{ schema: 1, unsettled: [], complete: false, unreadable_lines: 1 },
    });
    const [offer] = await world.offers();
    const again = await world.run(['rent', String(offer?.id), '--image', 'a/b:1']);
    expect(again.err).toContain('1 line of rents.jsonl cannot be read');
  });

  it('lists a rent whose answer was lost, and asks nothing of the service', async () => {
    const world = makeWorld();
    const rent = await loseAnswer(world, true);
    const before = world.requests().length;
    expect(await unsettledOf(world)).toEqual([
      expect.objectContaining({ id: rent, overridden: false, label: expect.stringMatching(/^rd-/) }),
    ]);
    const { out, err } = await world.run(['unsettled'], { columns: 100 });
    expect(out).toContain(rent);
    expect(err).toContain(`rigdeck unsettled settle ${rent}`);
    expect(world.requests()).toHaveLength(before);
  });

  it('settles it as the machine that the list shows', async () => {
    const world = makeWorld();
    const rent = await loseAnswer(world, true);
    const [id] = ids(world);
    const { exit, out } = await settle(world, rent, ['--json']);
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ schema: 1, id: rent, outcome: 'rented', instance_id: id });
    expect(await unsettledOf(world)).toEqual([]);
    expect(puts(world)).toHaveLength(1);
  });

  it('looks for a minute before it says that nothing was created, and whose word that is', async () => {
    const world = makeWorld();
    const rent = await loseAnswer(world, false);
    const started = world.clock.now();
    const { exit, out, err } = await settle(world, rent);
    expect(exit).toBe(0);
    expect(out).toBe('');
    expect(err).toContain("That is rigdeck's guess, not the service's word");
    expect(world.clock.now() - started).toBeGreaterThanOrEqual(55_000);
    expect(await unsettledOf(world)).toEqual([]);
  });

  it('settles nothing by a list that cannot be read', async () => {
    const world = makeWorld();
    const rent = await loseAnswer(world, false);
    world.sandbox.control.addFault({
      method: 'GET',
      path: '/api/v0/instances/',
      kind: 'status',
      status: 500,
      times: 99,
    });
    expect((await settle(world, rent)).exit).toBe(6);
    expect(await unsettledOf(world)).toHaveLength(1);
  });

  it('takes the word of the person, and no other instance than one that the list shows', async () => {
    const world = makeWorld();
    const rent = await loseAnswer(world, false);
    expect((await settle(world, rent, ['--adopt', '4711'])).exit).toBe(1);
    expect((await settle(world, rent, ['--adopt', '4711', '--not-created'])).exit).toBe(2);
    const { exit, err } = await settle(world, rent, ['--not-created']);
    expect(exit).toBe(0);
    expect(err).toContain('as you said');
    expect((await settle(world, rent, ['--not-created'])).exit).toBe(1);
  });

  it('does not take a machine that carries the mark for not created, but by --yes', async () => {
    const world = makeWorld();
    const rent = await loseAnswer(world, true);
    const { exit, err } = await settle(world, rent, ['--not-created']);
    expect(exit).toBe(3);
    expect(err).toMatch(
      new RegExp(`Instance ${ids(world)[0]} carries the mark of this rent, rd-.{6}: it was created`),
    );
    expect(await unsettledOf(world)).toHaveLength(1);
    expect((await settle(world, rent, ['--not-created', '--yes'])).exit).toBe(0);
    expect(await unsettledOf(world)).toEqual([]);
  });

  it('names what is new beside the word of the person, and takes none while nobody can look', async () => {
    const world = makeWorld();
    const rent = await loseAnswer(world, false);
    const path = '/api/v0/instances/';
    world.sandbox.control.addFault({ method: 'GET', path, kind: 'status', status: 500 });
    expect((await settle(world, rent, ['--not-created'])).exit).toBe(6);
    expect(await unsettledOf(world)).toHaveLength(1);
    const body = { instances_found: 1, instances: [{ id: 501, actual_status: 'running' }] };
    world.sandbox.control.addFault({ method: 'GET', path, kind: 'status', status: 200, body });
    const { exit, err } = await settle(world, rent, ['--not-created']);
    expect([exit, err]).toEqual([0, expect.stringContaining('not of it: 501.')]);
  });

  it('asks in a terminal which of several it is, and says elsewhere how to tell', async () => {
    const world = makeWorld();
    const rent = await loseAnswer(world, false);
    const list = {
      instances_found: 2,
      instances: [501, 502].map((id) => ({ id, actual_status: 'running' })),
    };
    world.sandbox.control.addFault({
      method: 'GET',
      path: '/api/v0/instances/',
      kind: 'status',
      status: 200,
      body: list,
      times: 99,
    });
    const told = await settle(world, rent, ['--json']);
    expect(told.exit).toBe(7);
    expect(told.json().error).toMatchObject({
      message: expect.stringContaining('501, 502'),
      next: expect.stringContaining('--adopt'),
    });
    expect((await settle(world, rent, [], { answers: ['503'] })).exit).toBe(3);
    expect((await settle(world, rent, [], { answers: ['502'] })).out).toBe('502\n');
    expect(await unsettledOf(world)).toEqual([]);
  });
});

describe('rigdeck rent, while another rent has no outcome', () => {
  it.each([
    [429, '{}'],
    [429, ''],
    [403, '{}'],
    [403, 'Forbidden'],
    [401, ''],
  ])('is not known to be refused by a %i with %j: the machine may be there', async (status, said) => {
    const world = makeWorld();
    const [offer] = await world.offers();
    const argv = ['rent', String(offer?.id), '--image', 'a/b:1'];
    const transport: RunOptions['transport'] = async (url, init) => {
      const answer = await world.service(url, init);
      return init.method === 'PUT' ? new Response(said, { status }) : answer;
    };
    const lost = await world.run(argv, { transport });
    expect([lost.exit, lost.out]).toEqual([7, '']);
    expect(lost.err).not.toMatch(/nothing (was created|is charged)/i);
    const again = await world.run(argv);
    expect([again.exit, again.out]).toEqual([0, `${ids(world)[0]}\n`]);
    expect(ids(world)).toHaveLength(1);
  });

  it('sends no second one, and names the command that settles the first', async () => {
    const world = makeWorld();
    const rent = await loseAnswer(world, false);
    const [offer] = await world.offers();
    const { exit, err } = await world.run(['rent', String(offer?.id), '--image', 'a/b:1']);
    expect(exit).toBe(7);
    expect(err).toContain(`Settle it first: rigdeck unsettled settle ${rent}`);
    expect(world.sandbox.control.ledger().instances).toEqual([]);
    await settle(world, rent);
    expect((await world.run(['rent', String(offer?.id), '--image', 'a/b:1'])).exit).toBe(0);
  });

  it('goes on at once when the list settles the first by itself', async () => {
    const world = makeWorld();
    await loseAnswer(world, true);
    const [offer] = await world.offers();
    const { exit } = await world.run(['rent', String(offer?.id), '--image', 'a/b:1']);
    expect(exit).toBe(0);
    expect(await unsettledOf(world)).toEqual([]);
    expect(ids(world)).toHaveLength(2);
  });

  it('says in one line what the list settled before it goes on', async () => {
    const world = makeWorld();
    await loseAnswer(world, true);
    const [first] = ids(world);
    const [offer] = await world.offers();
    const { err } = await world.run(['rent', String(offer?.id), '--image', 'a/b:1']);
    expect(err).toContain(`was rented, as instance ${first}; it is charged.`);
  });

  describe('of the same request', () => {
    const query = ['rent', '--query', 'num_gpus=1', '--image', 'a/b:1', '--max-price', '1', '--yes'];
    const lose = (world: World, kind: 'drop' | 'drop-after' = 'drop-after') =>
      world.sandbox.control.addFault({ method: 'PUT', path: '/api/v0/asks/*', kind });

    it('answers late with the machine of the first, and rents no other', async () => {
      const world = makeWorld();
      lose(world);
      expect((await world.run(query)).exit).toBe(7);
      const again = await world.run(query);
      expect([again.exit, again.out]).toEqual([0, `${ids(world)[0]}\n`]);
      expect(again.err).toContain('This is the late answer to the same request');
      expect(puts(world)).toHaveLength(1);
      // What has been answered is over: the same words are a new wish now.
      const third = await world.run([...query, '--json']);
      expect(third.exit).toBe(0);
      expect(ids(world)).toHaveLength(2);
      expect(third.json()).toEqual({ schema: 1, instance_id: ids(world)[1], new_contract: ids(world)[1] });
    });

    it('buys one in a loop, although something else has settled the first meanwhile', async () => {
      const world = makeWorld();
      const [offer] = await world.offers();
      const argv = ['rent', String(offer?.id), '--image', 'a/b:1', '--json'];
      lose(world);
      expect((await world.run(argv)).exit).toBe(7);
      expect((await settle(world, (await unsettledOf(world))[0]?.id as string)).exit).toBe(0);
      const again = await world.run(argv);
      expect([again.exit, again.json()]).toEqual([0, expect.objectContaining({ late: true })]);
      expect(ids(world)).toHaveLength(1);
    });

    it.each([
      ['another image', ['--image', 'c/d:1']],
      ['another search', ['--query', 'num_gpus=2']],
    ])('is no longer the same with %s', async (_, more) => {
      const world = makeWorld();
      lose(world);
      expect((await world.run(query)).exit).toBe(7);
      expect((await world.run([...query, ...more])).exit).toBe(0);
      expect(ids(world)).toHaveLength(2);
    });

    it('rents when nothing came of the first, when its machine is gone, or after an hour', async () => {
      const world = makeWorld();
      lose(world, 'drop');
      expect((await world.run(query)).exit).toBe(7);
      expect((await settle(world, (await unsettledOf(world))[0]?.id as string)).exit).toBe(0);
      expect((await world.run(query)).exit).toBe(0);

      lose(world);
      expect((await world.run(query)).exit).toBe(7);
      expect((await settle(world, (await unsettledOf(world))[0]?.id as string)).exit).toBe(0);
      await world.service(`https://x.test/api/v0/instances/${ids(world)[1]}/`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${world.sandbox.apiKey}` },
      });
      const third = await world.run(query);
      expect([third.exit, third.err]).toEqual([0, expect.stringContaining('is not there any more')]);
      expect(puts(world)).toHaveLength(4);

      lose(world);
      expect((await world.run(query)).exit).toBe(7);
      expect((await settle(world, (await unsettledOf(world))[0]?.id as string)).exit).toBe(0);
      world.clock.advance(3_700_000);
      expect((await world.run(query)).exit).toBe(0);
      expect(puts(world)).toHaveLength(6);
    });

    it('rents no other while the list may only lag behind', async () => {
      const world = makeWorld();
      expect((await world.run(query, { outBreaks: true })).exit).toBe(7);
      let lists = 0;
      const lagging: FetchLike = async (url, init) => {
        const isList = init.method === 'GET' && new URL(url).pathname === '/api/v0/instances/';
        if (isList) lists += 1;
        return isList && lists < 4
          ? Response.json({ success: true, instances_found: 0, instances: [] })
          : world.service(url, init);
      };
      const again = await world.run(query, { transport: lagging });
      expect([again.exit, again.out]).toEqual([0, `${ids(world)[0]}\n`]);
      expect(lists).toBeGreaterThan(3);
      expect(puts(world)).toHaveLength(1);
    });

    it('counts no hour while nobody could tell what came of it', async () => {
      const world = makeWorld();
      lose(world);
      expect((await world.run(query)).exit).toBe(7);
      world.sandbox.control.addFault({
        ...{ method: 'GET', path: '/api/v0/instances/', kind: 'status', status: 500, times: 99 },
      });
      world.clock.advance(3_700_000);
      expect((await world.run(query)).exit).toBe(7);
      world.sandbox.control.clearFaults();
      const again = await world.run(query);
      expect([again.exit, again.out]).toEqual([0, `${ids(world)[0]}\n`]);
      expect(puts(world)).toHaveLength(1);
    });

    it('is settled by its offer, label and image where nobody knew what was there before', async () => {
      const world = makeWorld();
      await world.rent('--label', 'other');
      const path = '/api/v0/instances/';
      const argv = [...query, '--label', 'train', '--json'];
      world.sandbox.control.addFault({ method: 'GET', path, kind: 'status', status: 500 });
      lose(world);
      expect((await world.run(argv)).exit).toBe(7);
      const again = await world.run(argv);
      expect([again.exit, again.json()]).toEqual([
        0,
        expect.objectContaining({ instance_id: ids(world)[1] }),
      ]);
      expect(puts(world)).toHaveLength(2);
    });

    it('begins another hour each time that it is asked for and cannot be named', async () => {
      const world = makeWorld();
      for (let turn = 0; turn < 3; turn += 1) {
        const lost = await world.run(query, { outBreaks: true });
        expect([lost.exit, lost.err]).toEqual([7, expect.stringContaining(String(ids(world)[0]))]);
        world.clock.advance(2_000_000);
      }
      expect((await world.run(query)).out).toBe(`${ids(world)[0]}\n`);
      expect(puts(world)).toHaveLength(1);
    });

    it('is the same still where a clock has been set back', async () => {
      const world = makeWorld();
      expect((await world.run(query, { outBreaks: true })).exit).toBe(7);
      world.clock.advance(-7_200_000);
      expect((await world.run(query)).out).toBe(`${ids(world)[0]}\n`);
      expect(puts(world)).toHaveLength(1);
    });

    it('ends, with nothing sent, while the list cannot be read', async () => {
      const world = makeWorld();
      lose(world);
      expect((await world.run(query)).exit).toBe(7);
      expect((await settle(world, (await unsettledOf(world))[0]?.id as string)).exit).toBe(0);
      world.sandbox.control.addFault({
        ...{ method: 'GET', path: '/api/v0/instances/', kind: 'status', status: 500, times: 9 },
      });
      expect((await world.run(query)).exit).toBe(6);
      expect(puts(world)).toHaveLength(1);
    });
  });

  describe('that was sent otherwise', () => {
    const wish = ['rent', '--query', 'num_gpus=1', '--image', 'a/b:1', '--max-price', '1', '--yes'];
    const lose = (world: World, kind: 'drop' | 'drop-after') =>
      world.sandbox.control.addFault({ method: 'PUT', path: '/api/v0/asks/*', kind });
    /** Another key of the same account; `reads` says whether it may ask whose it is. */
    const otherKey = (world: World, reads = true) => {
      const scopes = ['misc', 'instance_read', 'instance_write', ...(reads ? ['user_read'] : [])];
      const api = Object.fromEntries(scopes.map((scope) => [scope, {}]));
      const { key } = world.sandbox.control.keys({ permissions: { api } });
      return { ...world.signedIn, RIGDECK_API_KEY: key };
    };

    it.each([
      ['another key', (world: World) => otherKey(world)],
      [
        'a dot behind the host',
        (w: World) => ({ ...w.signedIn, RIGDECK_BASE_URL: 'https://api.example.com.' }),
      ],
      ['the usual port', (w: World) => ({ ...w.signedIn, RIGDECK_BASE_URL: 'https://api.example.com:443' })],
    ])('with %s, is answered all the same', async (_, envOf) => {
      const world = makeWorld();
      lose(world, 'drop-after');
      expect((await world.run(wish)).exit).toBe(7);
      const env = envOf(world);
      expect((await world.run(['unsettled'], { env })).err).not.toContain('Every rent has its outcome');
      const again = await world.run(wish, { env });
      expect([again.exit, again.out]).toEqual([0, `${ids(world)[0]}\n`]);
      expect(puts(world)).toHaveLength(1);
    });

    it('stands against another one while nobody knows whether the keys are of one account', async () => {
      const world = makeWorld();
      const env = otherKey(world, false);
      lose(world, 'drop');
      expect((await world.run(wish, { env: otherKey(world, false) })).exit).toBe(7);
      world.clock.advance(600_000);
      const held = await world.run(wish, { env });
      expect([held.exit, held.err]).toEqual([7, expect.stringContaining('with another API key')]);
      expect(puts(world)).toHaveLength(1);
      const [open] = (await world.run(['unsettled', '--json'], { env })).json().unsettled as Open[];
      // The list of this key tells nothing of it: no silence of it settles the rent.
      expect((await settle(world, open?.id as string, [], { env })).exit).toBe(7);
      expect((await settle(world, open?.id as string, ['--not-created'], { env })).exit).toBe(0);
      expect((await world.run(wish, { env })).exit).toBe(0);
      expect(ids(world)).toHaveLength(1);
    });

    it('stands against none of an account that is known to be another', async () => {
      const world = makeWorld();
      lose(world, 'drop');
      expect((await world.run(wish)).exit).toBe(7);
      const stranger = {
        env: { ...world.signedIn, RIGDECK_API_KEY: 'k'.repeat(64) },
        transport: async (url: string, init: Parameters<typeof world.service>[1]) =>
          url.endsWith('/users/current/')
            ? new Response('{"id":999}')
            : world.service(url, {
                ...init,
                headers: { ...init.headers, Authorization: `Bearer ${world.sandbox.apiKey}` },
              }),
      };
      expect((await world.run(wish, stranger)).exit).toBe(0);
      expect(ids(world)).toHaveLength(1);
    });

    it('to another name of the service is known by its mark', async () => {
      const world = makeWorld();
      lose(world, 'drop-after');
      expect((await world.run(wish)).exit).toBe(7);
      world.clock.advance(120_000);
      const env = { ...world.signedIn, RIGDECK_BASE_URL: 'https://api.example.org' };
      const again = await world.run(wish, { env });
      expect([again.exit, again.out]).toEqual([0, `${ids(world)[0]}\n`]);
      expect(puts(world)).toHaveLength(1);
    });
  });

  describe('that counts as not created', () => {
    const wish = ['rent', '--query', 'num_gpus=1', '--image', 'a/b:1', '--max-price', '1', '--yes'];

    /** A gateway keeps the request until it is handed on; the rent is settled as `flags` say meanwhile. */
    async function handedOnLate(world: World, flags: string[] = []) {
      const gateway = lateGateway(world.sandbox.fetch);
      gateway.keeps = ({ method }) => method === 'PUT';
      const gaveUp = new AbortController();
      const transport = (url: string, init: Parameters<typeof world.service>[1]) =>
        gateway.fetch(new Request(url, init));
      const sent = world.run(wish, { transport, signal: gaveUp.signal });
      await vi.waitUntil(() => gateway.kept.length > 0);
      gaveUp.abort();
      expect((await sent).exit).toBe(130);
      const rent = (await unsettledOf(world))[0]?.id as string;
      expect((await settle(world, rent, flags)).exit).toBe(0);
      expect(ids(world)).toEqual([]);
      await gateway.handOn();
      expect(ids(world)).toHaveLength(1);
    }

    it.each([
      ['by silence', []],
      ['by the person', ['--not-created']],
    ])('%s, and whose machine is there after all is said and answered', async (_, flags) => {
      const world = makeWorld();
      await handedOnLate(world, flags);
      const again = await world.run(wish);
      expect([again.exit, again.out]).toEqual([0, `${ids(world)[0]}\n`]);
      expect(again.err).toMatch(/was rented after all\. Instance \d+ has its label rd-\w+ and is billed/);
      expect(ids(world)).toHaveLength(1);
      // It is known now, and handed over.
      const third = await world.run(wish);
      expect([third.exit, third.err]).toEqual([0, expect.not.stringContaining('after all')]);
      expect(ids(world)).toHaveLength(2);
    });

    it('is corrected and said by the mere list of rents without an outcome, once', async () => {
      const world = makeWorld();
      await handedOnLate(world);
      const ran = await world.run(['unsettled', '--json']);
      expect([ran.exit, ran.json().unsettled]).toEqual([0, []]);
      expect(ran.err).toContain(`Instance ${ids(world)[0]} has its label`);
      const before = world.requests().length;
      expect((await world.run(['unsettled'])).err).not.toContain('after all');
      expect(world.requests()).toHaveLength(before);
      // What no command has answered with is the answer still.
      expect((await world.run(wish)).out).toBe(`${ids(world)[0]}\n`);
    });

    it.each(['status', 'hang'])('is said not to be looked for where the list fails: %s', async (kind) => {
      const world = makeWorld();
      await handedOnLate(world);
      const failing: FetchLike = (url, init) => {
        if (new URL(url).pathname !== '/api/v0/instances/') return world.service(url, init);
        if (kind === 'status') return Promise.resolve(new Response('<html>', { status: 502 }));
        setTimeout(() => world.clock.expire(), 50);
        return new Promise((_, reject) => {
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        });
      };
      const ran = await world.run(['unsettled'], { transport: failing });
      expect([ran.exit, ran.err]).toEqual([0, expect.stringContaining("Couldn't read the list")]);
      expect((await world.run(['unsettled'])).err).toContain('after all');
    });

    it('and whose machine is there after all is said before something else is rented', async () => {
      const world = makeWorld();
      await handedOnLate(world);
      const other = await world.run([...wish, '--image', 'c/d:1']);
      expect([other.exit, other.err]).toEqual([0, expect.stringContaining('was rented after all')]);
      expect(ids(world)).toHaveLength(2);
    });

    it('is not corrected where the person insisted', async () => {
      const world = makeWorld();
      const rent = await loseAnswer(world, true);
      expect((await settle(world, rent, ['--not-created', '--yes'])).exit).toBe(0);
      const { exit, err } = await world.run(wish);
      expect([exit, err]).toEqual([0, expect.not.stringContaining('after all')]);
    });
  });

  it('is refused while another rigdeck rents on the account, which is named', async () => {
    const world = makeWorld();
    await world.rent();
    const lock = /\S+rents-[0-9a-f]{12}\.lock\.\d+/.exec(world.onDisk())?.[0] as string;
    const [base, n] = [lock.replace(/\.\d+$/, ''), Number(/\d+$/.exec(lock)?.[0])];
    writeFileSync(`${base}.${n + 1}`, `${JSON.stringify({ ...ownMark(), host: 'elsewhere', since: 1 })}\n`);
    const [offer] = await world.offers();
    const { exit, err } = await world.run(['rent', String(offer?.id), '--image', 'a/b:1']);
    expect(exit).toBe(3);
    expect(err).toMatch(/Another rigdeck \(process \d+ on elsewhere\) rents on this account/);
    expect(puts(world)).toHaveLength(1);
  });

  describe('where nothing can be written', () => {
    const unwritable = (world: World) => {
      const file = join(world.home, 'file');
      writeFileSync(file, '');
      return { ...world.signedIn, XDG_STATE_HOME: file };
    };
    const cheapest = async (world: World) => String((await world.offers())[0]?.id);

    it.each([
      ['a state folder that is a file', unwritable],
      ['no home', ({ signedIn }: World) => ({ ...signedIn, HOME: undefined })],
    ])('needs --no-journal, whatever else is agreed to: %s', async (_, envOf) => {
      const world = makeWorld();
      const env = envOf(world);
      const argv = ['rent', await cheapest(world), '--image', 'a/b:1', '--max-price', '99', '--yes'];
      const refused = await world.run(argv, { env });
      expect(refused.exit).toBe(3);
      expect(refused.err).toMatch(/Not protected: .* nothing will look for this rent.*--no-journal/s);
      expect(puts(world)).toEqual([]);
      expect((await world.run([...argv, '--no-journal'], { env })).exit).toBe(0);
      expect(puts(world)).toHaveLength(1);
    });

    it('asks a person', async () => {
      const world = makeWorld();
      const env = unwritable(world);
      const argv = ['rent', await cheapest(world), '--image', 'a/b:1'];
      expect((await world.run(argv, { env, answers: ['no'] })).exit).toBe(3);
      expect(puts(world)).toEqual([]);
      expect((await world.run(argv, { env, answers: ['rent'] })).exit).toBe(0);
    });

    it('says of a lost answer that nothing will look for it', async () => {
      const world = makeWorld();
      const env = unwritable(world);
      world.sandbox.control.addFault({ method: 'PUT', path: '/api/v0/asks/*', kind: 'drop' });
      const lost = await world.run(['rent', await cheapest(world), '--image', 'a/b:1', '--no-journal'], {
        env,
      });
      expect(lost.exit).toBe(7);
      expect(lost.err).toContain('It is not on the disk, so nothing will look for it');
      expect(lost.err).not.toContain('unsettled settle');
    });

    it('keeps its journal with --no-journal where it can', async () => {
      const world = makeWorld();
      await world.rent('--no-journal');
      expect(world.onDisk()).toContain('"t":"intent"');
    });

    it('rents nothing without a question that has no price it may not exceed', async () => {
      const world = makeWorld();
      const ran = await world.run(['rent', '7', '--image', 'a/b:1', '--yes']);
      expect([ran.exit, ran.err]).toEqual([2, expect.stringContaining('needs --max-price')]);
    });
  });

  describe('where the journal is damaged', () => {
    const argv = ['rent', '--query', 'num_gpus=1', '--image', 'a/b:1', '--max-price', '1', '--yes'];
    const withoutLine = (bytes: Buffer, at: number) =>
      Buffer.from(bytes.toString().split('\n').toSpliced(at, 1).join('\n'));
    const journalOf = (world: World) => /\S+rents\.jsonl/.exec(world.onDisk())?.[0] as string;

    it.each([
      ['cut in a line', (bytes: Buffer) => bytes.subarray(0, -200)],
      ['a tail of NULs', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -200), Buffer.alloc(200)])],
      ['emptied', () => Buffer.alloc(0)],
      ['without the line of the rent', (bytes: Buffer) => withoutLine(bytes, 1)],
      ['without all but its version line', (bytes: Buffer) => bytes.subarray(0, bytes.indexOf(10) + 1)],
      ['one bit', (bytes: Buffer) => Buffer.from(bytes).fill((bytes[90] as number) ^ 1, 90, 91)],
    ])('sends nothing without consent: %s', async (_, damaged) => {
      const world = makeWorld();
      world.sandbox.control.addFault({ method: 'PUT', path: '/api/v0/asks/*', kind: 'drop-after' });
      expect((await world.run(argv)).exit).toBe(7);
      const file = journalOf(world);
      writeFileSync(file, damaged(readFileSync(file)));
      for (let turn = 0; turn < 2; turn += 1) {
        const refused = await world.run(argv);
        expect([refused.exit, refused.err]).toEqual([3, expect.stringContaining('--damaged-journal')]);
      }
      expect((await world.run(argv, { answers: ['no'] })).exit).toBe(3);
      expect(puts(world)).toHaveLength(1);
      expect((await world.run(argv, { answers: ['rent'] })).exit).toBe(0);
      expect((await world.run([...argv, '--damaged-journal'])).exit).toBe(0);
      expect((await world.run(argv)).exit).toBe(3);
      expect(puts(world)).toHaveLength(3);
    });

    it.each([
      ['emptied, and its count too', 'empty', () => Buffer.alloc(0)],
      ['emptied, without its count', 'none', () => Buffer.alloc(0)],
      ['without the line of the rent or its count', 'none', (bytes: Buffer) => withoutLine(bytes, 1)],
    ] as const)('knows it by the journal alone: %s', async (_, count, damaged) => {
      const world = makeWorld();
      world.sandbox.control.addFault({ method: 'PUT', path: '/api/v0/asks/*', kind: 'drop-after' });
      expect((await world.run(argv)).exit).toBe(7);
      const file = journalOf(world);
      const loseCount = () =>
        count === 'none' ? rmSync(`${file}.count`, { force: true }) : truncateSync(`${file}.count`);
      writeFileSync(file, damaged(readFileSync(file)));
      loseCount();
      const refused = await world.run(argv);
      expect([refused.exit, refused.err]).toEqual([3, expect.stringContaining('--damaged-journal')]);
      expect(puts(world)).toHaveLength(1);
      expect((await world.run(['unsettled', '--json'])).json()).toMatchObject({
        complete: false,
        unreadable_lines: 1,
      });
      expect((await world.run([...argv, '--damaged-journal'])).exit).toBe(0);
      loseCount();
      // What was lost is lost still, whatever was added since.
      expect((await world.run(argv)).exit).toBe(3);
      expect(puts(world)).toHaveLength(2);
    });

    it('sends nothing without consent where its version line is gone, and rents where it was moved away', async () => {
      const world = makeWorld();
      expect((await world.run(argv)).exit).toBe(0);
      const file = journalOf(world);
      writeFileSync(file, withoutLine(readFileSync(file), 0));
      const wish = ['rent', '--query', 'num_gpus=1', '--image', 'a/b:2', '--max-price', '1', '--yes'];
      expect((await world.run(wish)).exit).toBe(3);
      expect((await world.run(['unsettled', '--json'])).json()).toMatchObject({ complete: false });
      renameSync(file, `${file}.old`);
      expect((await world.run(wish)).exit).toBe(0);
      expect((await world.run(['unsettled', '--json'])).json()).toMatchObject({ complete: true });
      expect(puts(world)).toHaveLength(2);
    });
  });
});

describe('rigdeck rent --query', () => {
  const query = ['rent', '--query', 'num_gpus=1', '--image', 'a/b:1'];

  it('rents the best offer of a search that costs at most so much', async () => {
    const world = makeWorld();
    const list = (await world.run(['offers', 'num_gpus=1', '--json'])).json().offers as {
      id: number;
      dph_total: number;
    }[];
    const cap = 0.4;
    const { exit, err } = await world.run([...query, '--max-price', String(cap), '--yes']);
    expect(exit).toBe(0);
    const bought = Number(/offer (\d+)/.exec(err)?.[1]);
    const best = list.find(({ dph_total }) => dph_total + 0.005 < cap);
    expect(bought).toBe(best?.id);
    expect(puts(world)).toEqual([`PUT /api/v0/asks/${bought}/`]);
  });

  it('takes nothing dearer, and asks before it takes anything', async () => {
    const world = makeWorld();
    const dear = await world.run([...query, '--max-price', '0.0001', '--yes']);
    expect(dear.exit).toBe(3);
    expect(dear.err).toContain('The cheapest offer of that search costs');
    expect((await world.run([...query, '--max-price', '1'])).exit).toBe(3);
    expect((await world.run([...query, '--max-price', '1'], { answers: ['no'] })).exit).toBe(3);
    expect(puts(world)).toEqual([]);
    expect((await world.run([...query, '--max-price', '1'], { answers: ['yes'] })).exit).toBe(0);
  });

  it.each([
    [['rent', '--query', 'num_gpus=1', '--image', 'a'], '--query needs --max-price'],
    [['rent', '7', '--query', 'num_gpus=1', '--image', 'a', '--max-price', '1'], 'cannot be used together'],
    [['rent', '--image', 'a'], 'missing <offer-id> or --query'],
    [['rent', '--query', 'num_gpu=1', '--image', 'a', '--max-price', '1'], 'num_gpu'],
  ])('refuses %j before anything is sent', async (argv, reason) => {
    const world = makeWorld();
    const { exit, err } = await world.run(argv);
    expect(exit).toBe(2);
    expect(err).toContain(reason);
    expect(world.requests()).toEqual([]);
  });

  it('takes offers without a price for none, and says why', async () => {
    const world = makeWorld();
    const { exit, err } = await world.run([...query, '--max-price', '1', '--yes'], {
      transport: (url, init) =>
        url.includes('/bundles/')
          ? Promise.resolve(new Response('{"offers":[{"id":7,"gpu_name":"RTX 4090"}]}'))
          : world.service(url, init),
    });
    expect([exit, err]).toEqual([3, expect.stringContaining('no price')]);
    expect(puts(world)).toEqual([]);
  });

  it('sends no second one while the first has no outcome', async () => {
    const world = makeWorld();
    await loseAnswer(world, false);
    const { exit, err } = await world.run([...query, '--max-price', '1', '--yes']);
    expect(exit).toBe(7);
    expect(err).toContain('rigdeck unsettled settle');
  });
});
