import { signOut } from '../platform/credentials/sign-out.ts';
import { describeSource, homeNames, overridingSources } from '../platform/credentials/sources.ts';
import type { CommandContext } from './cli/context.ts';
import { failure } from './cli/failure.ts';
import { printJson } from './cli/output.ts';

const kinds = {
  'api-key': 'the key',
  'session-key': 'its session',
  'instance-key': 'the key of instance',
} as const;

/** `rigdeck logout`: deletes a profile's key and all that came with it from every place, and says which those were. */
export async function logoutCommand({ io, json, composition }: CommandContext): Promise<void> {
  const { flags, env, profiles, stores } = composition;
  if (flags.sandbox) throw failure('usage', 'usage', 'The sandbox needs no sign-out.');
  const choice = profiles.choose(flags.profile, env);
  if (!choice.ok) throw failure('usage', 'usage', choice.reason, choice.next);
  const [winner] = overridingSources({}, env);
  const stays = winner && `${describeSource(winner)} still opens the account; rigdeck cannot unset it.`;
  if (choice.profile === undefined && winner !== undefined && (await endSession(composition))) {
    if (json)
      return printJson(io, { schema: 1, profile: null, deleted: [{ kind: 'session-key' }], checked: [] });
    io.say('Its two-factor session is forgotten.');
    return io.say(stays ?? '');
  }
  if (choice.profile === undefined)
    throw failure('signedOut', 'not_signed_in', 'There is no profile to sign out of.', stays ?? '');

  const profile = choice.profile;
  const report = await signOut({ profile, stores, profiles });
  for (const { home, failure: left } of report.failed)
    io.say(`${homeNames[home]}: ${left.message} ${left.next}`);
  for (const { home, failure: left } of report.unchecked)
    io.say(`Not looked through: ${homeNames[home]}. ${left.message}`);
  if (report.sharedKey) io.say('Another profile works with the same key, so the key stays.');
  if (stays !== undefined) io.say(stays);
  if (!report.complete) {
    const why = report.profileLeft ?? 'Something of the profile may be left.';
    throw failure(
      'refused',
      'not_complete',
      `Signing out of "${profile.name}" is not complete. ${why}`,
      'Run rigdeck logout again.',
    );
  }
  const { deleted, checked } = report;
  if (json) {
    const gone = deleted.map(({ instanceId: instance_id, ...rest }) => ({
      ...rest,
      ...(instance_id === undefined ? {} : { instance_id }),
    }));
    return printJson(io, { schema: 1, profile: profile.name, deleted: gone, checked });
  }
  for (const { home, kind, instanceId } of deleted) {
    io.say(
      `Deleted ${kinds[kind]}${instanceId === undefined ? '' : ` ${instanceId}`} from ${homeNames[home]}.`,
    );
  }
  io.say(
    `Signed out of profile "${profile.name}".${checked.length === 0 ? '' : ` Looked in: ${checked.map((home) => homeNames[home]).join('; ')}.`}`,
  );
}

/** Forgets the session of a key that no profile holds; whether there was one. */
async function endSession(composition: CommandContext['composition']): Promise<boolean> {
  const found = await composition.credential();
  if (!found.ok) return false;
  const { session } = await composition.accountOf(found);
  return session.inUse() !== undefined && (await session.end()).ok;
}
