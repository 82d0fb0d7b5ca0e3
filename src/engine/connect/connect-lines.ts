import type { SshAddress } from '../instances/reading.ts';
import { shellQuote } from './shell-quote.ts';

/** Where files go: the usual work folder. Copying into the home of root can break the permissions that ssh needs. */
const remoteFolder = '/workspace/';

const bracketed = ({ user, host }: SshAddress): string =>
  `${user}@${host.includes(':') ? `[${host}]` : host}`;

/** `ssh -N -L 8888:localhost:8080 -p 10022 root@host`. */
export function tunnelLine(to: SshAddress, local: number, remote: number): string {
  return ['ssh', '-N', '-L', `${local}:localhost:${remote}`, ...to.argv].join(' ');
}

/**
 * Copies a file or folder of this machine there. `from` is quoted for a shell; undefined where it cannot be. A name that
 * begins with a dash would be an option, so it is written as a path.
 */
export function scpLine(to: SshAddress, from = 'FILE'): string | undefined {
  const source = shellQuote(from.startsWith('-') ? `./${from}` : from);
  return source && `scp -r -P ${to.port} ${source} ${bracketed(to)}:${remoteFolder}`;
}

/** The same as a copy that goes on where it broke off. A slash at the end copies what is in a folder. */
export function rsyncLine(to: SshAddress, from = 'FOLDER/'): string | undefined {
  const source = shellQuote(from.startsWith('-') ? `./${from}` : from);
  return source && `rsync -avP -e 'ssh -p ${to.port}' ${source} ${bracketed(to)}:${remoteFolder}`;
}

/**
 * The call that reads one instance, for a shell. The key stays a variable: a line that is pasted lands in a history.
 */
export function curlLine(baseUrl: string, id: number): string {
  const url = shellQuote(`${baseUrl}/api/v0/instances/${id}/`) ?? '';
  return `curl -H "Authorization: Bearer $RIGDECK_API_KEY" ${url}`;
}
