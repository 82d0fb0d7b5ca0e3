/** An act is an endpoint row, a record and a route of the sandbox: one that is made up is found wherever acts are. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { docBlocks } from '../scripts/readme-tables.ts';
import { makeWorld } from './commands/world.ts';
import { openDeck, simulatedTime } from './support/deck.tsx';
import { freeKey, withMadeUpAct } from './support/made-up-act.ts';

const { endpoints, writes, routes } = withMadeUpAct;
const assumptionsSource = readFileSync(new URL('../src/sandbox/assumptions.ts', import.meta.url), 'utf8');

describe('a made-up act in the deck', () => {
  simulatedTime();

  /** The busy sandbox with the cursor on a running instance. */
  async function openList(more: Parameters<typeof openDeck>[0] = {}) {
    const world = { world: 'busy', routes } as const;
    const app = await openDeck({
      route: { screen: 'instances' },
      rows: 40,
      endpoints,
      writes,
      world,
      ...more,
    });
    await app.advance(2_000);
    await app.press('list.filter');
    await app.type('train-a');
    await app.press('filter.keep');
    return app;
  }
  const sent = async (app: Awaited<ReturnType<typeof openList>>) =>
    (await app.requests()).filter(({ path }) => path.includes('/hibernate/'));

  it('is on its key, asks, waits in sight, can be cancelled, and is sent once', async () => {
    const app = await openList();
    await app.type(freeKey);
    expect(app.prose()).toContain('Hibernate this instance?');
    await app.past300ms();
    await app.press('dialog.yes');
    expect(app.prose()).toContain('Hibernate train-a in 5s');
    await app.press('app.undo');
    await app.advance(6_000);
    expect(await sent(app)).toEqual([]);
    await app.type(freeKey);
    await app.past300ms();
    await app.press('dialog.yes');
    await app.advance(6_000);
    expect(await sent(app)).toHaveLength(1);
    expect(app.said()).toContain('train-a is asleep');
  });

  it('is in ? and in the palette, which takes names', async () => {
    const app = await openList();
    await app.press('app.help');
    await app.press('list.filter');
    await app.type('hibernate');
    expect(app.prose()).toContain('Hibernate instance');
    await app.press('pager.close', 'pager.close');
    await app.go('offers');
    await app.press('app.palette');
    await app.type('hibernate train-a');
    await app.press('command.run');
    expect(app.prose()).toContain('Hibernate this instance?');
  });

  it('is refused in read-only mode, and of rows for which it makes no sense', async () => {
    const app = await openList({ readOnly: true });
    await app.type(freeKey);
    expect(app.prose()).toContain('read-only');
    const other = await openList();
    await other.press('filter.clear', 'list.filter');
    await other.type('state:stopped');
    await other.press('filter.keep');
    await other.type(freeKey);
    expect(other.prose()).toContain('Only a running instance sleeps');
  });

  it('is told by the list where its answer was lost', async () => {
    const app = await openList();
    await app.control('faults', { method: 'PUT', path: '/api/v0/instances/hibernate/*', kind: 'drop-after' });
    await app.type(freeKey);
    await app.past300ms();
    await app.press('dialog.yes', 'held.send');
    await app.advance(30_000);
    expect(app.said().join('\n')).toMatch(/Confirmed: \d+ is asleep/);
    expect(await sent(app)).toHaveLength(1);
  });
});

describe('a made-up act as a command', () => {
  it('runs, prints JSON, and is looked for where its answer is lost', async () => {
    const world = makeWorld({ endpoints, writes, routes });
    const id = await world.rent();
    world.boot();
    const ran = await world.run(['hibernate', String(id)]);
    expect([ran.exit, ran.err]).toEqual([0, `${id}: asleep\n`]);
    world.sandbox.control.addFault({
      method: 'PUT',
      path: '/api/v0/instances/hibernate/*',
      kind: 'drop-after',
    });
    const lost = await world.run(['hibernate', String(id), '--json']);
    expect([lost.exit, lost.json()]).toEqual([0, { schema: 1, instance_id: id, success: true }]);
    const help = await world.run(['hibernate', '--help']);
    expect(help.out).toContain('Hibernate an instance (keeps its memory)');
    expect((await world.run(['--help'])).out).toContain('hibernate');
  });

  it('is refused in read-only mode before anything is sent', async () => {
    const world = makeWorld({ endpoints, writes, routes });
    const before = world.requests().length;
    const { exit } = await world.run(['hibernate', '5'], {
      env: { ...world.signedIn, RIGDECK_READ_ONLY: '1' },
    });
    expect([exit, world.requests(before)]).toEqual([3, []]);
  });
});

describe('a made-up act in the docs', () => {
  it('has its key and its command there', () => {
    const pages = docBlocks({ assumptionsSource, writes });
    expect(pages['docs/keys.md']?.keys).toMatch(new RegExp(`\\| \`${freeKey}\` +\\| Hibernate instance`));
    expect(pages['docs/cli.md']?.commands).toMatch(/`rigdeck hibernate <id>` +\| Hibernate an instance/);
    expect(docBlocks({ assumptionsSource })['docs/keys.md']?.keys).not.toContain('Hibernate');
  });
});
