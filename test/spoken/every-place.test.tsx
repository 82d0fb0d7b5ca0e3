import { expect, it } from 'vitest';
import type { Route } from '../../src/engine/route.ts';
import { openDeck, simulatedTime } from '../support/deck.tsx';
import { storyOf } from './story.ts';

simulatedTime();

it('tells every place that can be gone to without one sign that is made for the eye', async () => {
  const app = await openDeck({ spoken: true, world: { world: 'busy' } });
  const { step, text } = storyOf(app);
  await app.go('instances');
  step('instances');
  const id = app.sandbox.snapshot().instances[0]?.id as number;
  const places: Route[] = [
    { screen: 'search' },
    { screen: 'instance', id },
    { screen: 'logs', id },
    { screen: 'copy' },
    { screen: 'groups' },
    { screen: 'group-form', of: { kind: 'worker' } },
    { screen: 'security' },
    { screen: 'money' },
    { screen: 'volumes' },
    { screen: 'keys' },
    { screen: 'ssh-keys' },
    { screen: 'new-key' },
    { screen: 'calls' },
  ];
  for (const route of places) {
    app.lead({ go: 'jump', route });
    await app.advance(3000);
    const before = app.heard().length;
    await app.press('app.repaint');
    // Its title, the money, and more than that.
    expect(
      app
        .heard()
        .slice(before - 1)
        .join('\n'),
      route.screen,
    ).toMatch(/, main\n.* credit, .*\n(.+\n){3}/);
    step(route.screen);
  }
  app.lead({ go: 'jump', route: { screen: 'instances' } });
  await app.press('app.help');
  step('help');
  await app.press('pager.close', 'app.palette');
  await app.type('mon');
  await app.advance(1000);
  step('palette, mon');
  await app.press('menu.close', 'app.messages');
  step('messages');
  await app.press('pager.close', 'list.sort');
  step('sort');
  await app.press('sort.close', 'list.raw');
  step('raw');
  expect(text()).not.toMatch(/[\u2190-\u21ff\u2500-\u25ff\u2022■□★]/u);
});
