import type { CloudConnection } from '../client/wire.ts';
import { type CommandContext, requireAccount } from './context.ts';
import { type PrintColumn, printJson, printRows } from './output.ts';
import { publicList } from './public-list.ts';

const columns: readonly PrintColumn<CloudConnection>[] = [
  { title: 'ID', text: ({ id }) => String(id), raw: ({ id }) => id, right: true },
  { title: 'NAME', text: ({ name }) => name ?? '·', raw: ({ name }) => name, least: 10 },
  { title: 'TYPE', text: ({ cloud_type }) => cloud_type ?? '·', raw: ({ cloud_type }) => cloud_type },
];

/** `rigdeck connections`: the account's connections to cloud storage, for `rigdeck copy --connection`. */
export async function connectionsCommand(context: CommandContext): Promise<void> {
  const { io, json, signal } = context;
  const { api } = await requireAccount(context);
  const connections = await publicList(
    api.listConnections({ signal }),
    'This service lists no connections.',
    'Take the id of a connection from the web console.',
  );
  if (json) return printJson(io, { schema: 1, connections });
  printRows(io, columns, connections);
  if (connections.length === 0) io.say('No connections. They are made in the web console.');
}
