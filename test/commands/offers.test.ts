import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { width } from '../support/screen.ts';
import { type FetchLike, literal, makeWorld } from './world.ts';

describe('rigdeck offers', () => {
  it('prints tab-separated rows without a heading where nobody looks', async () => {
    const { exit, out } = await makeWorld().run(['offers', 'num_gpus=2', '--limit', '4']);
    const rows = out.trimEnd().split('\n');
    expect(exit).toBe(0);
    expect(rows).toHaveLength(4);
    for (const row of rows) expect(row).toMatch(/^\d+\t2x [^\t]+\t\d+\t/);
  });

  it('prints a table that fits the terminal, with a heading', async () => {
    const { out } = await makeWorld().run(['offers', '--limit', '5'], { columns: 60 });
    const lines = out.trimEnd().split('\n');
    expect(lines).toHaveLength(6);
    expect(lines[0]).toMatch(/^ +ID {2}GPU .*VRAM +\$\/H/);
    expect(Math.max(...lines.map(width))).toBeLessThanOrEqual(60);
  });

  it('prints records under the names of the service in JSON', async () => {
    const { out } = await makeWorld().run(['offers', '--json', '--limit', '2'], {
      transport: literal({ offers: [{ id: 7, gpu_name: 'RTX 4090', something_new: { a: 1 } }] }),
    });
    expect(JSON.parse(out)).toEqual({
      schema: 1,
      offers: [{ id: 7, gpu_name: 'RTX 4090', something_new: { a: 1 } }],
      ...{ complete: true, missing: 0 },
    });
    expect(out).toMatch(/^\{.*\}\n$/);
  });

  it('sends the query in the units of the service, the defaults and the order with it', async () => {
    let sent: unknown;
    await makeWorld().run(
      ['offers', 'gpu_name=RTX_4090', 'gpu_ram>=24', '--bid', '--order', 'num_gpus-,dph', '--limit', '9'],
      {
        transport: async (_, init) => {
          sent = JSON.parse(String(init.body));
          return new Response('{"offers":[]}');
        },
      },
    );
    expect(sent).toEqual({
      verified: { eq: true },
      rentable: { eq: true },
      gpu_name: { eq: 'RTX 4090' },
      gpu_ram: { gte: 24_000 },
      type: 'bid',
      order: [
        ['num_gpus', 'desc'],
        ['dph_total', 'asc'],
      ],
      limit: 9,
    });
  });

  it('lets the default filters be lifted', async () => {
    let sent: Record<string, unknown> = {};
    await makeWorld().run(['offers', 'verified=any', 'rentable=any'], {
      transport: async (_, init) => {
        sent = JSON.parse(String(init.body));
        return new Response('{"offers":[]}');
      },
    });
    expect(Object.keys(sent).sort()).toEqual(['limit', 'order', 'type']);
  });

  it('answers a bad query with its place and the reason, before anything is sent', async () => {
    const world = makeWorld();
    const { exit, out, err } = await world.run(['offers', 'num_gpus=1', 'gpu_nam=RTX_4090']);
    expect(exit).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(
      'unknown field "gpu_nam". Did you mean gpu_name ?\n  num_gpus=1 gpu_nam=RTX_4090\n             ^^^^^^^\n',
    );
    expect(world.requests()).toEqual([]);
  });

  it('names a sort field that it does not know', async () => {
    const { exit, err } = await makeWorld().run(['offers', '--order', 'dph_totl']);
    expect(exit).toBe(2);
    expect(err).toContain('Did you mean dph_total ?');
  });

  it('says which conditions found nothing, and that this is no error', async () => {
    const { exit, out, err } = await makeWorld().run(['offers', 'gpu_name=Nonesuch']);
    expect([exit, out]).toEqual([0, '']);
    expect(err).toContain('No offer matches: on-demand · Nonesuch · verified.');
    expect(err).toContain('verified=any');
  });

  it('says that there may be more than the limit', async () => {
    const { err } = await makeWorld().run(['offers', '--limit', '3']);
    expect(err).toContain('The first 3; more may exist');
  });

  it('C021 shows a price that was not sent as unknown and never as 0', async () => {
    const transport = literal({ offers: [{ id: 7 }, { id: 8, dph_total: 0.5 }] });
    const table = await makeWorld().run(['offers'], { columns: 120, transport });
    expect(table.out.split('\n')[1]).toMatch(/^ *7 +· +· +· +· /);
    expect(table.out).not.toContain('0.000');
    const rows = await makeWorld().run(['offers'], { transport });
    expect(rows.out.split('\n')[0]).toBe(`7${'\t'.repeat(10)}`);
    expect(rows.out.split('\n')[1]).toBe(`8\t\t\t0.5${'\t'.repeat(7)}`);
  });

  it.each([['0'], ['x'], ['-1'], ['1.5']])('refuses %s as a limit', async (limit) => {
    const { exit } = await makeWorld().run(['offers', `--limit=${limit}`]);
    expect(exit).toBe(2);
  });

  it('--search asks for what the deck has saved, with what is given beside it over that', async () => {
    const world = makeWorld();
    const folder = join(world.home, '.config', 'rigdeck');
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'searches.toml'),
      '[[search]]\nname = "cheap-4090"\ntype = "bid"\nfilter = "gpu_name=RTX_4090 verified=true"\norder = "dph_total"\nlimit = 7\n\n[[search]]\nname = "bad one"\n',
    );
    let sent: unknown;
    const transport: FetchLike = async (_, init) => {
      sent = JSON.parse(String(init.body));
      return new Response('{"offers":[]}');
    };
    const { err } = await world.run(
      ['offers', '--search', 'cheap-4090', 'verified=any', 'num_gpus=2', '--limit', '3'],
      {
        transport,
      },
    );
    expect(err).toContain('searches.toml, line 9: name must be lower-case words joined by hyphens');
    expect(sent).toEqual({
      ...{ gpu_name: { eq: 'RTX 4090' }, num_gpus: { eq: 2 }, type: 'bid', limit: 3 },
      order: [['dph_total', 'asc']],
    });
    const wrong = await world.run(['offers', '--search', 'cheap-409'], { transport });
    expect(wrong.exit).toBe(2);
    expect(wrong.err).toContain('There is no saved search "cheap-409". Did you mean cheap-4090?');
  });
});
