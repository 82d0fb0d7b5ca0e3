import type { ActionId } from '../keymap.ts';

/**
 * How a message names an act on an instance: by what takes that one wherever the cursor is by then. A key would take
 * whatever row is under it.
 */
export const saidAct = (
  { keyName }: { keyName(id: ActionId): string },
  act: 'stop' | 'start' | 'destroy' | 'bid' | 'limit' | 'rescue',
  id: number,
): string => `${keyName('app.palette')}${act} ${id}`;
