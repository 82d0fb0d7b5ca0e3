import { groupScenes } from './scenes/groups.ts';
import { simulatedTime } from './support/deck.tsx';
import { compareFrames } from './support/frames.ts';

simulatedTime();
compareFrames(groupScenes, ['groups']);
