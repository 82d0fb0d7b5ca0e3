import { expect, it } from 'vitest';
import { spokenText } from '../../src/tui/reader/spoken-text.ts';
import { spokenGlyphs } from '../../src/tui/theme/spoken-glyphs.ts';
import { openDeck, simulatedTime } from '../support/deck.tsx';

simulatedTime();

it('tells of the methods only the one under the cursor with its place, and last', async () => {
  const app = await openDeck({ spoken: true, world: { world: 'busy' }, route: { screen: 'security' } });
  await app.advance(1000);
  expect(app.heard().at(-1)).toMatch(/^1 of 3: primary, totp/);
  const places = () => app.heard().filter((line) => /^\d of 3: /.test(line));
  expect(places()).toHaveLength(1);
  const before = app.heard().length;
  await app.press('list.down');
  expect(app.heard().slice(before)).toEqual([expect.stringMatching(/^2 of 3: sms/)]);
});

it('calls nothing done in a form that was not sent', async () => {
  const app = await openDeck({ spoken: true, world: { world: 'busy' } });
  app.lead({ go: 'push', route: { screen: 'group-form', of: { kind: 'endpoint' } } });
  await app.advance(1000);
  await app.type('infer');
  await app.press('app.escape');
  await app.advance(1000);
  expect(app.heard()).toContain('1 field will be sent, the rest is left to the service');
});

it('says nothing twice of a rent without an outcome', () => {
  expect(spokenText(`${spokenGlyphs.unclear} outcome unknown`).trim()).toBe('outcome unknown');
});
