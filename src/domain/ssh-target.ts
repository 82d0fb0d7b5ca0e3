import type { Instance } from '../client/wire.ts';

export type SshAddress = {
  host: string;
  port: number;
  user: string;
  /** What a person types. */
  command: string;
  /** The same for a child process, which no shell ever sees. */
  argv: readonly string[];
};

const hostName = /^[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,252}[A-Za-z0-9])?$/;
const ipV6 = /^(?=.*:)[0-9A-Fa-f:]{2,39}(?:(?<=:)\d{1,3}(?:\.\d{1,3}){3})?$/;
const userName = /^[A-Za-z_][A-Za-z0-9_.-]{0,31}$/;

function isHost(host: string | undefined): host is string {
  return host !== undefined && (hostName.test(host) || ipV6.test(host));
}

function isPort(port: number | undefined): port is number {
  return port !== undefined && Number.isInteger(port) && port >= 1 && port <= 65_535;
}

function address(host: string, port: number, user: string): SshAddress {
  const target = `${user}@${host}`;
  return { host, port, user, command: `ssh -p ${port} ${target}`, argv: ['-p', String(port), target] };
}

/**
 * Where to reach an instance by SSH: `ssh_host` and `ssh_port` exactly as the service sends them. Undefined
 * until both are there, and for anything that is no host name, address or port, since it becomes an argument
 * of ssh and comes from the network.
 */
export function sshTarget(instance: Instance, user = 'root'): SshAddress | undefined {
  const { ssh_host: host, ssh_port: port } = instance;
  return isHost(host) && isPort(port) && userName.test(user) ? address(host, port, user) : undefined;
}

/** The machine's own address, past the service's proxy, where the record names one for port 22. */
export function directSshTarget(instance: Instance, user = 'root'): SshAddress | undefined {
  const typed = instance.ports?.['22/tcp']?.find((binding) => binding.HostPort)?.HostPort ?? '';
  const port = /^\d{1,5}$/.test(typed) ? Number(typed) : undefined;
  const host = instance.public_ipaddr?.trim();
  return isHost(host) && isPort(port) && userName.test(user) ? address(host, port, user) : undefined;
}
