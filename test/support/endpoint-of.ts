import { type EndpointName, endpoints } from '../../src/client/endpoints.ts';

export type Call = { method: string; path: string; body?: string | undefined };

/** Calls that only their body tells apart. */
const byBody: Partial<Record<EndpointName, RegExp>> = {
  stopInstance: /"state":\s*"stopped"/,
  startInstance: /"state":\s*"running"/,
  labelInstance: /"label":/,
};

/** Which row of endpoints.ts a request is, by what went over the wire; undefined for one that has none. */
export function endpointOf({ method, path, body = '' }: Call): EndpointName | undefined {
  return (Object.keys(endpoints) as EndpointName[]).find((name) => {
    const row = endpoints[name];
    const pattern = new RegExp(`^${row.path.replace(/:\w+/g, '[^/]+')}$`);
    return row.method === method && pattern.test(path) && (byBody[name]?.test(body) ?? true);
  });
}
