/** Reading an instance: what its state means, what can be done with it, where to reach it, how its boot goes. */
export * from './boot-timeline.ts';
export * from './instance-can.ts';
export * from './instance-reading.ts';
export * from './ssh-target.ts';
