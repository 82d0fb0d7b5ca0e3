import { keyScenes } from './scenes/keys.ts';
import { simulatedTime } from './support/deck.tsx';
import { compareFrames } from './support/frames.ts';

simulatedTime();
compareFrames(keyScenes, ['keys', 'new-key', 'key-value']);
