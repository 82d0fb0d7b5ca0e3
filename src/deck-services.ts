import type { Composition } from './composition.ts';
import { instanceKeysOf, watchesOf } from './deck/account-ports.ts';
import { signInPort } from './deck/sign-in-port.ts';
import type { Drafts } from './local/draft.ts';
import type { Services, TerminalPort } from './services.ts';
import { escapeWaitMs } from './stroke-reader.ts';

export { toSession } from './deck/session.ts';

/**
 * Everything that the deck talks to, over the parts of one run. Nothing is asked of the network, a keyring or the
 * terminal here. Drafts belong to the profile that is in use when they are kept. `timeZone` is an IANA name; without one it is the machine's own.
 */
export function createDeckServices(
  composition: Composition,
  terminal: TerminalPort,
  drafts: { kept: Drafts; profile: () => string | undefined },
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
    drafts: draftsOf(drafts.kept, drafts.profile),
    ...(composition.config.config.confirm_above === undefined
      ? {}
      : { confirmAbove: composition.config.config.confirm_above }),
    log: (level, text) => log[level](text),
  };
}

function draftsOf(kept: Drafts, profile: () => string | undefined): NonNullable<Services['drafts']> {
  const name = () => profile() ?? 'none';
  return {
    load: () => {
      const draft = kept.get(name());
      if (draft === undefined) return undefined;
      return Object.fromEntries(
        Object.entries(draft).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      );
    },
    save: (values) => void kept.keep(name(), values),
  };
}
