import type { CloudConnection } from '../client/wire.ts';
import { isWhole } from '../engine/missing-rows.ts';
import { type CommandContext, requireAccount } from './cli/context.ts';
import { listEnd, wholeness } from './cli/missing-rows.ts';
import { type PrintColumn, printJson, printRows } from './cli/output.ts';
import { publicList } from './cli/public-list.ts';

const columns: readonly PrintColumn<CloudConnection>[] = [
  { title: 'ID', text: ({ id }) => String(id), raw: ({ id }) => id, right: true },
  { title: 'NAME', text: ({ name }) => name ?? '·', raw: ({ name }) => name, least: 10 },
  { title: 'TYPE', text: ({ cloud_type }) => cloud_type ?? '·', raw: ({ cloud_type }) => cloud_type },
];

/** `rigdeck connections`: the account's connections to cloud storage, for `rigdeck copy --connection`. */
export async function connectionsCommand(context: CommandContext): Promise<number> {
  const { io, json, signal } = context;
  const { api } = await requireAccount(context);
  const list = await publicList(
    api,
    api.listConnections({ signal }),
    'This service lists no connections.',
    'Take the id of a connection from the web console.',
  );
  const connections = list.rows;
  if (json) printJson(io, { schema: 1, connections, ...wholeness(list) });
  else printRows(io, columns, connections);
  if (!json && connections.length === 0 && isWhole(list))
    io.say('No connections. They are made in the web console.');
  return listEnd(io, 'connection', list);
}
