import { volumeScenes } from './scenes/volumes.ts';
import { simulatedTime } from './support/deck.tsx';
import { compareFrames } from './support/frames.ts';

simulatedTime();
compareFrames(volumeScenes, ['volumes']);
