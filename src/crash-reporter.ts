import type { Composition } from './composition.ts';
import { readInstance } from './domain/lifecycle.ts';
import type { Deck } from './hooks/deck.ts';
import { writeCrashReport } from './local/crash-report.ts';
import { currentRoute } from './route.ts';

/** What to tell the person after a bug of ours: one sentence, where the report is, and how the money stands. */
export function crashReporter(composition: Composition, deck: () => Deck | undefined): (error: unknown) => string {
  return (error) => {
    const { clock, env, log, paths, redactor, version } = composition;
    const shown = deck();
    const rows = shown?.latest.current;
    const running = rows?.filter((row) => readInstance(row).kind === 'running').length;
    const money = rows === undefined ? 'not known' : `${running} of ${rows.length} instances running`;
    const written = writeCrashReport(
      paths.crashDir,
      {
        at: clock.now(),
        version,
        platform: `${process.platform} ${process.arch}`,
        node: process.version,
        terminal: `${env.TERM ?? 'no TERM'} ${process.stdout.columns}x${process.stdout.rows}`,
        ...(shown === undefined ? {} : { screen: currentRoute(shown.nav.get()).screen }),
        money,
        error,
        logLines: log.last(),
        ...(env.HOME === undefined ? {} : { home: env.HOME }),
      },
      redactor,
    );
    const where = written.ok ? `A report is in ${written.path}; nothing was sent.` : written.message;
    const what = error instanceof Error ? redactor.text(error.message) : 'something that is no error was thrown';
    return `rigdeck ended by a bug of its own: ${what.split('\n')[0]}. ${where}`;
  };
}
