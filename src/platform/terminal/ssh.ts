/** ssh as a program that is handed the terminal: its arguments, its run, and what its end means. */

import { type ChildEnd, runChild, type Spawn } from './child.ts';
import { duration } from './duration.ts';

export type SshTarget = { host: string; port: number; user: string };

export type SshCommand = {
  /** For spawn; no shell ever sees it. */
  argv: string[];
  /** The same as a line for a shell: what is run, with every option, in the words of the person's own terminal. */
  shown: string;
};

const word = /^[A-Za-z0-9_](?:[A-Za-z0-9._:%-]*[A-Za-z0-9._])?$/;

/**
 * The command line for `target`. Undefined for a host, user or port that is none: they come from the network
 * and must never be read as options. Each instance has its own `knownHostsFile`, because addresses are used
 * again for other machines.
 */
export function sshCommand(
  target: SshTarget,
  { knownHostsFile, extraArgs = [] }: { knownHostsFile: string; extraArgs?: readonly string[] },
): SshCommand | undefined {
  const { host, port, user } = target;
  const isPort = Number.isInteger(port) && port >= 1 && port <= 65_535;
  if (!isPort || !word.test(host) || !/^[A-Za-z_][A-Za-z0-9_.-]*$/.test(user)) return undefined;
  const options = [
    '-o',
    'StrictHostKeyChecking=accept-new',
    '-o',
    `UserKnownHostsFile=${quoted(knownHostsFile)}`,
  ];
  const address = ['-p', String(port), `${user}@${host}`];
  const argv = ['ssh', ...options, ...extraArgs, ...address];
  return { argv, shown: argv.map(shellQuoted).join(' ') };
}

/** ssh reads a list of files there; blanks and percent signs in a path would not be taken as they are. */
function quoted(path: string): string {
  const plain = path.replaceAll('%', '%%');
  return /[\s"]/.test(plain) ? `"${plain.replaceAll('"', '\\"')}"` : plain;
}

/**
 * Runs ssh in this terminal, its own error lines both shown and kept. It ends with this process: a tunnel would hold its
 * port for ever, and a session would read the keys of whoever has the terminal next. Never rejects.
 */
export function runSsh(request: {
  argv: readonly string[];
  spawn: Spawn;
  now(): number;
  stderr: { write(chunk: Uint8Array): unknown };
}): Promise<ChildEnd> {
  const [command = 'ssh', ...args] = request.argv;
  return runChild({ ...request, command, args, secondsAlone: 0 });
}

export type SshOutcome = {
  ok: boolean;
  /** What happened, in one line. */
  text: string;
  /** A command that mends it, to copy; nothing of the kind is done by itself. */
  command?: string;
};

/** Whether a running session broke, by which programs on the far side could not put the terminal in order. */
export function wasCutOff({ code, signal, lastErrors }: ChildEnd): boolean {
  const broken = /client_loop|Broken pipe|Timeout, server|^Connection to \S+ closed/;
  return signal !== undefined || (code === 255 && lastErrors.some((line) => broken.test(line)));
}

/** Whether the person has ended it with Ctrl+C. ssh says so itself, or leaves it to the system. */
export function wasInterrupted({ signal, lastErrors }: ChildEnd): boolean {
  return signal === 'SIGINT' || lastErrors.some((line) => /^Killed by signal 2\b/.test(line));
}

/** The options of a session that is nothing but a tunnel; it fails at once when the local port is taken. */
export function tunnelOptions(local: number, remote: number): string[] {
  return ['-o', 'ExitOnForwardFailure=yes', '-N', '-L', `${local}:localhost:${remote}`];
}

/** What the end of ssh means to the person who pressed the key. */
export function explainSsh(
  end: ChildEnd,
  target: SshTarget,
  { knownHostsFile }: { knownHostsFile: string },
): SshOutcome {
  if (end.failure !== undefined) {
    const reason = end.failure === 'ENOENT' ? 'no ssh was found on this computer' : end.failure;
    return { ok: false, text: `ssh did not start: ${reason}` };
  }
  const took = duration(end.ms);
  if (end.signal !== undefined) return { ok: false, text: `ssh was ended by ${end.signal} after ${took}` };
  if (end.code === 0) return { ok: true, text: `ssh ended after ${took}` };
  if (end.code !== 255) return { ok: true, text: `ssh ended with exit code ${end.code} after ${took}` };
  if (
    end.lastErrors.some((line) => /HOST IDENTIFICATION HAS CHANGED|Host key verification failed/.test(line))
  ) {
    return {
      ok: false,
      text: `${target.host}:${target.port} answers with another host key: addresses are used again, so this may be a new machine. If you expect that, remove the old key and try again`,
      command: removeHostKey(target, knownHostsFile),
    };
  }
  const own = end.lastErrors.at(-1);
  const early = end.ms < 30_000 ? '; a machine that has just started can refuse for a minute, try again' : '';
  return {
    ok: false,
    text: `ssh failed after ${took} (exit code 255)${own ? `: ${Array.from(own).slice(0, 200).join('')}` : ''}${early}`,
  };
}

/** The command that forgets the host key of `target`. */
export function removeHostKey({ host, port }: SshTarget, knownHostsFile: string): string {
  const name = port === 22 ? host : `[${host}]:${port}`;
  return `ssh-keygen -f ${shellQuoted(knownHostsFile)} -R ${shellQuoted(name)}`;
}

/** `text` as one word of a shell. Control characters come from a configuration at worst; they are never printed. */
function shellQuoted(text: string): string {
  if (/^[\w./@:%+=,-]+$/.test(text)) return text;
  const code = (sign: string) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`;
  if (/[\x00-\x1f\x7f]/.test(text))
    return `$'${text.replace(/[\\']/g, '\\$&').replace(/[\x00-\x1f\x7f]/g, code)}'`;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
