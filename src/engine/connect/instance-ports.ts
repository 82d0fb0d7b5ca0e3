import type { Instance } from '../../client/wire.ts';

/** A port of the container, and where it is reached from outside. */
export type OpenPort = {
  container: number;
  protocol: 'tcp' | 'udp';
  /** The machine's own address; absent where the record names none that is safe to use. */
  host?: string;
  /** The port of the machine. */
  port: number;
};

const address = /^(?:\d{1,3}(?:\.\d{1,3}){3}|(?=.*:)[0-9A-Fa-f:]{2,39})$/;

/** A typed or a sent port; undefined for what is none. */
export function readPort(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return port >= 1 && port <= 65_535 ? port : undefined;
}

/** `203.0.113.7:40022`; an address of IPv6 stands in brackets. */
export function hostAndPort(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/**
 * The ports of an instance as its record maps them, by container port. Docker lists each binding once for IPv4 and once
 * for IPv6; that is one row here. Empty while it does not run, and where it has none of its own.
 */
export function openPorts(instance: Instance): readonly OpenPort[] {
  const ip = instance.public_ipaddr?.trim();
  const host = ip !== undefined && address.test(ip) ? { host: ip } : {};
  const seen = new Map<string, OpenPort>();
  for (const [name, bindings] of Object.entries(instance.ports ?? {})) {
    const [, number = '', protocol] = /^(\d{1,5})(?:\/(tcp|udp))?$/.exec(name) ?? [];
    const container = readPort(number);
    if (container === undefined) continue;
    for (const { HostPort = '' } of bindings) {
      const port = readPort(HostPort);
      const row = { container, protocol: protocol === 'udp' ? 'udp' : 'tcp', port: port ?? 0 } as const;
      if (port !== undefined) seen.set(`${container}/${row.protocol} ${port}`, { ...row, ...host });
    }
  }
  return [...seen.values()].sort((a, b) => a.container - b.container || a.port - b.port);
}

/** Where a TCP port of the container is reached directly; undefined where it is not. */
export function directPort(instance: Instance, container: number): OpenPort | undefined {
  return openPorts(instance).find((row) => row.container === container && row.protocol === 'tcp');
}
