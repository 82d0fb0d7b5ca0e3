import type { Composition } from '../commands/cli/context.ts';
import type { SignInPort } from '../engine/services.ts';
import { cleanApiKey } from '../platform/credentials/api-key.ts';
import { cleanBaseUrl } from '../platform/credentials/base-url.ts';
import { lastFour, type SecretHome } from '../platform/credentials/secret-store.ts';
import { type SignedIn, saveSignIn } from '../platform/credentials/sign-in.ts';
import {
  type CredentialSource,
  describeSource,
  homeNames,
  overridingSources,
  profileSource,
} from '../platform/credentials/sources.ts';
import { secretHomes } from './homes.ts';
import { profileNameFor } from './profile-name.ts';
import { openRentJournal } from './rent-journal.ts';
import { toSession } from './session.ts';
import { loggedOut, withSessionKey } from './tfa-sessions.ts';

/** Signing in over the program's own stores and profiles. Nothing is asked of a keyring or a network before a call. */
export function signInPort(composition: Composition): SignInPort {
  const { flags, env, profiles, stores, config } = composition;
  const named = flags.profile ?? (env.RIGDECK_PROFILE || undefined);
  const [winner] = overridingSources(flags, env);
  const chosen = profiles.choose(flags.profile, env);
  const knownProfile = chosen.ok ? chosen.profile : undefined;

  return {
    homes: () => secretHomes(composition),
    overriddenBy:
      winner === undefined ? undefined : `${describeSource(winner)} is set and wins over a key stored here.`,
    knownBaseUrl:
      flags.baseUrl ??
      (env.RIGDECK_BASE_URL?.trim() || undefined) ??
      knownProfile?.baseUrl ??
      config.config.base_url,
    cleanBaseUrl(input) {
      const clean = cleanBaseUrl(input);
      return clean.ok ? { ok: true, url: clean.baseUrl } : clean;
    },
    cleanApiKey: keyAsUsed,
    connect(baseUrl, apiKey) {
      const source = { kind: 'memory', label: 'the key typed here', last4: lastFour(apiKey) } as const;
      return toSession(composition.makeAccount({ apiKey, baseUrl, source, home: 'memory' }));
    },
    async keep(session, apiKey, home) {
      const { baseUrl } = session;
      const name = profileNameFor(baseUrl, profiles, named);
      if (!name.ok) return { ok: false, text: name.reason };
      const saved = await saveSignIn({ apiKey, baseUrl, name: name.name, home, stores, profiles });
      if (!saved.ok) {
        const text = `Not kept. ${saved.failure.message} ${saved.failure.next}`;
        return home === 'memory' ? { ok: false, text } : { ok: false, text, instead: 'memory' };
      }
      const { profile } = saved;
      const { keyId } = profile;
      // A flag is of this start alone.
      const hiding = home === 'memory' ? [] : overridingSources({}, env).slice(0, 1).map(winsNextTime);
      const source = profileSource(profile);
      const account = await composition.accountOf({ ok: true, apiKey, baseUrl, keyId, source, profile });
      return {
        ok: true,
        text: [keptText(saved, home), ...hiding].join(' '),
        ...(saved.left.length > 0 || saved.notKept !== undefined || hiding.length > 0
          ? { level: 'warn' as const }
          : {}),
        session: toSession(account),
      };
    },
    withSessionKey: (session, sessionKey, options) =>
      withSessionKey(composition, session, sessionKey, options),
    loggedOut: (from, tfaSecret) => loggedOut(composition, from, tfaSecret),
    async openSandbox() {
      const [account, journal] = await Promise.all([
        composition.openSandboxSession(),
        openRentJournal(undefined),
      ]);
      return toSession(account, { journal });
    },
  };
}

const winsNextTime = (source: CredentialSource): string =>
  `The next start uses ${describeSource(source)} in its place: unset that to use this one.`;

/**
 * A key as it will be used, with a word about what was put right. One that was pasted twice is used once: the
 * person sees that said under the field before anything is sent.
 */
export function keyAsUsed(input: string): ReturnType<SignInPort['cleanApiKey']> {
  const { key, flaw, trimmed } = cleanApiKey(input);
  if (flaw?.kind === 'doubled') {
    return { ok: true, key: flaw.single, note: 'This looks like one key pasted twice: it is used once.' };
  }
  if (flaw !== undefined) return { ok: false, reason: flaw.message };
  return { ok: true, key, ...(trimmed && { note: 'Spaces or quotes around it are left out.' }) };
}

/** What became of the key and of older copies: a copy that is still lying open is never passed over in silence. */
function keptText({ profile, cleared, left, notKept }: SignedIn & { ok: true }, home: SecretHome): string {
  const place =
    home === 'memory' ? 'in memory: it is forgotten when rigdeck quits' : `in ${placeNames[home]}`;
  return [
    `The key is kept ${place} (profile ${profile.name}).`,
    ...cleared.map((from) => `An older copy in ${placeNames[from]} was deleted.`),
    ...left.map(
      ({ home: from, failure }) =>
        `An older copy in ${placeNames[from]} could not be deleted: ${failure.message}`,
    ),
    ...(notKept === undefined ? [] : [`The profile itself is not kept: ${notKept}`]),
  ].join(' ');
}

const placeNames: Record<SecretHome, string> = {
  keychain: `the ${homeNames.keychain}`,
  file: homeNames.file,
  memory: 'memory',
};
