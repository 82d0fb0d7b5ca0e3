import { expect, it } from 'vitest';
import { themeNames } from '../../src/base/theme-colours.ts';
import { openDeck, simulatedTime } from '../support/deck.tsx';

simulatedTime();

async function openThemes() {
  const app = await openDeck();
  await app.type(':');
  await app.type('theme');
  await app.type('\r');
  expect(app.text()).toContain('high-contrast');
  return app;
}

it(':theme shows each theme while the cursor stands on it, and Esc brings back what was', async () => {
  const app = await openThemes();
  const seen = [app.theme()];
  for (let i = 1; i < themeNames.length; i += 1) {
    await app.press('menu.down');
    seen.push(app.theme());
  }
  expect(seen).toEqual(themeNames);
  await app.press('menu.close');
  expect(app.theme()).toBe('auto');
  expect(app.text()).not.toContain('Theme');
});

it(':theme keeps for the run what Enter takes, and tells the line that keeps it for good', async () => {
  const app = await openThemes();
  await app.press('menu.down');
  await app.press('menu.pick');
  expect(app.theme()).toBe('light');
  expect(app.prose()).toContain('theme = "light" in config.toml');
  await app.type(':');
  await app.type('theme');
  await app.type('\r');
  expect(app.text()).toMatch(/light .*, now/);
});
