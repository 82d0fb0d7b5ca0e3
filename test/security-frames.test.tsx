import { securityScenes } from './scenes/security.ts';
import { simulatedTime } from './support/deck.tsx';
import { compareFrames } from './support/frames.ts';

simulatedTime();
compareFrames(securityScenes, ['security', 'security-window', 'security-legacy', 'security-label']);
