import { useMemo } from 'react';
import { type DearerById, dearerRows } from '../engine/money/agreed-price.ts';
import { dataOf } from '../engine/read-health.ts';
import { useInstances } from './resources.ts';
import { useJournal } from './use-journal.ts';

/** The instances that cost more than was agreed to, by id. */
export function useDearer(): DearerById {
  const rows = dataOf(useInstances())?.instances;
  const events = useJournal();
  return useMemo(() => dearerRows(rows ?? [], events), [rows, events]);
}
