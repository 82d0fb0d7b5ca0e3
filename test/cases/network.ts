import type { Case } from './case.ts';

/** The network, polling, and how old what is shown may be. */
export const network: readonly Case[] = [
  {
    id: 'C056',
    title: 'a service that never answers freezes the tool',
    test: ['client/deadline.test.ts', 'C056 a read says so within 30 s, repeated attempts included'],
    source: 'src/client/retry.ts',
    anchor: 'export const retryBudgetMs = 28_000;',
    instead: 'export const retryBudgetMs = 120_000;',
    also: [
      {
        test: ['flows/polling.test.tsx', 'C056 a service that is not there'],
        source: 'src/domain/read-health.ts',
        anchor: "if (error.kind === 'network') return 'offline';",
      },
      {
        test: ['flows/polling.test.tsx', 'C056 a service that is not there'],
        source: 'src/domain/read-plan.ts',
        anchor: '2 ** Math.min(Math.max(times, 1) - 1, 10)',
        instead: '1',
      },
      {
        test: ['flows/polling.test.tsx', 'C056 a service that is not there'],
        source: 'src/domain/read-plan.ts',
        anchor: 'if (error.status !== 429) return retryDelay(times, random);',
        instead: 'if (error.status !== 429) return undefined;',
      },
    ],
  },
  {
    id: 'C057',
    title: 'a service that asks for fewer requests gets the next one at once',
    test: [
      'client/pace.test.ts',
      'C057 every read waits for as long as Retry-After says, and says for how long',
    ],
    source: 'src/client/pace.ts',
    anchor: 'pausedUntil = Math.max(pausedUntil, until);',
    also: [
      {
        test: [
          'client/pace.test.ts',
          'C057 a write is not sent again before Retry-After is over, and says how long is left',
        ],
        source: 'src/client/pace.ts',
        anchor: 'heldUntil.set(`${callOf(row)} ${who}`, until);',
      },
      {
        test: ['flows/pauses.test.tsx', 'C057 a write that was refused as one too many'],
        source: 'src/hooks/use-current-message.ts',
        anchor: "useShownNow(() => (current === undefined ? '' : textOf(current.message)));",
      },
      {
        test: [
          'client/retry.test.ts',
          'C057 a plain-text 429 with Retry-After 20 is not repeated: the pause is handed to the caller',
        ],
        source: 'src/client/body.ts',
        anchor: 'return { msg: sanitizeText(raw.trim()), reason };',
        instead: 'return { reason };',
      },
      {
        test: ['flows/polling.test.tsx', 'C057 too many requests'],
        source: 'src/domain/read-plan.ts',
        anchor: 'if (error.status !== 429) return retryDelay(times, random);',
        instead: 'if (times > 0) return retryDelay(times, random);',
      },
    ],
  },
  {
    id: 'C058',
    title: 'polling goes on when there is nothing more to learn',
    test: ['flows/polling.test.tsx', 'C058 polling that stops'],
    source: 'src/screens/instance/use-record.ts',
    anchor: "return kind === 'running' || kind === 'stopped' ? 0 : pollSeconds.boot;",
    instead: 'return pollSeconds.boot;',
    also: [
      {
        test: ['flows/polling.test.tsx', 'C058 polling that stops'],
        source: 'src/screens/instance/use-record.ts',
        anchor: 'data === null && hasBeen() ? 0 : pollEvery(data);',
        instead: 'pollEvery(data);',
      },
      {
        test: ['flows/polling.test.tsx', 'C058 polling that stops'],
        source: 'src/hooks/use-read.ts',
        anchor: 'watchers.add(watcher);',
      },
    ],
  },
  {
    id: 'C059',
    title: 'a slow answer from before brings a destroyed row back',
    test: ['flows/polling.test.tsx', 'C059 a slow read'],
    source: 'src/hooks/held-acts.ts',
    anchor: 'await deck.mutate.current<InstanceListReply>(',
    instead: 'await (async (..._: unknown[]) => {})(',
  },
  {
    id: 'C060',
    title: 'each view of one thing polls it for itself',
    test: ['flows/polling.test.tsx', 'C060 several views of one thing'],
    source: 'src/hooks/read-schedule.tsx',
    anchor: 'return flight === undefined || mayHang(now - flight.since, flight.isSecond);',
    instead: 'return true;',
    also: [
      {
        test: ['flows/polling.test.tsx', 'C060 several views of one thing'],
        source: 'src/hooks/polling.ts',
        anchor: 'read.endedAt + period',
        instead: 'read.endedAt',
      },
    ],
  },
  {
    id: 'C061',
    title: 'a refusal that lasts is asked for again and again',
    test: ['flows/polling.test.tsx', 'C061 a refusal that lasts'],
    source: 'src/domain/read-plan.ts',
    anchor: 'if (isLasting(error) && !(notThereYet && times < triesBeforeAbsent)) return undefined;',
    also: [
      {
        test: ['flows/polling.test.tsx', 'C061 a refusal that lasts'],
        source: 'src/shell/auth-watch.tsx',
        anchor: "reading === 'key-refused' && currentRoute(deck.nav.get()).screen !== 'sign-in'",
        instead: 'false',
      },
      {
        test: ['flows/polling.test.tsx', 'C061 a refusal that lasts'],
        source: 'src/hooks/swr-provider.tsx',
        anchor: 'key={identity(session)}',
        instead: '',
      },
    ],
  },
  {
    id: 'C062',
    title: 'outside a browser nothing tells that a machine has woken',
    test: ['flows/polling.test.tsx', 'C062 outside a browser'],
    source: 'src/hooks/read-schedule.tsx',
    anchor: '(slept || (due !== undefined && due <= now))',
    instead: 'slept',
    also: [
      {
        test: ['flows/polling.test.tsx', 'C062 outside a browser'],
        source: 'src/hooks/read-schedule.tsx',
        anchor: 'lastAt.current = now;',
        instead: '',
      },
      {
        test: ['flows/polling.test.tsx', 'C062 outside a browser'],
        source: 'src/hooks/read-schedule.tsx',
        anchor: 'const slept = now - lastAt.current > sleptMs;',
        instead: 'const slept = false;',
      },
    ],
  },
  {
    id: 'C063',
    title: 'rows of before a cut look as if they were of now',
    test: ['flows/polling.test.tsx', 'C063 a connection that is cut for 40 s'],
    source: 'src/shell/confirm.tsx',
    anchor: "...(old === undefined ? [] : [[[old, 'warn']] as Parts]),",
    also: [
      {
        test: ['flows/polling.test.tsx', 'C063 a connection that is cut for 40 s'],
        source: 'src/hooks/use-read.ts',
        anchor: '...(swr.data === undefined ? {} : { last: swr.data }),',
      },
      {
        test: ['flows/polling.test.tsx', 'C063 a connection that is cut for 40 s'],
        source: 'src/domain/read-health.ts',
        anchor: '`${what.toLowerCase()} ${span(now - at)} old`',
        instead: '`${what.toLowerCase()} as read before`',
      },
      {
        test: ['flows/polling.test.tsx', 'C063 a connection that is cut for 40 s'],
        source: 'src/domain/read-plan.ts',
        anchor: 'if (error.status !== 429) return retryDelay(times, random);',
        instead: 'if (error.status !== 429) return undefined;',
      },
      {
        test: [
          'style-frames.test.tsx',
          'C063 what was read before a cut is drawn dim until it is read again: %s, %j',
        ],
        source: 'src/hooks/live-reads.ts',
        anchor: 'old: error !== undefined || isOld(facts, clock.now()),',
        instead: 'old: false,',
      },
    ],
  },
  {
    id: 'C064',
    title: 'seconds are read as milliseconds, or a time is shown in another zone than it says',
    test: [
      'domain/format.test.ts',
      'C064 seconds of the service are not read as milliseconds, nor the other way round',
    ],
    source: 'src/domain/format-time.ts',
    anchor: 'return Math.abs(seconds) >= 1e11 ? seconds : seconds * 1000;',
    instead: 'return seconds;',
    also: [
      {
        test: ['domain/format.test.ts', 'C064 a time is shown in the zone of the person, and says which'],
        source: 'src/domain/format-time.ts',
        anchor: '...(timeZone ? { timeZone } : {})',
        instead: '',
      },
      {
        test: ['domain/format.test.ts', 'C064 a time is shown in the zone of the person, and says which'],
        source: 'src/domain/format-time.ts',
        anchor: ", timeZoneName: 'short'",
        instead: '',
      },
      {
        test: [
          'screens/security-methods.test.ts',
          'C064 reads times as epoch seconds and gives ages, whatever the time zone',
        ],
        source: 'src/screens/security/methods.ts',
        anchor: 'serviceTime(at) - epochMs(seconds)',
        instead: 'serviceTime(at) - seconds',
      },
      {
        test: [
          'screens/security-methods.test.ts',
          'C064 counts a lock down by the service’s clock, and never below nothing',
        ],
        source: 'src/screens/security/protection.ts',
        anchor: 'epochMs(until) - serviceTime(at)',
        instead: 'epochMs(until) - at.now',
      },
      {
        test: [
          'flows/tfa-errors.test.tsx',
          'C064 a lock ends at a time of the zone of the person, read from epoch seconds',
        ],
        source: 'src/domain/tfa-failure.ts',
        anchor: 'given ? epochMs(lockedUntil) :',
        instead: 'given ? (lockedUntil as number) :',
      },
      {
        test: [
          'flows/tfa-errors.test.tsx',
          'C064 a lock ends at a time of the zone of the person, read from epoch seconds',
        ],
        source: 'src/domain/error-advice.ts',
        anchor: 'timeOrDate(end, now ?? end, timeZone)',
        instead: 'timeOrDate(end, now ?? end)',
      },
    ],
  },
];
