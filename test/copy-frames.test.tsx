import { copyScenes } from './scenes/copy.ts';
import { simulatedTime } from './support/deck.tsx';
import { compareFrames } from './support/frames.ts';

simulatedTime();
compareFrames(copyScenes, ['copy-going']);
