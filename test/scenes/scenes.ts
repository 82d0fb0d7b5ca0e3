import { aroundScenes } from './around.ts';
import { copyScenes } from './copy.ts';
import { deckScenes } from './deck.ts';
import { groupScenes } from './groups.ts';
import { keyScenes } from './keys.ts';
import { limitScenes } from './limit.ts';
import { compareScenes, digestScenes, listStates } from './lists.ts';
import { moneyScenes } from './money.ts';
import type { Scenes } from './scene.ts';
import { securityScenes } from './security.ts';
import { tfaScenes } from './tfa.ts';
import { volumeScenes } from './volumes.ts';
import { writeScenes } from './writes.ts';

/** Every scene by its name, which begins the names of its files in test/frames/. */
export const scenes: Scenes = {
  ...deckScenes,
  ...listStates,
  ...compareScenes,
  ...digestScenes,
  ...aroundScenes,
  ...writeScenes,
  ...limitScenes,
  ...moneyScenes,
  ...groupScenes,
  ...copyScenes,
  ...volumeScenes,
  ...keyScenes,
  ...securityScenes,
  ...tfaScenes,
};
