export type PortMapping = { host: number; container: number; protocol: 'tcp' | 'udp' };
export type PortsRead = { ports: PortMapping[]; errors: string[] };

function isPort(typed: string | undefined): boolean {
  const port = Number(typed);
  return port >= 1 && port <= 65_535;
}

/** Reads `8080:80, 5000:5000/udp`: host port, container port, and a protocol when it is not tcp. */
export function readPorts(typed: string | readonly string[]): PortsRead {
  const words = (typeof typed === 'string' ? typed.split(/[\s,]+/) : typed).filter((word) => word !== '');
  const ports: PortMapping[] = [];
  const errors: string[] = [];
  for (const word of words) {
    const [, host, container, protocol = 'tcp'] = /^(\d{1,5}):(\d{1,5})(?:\/(tcp|udp))?$/i.exec(word) ?? [];
    if (host === undefined || container === undefined) {
      errors.push(`${word}: write HOST:CONTAINER, such as 8080:80 or 5000:5000/udp`);
      continue;
    }
    if (!isPort(host) || !isPort(container)) {
      errors.push(`${word}: a port is a number from 1 to 65535`);
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
