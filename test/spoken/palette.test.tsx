import { expect, it } from 'vitest';
import { keyBytes, openDeck, simulatedTime } from '../support/deck.tsx';
import { storyOf } from './story.ts';

simulatedTime();

it('tells the command line: what is found for the letters, its key, words behind a name, why something does nothing', async () => {
  const app = await openDeck({ spoken: true, world: { world: 'busy' }, route: { screen: 'instances' } });
  const { step, skip, text } = storyOf(app);
  await app.advance(1000);
  const line = async (...letters: string[]) => {
    for (const some of letters) {
      await app.type(some);
      await app.advance(1000);
      step(some === '\x15' ? 'control u' : some);
    }
  };
  skip();
  await app.press('app.palette');
  step('opened');
  await line('mon', '\x15', 'zzzz', '\x15', 'ssh');
  await app.type(keyBytes('pagedown'));
  step('page down');
  await line('\x15', 'stop ', 'tra');
  await app.press('command.complete');
  await app.advance(1000);
  step('tab');
  await line('\x15', 'theme x', '\x15', 'connect by ssh in this');
  await app.press('command.run');
  step('enter');
  await app.press('app.palette');
  await line('money');
  await app.press('command.run');
  step('enter');
  await app.press('app.palette', 'command.up');
  await app.advance(1000);
  step('up');
  await expect(text()).toMatchFileSnapshot('palette.txt');
});
