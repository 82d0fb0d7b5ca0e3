import type { Composition } from './composition.ts';
import { instanceKeysOf, watchesOf } from './deck/account-ports.ts';
import { signInPort } from './deck/sign-in-port.ts';
import type { Services, TerminalPort } from './services.ts';
import { escapeWaitMs } from './stroke-reader.ts';

export { toSession } from './deck/session.ts';

/**
 * Everything that the deck talks to, over the parts of one run. Nothing is asked of the network, a keyring or the
 * terminal here. `timeZone` is an IANA name; without one it is the machine's own.
 */
export function createDeckServices(
  composition: Composition,
  terminal: TerminalPort,
  timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone,
): Services {
  const { clock, random, version, env, log } = composition;
  return {
    clock,
    random,
    version,
    timeZone,
    escWaitMs: escapeWaitMs(env),
    signIn: signInPort(composition),
    watches: (session) => watchesOf(composition, session),
    instanceKeys: (session) => instanceKeysOf(composition, session),
    terminal,
    log: (level, text) => log[level](text),
  };
}
