import type { Instance } from '../../client/wire.ts';
import { isTag } from '../instances/names.ts';
import type { SshAddress } from '../instances/reading.ts';

/** A label as part of a host name that ssh and editors take; empty where nothing of it is left. */
function slug(label: string | undefined): string {
  if (label === undefined || isTag(label)) return '';
  return (
    label
      .normalize('NFKD')
      // An accent is a mark of its own then; its letter stays.
      .replace(/\p{M}+/gu, '')
      .replace(/[^A-Za-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .toLowerCase()
      .slice(0, 40)
  );
}

/** What a host is called in such a block: by its id, which stays, and by its label, which is easier to type. */
export function hostAliases({ id, label }: Pick<Instance, 'id' | 'label'>): readonly string[] {
  const name = slug(label);
  return [`rigdeck-${id}`, ...(name === '' || name === String(id) ? [] : [`rigdeck-${name}`])];
}

/** A path as ssh_config reads one: percent signs stand for something there, and blanks end a word. */
function configPath(path: string): string {
  const plain = path.replaceAll('%', '%%');
  return /\s/.test(plain) ? `"${plain}"` : plain;
}

/**
 * The block of an instance for ssh_config, so that editors and scp find it by name. Each instance keeps its own file of
 * host keys, since addresses are used again for other machines. Undefined for a path that such a file cannot hold.
 */
export function sshConfigBlock(
  instance: Pick<Instance, 'id' | 'label'>,
  { host, port, user }: SshAddress,
  knownHostsFile: string,
): string | undefined {
  if (/["\x00-\x1f\x7f]/.test(knownHostsFile)) return undefined;
  return [
    `Host ${hostAliases(instance).join(' ')}`,
    `  HostName ${host}`,
    `  Port ${port}`,
    `  User ${user}`,
    `  UserKnownHostsFile ${configPath(knownHostsFile)}`,
    '  StrictHostKeyChecking accept-new',
    '',
  ].join('\n');
}
