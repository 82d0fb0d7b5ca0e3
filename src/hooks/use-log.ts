import { useRef } from 'react';
import { followEvery, logTail, newLines } from '../engine/connect/log-tail.ts';
import type { Loadable } from '../engine/read-health.ts';
import { keys } from '../engine/read-keys.ts';
import { useRead } from './use-read.ts';

export type LogSource = 'container' | 'daemon';

/** Lines that are kept of a log that is followed. */
const mostLines = 20_000;
const missing = '[more was written than one reading holds: lines are missing here]';

/**
 * The log of an instance from its last thousand lines on, read again while it is followed. What later readings bring is
 * put behind what is there.
 */
export function useLog(
  id: number,
  source: LogSource,
  following: boolean,
): Loadable<readonly string[]> & { refresh: () => void } {
  const known = useRef<{ source: LogSource; lines: readonly string[]; last: readonly string[] } | undefined>(
    undefined,
  );
  return useRead(
    keys.log(id, source),
    async (api, options) => {
      const request = {
        tail: String(logTail),
        ...(source === 'daemon' ? { daemon_logs: 'true' as const } : {}),
      };
      const { result_url } = await api.requestLogs(id, request, options);
      const last = await api.readResult('requestLogs', result_url, options);
      const before = known.current?.source === source ? known.current : undefined;
      if (before === undefined) known.current = { source, lines: last, last };
      else {
        const { fresh, gap } = newLines(before.last, last);
        const lines = [...before.lines, ...(gap ? [missing] : []), ...fresh];
        known.current = { source, lines: lines.slice(-mostLines), last };
      }
      return known.current?.lines ?? last;
    },
    { every: following ? followEvery : 0 },
  );
}
