import '../test/support/setup.ts';
/** Draws a scene for look.mjs. */

import { inject, it } from 'vitest';
import { openScene } from '../test/scenes/scene.ts';
import { scenes } from '../test/scenes/scenes.ts';
import { simulatedTime } from '../test/support/deck.tsx';
import { inColor, nearNames } from './look-lines.ts';

simulatedTime();

type Given = { name?: string; place: { cols: number; rows: number; ascii: boolean }; color: boolean };

it('draws a scene', async ({ task }) => {
  const { name = '', place, color } = inject('given' as never) as Given;
  const names = Object.keys(scenes);
  const scene = scenes[name];
  const app = scene && (await openScene(scene, place));
  const lines = app && (color ? app.terminal.screen.cells().map(inColor) : app.frame());
  Object.assign(task.meta, { answer: { names, near: nearNames(name, names), lines } });
});
