import type { Instance } from '../../client/wire.ts';
import { readInstance } from '../instances/reading.ts';
import { runtypeOf, runtypes } from '../rent/runtypes.ts';
import { directPort, hostAndPort } from './instance-ports.ts';

/** The port on which Jupyter listens in the container (interface.md, Runtypes). */
export const jupyterPort = 8080;

export type Jupyter =
  /** `url` holds the token and is a secret; `shown` is the same with the token hidden. */
  | { ok: true; url: string; shown: string }
  /** `tunnel`: it runs and is reached through an SSH tunnel to `jupyterPort`. */
  | { ok: false; reason: string; tunnel: boolean };

/**
 * The address of an instance's Jupyter, with its token. Jupyter brings a certificate of its own, so it is https, and a
 * browser asks whether to trust it. A proxied one has no address in its record: a tunnel leads there.
 */
export function jupyterLink(instance: Instance): Jupyter {
  const no = (reason: string, tunnel = false): Jupyter => ({ ok: false, reason, tunnel });
  const runtype = runtypeOf(instance.image_runtype);
  if (runtype !== undefined && !runtypes[runtype].hasJupyter) return no('It was launched without Jupyter.');
  const { kind, word } = readInstance(instance);
  if (kind !== 'running') return no(`It is ${word}: Jupyter runs only while it does.`);
  const port = directPort(instance, jupyterPort);
  if (port?.host === undefined)
    return no(
      `The service names no address for its Jupyter. A tunnel to port ${jupyterPort} leads there.`,
      true,
    );
  return jupyterAt(instance, hostAndPort(port.host, port.port));
}

/** The same at another address, as the near end of a tunnel. */
export function jupyterAt({ jupyter_token: token }: Instance, place: string): Jupyter & { ok: true } {
  const url = `https://${place}/`;
  return token === undefined || token === ''
    ? { ok: true, url, shown: url }
    : { ok: true, url: `${url}?token=${encodeURIComponent(token)}`, shown: `${url}?token=${'•'.repeat(8)}` };
}
