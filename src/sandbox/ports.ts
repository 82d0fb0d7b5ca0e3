import { assumptions } from './assumptions.ts';
import type { CanonicalRuntype, InstanceRecord } from './entities.ts';
import { hash } from './random.ts';

/** Ports that a runtype provisions (interface.md, Runtypes). */
export const runtypePorts: Record<CanonicalRuntype, readonly number[]> = {
  ssh_direct: [22],
  ssh_proxy: [],
  jupyter_direct: [8080, 22],
  jupyter_proxy: [],
  args: [],
};

export type ContainerPort = { port: number; protocol: 'tcp' | 'udp' };

/** The key of a port mapping in `env`, `-p <host_port>:<container_port>` (interface.md, creation rule 1). */
const mapping = /^-p\s+(\d{1,9}):(\d{1,9})(?:\/(tcp|udp))?$/;

const isPort = (n: number): boolean => n >= 1 && n <= 65_535;

/** A port on each side, or a number that is mapped to itself and asks for the same port on both. */
const canMap = (host: number, port: number): boolean =>
  (isPort(host) && isPort(port)) || (host === port && port >= assumptions.identityPortsFrom);

export const isPortKey = (key: string): boolean => /^-p(\s|$)/.test(key);

/** The container's side of a port mapping; undefined when the key is not one. */
export function readPortKey(key: string): ContainerPort | undefined {
  const found = mapping.exec(key.trim());
  if (found === null) return undefined;
  const [host, port] = [Number(found[1]), Number(found[2])];
  if (!canMap(host, port)) return undefined;
  return { port, protocol: found[3] === 'udp' ? 'udp' : 'tcp' };
}

/** Ports of the container that are opened: those of the runtype, then those of `env`, each once. */
export function containerPorts(instance: Pick<InstanceRecord, 'runtype' | 'env'>): ContainerPort[] {
  const ports: ContainerPort[] = runtypePorts[instance.runtype].map((port) => ({ port, protocol: 'tcp' }));
  for (const key of Object.keys(instance.env)) {
    const port = isPortKey(key) ? readPortKey(key) : undefined;
    const known = ports.some((one) => one.port === port?.port && one.protocol === port.protocol);
    if (port !== undefined && !known) ports.push(port);
  }
  return ports;
}

/** Docker's form of the open ports: `{"22/tcp": [{HostIp, HostPort}]}`; as many as the machine has to give. */
export function portMappings(
  instance: InstanceRecord,
  seed: number,
  available: number,
): Record<string, { HostIp: string; HostPort: string }[]> {
  const mappings: Record<string, { HostIp: string; HostPort: string }[]> = {};
  for (const [order, { port, protocol }] of containerPorts(instance).slice(0, available).entries()) {
    const outside = 40_000 + (hash(seed, instance.id, 20) % 20_000) + order;
    const inside = port >= assumptions.identityPortsFrom ? outside : port;
    mappings[`${inside}/${protocol}`] = [{ HostIp: '0.0.0.0', HostPort: String(outside) }];
  }
  return mappings;
}
