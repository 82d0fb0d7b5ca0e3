import { isProfileColour, type Profile, profileColours } from '../platform/credentials/profiles.ts';
import { homeNames } from '../platform/credentials/sources.ts';
import type { CommandContext } from './cli/context.ts';
import { failure } from './cli/failure.ts';
import { printJson, printRows } from './cli/output.ts';
import { warnOfOverride } from './overrides.ts';

/** `rigdeck profiles`: the accounts that were signed in to; the one that is used when none is named is marked. */
export async function profilesCommand({ io, json, composition }: CommandContext): Promise<void> {
  const { profiles } = composition;
  if (profiles.problem !== undefined) io.say(profiles.problem);
  const active = profiles.active()?.name;
  if (json) {
    const rows = profiles.all().map(({ name, baseUrl, home, readOnly, colour }) => ({
      ...{ name, active: name === active, base_url: baseUrl, home },
      read_only: readOnly === true,
      color: colour ?? null,
      colour: colour ?? null,
    }));
    return printJson(io, { schema: 1, profiles: rows });
  }
  if (profiles.all().length === 0) return io.say('There is no profile yet. rigdeck login makes one.');
  printRows<Profile>(
    io,
    [
      { title: '', text: ({ name }) => (name === active ? '*' : ' '), raw: ({ name }) => name === active },
      { title: 'PROFILE', text: ({ name }) => name, raw: ({ name }) => name, least: 10 },
      { title: 'SERVICE', text: ({ baseUrl }) => baseUrl, raw: ({ baseUrl }) => baseUrl, least: 12 },
      { title: 'KEY IN', text: ({ home }) => homeNames[home], raw: ({ home }) => home },
      {
        title: 'WRITES',
        text: ({ readOnly }) => (readOnly === true ? 'read-only' : ''),
        raw: ({ readOnly }) => readOnly === true,
      },
      { title: 'COLOR', text: ({ colour }) => colour ?? '', raw: ({ colour }) => colour },
    ],
    profiles.all(),
  );
}

/** `rigdeck profiles use NAME`: the one that is used from now on when none is named. */
export async function useProfileCommand(context: CommandContext, name: string): Promise<void> {
  const { io, json, composition } = context;
  const { baseUrl } = known(context, name);
  const written = await composition.profiles.activate(name);
  if (!written.ok) throw failure('refused', 'not_kept', written.message);
  if (json) printJson(io, { schema: 1, profile: name, base_url: baseUrl });
  else io.say(`rigdeck uses profile ${name} now, at ${baseUrl}.`);
  warnOfOverride(context, name, `the key of profile ${name}`);
}

/** `rigdeck profiles set NAME`: its color, and whether changes are allowed. */
export async function setProfileCommand(
  context: CommandContext,
  name: string,
  {
    nameColor,
    colour = nameColor,
    writes,
  }: { nameColor?: string; colour?: string; writes?: 'allow' | 'refuse' },
): Promise<void> {
  const { io, json, composition } = context;
  const { colour: was, ...profile } = known(context, name);
  if (colour === undefined && writes === undefined)
    throw failure('usage', 'usage', 'Nothing to set.', 'Pass --name-color or --writes.');
  if (colour !== undefined && colour !== 'none' && !isProfileColour(colour)) {
    const words = profileColours.join(', ');
    throw failure('usage', 'usage', `Unknown color ${JSON.stringify(colour)}.`, `One of ${words}, or none.`);
  }
  const next = colour === undefined ? was : isProfileColour(colour) ? colour : undefined;
  const changed: Profile = {
    ...profile,
    ...(next !== undefined && { colour: next }),
    ...(writes !== undefined && { readOnly: writes === 'refuse' }),
  };
  const active = composition.profiles.active()?.name === name;
  const written = await composition.profiles.save(changed, { activate: active });
  if (!written.ok) throw failure('refused', 'not_kept', written.message);
  const readOnly = changed.readOnly === true;
  const color = next ?? null;
  if (json) printJson(io, { schema: 1, profile: name, color, colour: color, read_only: readOnly });
  else io.say(`Profile ${name}: color ${next ?? 'none'}, ${readOnly ? 'read-only' : 'changes allowed'}.`);
}

function known({ composition }: CommandContext, name: string): Profile {
  const { profiles, flags } = composition;
  if (flags.sandbox === true) throw failure('usage', 'usage', 'The sandbox has no profiles.');
  const choice = profiles.choose(name, {});
  if (!choice.ok) throw failure('usage', 'no_such_profile', choice.reason, choice.next);
  return choice.profile as Profile;
}
