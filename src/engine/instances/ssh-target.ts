import type { Instance } from '../../client/wire.ts';

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

/** A host and a port of it that ssh may be given. */
export type SshPlace = { host: string; port: number };

function place(host: string | undefined, port: number | undefined): SshPlace | undefined {
  return isHost(host) && isPort(port) ? { host, port } : undefined;
}

function address(at: SshPlace | undefined, user: string): SshAddress | undefined {
  if (at === undefined || !userName.test(user)) return undefined;
  const { host, port } = at;
  const target = `${user}@${host}`;
  return { host, port, user, command: `ssh -p ${port} ${target}`, argv: ['-p', String(port), target] };
}

/**
 * Where the service says that an instance is reached: `ssh_host` and `ssh_port` exactly as they are sent. Undefined until
 * both are there, and for anything that is no host name, address or port, since it becomes an argument of ssh and comes
 * from the network.
 */
export function sshPlace({ ssh_host, ssh_port }: Instance): SshPlace | undefined {
  return place(ssh_host, ssh_port);
}

/** The machine's own place, past the service's proxy, where the record names one for port 22. */
export function directSshPlace(instance: Instance): SshPlace | undefined {
  const typed = instance.ports?.['22/tcp']?.find((binding) => binding.HostPort)?.HostPort ?? '';
  return place(instance.public_ipaddr?.trim(), /^\d{1,5}$/.test(typed) ? Number(typed) : undefined);
}

/** How to reach an instance by SSH as `user`, the one of the configuration; undefined where there is no place. */
export function sshTarget(instance: Instance, user: string): SshAddress | undefined {
  return address(sshPlace(instance), user);
}

/** The same, past the service's proxy. */
export function directSshTarget(instance: Instance, user: string): SshAddress | undefined {
  return address(directSshPlace(instance), user);
}
