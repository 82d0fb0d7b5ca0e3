import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { explainWriteError } from '../files/file-outcome.ts';
import { makeFolder } from '../files/make-folder.ts';
import type { Redactor } from './redact.ts';

export type CrashFacts = {
  /** Milliseconds since the epoch. */
  at: number;
  /** Of rigdeck. */
  version: string;
  /** `linux x64`. */
  platform: string;
  node: string;
  /** TERM, size and the like; no screen contents. */
  terminal?: string;
  /** The name of the screen, not what stood on it. */
  screen?: string;
  /** "2 running, 1 outcome unknown". */
  money?: string;
  error: unknown;
  /** From Log.last. */
  logLines: readonly string[];
  /** Shown as `~`: a report is sent by hand to other people. */
  home?: string;
};

/** The text of a report. What the log has already redacted is redacted again, in case a secret came up later. */
export function buildCrashReport(facts: CrashFacts, redactor: Redactor): string {
  const { error } = facts;
  const stack = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
  const report = [
    'rigdeck crash report, format 1. It was not sent to anyone.',
    '',
    `at: ${new Date(facts.at).toISOString()}`,
    `rigdeck: ${facts.version}`,
    `platform: ${facts.platform}`,
    `node: ${facts.node}`,
    `terminal: ${facts.terminal ?? 'unknown'}`,
    `screen: ${facts.screen ?? 'none'}`,
    `money: ${facts.money ?? 'unknown'}`,
    '',
    ...redactor.text(stack).split('\n'),
    '',
    'last log lines:',
    ...facts.logLines.slice(-50).map((line) => redactor.text(line)),
    '',
  ].join('\n');
  // A home that is the root itself, as in containers, names nobody.
  return facts.home && facts.home.length > 1 ? report.replaceAll(facts.home, '~') : report;
}

export type CrashWritten = { ok: true; path: string } | { ok: false; message: string };

/**
 * Writes the report as a new 0600 file and gives its path. Synchronous: it runs when the program is about to
 * end and nothing may be left waiting.
 */
export function writeCrashReport(
  dir: string | undefined,
  facts: CrashFacts,
  redactor: Redactor,
): CrashWritten {
  if (dir === undefined) return { ok: false, message: 'There is no home folder to keep a report in.' };
  const stamp = new Date(facts.at).toISOString().replace(/[:.]/g, '-');
  const text = buildCrashReport(facts, redactor);
  try {
    makeFolder(dir);
    for (let n = 1; ; n += 1) {
      const path = join(dir, `crash-${stamp}${n === 1 ? '' : `-${n}`}.txt`);
      try {
        writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
        return { ok: true, path };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
        // Half a report, or none, of a full disk.
        rmSync(path, { force: true });
        throw error;
      }
    }
  } catch (error) {
    const outcome = explainWriteError(error, dir);
    return { ok: false, message: outcome.ok ? '' : outcome.message };
  }
}
