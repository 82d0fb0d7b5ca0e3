import type { Clock } from '../../base/clock.ts';
import type { Sample, SampleRules } from '../../engine/money/samples.ts';
import { writeAtomically } from './atomic-file.ts';
import type { FileWrite } from './file-outcome.ts';
import { inTurn } from './in-turn.ts';
import { type JournalFile, openJournalFile } from './journal-file.ts';

/** A line of the file: what several series were at one time (epoch ms). */
type Line = { at: number; of: Record<string, number> };

export type SampleStore = {
  /** Oldest first; the same array until the series changes. Empty until the file has been read. */
  series(name: string): readonly Sample[];
  /** Counts for this run at once; `ok` once it is on the disk. */
  add(at: number, of: Record<string, number>): Promise<FileWrite>;
  /** Calls back after each change; answers how to end that. */
  subscribe(listener: () => void): () => void;
};

const name = 'samples';
const version = 1;
/** Lines that are no longer needed and may lie in the file until it is opened again. */
const slack = 2_000;
const none: readonly Sample[] = [];

/**
 * samples.jsonl, read when it is first needed, so that no first frame waits for it. Lines are only ever appended; one
 * torn by a crash is skipped. What the rules keep no more is left out when the file is opened the next time. Without a path
 * samples live for this run.
 */
export function openSamples(o: {
  path?: string;
  clock: Pick<Clock, 'now'>;
  rules: SampleRules;
}): SampleStore {
  const { path, clock, rules } = o;
  const all = new Map<string, readonly Sample[]>();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of [...listeners]) listener();
  };
  let opened: Promise<JournalFile<Line>> | undefined;

  async function read(): Promise<JournalFile<Line>> {
    const file = await openJournalFile<Line>({
      ...(path !== undefined && { path }),
      name,
      version,
      decode: decodeLine,
    });
    const written = bySeries(file.events());
    const now = clock.now();
    for (const [series, samples] of written) {
      const usable = rules.usable(series, samples, now);
      written.set(series, [...usable]);
      // What this run recorded while the file was being read stands behind.
      all.set(series, rules.usable(series, [...usable, ...(all.get(series) ?? none)], now));
    }
    const lines = toLines(written);
    // A clock that is behind sees nothing but the future, and must not empty the file for it.
    const isBehind = file.events().some(({ at }) => at > now);
    if (
      path !== undefined &&
      !isBehind &&
      file.problem === undefined &&
      file.events().length > lines.length + slack
    ) {
      await inTurn(path, async () => {
        await file.reload();
        const there = bySeries(file.events());
        for (const [series, samples] of there) there.set(series, [...rules.usable(series, samples, now)]);
        const kept = [{ rigdeck: name, version }, ...toLines(there)];
        await writeAtomically(path, kept.map((line) => `${JSON.stringify(line)}\n`).join(''));
      });
    }
    changed();
    return file;
  }

  const file = () => {
    opened ??= read();
    return opened;
  };
  return {
    series(series) {
      void file();
      return all.get(series) ?? none;
    },
    async add(at, of) {
      for (const [series, value] of Object.entries(of))
        all.set(series, rules.withSample(series, all.get(series) ?? none, { at, value }));
      changed();
      const to = await file();
      return path === undefined ? to.append({ at, of }) : inTurn(path, () => to.append({ at, of }));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function decodeLine({ at, of }: Record<string, unknown>): Line | undefined {
  if (typeof at !== 'number' || typeof of !== 'object' || of === null) return undefined;
  const known = Object.entries(of).filter(([, value]) => typeof value === 'number');
  return { at, of: Object.fromEntries(known) };
}

function bySeries(lines: readonly Line[]): Map<string, Sample[]> {
  const all = new Map<string, Sample[]>();
  for (const { at, of } of lines) {
    for (const [series, value] of Object.entries(of)) {
      const samples = all.get(series);
      if (samples === undefined) all.set(series, [{ at, value }]);
      else samples.push({ at, value });
    }
  }
  return all;
}

function toLines(all: ReadonlyMap<string, readonly Sample[]>): Line[] {
  const lines = new Map<number, Line>();
  for (const [series, samples] of all) {
    for (const { at, value } of samples) {
      const line = lines.get(at) ?? { at, of: {} };
      line.of[series] = value;
      lines.set(at, line);
    }
  }
  return [...lines.values()].sort((a, b) => a.at - b.at);
}
