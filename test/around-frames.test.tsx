import { aroundScenes } from './scenes/around.ts';
import { simulatedTime } from './support/deck.tsx';
import { compareFrames } from './support/frames.ts';

simulatedTime();
compareFrames(aroundScenes, ['logs-search']);
