import type { Composition } from '../commands/cli/context.ts';
import type { Services, TerminalPort } from '../engine/services.ts';
import type { CommandHistory } from '../platform/files/command-history.ts';
import type { Drafts } from '../platform/files/draft.ts';
import { writeNewFile, writeOver } from '../platform/files/new-file.ts';
import { publicKeyFiles } from '../platform/files/ssh-public-files.ts';
import { placesOf } from '../platform/files/typed-path.ts';
import { type UnkeptCodes, unkeptCodesInMemory } from '../platform/files/unkept-codes.ts';
import type { Views } from '../platform/files/views.ts';
import { escapeWaitMs } from '../tui/keys/stroke-reader.ts';
import { instanceKeysOf, journalOf, unkeptCodesOf, unkeptKeysOf, watchesOf } from './account-ports.ts';
import { profilesPort } from './profiles-port.ts';
import { samplesPorts } from './samples-port.ts';
import { signInPort } from './sign-in-port.ts';
import { viewsPort } from './views-port.ts';

export { toSession } from './session.ts';

/**
 * Everything that the deck talks to, over the parts of one run. Nothing is asked of the network, a keyring or the
 * terminal here. Drafts belong to the profile that is in use when they are kept. `timeZone` is an IANA name; without one it is the machine's own.
 */
export function createDeckServices(
  composition: Composition,
  terminal: TerminalPort,
  kept: {
    drafts: Drafts;
    views: Views;
    profile: () => string | undefined;
    unkeptCodes: UnkeptCodes;
    history?: CommandHistory;
  } & Pick<Services, 'refresh' | 'bell' | 'onEvent' | 'display' | 'searches'>,
  timeZone?: string,
): Services {
  const { clock, random, version, env, log } = composition;
  const rehearsed = unkeptCodesInMemory();
  let zone = timeZone;
  return {
    clock,
    random,
    version,
    // The first frame names no time, and to ask takes as long as several modules.
    get timeZone() {
      zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
      return zone;
    },
    escWaitMs: escapeWaitMs(env),
    signIn: signInPort(composition),
    watches: (session) => watchesOf(journalOf(composition, session)),
    journal: (session) => journalOf(composition, session),
    samples: samplesPorts(composition),
    instanceKeys: (session) => instanceKeysOf(composition, session),
    terminal,
    refuseWrites: composition.refuseWrites,
    // Its library is loaded by the first flow that needs it.
    totpDrift: async () => (await import('./totp-drift.ts')).totpDrift,
    saveNewFile: async (path, text, options) => {
      const write = options?.over === true ? writeOver : writeNewFile;
      const saved = await write(path, text, placesOf(env));
      return saved.ok ? { ...saved, warnings: saved.warnings.map(({ message }) => message) } : saved;
    },
    publicKeyFiles: () => publicKeyFiles(placesOf(env).home),
    ...(kept.display !== undefined && { display: kept.display }),
    unkeptCodes: (session) =>
      unkeptCodesOf(composition, session.sandbox ? rehearsed : kept.unkeptCodes, session),
    unkeptKeys: (session) =>
      unkeptKeysOf(composition, session.sandbox ? rehearsed : kept.unkeptCodes, session),
    drafts: draftsOf(kept.drafts, kept.profile),
    views: viewsPort(kept.views),
    ...(kept.refresh !== undefined && { refresh: kept.refresh }),
    ...(kept.searches !== undefined && { searches: kept.searches }),
    ...(kept.bell !== undefined && { bell: kept.bell }),
    ...(kept.onEvent !== undefined && { onEvent: kept.onEvent }),
    ...(kept.history !== undefined && { history: kept.history }),
    sshUser: composition.sshUser,
    ...(composition.config.config.confirm_above === undefined
      ? {}
      : { confirmAbove: composition.config.config.confirm_above }),
    calls: composition.calls,
    profiles: profilesPort(composition),
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
