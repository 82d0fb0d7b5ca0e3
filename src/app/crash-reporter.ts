import type { Composition } from '../commands/cli/context.ts';
import type { Deck } from '../engine/deck.ts';
import { readInstance } from '../engine/instances/reading.ts';
import { unsettled } from '../engine/rent/rent-journal-machine.ts';
import { currentRoute } from '../engine/route.ts';
import { resolvePaths } from '../platform/files/paths.ts';
import { writeCrashReport } from '../platform/log/crash-report.ts';
import { createRedactor } from '../platform/log/redact.ts';
import { isBrokenInstall } from '../platform/start/broken-install.ts';

/** What a report is made from; a bug may come before there is any of it. */
export type CrashScene = {
  version: string;
  now: number;
  process: Pick<NodeJS.Process, 'platform' | 'arch' | 'version' | 'env'> & {
    stdout?: { columns?: number; rows?: number };
  };
  composition: Composition | undefined;
  deck: Deck | undefined;
};

/** What of the environment tells which terminal it was. */
const terminalVariables = ['TERM', 'TERM_PROGRAM', 'COLORTERM', 'TMUX', 'STY', 'ZELLIJ', 'SSH_TTY'] as const;

/** The kind of the terminal and its size. Of a variable that holds a path, only that it is there. */
function terminalOf({ env, stdout }: CrashScene['process']): string | undefined {
  const words = terminalVariables.flatMap((name) => {
    const value = env[name];
    if (!value) return [];
    return [/^[\w.-]+$/.test(value) ? `${name}=${value}` : name];
  });
  const size = stdout?.columns && stdout.rows ? [`${stdout.columns}x${stdout.rows}`] : [];
  return [...words, ...size].join(' ') || undefined;
}

/** "2 running, 1 outcome unknown": what may cost money while nobody looks. Undefined when that is not known. */
function moneyOf(deck: Deck | undefined): string | undefined {
  const session = deck?.session.get();
  const { current: rows, missing = 0 } = deck?.latest ?? { current: undefined };
  const running = rows?.filter((row) => readInstance(row).kind === 'running').length;
  const open = session === undefined ? 0 : unsettled(deck?.services.journal(session).events() ?? []).length;
  const parts = [
    ...(running === undefined ? [] : [`${running} running`]),
    ...(missing === 0 ? [] : [`${missing} missing`]),
    ...(open === 0 ? [] : [`${open} outcome unknown`]),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}

/**
 * Keeps a report of a bug of ours, and answers what to tell the person: what it was, and where the report is. Of an
 * installation that is broken there is none: it is no bug, and what mends it is said.
 */
export function reportCrash(error: unknown, scene: CrashScene): string {
  if (isBrokenInstall(error)) return `${error.message} ${error.next}`;
  const { composition, deck, process, version, now } = scene;
  const redactor = composition?.redactor ?? createRedactor();
  const money = attempt(() => moneyOf(deck));
  const terminal = terminalOf(process);
  const written = writeCrashReport(
    // Before there is one, nothing says that the sandbox was meant.
    (composition?.paths ?? resolvePaths(process.env)).crashDir,
    {
      at: now,
      version,
      platform: `${process.platform} ${process.arch}`,
      node: process.version,
      ...(terminal === undefined ? {} : { terminal }),
      ...(deck === undefined ? {} : { screen: currentRoute(deck.nav.get()).screen }),
      ...(money === undefined ? {} : { money }),
      error,
      logLines: composition?.log.last() ?? [],
      ...(process.env.HOME === undefined ? {} : { home: process.env.HOME }),
    },
    redactor,
  );
  const unwritten = composition?.flags.sandbox === true ? 'the sandbox keeps no report' : undefined;
  const where = written.ok
    ? `a report is in ${written.path}, on this machine only`
    : (unwritten ?? written.message.replace(/\.$/, ''));
  const what =
    error instanceof Error ? error.message.split('\n')[0] : 'something that is no error was thrown';
  const state = money === undefined ? '' : ` (${money})`;
  const why = redactor.text(what ?? '').replace(/[\s.]+$/, '');
  return `rigdeck has a bug and had to stop${state}: ${why}; ${where}.`;
}

/** A bug may have left the deck's own state in pieces, and a report is wanted all the more then. */
function attempt<T>(step: () => T): T | undefined {
  try {
    return step();
  } catch {
    return undefined;
  }
}
