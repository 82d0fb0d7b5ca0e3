import type { Composition } from '../commands/cli/context.ts';
import type { ProfilesPort } from '../engine/services.ts';
import { toSession } from './session.ts';

/** The profiles on disk. Opening one looks for its own key where it is kept, and asks the service nothing. */
export function profilesPort(composition: Composition): ProfilesPort {
  const { profiles, flags } = composition;
  return {
    list: () =>
      flags.sandbox === true
        ? []
        : profiles
            .all()
            .map(({ name, baseUrl }) => ({ name, baseUrl, readOnly: composition.readOnly(name) })),
    async open(name) {
      const found = await composition.credentialOf(name);
      if (!found.ok) return { ok: false, text: `${found.reason} ${found.next}` };
      return { ok: true, session: toSession(await composition.accountOf(found)) };
    },
  };
}
