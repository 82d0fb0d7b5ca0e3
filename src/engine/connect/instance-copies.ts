import { withoutSecrets } from '../../base/record-secrets.ts';
import type { Instance } from '../../client/wire.ts';
import { directSshTarget, sshTarget } from '../instances/reading.ts';
import { canSsh } from '../instances/rules.ts';
import { curlLine, rsyncLine, scpLine } from './connect-lines.ts';
import { hostAndPort } from './instance-ports.ts';
import { sshConfigBlock } from './ssh-config.ts';

/** Something about an instance that is worth a place on the clipboard; `text` undefined where there is none now. */
export type CopyRow = { key: string; label: string; text: string | undefined };

export type CopyFacts = {
  instance: Instance;
  baseUrl: string;
  /** Whom ssh logs in as. */
  user: string;
  /** The file in which ssh keeps the host keys of this instance. */
  knownHosts: string;
};

/**
 * What the copy menu of an instance offers, each line whole and as it is typed. The key of the account is in none of it,
 * and no token: JSON comes with what is secret hidden.
 */
export function copyRows({ instance, baseUrl, user, knownHosts }: CopyFacts): readonly CopyRow[] {
  const reached = canSsh(instance).ok;
  const ssh = reached ? sshTarget(instance, user) : undefined;
  const direct = reached ? directSshTarget(instance, user) : undefined;
  return [
    { key: 'y', label: 'ssh command', text: ssh?.command },
    { key: 'd', label: 'ssh command, direct', text: direct?.command },
    { key: 'i', label: 'id', text: String(instance.id) },
    { key: 'h', label: 'host and port', text: ssh && hostAndPort(ssh.host, ssh.port) },
    { key: 's', label: 'scp, a file or folder to it', text: ssh && scpLine(ssh) },
    { key: 'r', label: 'rsync, a folder to it', text: ssh && rsyncLine(ssh) },
    { key: 'e', label: 'block for ssh_config', text: ssh && sshConfigBlock(instance, ssh, knownHosts) },
    { key: 'c', label: 'curl for its record', text: curlLine(baseUrl, instance.id) },
    { key: 'j', label: 'its record as JSON', text: JSON.stringify(withoutSecrets(instance), null, 2) },
  ];
}
