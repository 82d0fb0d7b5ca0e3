import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { compose } from '../../src/app/composition.ts';
import { ownBindings } from '../../src/app/own-bindings.ts';
import type { Clock } from '../../src/base/clock.ts';
import type { Asked, FetchLike } from '../../src/client/transport.ts';
import { chargesWithinMs } from '../../src/commands/charges.ts';
import type { ProgramPorts, Surroundings } from '../../src/commands/cli/context.ts';
import type { Io } from '../../src/commands/cli/io.ts';
import { inLines } from '../../src/commands/cli/prose.ts';
import type { RunSandbox } from '../../src/commands/cli/sandbox-flags.ts';
import { afterwardsMs } from '../../src/commands/rent.ts';
import { correctsWithinMs } from '../../src/commands/rent-journal.ts';
import type { RunSsh } from '../../src/commands/ssh.ts';
import type { StoreFailure } from '../../src/platform/credentials/secret-store.ts';
import { runProgram } from '../../src/program.ts';
import type { Route } from '../../src/sandbox/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { noteCall, proveReach } from '../support/reached.ts';

export type { FetchLike, ProgramPorts };

export const baseUrl = 'https://api.example.com';

export type RunOptions = {
  env?: Record<string, string | undefined>;
  /** Output is a terminal; with `answers` input is one, too. */
  columns?: number;
  /** What a person types, question by question; a function when it is known only then. */
  answers?: (string | undefined | (() => string | Promise<string>))[];
  /** All of standard input; as a function, line by line, each asked for when it is wanted. */
  stdin?: string | (() => string | undefined | Promise<string | undefined>);
  transport?: FetchLike;
  /** The reader of standard output has gone. */
  outBreaks?: boolean;
  /** Whether standard output is still read, asked before the first print and after each wait. */
  readers?: () => boolean;
  /** Hears what is written, as it is written. */
  onOut?: (text: string) => void;
  /** Ports of this machine on which something listens. */
  taken?: readonly number[];
  /** What comes of opening a browser; there is none when it is left out. */
  browser?: { ok: boolean; text: string };
  /** Lines of the terminal. */
  rows?: number;
  /** How ssh ends. */
  ssh?: Awaited<ReturnType<RunSsh>>;
  signal?: AbortSignal;
  /** How programs of the machine end, by name; the others are not there. */
  programs?: Record<string, { code: number; text: string }>;
  /** Why there is no system keyring. */
  keyring?: StoreFailure;
  deck?: ProgramPorts['deck'];
  /** What the deck throws. */
  deckFails?: Error;
};

/** What a command line did. */
export type Ran = {
  exit: number;
  out: string;
  err: string;
  /** Questions, those with a masked answer marked. */
  asked: string[];
  /** What ssh was run with. */
  ssh: Parameters<RunSsh>[0][];
  /** What a browser was asked to open. */
  opened: string[];
  /** What the deck was opened with. */
  deck: { sandbox: boolean }[];
  /** What a sandbox was served with. */
  served: Parameters<RunSandbox>[0][];
  /** The one JSON value on standard output. */
  json(): Record<string, unknown>;
};

/**
 * Short waits of a client pass at once; a deadline comes only when it is called for. Those of the charges and of what follows
 * a rent are short, too, and are known by their length: other waits are tenths of a second. Time moves by what was waited.
 */
function testClock() {
  let now = Date.UTC(2026, 0, 5, 12);
  const deadlines = new Set<() => void>();
  let watcher = () => {};
  const clock: Clock = {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (ms <= 10_000 && ms !== chargesWithinMs && ms !== afterwardsMs && ms !== correctsWithinMs) {
          now += ms;
          return resolve();
        }
        deadlines.add(resolve);
        signal?.addEventListener('abort', () => {
          deadlines.delete(resolve);
          reject(signal.reason);
        });
        watcher();
      }),
  };
  return {
    ...clock,
    advance(ms: number) {
      now += ms;
    },
    /** Resolves once the next call is under way: its deadline runs. */
    underWay: () =>
      new Promise<void>((resolve) => {
        watcher = resolve;
      }),
    /** Lets every deadline that runs pass. */
    expire() {
      for (const end of deadlines) end();
    },
  };
}

proveReach();
const homes: string[] = [];
afterEach(() => {
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true });
});

/** A sandbox that stands in for the service, and a home folder of its own to run commands in. */
export function makeWorld(
  added: Pick<ProgramPorts, 'writes'> & Pick<Surroundings, 'endpoints'> & { routes?: readonly Route[] } = {},
) {
  const clock = testClock();
  const sandbox = createSandbox({
    clock,
    seed: 1,
    offers: 400,
    ...(added.routes && { routes: added.routes }),
  });
  const home = mkdtempSync(join(tmpdir(), 'rigdeck-commands-'));
  homes.push(home);
  const service = (url: string, init: Asked) => sandbox.fetch(new Request(url, init));
  const signedIn = { RIGDECK_API_KEY: sandbox.apiKey, RIGDECK_BASE_URL: baseUrl };

  async function run(argv: readonly string[], options: RunOptions = {}): Promise<Ran> {
    const { answers, columns } = options;
    const ran: Omit<Ran, 'json'> = {
      exit: 0,
      out: '',
      err: '',
      asked: [],
      ssh: [],
      opened: [],
      deck: [],
      served: [],
    };
    const questions = [...(answers ?? [])];
    const lines = typeof options.stdin === 'string' ? options.stdin.trimEnd().split('\n') : [];
    const io: Io = {
      out: (text) => {
        ran.out += text;
        options.onOut?.(text);
      },
      say: (text) => {
        const said = columns === undefined ? text : inLines(text, columns);
        ran.err += `${said}\n`;
        options.onOut?.(`${said}\n`);
      },
      outGone: options.outBreaks === true ? AbortSignal.abort() : new AbortController().signal,
      isRead: () => options.readers?.() ?? true,
      taken: async () => options.outBreaks !== true,
      outIsTerminal: columns !== undefined,
      canAsk: answers !== undefined,
      columns: columns ?? 80,
      ...(options.rows === undefined ? {} : { rows: options.rows }),
      async ask(question, { masked } = {}) {
        const shown = inLines(question, columns ?? Number.POSITIVE_INFINITY);
        ran.asked.push(masked ? `${shown}(masked)` : shown);
        const answer = questions.shift();
        return typeof answer === 'function' ? answer() : answer;
      },
      readAll: async () => (typeof options.stdin === 'string' ? options.stdin : ''),
      readLine: async () => (typeof options.stdin === 'function' ? options.stdin() : lines.shift()),
    };
    const env = { HOME: home, TZ: 'UTC', ...(options.env ?? signedIn) };
    ran.exit = await runProgram(argv, {
      io,
      version: '1.2.3',
      ...(added.writes && { writes: added.writes }),
      deck: options.deck ?? { ok: false },
      signal: options.signal ?? new AbortController().signal,
      compose: (flags) =>
        compose(
          {
            ...(added.endpoints && { endpoints: added.endpoints }),
            env,
            clock,
            random: () => 0.5,
            stdin: io.readAll,
            spawn: () => {
              throw new Error('no child is started here');
            },
            entry: '/nowhere',
            platform: 'linux',
            version: '1.2.3',
            transport: (url, init) => {
              const { method = 'GET', body } = init;
              noteCall({ method, path: new URL(url).pathname, body: String(body ?? '') }, argv.join(' '));
              return (options.transport ?? service)(url, init);
            },
          },
          flags,
        ),
      async startDeck(composition) {
        ran.deck.push({ sandbox: composition.flags.sandbox === true });
        if (options.deckFails) throw options.deckFails;
        return 0;
      },
      async runSandbox(asked) {
        ran.served.push(asked);
        return 0;
      },
      async runSsh(request) {
        ran.ssh.push(request);
        return options.ssh ?? { code: 0 };
      },
      ownBindings: async (config) => ownBindings(config),
      doctor: {
        platform: 'linux',
        node: '20.20.0',
        ran: async (command) => options.programs?.[command],
        keyring: async () => options.keyring,
      },
      freePort: async (wanted) => (options.taken?.includes(wanted) === true ? 49_152 : wanted),
      openLink: async (url) => {
        ran.opened.push(url);
        return options.browser ?? { ok: false, text: 'No browser can be opened from here. The address is:' };
      },
      report: (error) => `a bug: ${error instanceof Error ? error.message : String(error)}`,
    });
    return { ...ran, json: () => JSON.parse(ran.out) as Record<string, unknown> };
  }

  return {
    clock,
    sandbox,
    home,
    service,
    signedIn,
    run,
    /** Ids of offers as the service lists them, the cheapest first, each with open ports and room. */
    async offers(): Promise<Record<string, unknown>[]> {
      const { out } = await run([
        'offers',
        'num_gpus=1 direct_port_count>=1 disk_space>=50',
        '--order',
        'dph_total',
        '--json',
      ]);
      return (JSON.parse(out) as { offers: Record<string, unknown>[] }).offers;
    },
    /** Rents the cheapest offer and answers the instance's id. */
    async rent(...flags: string[]): Promise<number> {
      const [offer] = await this.offers();
      const ran = await run(['rent', String(offer?.id), '--image', 'a/b:1', '--json', ...flags]);
      return ran.json().instance_id as number;
    },
    /** Boots an instance to the end. */
    boot(): void {
      clock.advance(400_000);
    },
    /** Every request that the service got since `from`, as `PUT /path`. */
    requests(from = 0): string[] {
      return sandbox.control
        .log()
        .requests.slice(from)
        .map(({ method, path }) => `${method} ${path}`);
    },
    /** Everything that stands in the home folder, as one text. */
    onDisk(): string {
      const files = readdirSync(home, { recursive: true, encoding: 'utf8' }).map((name) => join(home, name));
      return files
        .filter((file) => statSync(file).isFile())
        .map((file) => `${file}\n${readFileSync(file, 'utf8')}`)
        .join('\n');
    },
  };
}

/** A service that answers every call with one literal body. */
export function literal(body: unknown, status = 200): FetchLike {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return async () => new Response(text, { status, headers: { 'Content-Type': 'application/json' } });
}
