/** The table of docs/requests.md: where each request of interface.md is made. */

import { type EndpointName, endpoints } from '../src/client/endpoints.ts';
import { reach } from '../test/spec/reach.ts';
import { code, table } from './markdown.ts';

const callOf = (name: EndpointName): string => code(`${endpoints[name].method} ${endpoints[name].path}`);

export function reachTable(): string {
  const names = (Object.keys(endpoints) as EndpointName[]).filter(
    (name) => endpoints[name].source === 'interface',
  );
  const rows = names.map((name) => {
    const { replacedBy } = endpoints[name];
    if (replacedBy !== undefined)
      return [callOf(name), `replaced by ${callOf(replacedBy as EndpointName)}`, '', '', ''];
    const there = reach[name];
    if (there === undefined) return [callOf(name), '', '', '', ''];
    const { screen, flow, command, run } = there;
    return [callOf(name), screen, code(flow), code(`rigdeck ${command}`), code(run)];
  });
  return table(['Request', 'Screen', 'Flow test', 'Command', 'Command test'], rows);
}
