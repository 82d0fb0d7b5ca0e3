import { countAmbiguousWide } from '../base/cells.ts';
import type { Clock } from '../base/clock.ts';
import { themeNames } from '../base/theme-colours.ts';
import type { Composition, ProgramPorts } from '../commands/cli/context.ts';
import { exitCodes } from '../commands/cli/exit-codes.ts';
import { failure } from '../commands/cli/failure.ts';
import type { Io } from '../commands/cli/io.ts';
import type { RunSsh, SshRequest } from '../commands/ssh.ts';
import { readerIsOn } from '../platform/config/screen-reader.ts';
import { switchedOn } from '../platform/config/switched-on.ts';
import { knownHostsFile } from '../platform/files/known-hosts.ts';
import { isBrokenInstall } from '../platform/start/broken-install.ts';
import type { FirstFrame } from '../platform/start/first-frame.ts';
import { askBackground } from '../platform/terminal/background.ts';
import { backgroundOf, withColourLevel } from '../platform/terminal/colour.ts';
import { endProcess, terminalsNow } from '../platform/terminal/end-process.ts';
import { type EndSignal, endSignals, exitCodeOf } from '../platform/terminal/ending-signals.ts';
import { isTerminalGone } from '../platform/terminal/restore-on-exit.ts';
import { endLent, startProgram } from '../platform/terminal/start-program.ts';
import { reportCrash } from './crash-reporter.ts';
import { deckDisplay, takenBackground } from './display.ts';

/** From Ctrl+C to the end of a command that does not end by itself. */
const patienceMs = 1000;

export type ProcessParts = {
  io: Io;
  version: string;
  compose: ProgramPorts['compose'];
  clock: Clock;
  process: NodeJS.Process;
  /** What may stand on the screen already, before the deck draws. */
  first: FirstFrame | undefined;
  /** Called when the first frame of the deck stands. */
  onDeck: () => void;
};

/** The process as the program's ports: its terminal, its signals, its children, and what it loads only when needed. */
export function processPorts({
  io,
  version,
  compose,
  clock,
  process,
  first,
  onDeck,
}: ProcessParts): ProgramPorts {
  const { env, stdin, stdout, platform } = process;
  const terminals = terminalsNow();
  const leave = (code: number) => endProcess(process, code, terminals);
  const interrupt = new AbortController();
  let endedBy: EndSignal = 'SIGINT';
  // All alike: whoever ends a write in the middle has to be told that it may have gone through.
  const onSignal = (signal: NodeJS.Signals) => {
    endedBy = signal as EndSignal;
    interrupt.abort();
    // What is under way ends by itself and says how it stands; what does not listen is ended.
    void clock.sleep(patienceMs).then(() => leave(exitCodeOf(endedBy)));
  };
  for (const signal of endSignals) process.on(signal, onSignal);
  const leaveSignals = () => {
    for (const signal of endSignals) process.off(signal, onSignal);
  };

  let current: Composition | undefined;
  const report: ProgramPorts['report'] = (error) =>
    reportCrash(error, { version, now: clock.now(), process, composition: current, deck: undefined });
  const onBug = (error: unknown) => {
    if (isTerminalGone(error)) return leave(exitCodeOf('SIGHUP'));
    io.say(report(error));
    leave(isBrokenInstall(error) ? exitCodes.refused : exitCodes.bug);
  };
  process.on('uncaughtException', onBug);
  process.on('unhandledRejection', onBug);
  // Whoever rents next need not find out that this process is gone.
  process.on('exit', () => current?.journal.release());

  return {
    io,
    version,
    report,
    async compose(flags) {
      current = await compose(flags);
      return current;
    },
    signal: interrupt.signal,
    interruptedExit: () => exitCodeOf(endedBy),
    deck: deckOn(env, stdin.isTTY === true && stdout.isTTY === true),
    async startDeck(composition, flags) {
      const { config } = composition.config;
      const chosen = deckDisplay(flags, config, { env, platform });
      if (!chosen.ok) throw noSuchTheme(chosen.wrong);
      const { forceColor, asks, ...display } = chosen.display;
      const write = (text: string) => void stdout.write(text);
      const { signal } = interrupt;
      // Nothing is drawn for a screen reader, on no background.
      const spoken = readerIsOn(flags.screenReader, env, config.screen_reader);
      const asked =
        asks && !spoken
          ? askBackground({ stdin, write, env, sleep: clock.sleep, signal, process })
          : undefined;
      // The terminal answers while the deck is loaded, which takes as long.
      const loaded = withColourLevel(env, forceColor, () => import('./start-deck.tsx'));
      const [{ startDeck }, answer] = await Promise.all([loaded, asked?.answer]);
      if (signal.aborted) {
        await asked?.stop();
        return exitCodeOf(endedBy);
      }
      // The deck restores the terminal on every way out, and so has its own listeners.
      leaveSignals();
      process.off('uncaughtException', onBug);
      process.off('unhandledRejection', onBug);
      asked?.passOn();
      const wide = config.ambiguous_wide === true;
      countAmbiguousWide(wide);
      return startDeck(composition, {
        ...display,
        asks,
        wide,
        background: takenBackground(answer, backgroundOf(env), display.theme),
        first,
        onDeck,
        sandbox: flags.sandbox === true,
        readOnly: composition.readOnly(flags.profile),
        spoken,
        still: env.RIGDECK_REDUCED_MOTION
          ? switchedOn(env.RIGDECK_REDUCED_MOTION)
          : config.reduced_motion === true,
        altScreen: flags.altScreen !== false,
        refresh: flags.refresh ?? config.refresh,
      });
    },
    async runSandbox(options) {
      leaveSignals();
      const stop = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
      const { runSandbox } = await import('../sandbox/run.ts');
      await runSandbox({ ...options, clock, stdout, say: io.say, signal: stop.signal }).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'EADDRINUSE')
            throw failure(
              'refused',
              'port_taken',
              `Port ${options.port} is taken.`,
              'Leave --port out for a free one.',
            );
          if (error.code === 'EACCES')
            throw failure(
              'refused',
              'port_refused',
              `Port ${options.port} may not be used.`,
              'Take one above 1023.',
            );
          throw failure('refused', 'sandbox', error.message);
        },
      );
      return 0;
    },
    async runSsh(request) {
      leaveSignals();
      return sshIn(process, clock, request);
    },
    ownBindings: async (config) => (await import('./bindings.ts')).bindings(config),
    doctor: {
      platform,
      node: process.versions.node,
      ran: async (command, args) =>
        (await import('../platform/terminal/ran.ts')).ran(command, args, {
          spawn: startProgram,
          sleep: clock.sleep,
        }),
      keyring: async () => {
        if (current === undefined) return undefined;
        const { keyringFailure } = await import('./homes.ts');
        return keyringFailure(current);
      },
    },
    freePort: async (wanted) => (await import('../platform/terminal/free-port.ts')).freePort(wanted),
    openLink: async (url) => {
      const { openLink } = await import('../platform/terminal/open-link.ts');
      return openLink(url, { env, platform, spawn: startProgram, sleep: clock.sleep });
    },
  };
}

function noSuchTheme(name: string) {
  const known = themeNames.join(', ');
  return failure('usage', 'no_such_theme', `Invalid RIGDECK_THEME: ${name}`, `One of ${known}`);
}

function deckOn(env: NodeJS.ProcessEnv, terminals: boolean): ProgramPorts['deck'] {
  if (!terminals) return { ok: false };
  if (env.TERM !== 'dumb') return { ok: true };
  return {
    ok: false,
    reason: 'TERM=dumb: this terminal cannot show the deck. This is rigdeck status instead.',
  };
}

/** Hands the terminal to ssh. Each instance has its own file of host keys, since addresses are used again. */
async function sshIn(process: NodeJS.Process, clock: Clock, request: SshRequest): ReturnType<RunSsh> {
  const { target, instanceId, tunnel, stateDir } = request;
  const { explainSsh, runSsh, sshCommand, tunnelOptions, wasInterrupted } = await import(
    '../platform/terminal/ssh.ts'
  );
  const hosts = knownHostsFile(stateDir, instanceId);
  const more = tunnel === undefined ? [] : tunnelOptions(tunnel.local, tunnel.remote);
  const extraArgs = [...request.extraArgs, ...more];
  const command = sshCommand(target, { knownHostsFile: hosts, extraArgs });
  if (command === undefined)
    return { code: undefined, text: 'The service sent an SSH address that is not safe to use.' };
  // Ctrl+C goes to ssh by itself; any other signal that is meant for us is passed on, and so nothing is left behind.
  let endedBy: EndSignal | undefined;
  const hear = (signal: NodeJS.Signals) => {
    if (signal === 'SIGINT') return;
    endedBy = signal as EndSignal;
    void endLent(signal, clock.sleep);
  };
  for (const signal of endSignals) process.on(signal, hear);
  const end = await runSsh({
    argv: command.argv,
    spawn: startProgram,
    now: clock.now,
    stderr: process.stderr,
  });
  for (const signal of endSignals) process.off(signal, hear);
  if (endedBy !== undefined) return { code: exitCodeOf(endedBy) };
  if (tunnel !== undefined && wasInterrupted(end)) return { code: 0 };
  const outcome = explainSsh(end, target, { knownHostsFile: hosts });
  const text = [outcome.text, outcome.command].filter((part) => part !== undefined).join('\n');
  const code = end.failure === undefined ? (end.code ?? 255) : undefined;
  return { code, ...(outcome.ok ? {} : { text }) };
}
