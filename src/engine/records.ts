import { instanceLocals, instanceWrites } from './instances/writes.ts';
import type { AnyWrite, LocalDef } from './write.ts';

/** Every write that has a record, of all nouns: what has no other place to come from is found here by its id or endpoint. */
export const records: readonly AnyWrite[] = instanceWrites;
export const localRecords: readonly LocalDef<{ id: number }>[] = instanceLocals;
