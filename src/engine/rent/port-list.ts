export type PortMapping = { host: number; container: number; protocol: 'tcp' | 'udp' };
export type PortsRead = { ports: PortMapping[]; errors: string[] };

/** From here on a number names no port: mapped to itself it asks for one that is the same inside and outside. */
const identityFrom = 70_000;

const isPort = (port: number): boolean => port >= 1 && port <= 65_535;

/** What is wrong with a mapping, undefined when nothing is. */
function wrongWith(host: number, container: number): string | undefined {
  if (isPort(host) && isPort(container)) return undefined;
  if (host < identityFrom && container < identityFrom) return 'a port is a number from 1 to 65535';
  return host === container
    ? undefined
    : `from ${identityFrom} on a port is mapped to itself, such as 70000:70000`;
}

/** Reads `8080:80, 5000:5000/udp`: host port, container port, and a protocol when it is not tcp. */
export function readPorts(typed: string | readonly string[]): PortsRead {
  const words = (typeof typed === 'string' ? typed.split(/[\s,]+/) : typed).filter((word) => word !== '');
  const ports: PortMapping[] = [];
  const errors: string[] = [];
  for (const word of words) {
    const [, host, container, protocol = 'tcp'] = /^(\d{1,9}):(\d{1,9})(?:\/(tcp|udp))?$/i.exec(word) ?? [];
    if (host === undefined || container === undefined) {
      errors.push(`${word}: write HOST:CONTAINER, such as 8080:80 or 5000:5000/udp`);
      continue;
    }
    const wrong = wrongWith(Number(host), Number(container));
    if (wrong !== undefined) {
      errors.push(`${word}: ${wrong}`);
      continue;
    }
    const port: PortMapping = {
      host: Number(host),
      container: Number(container),
      protocol: protocol.toLowerCase() === 'udp' ? 'udp' : 'tcp',
    };
    const same = ports.find(
      (p) => p.protocol === port.protocol && (p.host === port.host || p.container === port.container),
    );
    if (same === undefined) ports.push(port);
    else errors.push(`${word}: port ${same.host === port.host ? port.host : port.container} is given twice`);
  }
  return { ports, errors };
}

/** A mapping as a key of `env`, whose value is `1` (interface.md, creation rule 1). */
export function portKey({ host, container, protocol }: PortMapping): string {
  return `-p ${host}:${container}${protocol === 'udp' ? '/udp' : ''}`;
}
