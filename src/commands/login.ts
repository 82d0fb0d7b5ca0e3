import { dollars } from '../base/format.ts';
import { ApiError, readAuth } from '../client/errors.ts';
import type { User } from '../client/wire.ts';
import { cleanApiKey } from '../platform/credentials/api-key.ts';
import { cleanBaseUrl } from '../platform/credentials/base-url.ts';
import { isProfileName } from '../platform/credentials/profiles.ts';
import { readKeyFile } from '../platform/credentials/read-key-file.ts';
import { lastFour, type SecretHome } from '../platform/credentials/secret-store.ts';
import { saveSignIn } from '../platform/credentials/sign-in.ts';
import { homeNames } from '../platform/credentials/sources.ts';
import type { CommandContext, Composition } from './cli/context.ts';
import { apiFailure, type CommandFailure, failure } from './cli/failure.ts';
import { accountFields, printJson } from './cli/output.ts';
import { chooseHome } from './login-home.ts';
import { warnOfOverride } from './overrides.ts';

/** How often a person may give another key before the command gives up. */
const triesAtTerminal = 3;

export type LoginOptions = { store?: SecretHome };

/** `rigdeck login`: a base URL and a key, checked with the service before anything is kept. */
export async function loginCommand(context: CommandContext, options: LoginOptions): Promise<void> {
  const { io, json, composition } = context;
  const { flags, stores, profiles } = composition;
  if (flags.sandbox)
    throw failure('usage', 'usage', 'The sandbox needs no sign-in.', 'Open it with: rigdeck --sandbox');
  const name = flags.profile ?? 'main';
  if (!isProfileName(name))
    throw failure('usage', 'bad_value', 'A profile name has letters, digits, . _ and -, 32 at most.');
  if (profiles.problem !== undefined) throw failure('refused', 'profiles', profiles.problem);

  const baseUrl = await readBaseUrl(context);
  const { apiKey, user, note } = await checkedKey(context, baseUrl);
  const home = await chooseHome(context, options.store);
  const last4 = lastFour(apiKey);
  const tell = (profile: string | null) =>
    printJson(io, {
      schema: 1,
      profile,
      base_url: baseUrl,
      store: home,
      last4,
      account: accountFields(user),
    });
  if (home === 'memory') {
    // It ends with this process, and must not push out a profile that works.
    io.say(`The service takes the key …${last4}. Memory ends with this command, so nothing was kept.`);
    return json ? tell(null) : undefined;
  }
  const before = profiles.active()?.name;
  const kept = await saveSignIn({ apiKey, baseUrl, name, home, stores, profiles });
  if (!kept.ok)
    throw failure('refused', 'not_kept', `${kept.failure.message} The key was not kept.`, kept.failure.next);

  if (note !== undefined) io.say(note);
  if (kept.notKept !== undefined) io.say(kept.notKept);
  for (const { failure: left } of kept.left) io.say(`An older copy of the key may be left: ${left.message}`);
  warnOfOverride(context, name, 'the key just saved');
  if (json) return tell(name);
  const who = [user?.email, user?.credit === undefined ? undefined : `${dollars(user.credit)} credit`];
  io.say(`Signed in to ${baseUrl}${who.some(Boolean) ? ` as ${who.filter(Boolean).join(', ')}` : ''}.`);
  io.say(`Key …${last4} is kept in ${homeNames[home]}, as profile "${name}".`);
  if (before !== undefined && before !== name)
    io.say(
      `"${name}" is used from now on, before it was "${before}": rigdeck profiles use ${before} goes back.`,
    );
}

async function readBaseUrl({ io, composition }: CommandContext): Promise<string> {
  const { flags, env, config } = composition;
  const given = flags.baseUrl ?? (env.RIGDECK_BASE_URL?.trim() || config.config.base_url);
  if (given === undefined && !io.canAsk)
    throw failure(
      'usage',
      'no_base_url',
      'There is no base URL.',
      'Give --base-url or set RIGDECK_BASE_URL.',
    );
  const typed = given ?? (await io.ask('Address of the service (https://…): '));
  if (typed === undefined) throw failure('interrupted', 'interrupted', 'Nothing was kept.');
  const cleaned = cleanBaseUrl(typed);
  if (!cleaned.ok)
    throw failure('usage', 'bad_base_url', cleaned.reason, 'It looks like https://api.example.com.');
  return cleaned.baseUrl;
}

type Checked = { apiKey: string; user?: User; note?: string };

/** A key that the service takes. At a terminal another one may be given when it does not. */
async function checkedKey(context: CommandContext, baseUrl: string): Promise<Checked> {
  const { io, composition } = context;
  const given = await givenKey(composition, io.readAll);
  if (given !== undefined) {
    const checked = await check(context, baseUrl, cleaned(given));
    if ('apiKey' in checked) return checked;
    throw checked;
  }
  if (!io.canAsk) {
    throw failure(
      'usage',
      'no_key',
      'There is no terminal to ask for the key on.',
      'Give it with --api-key-stdin or --api-key-file PATH.',
    );
  }
  for (let tries = 1; ; tries++) {
    const typed = await io.ask('API key (not shown): ', { masked: true });
    if (typed === undefined) throw failure('interrupted', 'interrupted', 'Nothing was kept.');
    const { key, flaw } = cleanApiKey(typed);
    const single = flaw?.kind === 'doubled' ? flaw.single : undefined;
    if (single !== undefined) io.say('That looked like one key pasted twice; it is taken once.');
    const outcome =
      flaw !== undefined && single === undefined
        ? failure('usage', 'bad_key', flaw.message)
        : await check(context, baseUrl, single ?? key);
    if ('apiKey' in outcome) return outcome;
    if (tries >= triesAtTerminal || outcome.code === 'network' || outcome.code === 'timeout') throw outcome;
    io.say(outcome.message);
  }
}

async function givenKey({ flags }: Composition, readAll: () => Promise<string>): Promise<string | undefined> {
  if (flags.apiKeyStdin) return readAll();
  if (flags.apiKeyFile === undefined) return undefined;
  const read = await readKeyFile(flags.apiKeyFile);
  if (read.ok) return read.text;
  throw failure('usage', 'bad_key', `--api-key-file ${flags.apiKeyFile}: ${read.reason}`);
}

function cleaned(text: string): string {
  const { key, flaw } = cleanApiKey(text);
  if (flaw !== undefined)
    throw failure('usage', 'bad_key', flaw.message, 'Give the key whole, once and alone.');
  return key;
}

/** Asks the service who the key belongs to. A key that is good but limited is a good key. */
async function check(
  { composition, signal }: CommandContext,
  baseUrl: string,
  apiKey: string,
): Promise<Checked | CommandFailure> {
  const api = composition.connect({ baseUrl, apiKey });
  try {
    return { apiKey, user: await api.currentUser({ signal }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const reading = readAuth(error);
    if (reading === 'two-factor-needed' || reading === 'session-over')
      return { apiKey, note: 'The account wants a two-factor login besides the key: rigdeck 2fa login.' };
    // Services answer a bad key and a missing permission alike; what another read says tells them apart.
    const isNarrow =
      reading === 'under-scoped' ||
      (error.status === 403 &&
        (await api.listInstances({ signal }).then(
          () => true,
          () => false,
        )));
    if (isNarrow)
      return { apiKey, note: 'The key may not read the account, so it could not be checked further.' };
    return apiFailure(error);
  }
}
