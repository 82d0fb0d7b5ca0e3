import type { Case } from './case.ts';

/** Signing in, keys and keyrings. */
export const keys: readonly Case[] = [
  {
    id: 'C026',
    title: 'nobody can tell which of several keys is in use',
    test: [
      'credentials/sources.test.ts',
      'C026 a variable that hides the stored key is named, with no more than the last four of each',
    ],
    source: 'src/credentials/sources.ts',
    anchor: '...(hidden && { hidden }),',
    also: [
      {
        test: ['credentials/sources.test.ts', 'C026 before a key is saved it can be told what will hide it'],
        source: 'src/credentials/sources.ts',
        anchor: "...(envKey !== undefined ? [source('env', 'RIGDECK_API_KEY', lastFour(envKey))] : []),",
      },
      {
        test: [
          'commands/sign-in.test.ts',
          'C026 names the source in use by its last four characters, and the one that it hides',
        ],
        source: 'src/credentials/sources.ts',
        anchor: "return source.last4 === '' ? source.label : `${source.label} (…${source.last4})`;",
        instead: 'return source.label;',
      },
      {
        test: [
          'commands/sign-in.test.ts',
          'C026 repeats the source of a refused key after every command: %s',
        ],
        source: 'src/commands/failure.ts',
        anchor: '`The key in use is ${keySource}.`',
        instead: "''",
      },
      {
        test: ['commands/sign-in.test.ts', 'C026 warns that the environment still wins'],
        source: 'src/commands/overrides.ts',
        anchor: 'io.say(`${describeSource(winner)} is set and wins over ${key}. Unset it to use this one.`);',
        instead: '{}',
      },
      {
        test: [
          'commands/profiles.test.ts',
          'C026 use says so where a variable wins over the profile or its key, and nothing where none does',
        ],
        source: 'src/commands/profiles.ts',
        anchor: 'warnOfOverride(context, name, `the key of profile ${name}`);',
      },
      {
        test: [
          'deck-services.test.ts',
          'C026 says as a key is saved which one the next start uses in its place',
        ],
        source: 'src/deck/sign-in-port.ts',
        anchor: 'overridingSources({}, env).slice(0, 1).map(winsNextTime)',
        instead: '[]',
      },
      {
        test: [
          'screens/sign-in.test.ts',
          'C026 says before a key is kept which source wins over it (%i columns)',
        ],
        source: 'src/screens/sign-in/screen.tsx',
        anchor: 'overriddenBy === undefined ? notSet : [overriddenBy]',
        instead: 'notSet',
      },
      {
        test: [
          'screens/sign-in-result.test.ts',
          'C026 says of a refused key where it came from and its last four characters',
        ],
        source: 'src/screens/sign-in/result.ts',
        anchor: '`${source} (…${keyTail})`',
        instead: 'source',
      },
      {
        test: [
          'screens/sign-in.test.ts',
          'C026 repeats the source and the last four of a key that is refused later on, and shows them before',
        ],
        source: 'src/screens/security/facts.ts',
        anchor: '`none, API key ...${session.keyTail}`',
        instead: "'none'",
      },
      {
        test: [
          'screens/sign-in.test.ts',
          'C026 repeats the source and the last four of a key that is refused later on, and shows them before',
        ],
        source: 'src/shell/auth-watch.tsx',
        anchor: '`The key ...${session.keyTail} from ${session.source}`',
        instead: "'The key'",
      },
    ],
  },
  {
    id: 'C027',
    title: 'a keyring that hangs holds up the start',
    test: [
      'credentials/keychain-store.test.ts',
      'C027 a keyring that never answers is given up after 3 s and its child is killed',
    ],
    source: 'src/credentials/keychain-store.ts',
    anchor: "child?.kill('SIGKILL');",
    also: [
      {
        test: [
          'credentials/sources.test.ts',
          'C027 a key from the environment does not wait for the keyring',
        ],
        source: 'src/credentials/sources.ts',
        anchor:
          'winner ? await keyFrom(winner.kind, input) : await keyOfProfile(input, profile, base.baseUrl)',
        instead: 'await keyOfProfile(input, profile, base.baseUrl)',
      },
    ],
  },
  {
    id: 'C028',
    title: 'no session bus, and all that is said is a trace',
    test: [
      'credentials/keychain-store.test.ts',
      'C028 a bus that rejects becomes a result with a reason, never a rejection',
    ],
    source: 'src/credentials/store-failure.ts',
    anchor: '/autolaunch|Could not connect|address is empty|DBUS_SESSION_BUS_ADDRESS|spawn a message bus/i',
    instead: '/nothing of the kind/i',
    also: [
      {
        test: [
          'credentials/keychain-store.test.ts',
          'C028 no session bus on Linux: one plain line and no child at all',
        ],
        source: 'src/credentials/store-failure.ts',
        anchor: 'Keep the key in memory, in RIGDECK_API_KEY, or in a file that only you can read.',
        instead: 'Try again.',
      },
      {
        test: [
          'commands/sign-in.test.ts',
          'C028 is one plain line with what to do, no trace, and exit code 4',
        ],
        source: 'src/commands/failure.ts',
        anchor: "return failure('signedOut', 'key_store', reason, next);",
        instead: "return failure('bug', 'key_store', reason, next);",
      },
    ],
  },
  {
    id: 'C029',
    title: 'a keyring library that does not load takes the program along',
    test: [
      'credentials/keychain-store.test.ts',
      'C029 a library that does not load says that the keyring cannot be used here',
    ],
    source: 'src/credentials/keychain-store.ts',
    anchor: "return reply.stage === 'load' ? storeFailure('no-library', reply.error) : explain(reply.error);",
    instead: 'return explain(reply.error);',
    also: [
      {
        test: ['credentials/keytar-child.test.ts', 'C029 a library that throws while loading is an answer'],
        source: 'src/credentials/keytar-child.ts',
        anchor: "return { ok: false, stage: 'load', error: textOf(error) };",
        instead: 'throw error;',
      },
      {
        test: [
          'credentials/keychain-store.test.ts',
          'C029 a child that dies without an answer, or cannot be started, is a failure like any other',
        ],
        source: 'src/credentials/keychain-store.ts',
        anchor: "return settle(storeFailure('refused', String(error)));",
        instead: 'throw error;',
      },
      {
        test: [
          'commands/built-program.test.ts',
          'C029 is whole but for the keyring where its library does not load, and says so',
        ],
        source: 'src/main.tsx',
        anchor: 'if (words[0] === keychainArgument) {',
        instead: "await import('keytar');\n  if (words[0] === keychainArgument) {",
      },
      {
        test: [
          'pty/sign-in.test.ts',
          'C029 is possible where the library of the keyring does not load, which is said',
        ],
        source: 'src/deck/homes.ts',
        anchor: "note: failure === undefined ? '' : failure.message.replace(/^The system keyring /, ''),",
        instead: "note: '',",
      },
    ],
  },
  {
    id: 'C030',
    title: 'a key goes into a plain file because the keyring refused, and nobody agreed to it',
    test: [
      'credentials/sign-in.test.ts',
      'C030 a keyring that rejects saves nothing anywhere until the person picks a place',
    ],
    source: 'src/credentials/sign-in.ts',
    anchor: 'if (!saved.ok) return { ok: false, failure: saved.failure };',
    also: [
      {
        test: [
          'credentials/sign-in.test.ts',
          'C030 a later save in the keyring deletes the plaintext copy and takes along what belongs to the key',
        ],
        source: 'src/credentials/sign-in.ts',
        anchor: 'const deleted = await source.delete(account);',
        instead: 'const deleted = { ok: true as const };',
      },
    ],
  },
  {
    id: 'C031',
    title: 'a keyring that is not ready yet is told as a bad key',
    test: [
      'credentials/keychain-store.test.ts',
      'C031 a keyring that is not ready is not called a missing or bad key, and a retry reads it',
    ],
    source: 'src/credentials/keychain-store.ts',
    anchor: 'if (known && !fresh) return known;',
    instead: 'if (known) return known;',
    also: [
      {
        test: [
          'credentials/sources.test.ts',
          'C031 a keyring that is not ready offers a retry, which then works',
        ],
        source: 'src/credentials/sources.ts',
        anchor: "return { ok: false, kind: 'store', reason: failure.message, next: failure.next, failure };",
        instead:
          "return { ok: false, kind: 'no-key', reason: 'The key was not accepted.', next: failure.next };",
      },
    ],
  },
  {
    id: 'C032',
    title: 'after logging out something is left that opens the account',
    test: ['credentials/sign-out.test.ts', 'C032 key, session and instance keys are gone from %s'],
    source: 'src/credentials/sign-out.ts',
    anchor: 'const deleted = await store.delete(account);',
    instead: 'const deleted = { ok: true as const, value: true };',
    also: [
      {
        test: ['credentials/sign-out.test.ts', 'C032 a forgotten copy in another home is found and deleted'],
        source: 'src/credentials/sign-out.ts',
        anchor: "for (const home of ['keychain', 'file', 'memory'] as const) {",
        instead: 'for (const home of [profile.home] as const) {',
      },
      {
        test: [
          'credentials/sign-out.test.ts',
          'C032 a keyring that is locked now is not called empty: the profile stays and the reason is told',
        ],
        source: 'src/credentials/sign-out.ts',
        anchor: 'if (!written.ok) return written;',
      },
      {
        test: ['credentials/sign-out.test.ts', 'C032 key, session and instance keys are gone from %s'],
        source: 'src/credentials/sign-out.ts',
        anchor: 'report.checked.push(home);',
      },
      {
        test: ['credentials/sign-out.test.ts', 'C032 what belongs to other profiles stays'],
        source: 'src/credentials/sign-out.ts',
        anchor: 'address !== undefined && owns(profile, address)',
        instead: 'address !== undefined',
      },
    ],
  },
  {
    id: 'C033',
    title: 'the key stands in an address, a log or an error',
    test: ['client/secrets.test.ts', 'C033 the key and what else is secret'],
    source: 'src/client/redact.ts',
    anchor: ".reduce((text, form) => text.replaceAll(form, '[…]'), said)",
    instead: '.reduce((text) => text, said)',
    also: [
      {
        test: ['client/secrets.test.ts', 'C033 the key and what else is secret'],
        source: 'src/client/call.ts',
        anchor: 'settings.baseUrl + path + queryOf(row, request.query)',
        instead: 'settings.baseUrl + path + queryOf(row, { ...request.query, api_key: String(key) })',
      },
      {
        test: [
          'domain/cloud-copy.test.ts',
          'C033 carries a key only where one is given, and does not show it',
        ],
        source: 'src/domain/cloud-copy.ts',
        anchor: "...(apiKey === '' ? {} : { api_key: apiKey }),",
        instead: 'api_key: apiKey,',
      },
      {
        test: ['local/log.test.ts', 'C033 a planted key is nowhere in it, however it got there'],
        source: 'src/local/log.ts',
        anchor: '(redactor.value(fields) as Record<string, unknown>)',
        instead: 'fields',
      },
      {
        test: [
          'local/log.test.ts',
          'C033 has no secret and no home folder in it, in the stack or in the log lines',
        ],
        source: 'src/local/crash-report.ts',
        anchor: String.raw`...redactor.text(stack).split('\n'),`,
        instead: String.raw`...stack.split('\n'),`,
      },
      {
        test: ['flows/planted-secrets.test.tsx', 'C033 secrets planted in the deck, with and without errors'],
        source: 'src/deck/call-list.ts',
        anchor: 'redactor.value(firstOf(body))',
        instead: 'firstOf(body)',
      },
    ],
  },
  {
    id: 'C034',
    title: 'a key can be read where it is typed a second time',
    test: [
      'screens/sign-in.test.ts',
      'C034 with a wrong key and then the right one, both masked all the time',
    ],
    source: 'src/screens/sign-in/fields.ts',
    anchor: "{ id: 'key', kind: 'text', label: 'API key', secret: true },",
    instead: "{ id: 'key', kind: 'text', label: 'API key' },",
    also: [
      {
        test: [
          'commands/sign-in.test.ts',
          'C034 asks again for a wrong key, masked like the first time, and gives up after three',
        ],
        source: 'src/commands/login.ts',
        anchor: "const typed = await io.ask('API key (not shown): ', { masked: true });",
        instead: "const typed = await io.ask('API key (not shown): ', { masked: tries === 1 });",
      },
    ],
  },
  {
    id: 'C035',
    title: 'a key is pasted twice because nothing was to be seen the first time',
    test: ['credentials/api-key.test.ts', 'C035 pasted twice is flagged with the single key'],
    source: 'src/credentials/api-key.ts',
    anchor: 'return half.length >= 16 && half + half === key && new Set(half).size > 1 ? half : undefined;',
    instead: 'return undefined;',
    also: [
      {
        test: ['credentials/api-key.test.ts', 'C035 a space or line break inside is flagged'],
        source: 'src/credentials/api-key.ts',
        anchor: String.raw`if (/\s/.test(key)) {`,
        instead: 'if (false) {',
      },
    ],
  },
  {
    id: 'C036',
    title: 'a first run ends with a bare refusal',
    test: ['screens/sign-in.test.ts', 'C036 asks for a key and names the sandbox, and sends nothing first'],
    source: 'src/screens/sign-in/fields.ts',
    anchor: "button('sandbox', 'Look around in the sandbox', sandbox),",
    also: [
      {
        test: [
          'screens/sign-in.test.ts',
          'C036 asks for a key and names the sandbox, and sends nothing first',
        ],
        source: 'src/hooks/use-read.ts',
        anchor: 'session === undefined || session.loggedOut !== undefined ? undefined : key',
        instead: 'key',
      },
    ],
  },
  {
    id: 'C037',
    title: 'a session that is over looks like a page that is missing',
    test: [
      'flows/tfa-login.test.tsx',
      'C037 the body of an expired session leads there too, with nothing but the key in use',
    ],
    source: 'src/client/auth-reading.ts',
    anchor: "if (status === 404 && /session expired/i.test(msg)) return 'session-over';",
    also: [
      {
        test: [
          'flows/tfa-login.test.tsx',
          'C037 the body of an expired session leads there too, with nothing but the key in use',
        ],
        source: 'src/hooks/tfa-login.ts',
        anchor: '  openTfaLogin(deck);\n}',
        instead: '}',
      },
      {
        test: [
          'flows/tfa-login.test.tsx',
          'C037 the body of an expired session leads there too, with nothing but the key in use',
        ],
        source: 'src/domain/tfa-methods.ts',
        anchor:
          "if (methods.length > 0) return [...methods.map(stored), { kind: 'email' }, { kind: 'backup' }];",
      },
      {
        test: [
          'flows/tfa-login.test.tsx',
          'C037 the login opens with the methods of the account, and the first calls are made again after it',
        ],
        source: 'src/hooks/tfa-run.ts',
        anchor:
          'deck.session.set(await deck.services.signIn.withSessionKey(session, reply.session_key, { by }));',
      },
    ],
  },
  {
    id: 'C038',
    title: 'a narrow key is refused, and nobody learns what it lacks',
    test: [
      'domain/error-advice.test.ts',
      'C038 a 403 names the category that the key most likely lacks, and what that means',
    ],
    source: 'src/domain/key-advice.ts',
    anchor: "category === undefined ? 'a permission' : `the permission ${category}`",
    instead: "'a permission'",
    also: [
      {
        test: [
          'flows/keys.test.tsx',
          'C038 a rent with a narrow key names what it lacks, is sent once, and everything else goes on',
        ],
        source: 'src/client/auth-reading.ts',
        anchor: "if (code === 'auth_error' && status === 403) return 'under-scoped';",
        instead: "if (code === 'auth_error' && status === 403) return 'key-refused';",
      },
      {
        test: [
          'flows/keys.test.tsx',
          'C038 an act that comes back 403 names the permission, stays grey, and the rest goes on',
        ],
        source: 'src/hooks/lacking.ts',
        anchor: 'lackingOf(session).set((now) => new Map([...now, [category, error.endpoint]]));',
      },
    ],
  },
  {
    id: 'C039',
    title: 'the keyring is asked at every poll',
    test: [
      'credentials/keychain-store.test.ts',
      'C039 thirty polls read a secret once, also when they begin together or it is not there',
    ],
    source: 'src/credentials/keychain-store.ts',
    anchor: 'reads.set(account, outcome);',
    also: [
      {
        test: ['credentials/account-secrets.test.ts', 'C039 thirty requests read the session once'],
        source: 'src/credentials/keychain-store.ts',
        anchor: 'if (known && !fresh) return known;',
      },
      {
        test: [
          'credentials/keychain-store.test.ts',
          'C039 what was just saved is not read back from the system',
        ],
        source: 'src/credentials/keychain-store.ts',
        anchor: 'reads.set(account, Promise.resolve({ ok: true, value: secret }));',
      },
    ],
  },
  {
    id: 'C040',
    title: 'a keyring refuses a long secret in words that help nobody',
    test: [
      'credentials/keychain-store.test.ts',
      'C040 a secret too long for the keyring is refused with its length, and without itself',
    ],
    source: 'src/credentials/keychain-store.ts',
    anchor: 'failureOf(reply, (text) => saveFailure(text, secret))',
    instead: 'failureOf(reply)',
    also: [
      {
        test: [
          'credentials/account-secrets.test.ts',
          'C040 a session that the keyring refuses for its length is kept for this run, and the text says so',
        ],
        source: 'src/credentials/account-secrets.ts',
        anchor: 'await stores.memory.set(account, secret);',
      },
      {
        test: [
          'credentials/tfa-session.test.ts',
          'C040 is used for this run when its home does not take it, and the reason is told',
        ],
        source: 'src/credentials/tfa-session.ts',
        anchor: 'session = { ...begun, key, home: home ?? secrets.home };',
      },
      {
        test: ['deck-services.test.ts', 'C040 that the keyring refuses lasts for this run, with the reason'],
        source: 'src/deck/tfa-sessions.ts',
        anchor: '...(failure && { note: `${failure.message} ${failure.next}` })',
      },
      {
        test: [
          'flows/tfa-login.test.tsx',
          'C040 says that a session which no keyring took lasts for this run, and why',
        ],
        source: 'src/shell/auth-watch.tsx',
        anchor: "deck.messages.say('warn', `The session key lasts for this run only. ${note}`)",
        instead: '{}',
      },
    ],
  },
  {
    id: 'C041',
    title: 'a key of a team is refused, and nobody learns that a personal one is wanted',
    test: [
      'domain/tfa-flow.test.ts',
      'C041 a team key is a named dead end: nothing is repeated, nobody is signed out',
    ],
    source: 'src/domain/tfa-failure.ts',
    anchor: 'team_user_forbidden: (failure) => deadEnd(notJudged(failure)),',
    instead: 'team_user_forbidden: again,',
    also: [
      {
        test: [
          'flows/security.test.tsx',
          'C041 belongs to a team: says that two-factor wants a personal key, without a retry or a logout',
        ],
        source: 'src/domain/code-advice.ts',
        anchor: "title: 'Two-factor belongs to a person, not a team.',",
        instead: "title: 'It was refused.',",
      },
      {
        test: [
          'flows/security.test.tsx',
          'C041 belongs to a team: says that two-factor wants a personal key, without a retry or a logout',
        ],
        source: 'src/domain/code-advice.ts',
        anchor: "next: 'Use a personal key for this.',",
        instead: "next: '',",
      },
      {
        test: [
          'flows/security.test.tsx',
          'C041 belongs to a team: says that two-factor wants a personal key, without a retry or a logout',
        ],
        source: 'src/screens/security/words.ts',
        anchor: "reason: 'Two-factor belongs to a person, not a team: use a personal key',",
        instead: "reason: '',",
      },
      {
        test: [
          'flows/security.test.tsx',
          'C041 belongs to a team: says that two-factor wants a personal key, without a retry or a logout',
        ],
        source: 'src/domain/read-health.ts',
        anchor: 'return status >= 400 && status < 500 && status !== 429 && !tellNothing.has(status);',
        instead: 'return false;',
      },
    ],
  },
];
