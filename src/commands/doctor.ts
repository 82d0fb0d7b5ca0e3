import { span } from '../base/format-time.ts';
import { wrapWords } from '../base/wrap-words.ts';
import { ApiError, readAuth } from '../client/errors.ts';
import { readProxy } from '../client/proxy-tunnel.ts';
import { advise } from '../engine/error-advice.ts';
import type { StoreFailure } from '../platform/credentials/secret-store.ts';
import { describeSource } from '../platform/credentials/sources.ts';
import { cannotKeepIn } from '../platform/files/folder-check.ts';
import { backgroundOf, decideDisplay } from '../platform/terminal/colour.ts';
import type { CommandContext } from './cli/context.ts';
import { exitCodes } from './cli/exit-codes.ts';
import { printJson } from './cli/output.ts';
import { configFaults, type OwnBindingsOf } from './own-bindings.ts';

/** What the process can find out for the doctor. */
export type DoctorPorts = {
  platform: NodeJS.Platform;
  node: string;
  /** How a program of this machine ended, and what it printed; undefined when there is none of that name. */
  ran(command: string, args: readonly string[]): Promise<{ code: number; text: string } | undefined>;
  /** Why the system keyring cannot be used here; undefined when it answers. It is given three seconds. */
  keyring(): Promise<StoreFailure | undefined>;
};

/** `bad` keeps rigdeck from working, `warn` takes something away, `unknown` could not be found out. */
type State = 'ok' | 'warn' | 'bad' | 'unknown';
type Finding = { part: string; state: State; text: string; next?: string };

type Found = Awaited<ReturnType<CommandContext['composition']['account']>>;

/** A clock that is off by more than this lets codes of an app fail. */
const clockLimitMs = 5_000;

/**
 * `rigdeck doctor`: what works here and what does not, a line each, with the way out. Only harmless reads are sent, and
 * nothing is written. Answers the exit code: 1 when something keeps rigdeck from working.
 */
export async function doctorCommand(
  context: CommandContext,
  ports: DoctorPorts,
  keys: { ownBindings: OwnBindingsOf },
): Promise<number> {
  const { io, json, composition } = context;
  const found = await composition.account();
  const findings = [
    ...versions(context, ports),
    ...(await settings(context, keys)),
    ...(await account(context, found)),
    ...(await keyring(context, ports)),
    ...(await ssh(context, ports)),
    ...terminal(context, ports),
    ...(await files(context)),
  ];
  const bad = findings.filter(({ state }) => state === 'bad').length;
  const hosts = hostsOf(context, found);
  if (json) {
    printJson(io, { schema: 1, ok: bad === 0, version: composition.version, findings, hosts });
  } else {
    const left = Math.max(...findings.map(({ part }) => part.length));
    const indent = ' '.repeat(left + 10);
    const room = io.outIsTerminal ? Math.max(20, io.columns - indent.length) : Number.POSITIVE_INFINITY;
    for (const { part, state, text, next } of findings) {
      const [first = '', ...more] = wrapWords(text, room, { whole: true });
      io.out(`${marks[state]} ${part.padEnd(left)}  ${first}\n`);
      for (const line of [...more, ...(next === undefined ? [] : wrapWords(next, room, { whole: true }))])
        io.out(`${indent}${line}\n`);
    }
    const told = hosts.length === 0 ? 'none' : hosts.join(', ');
    io.out(`\nHosts that rigdeck asks: ${told}. It reports to nobody.\n`);
  }
  return bad === 0 ? exitCodes.done : exitCodes.refused;
}

const marks: Record<State, string> = { ok: 'ok     ', warn: 'warn   ', bad: 'BAD    ', unknown: '?      ' };

function versions({ composition }: CommandContext, { node, platform }: DoctorPorts): Finding[] {
  const { version } = composition;
  return [{ part: 'version', state: 'ok', text: `rigdeck ${version}, Node ${node}, ${platform}` }];
}

async function settings(
  { composition }: CommandContext,
  keys: { ownBindings: OwnBindingsOf },
): Promise<Finding[]> {
  const warnings = await configFaults(composition.config, keys);
  const { config: path } = composition.paths;
  if (path === undefined)
    return [{ part: 'settings', state: 'warn', text: 'there is no folder for them here' }];
  if (warnings.length === 0) return [{ part: 'settings', state: 'ok', text: path }];
  const text = `${path}: ${warnings.length} ${warnings.length === 1 ? 'fault' : 'faults'}`;
  return [{ part: 'settings', state: 'warn', text, next: 'rigdeck config check names them.' }];
}

/** The key in use, and how the service takes it. */
async function account(context: CommandContext, found: Found): Promise<Finding[]> {
  const { composition, signal } = context;
  if (!found.ok) {
    const { kind, reason, next } = found;
    return [{ part: 'key', state: kind === 'no-key' ? 'warn' : 'bad', text: reason, next }];
  }
  const { clock } = composition;
  const key: Finding = { part: 'key', state: 'ok', text: describeSource(found.source) };
  const began = clock.now();
  try {
    await found.api.currentUser({ signal, once: true });
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind === 'aborted') throw error;
    // A narrow key is no fault of the service: it answered, and knew the key.
    if (readAuth(error) === 'under-scoped')
      return [{ ...key, ...narrow }, ...answering(context, found, began)];
    const { title, meaning, next } = advise(error);
    return [
      key,
      { part: 'service', state: 'bad', text: `${found.baseUrl}: ${title} ${meaning}`.trim(), next },
    ];
  }
  return [key, ...answering(context, found, began)];
}

const narrow: Pick<Finding, 'next'> = {
  next: 'It may not read the account (user_read): credit and runway are not known with it.',
};

/** What an answer tells of the service, and of the clock. */
function answering({ composition }: CommandContext, found: Found & { ok: true }, began: number): Finding[] {
  const took = `${found.baseUrl} answers in ${Math.round(composition.clock.now() - began)} ms`;
  const off = found.api.clockOffsetMs();
  const isOff = Math.abs(off) > clockLimitMs;
  return [
    { part: 'service', state: 'ok', text: took },
    {
      part: 'clock',
      state: isOff ? 'warn' : 'ok',
      text: isOff
        ? `this computer is ${span(Math.abs(off))} ${off > 0 ? 'behind' : 'ahead of'} the service`
        : "goes with the service's",
      ...(isOff && { next: 'Codes of an authenticator app on this computer may fail: set the clock.' }),
    },
  ];
}

async function keyring({ composition }: CommandContext, ports: DoctorPorts): Promise<Finding[]> {
  if (composition.flags.sandbox === true) return [];
  const failure = await ports.keyring();
  return failure === undefined
    ? [{ part: 'keyring', state: 'ok', text: 'the system keyring answers' }]
    : [{ part: 'keyring', state: 'warn', text: failure.message, next: failure.next }];
}

async function ssh({ composition }: CommandContext, { ran }: DoctorPorts): Promise<Finding[]> {
  const [client, agent] = await Promise.all([ran('ssh', ['-V']), ran('ssh-add', ['-l'])]);
  const [firstLine = ''] = client?.text.split('\n') ?? [];
  return [
    client === undefined
      ? {
          part: 'ssh',
          state: 'warn',
          text: 'there is no ssh here',
          next: 'Connecting needs an OpenSSH client.',
        }
      : { part: 'ssh', state: 'ok', text: firstLine.trim() },
    agentFinding(agent, composition.env.SSH_AUTH_SOCK),
  ];
}

/** ssh-add ends with 0 where the agent holds keys, with 1 where it holds none, and with 2 where there is no agent. */
function agentFinding(
  agent: { code: number; text: string } | undefined,
  socket: string | undefined,
): Finding {
  const part = 'ssh agent';
  if (agent?.code === 0) {
    const many = agent.text.trim().split('\n').length;
    return { part, state: 'ok', text: `holds ${many} ${many === 1 ? 'key' : 'keys'}` };
  }
  if (agent?.code === 1) return { part, state: 'warn', text: 'holds no key', next: 'ssh-add puts one in.' };
  return socket
    ? { part, state: 'warn', text: 'does not answer' }
    : { part, state: 'unknown', text: 'none is set' };
}

function terminal({ composition, flags, io }: CommandContext, { platform }: DoctorPorts): Finding[] {
  const { env } = composition;
  const part = 'terminal';
  if (!io.outIsTerminal) return [{ part, state: 'unknown', text: 'the output goes to no terminal' }];
  const { level, unicode, dumb } = decideDisplay({ color: flags.color, env, isTTY: true, platform });
  if (dumb) return [{ part, state: 'bad', text: 'TERM=dumb cannot show the deck' }];
  const colours = ['no colours', '16 colours', '256 colours', 'all colours'][level] ?? '';
  const remote = env.SSH_CONNECTION || env.SSH_TTY ? 'over ssh' : 'on this computer';
  const inside = env.TMUX ? ', inside tmux' : env.STY ? ', inside screen' : '';
  const way = env.RIGDECK_CLIPBOARD ?? 'auto';
  return [
    {
      part,
      state: io.columns < 60 ? 'warn' : 'ok',
      text: `${env.TERM ?? 'TERM is not set'}, ${io.columns} columns, ${colours}, ${unicode ? 'Unicode' : 'ASCII'}, background ${backgroundOf(env) ?? 'asked by the deck'}, ${remote}${inside}`,
      ...(io.columns < 60 && { next: 'Below 60 columns the deck shows a short digest.' }),
    },
    {
      part: 'clipboard',
      state: way === 'off' ? 'warn' : 'ok',
      text: way === 'off' ? 'switched off (RIGDECK_CLIPBOARD)' : env.TMUX ? `${way}, passed on by tmux` : way,
    },
  ];
}

async function files({ composition }: CommandContext): Promise<Finding[]> {
  const { notKept, stateDir, configDir } = composition.paths;
  if (composition.flags.sandbox === true) return [];
  const part = 'files';
  if (notKept.length > 0) return [{ part, state: 'warn', text: `not kept: ${notKept.join(', ')}` }];
  const folders = [stateDir, configDir].filter((folder) => folder !== undefined);
  const faults = (await Promise.all(folders.map(cannotKeepIn))).filter((fault) => fault !== undefined);
  if (faults.length === 0) return [{ part, state: 'ok', text: folders.join(', ') }];
  const next =
    'Until that is mended a rent is not written down before it is sent, and settings and keys are not kept.';
  return [{ part, state: 'warn', text: faults.join('; '), next }];
}

/** Every host that is asked with what is set now: the service, through a proxy where there is one. */
function hostsOf({ composition }: CommandContext, found: Found): string[] {
  const { env } = composition;
  const names = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'];
  const proxy = names.map((name) => env[name.toLowerCase()] || env[name]).find(Boolean);
  const addresses = [found.ok && !found.sandbox ? found.baseUrl : undefined, proxy];
  return addresses.flatMap((address) => (address === undefined ? [] : (readProxy(address)?.host ?? [])));
}
