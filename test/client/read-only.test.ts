import { describe, expect, it } from 'vitest';
import { endpoints } from '../../src/client/endpoints.ts';
import { calls } from './calls.ts';
import { failure, makeClient } from './make.ts';

const rows = Object.entries(calls).map(([name, { call }]) => ({
  name,
  call,
  write: endpoints[name as keyof typeof calls].write,
}));

const counting = async (readOnly: () => boolean) => {
  const sent: string[] = [];
  const client = await makeClient({
    readOnly,
    transport: async (url) => {
      sent.push(url);
      throw new TypeError('no network');
    },
  });
  return { client, sent };
};

describe('read-only', () => {
  it.each(rows.filter(({ write }) => write))('refuses $name and sends nothing', async ({ call }) => {
    const { client, sent } = await counting(() => true);
    expect(await failure(call(client))).toMatchObject({ kind: 'refused', reason: 'read-only' });
    expect(sent).toEqual([]);
  });

  it.each(rows.filter(({ write }) => !write))('lets $name through', async ({ call }) => {
    const { client, sent } = await counting(() => true);
    await failure(call(client));
    expect(sent.length).toBeGreaterThan(0);
  });

  it('holds from the call after the one in which it was turned on', async () => {
    let on = false;
    const { client, sent } = await counting(() => on);
    await failure(client.stopInstance(1));
    expect(sent).toHaveLength(1);
    on = true;
    expect(await failure(client.stopInstance(1))).toMatchObject({ reason: 'read-only' });
    expect(sent).toHaveLength(1);
  });
});
