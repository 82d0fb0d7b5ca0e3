import { writeScenes } from './scenes/writes.ts';
import { simulatedTime } from './support/deck.tsx';
import { compareFrames, sizes } from './support/frames.ts';

simulatedTime();
compareFrames(writeScenes, [], [sizes[0], sizes[2]]);
