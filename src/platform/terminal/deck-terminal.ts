/** All that the deck asks of the terminal beside drawing, put together from the parts in this folder. */

import type { Spawn } from './child.ts';
import { type CopyOutcome, copyText } from './clipboard.ts';
import type { Env } from './colour.ts';
import { editText } from './editor.ts';
import { attachFocus } from './focus.ts';
import { freePort } from './free-port.ts';
import { type HandOver, handOver, type Suspend } from './hand-over.ts';
import { createKeyboard } from './keyboard.ts';
import { endLostPastes } from './lost-paste.ts';
import { enterEmptyScreen, enterModes } from './modes.ts';
import { openPane, paneHost } from './new-pane.ts';
import { type NotifyMethod, notification, notifyMethod } from './notify.ts';
import { openLink } from './open-link.ts';
import { isFull, lendOutput } from './output.ts';
import { explainOwn, type OwnCall, runOwnCommand } from './own-command.ts';
import { marksPastes } from './paste-marks.ts';
import { hasPrinter, printText } from './printer.ts';
import {
  explainSsh,
  runSsh,
  type SshOutcome,
  type SshTarget,
  sshCommand,
  tunnelOptions,
  wasCutOff,
  wasInterrupted,
} from './ssh.ts';
import { createStdinTap } from './stdin-tap.ts';
import { readSize, type StopProcess, stopProcess } from './suspend.ts';
import { createTitle } from './title.ts';

export type DeckTerminalOptions = {
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  process: StopProcess;
  env: Env;
  platform: NodeJS.Platform;
  spawn: Spawn;
  /** Milliseconds since the epoch, and a wait that a signal ends. */
  clock: { now(): number; sleep(ms: number, signal?: AbortSignal): Promise<void> };
  /** The known-hosts file of one instance; its folder is there. */
  knownHostsFile(instanceId: number): string;
  /** More arguments for ssh, from the person's configuration. */
  sshArgs?: readonly string[];
  /** See restoreOnExit. */
  holdInterrupt(): () => void;
  /** The program was stopped and goes on: what is shown may be old. */
  onContinue?(): void;
  /** False when the deck draws on the ordinary screen (--no-alt-screen). */
  alternateScreen?: boolean;
  /** How a person who looks elsewhere is called; left out, what the terminal is known to take. */
  notifications?: NotifyMethod | 'auto';
  /** False leaves the window's title alone. */
  title?: boolean;
};

export type DeckTerminal = ReturnType<typeof openDeckTerminal>;

/** Call it before guardOutput. Everything is ready at once, but for what needs Ink's suspendTerminal: the app hands that to `attach`. */
export function openDeckTerminal(options: DeckTerminalOptions) {
  const { stdin, stdout, env, platform, spawn, clock } = options;
  const alternateScreen = options.alternateScreen ?? true;
  const write = (text: string) => void stdout.write(text);
  const lent = () => lendOutput(stdout, clock.sleep);
  // Taken now: while the deck is drawn, writes to stderr go elsewhere (guard-output.ts), but ssh's words must be seen.
  const stderr = { write: options.stderr.write.bind(options.stderr) };
  const tap = createStdinTap(stdin);
  const keyboard = createKeyboard(stdin);
  const focus = attachFocus(tap);
  const endPasteWatch = endLostPastes({ tap, stdin, sleep: clock.sleep });
  const title = createTitle({ write, isFull: () => isFull(stdout), enabled: options.title ?? true });
  const method = notifyMethod(options.notifications ?? 'auto', env);
  let inkSuspend: Suspend | undefined;
  let busy = false;
  let away = false;

  /** One at a time: the terminal can be lent to one program only. */
  const exclusively = async <T>(work: (suspend: Suspend) => Promise<T>): Promise<T | undefined> => {
    const ink = inkSuspend;
    if (ink === undefined || busy) return undefined;
    busy = true;
    try {
      return await work((program) =>
        ink(async () => {
          away = true;
          try {
            await program();
          } finally {
            away = false;
          }
        }),
      );
    } finally {
      busy = false;
    }
  };
  /** What has the terminal instead of us names its window as it likes. */
  const withoutTitle = async <T>(work: () => Promise<T>): Promise<T> => {
    title.leave();
    try {
      return await work();
    } finally {
      title.enter();
    }
  };
  const lend = <T>(
    program: () => Promise<T>,
    how?: { announce?: string; wasCutOff?: (value: T) => boolean },
  ) =>
    exclusively((ink) => {
      const { holdInterrupt } = options;
      const io: HandOver = {
        ...{ suspend: ink, tap, keyboard, write, lendOutput: lent, holdInterrupt, alternateScreen },
      };
      return withoutTitle(() => handOver(io, program, how));
    });
  const noHost = { ok: false, text: 'The service named no host that ssh could be given' };
  const runFor = async (
    target: SshTarget,
    instanceId: number,
    {
      more = [],
      announce,
      before,
    }: { more?: readonly string[]; announce?: string; before?: string | undefined },
  ): Promise<SshOutcome> => {
    const knownHostsFile = options.knownHostsFile(instanceId);
    const extraArgs = [...(options.sshArgs ?? []), ...more];
    const command = sshCommand(target, { knownHostsFile, extraArgs });
    if (command === undefined) return noHost;
    const run = () => runSsh({ argv: command.argv, spawn, now: clock.now, stderr });
    const lines = [command.shown, announce, before].filter((line) => line !== undefined).join('\n');
    const end = await lend(run, { announce: lines, wasCutOff });
    if (end === undefined) return { ok: false, text: 'The terminal is in use' };
    if (announce !== undefined && wasInterrupted(end)) return { ok: true, text: 'The tunnel is closed' };
    return explainSsh(end, target, { knownHostsFile });
  };
  const repaint = () =>
    exclusively((ink) => ink(() => (alternateScreen ? write(enterEmptyScreen) : undefined)));
  // Stopped and continued from outside (kill -STOP, -CONT): the shell may have changed everything meanwhile.
  const onContinue = () => {
    if (!readSize(options.process)) return;
    options.onContinue?.();
    void repaint();
  };
  const suspend = () =>
    exclusively((ink) =>
      withoutTitle(() =>
        stopProcess({
          process: options.process,
          ...{
            platform,
            suspend: ink,
            tap,
            write,
            lendOutput: lent,
            alternateScreen,
            sleep: clock.sleep,
            onStop,
          },
        }),
      ),
    );
  // A stop that another process sent gives the terminal back first; with what it is lent to, this one stops as it is.
  const onStop = () => {
    if (!busy) return void suspend();
    options.process.off('SIGTSTP', onStop);
    options.process.kill(options.process.pid, 'SIGTSTP');
    options.process.on('SIGTSTP', onStop);
  };

  return {
    /** Takes Ink's suspendTerminal and asks for focus reports. Answers how to let go again. */
    attach(ink: Suspend): () => void {
      inkSuspend = ink;
      write(enterModes);
      options.process.on('SIGCONT', onContinue);
      options.process.on('SIGTSTP', onStop);
      return () => {
        inkSuspend = undefined;
        options.process.off('SIGCONT', onContinue);
        options.process.off('SIGTSTP', onStop);
      };
    },

    /** Lends the terminal to ssh; `command` mends what went wrong and may be copied. */
    ssh: (target: SshTarget, instanceId: number, before?: string) => runFor(target, instanceId, { before }),

    /** Runs ssh in a pane of its own. Absent where there are none. */
    ...(paneHost(env) === undefined
      ? {}
      : {
          async sshPane(target: SshTarget, instanceId: number): Promise<{ ok: boolean; text: string }> {
            const knownHostsFile = options.knownHostsFile(instanceId);
            const command = sshCommand(target, { knownHostsFile, extraArgs: options.sshArgs ?? [] });
            if (command === undefined) return noHost;
            return openPane(command.argv, { env, spawn, sleep: clock.sleep, columns: stdout.columns });
          },
        }),

    /** Lends it to a tunnel, which Ctrl+C ends. */
    tunnel: (target: SshTarget, instanceId: number, { local, remote }: { local: number; remote: number }) =>
      runFor(target, instanceId, {
        more: tunnelOptions(local, remote),
        announce: `localhost:${local} leads to port ${remote} of ${instanceId} until you press Ctrl+C.`,
      }),

    /** A command of the person's own: it is lent the terminal, or runs `apart` from it. */
    async run(call: OwnCall, { apart }: { apart: boolean }): Promise<{ ok: boolean; text: string }> {
      const start = () => runOwnCommand(call, { spawn, now: clock.now, env, platform, apart });
      const end = await (apart ? start() : lend(start));
      return end === undefined ? { ok: false, text: 'The terminal is in use' } : explainOwn(call.name, end);
    },

    freePort,
    openLink: (url: string) => openLink(url, { env, platform, spawn, sleep: clock.sleep }),
    knownHosts: options.knownHostsFile,

    /** Lends the terminal to the person's editor. */
    async edit(text: string, fileName = 'onstart.sh'): Promise<{ text: string | undefined; note?: string }> {
      const outcome = await lend(() => editText({ text, fileName, env, platform, spawn, now: clock.now }));
      return outcome ?? { text: undefined, note: 'The terminal is in use' };
    },

    /** Copies `text`; answers what became of it, and what to tell the person. */
    copy: (text: string): Promise<CopyOutcome> =>
      copyText(text, { env, platform, isTTY: stdout.isTTY === true, spawn, write, sleep: clock.sleep }),

    /** Prints `text`; answers what to tell the person. Absent where there is nothing to print with. */
    ...(hasPrinter(env) ? { print: (text: string) => printText(text, { spawn, sleep: clock.sleep }) } : {}),

    /** Whether another program has the terminal just now, so that nothing may be drawn. */
    lent: () => busy,

    /** Calls the person; while another program has the terminal nothing is written among what it writes. */
    notify: (text: string) => (busy ? undefined : write(notification(text, { method, env }))),
    title: title.set,
    /** What gives the window its own title back, for the restore routine. */
    titleRestoring: title.restoring,
    /** Whether the screen is another program's at this moment. */
    away: () => away,

    repaint: () => void repaint(),

    /** Stops the process as Ctrl+Z does; resolves with a note when that is not possible here. */
    suspend,

    onRaw: tap.onChunk,
    /** Whether what comes without marks was typed for certain. */
    marksPastes: marksPastes(env),
    focused: focus.focused,
    onFocus: focus.onChange,

    /** Stops listening to the keyboard. */
    close() {
      focus.detach();
      endPasteWatch();
    },
  };
}
