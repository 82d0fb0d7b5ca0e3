import { tfaScenes } from './scenes/tfa.ts';
import { simulatedTime } from './support/deck.tsx';
import { compareFrames } from './support/frames.ts';

simulatedTime();
compareFrames(tfaScenes, ['tfa-prove', 'tfa-locked', 'tfa-enrol', 'tfa-codes']);
