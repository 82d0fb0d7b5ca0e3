import { limitScenes } from './scenes/limit.ts';
import { simulatedTime } from './support/deck.tsx';
import { compareFrames } from './support/frames.ts';

simulatedTime();
compareFrames(limitScenes, ['limit-service', 'limit-standing']);
