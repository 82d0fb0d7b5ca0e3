import { it } from 'vitest';
import { moneyScenes } from './scenes/money.ts';
import { openScene, type Scene } from './scenes/scene.ts';
import { simulatedTime } from './support/deck.tsx';
import { compareFrames, expectAsciiFrame } from './support/frames.ts';

simulatedTime();
compareFrames(moneyScenes);

it('is drawn in ASCII alone where there is no Unicode', async () => {
  const app = await openScene(moneyScenes.money as Scene, { ascii: true });
  await app.press('list.mark');
  await expectAsciiFrame(app, 'money');
});
