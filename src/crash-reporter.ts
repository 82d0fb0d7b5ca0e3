import type { Composition } from './composition.ts';
import { readInstance } from './domain/lifecycle.ts';
import type { Deck } from './hooks/deck.ts';
import { writeCrashReport } from './local/crash-report.ts';
import { createRedactor } from './local/redact.ts';
import { currentRoute } from './route.ts';

/** What a report is made from; a bug may come before there is any of it. */
export type CrashScene = {
  version: string;
  now: number;
  process: Pick<NodeJS.Process, 'platform' | 'arch' | 'version' | 'env'>;
  composition: Composition | undefined;
  deck: Deck | undefined;
};

/** Keeps a report of a bug of ours, and answers what to tell the person: what it was, and where the report is. */
export function reportCrash(error: unknown, scene: CrashScene): string {
  const { composition, deck, process, version, now } = scene;
  const redactor = composition?.redactor ?? createRedactor();
  const rows = deck?.latest.current;
  const running = rows?.filter((row) => readInstance(row).kind === 'running').length;
  const written = writeCrashReport(
    composition?.paths.crashDir,
    {
      at: now,
      version,
      platform: `${process.platform} ${process.arch}`,
      node: process.version,
      ...(process.env.TERM === undefined ? {} : { terminal: process.env.TERM }),
      ...(deck === undefined ? {} : { screen: currentRoute(deck.nav.get()).screen }),
      ...(rows === undefined ? {} : { money: `${running} of ${rows.length} instances running` }),
      error,
      logLines: composition?.log.last() ?? [],
      ...(process.env.HOME === undefined ? {} : { home: process.env.HOME }),
    },
    redactor,
  );
  const where = written.ok ? `A report is in ${written.path}; it was sent to nobody.` : written.message;
  const what =
    error instanceof Error ? error.message.split('\n')[0] : 'something that is no error was thrown';
  return `rigdeck has a bug and had to stop: ${redactor.text(what ?? '')}. ${where}`;
}
