import { expect, it, vi } from 'vitest';
import { type ProfileTone, profileColours } from '../../src/base/theme-colours.ts';
import { openDeck, simulatedTime } from '../support/deck.tsx';

// Ink's colours are fixed when it is loaded; tests run without any otherwise.
vi.hoisted(() => {
  process.env.FORCE_COLOR = '3';
});

simulatedTime();

it('ux row 6: the name of a profile stands in the corner in its colour, and in that of the text without one', async () => {
  const app = await openDeck();
  const shown = async (profile: string, colour?: ProfileTone) => {
    app.signIn({ ...app.world.connect(app.sandbox.apiKey), profile, ...(colour && { colour }) });
    await app.idle();
    expect(app.frame()[0]).toMatch(new RegExp(` ${profile}$`));
    const letters = app.terminal.screen.colours(profile);
    expect(new Set(letters).size).toBe(1);
    return letters[0];
  };
  const plain = await shown('without');
  // The sixteen colours of a terminal, where its background is not known.
  const numbers = { red: 1, green: 2, yellow: 3, blue: 4, magenta: 5, cyan: 6 };
  for (const colour of profileColours) expect(await shown(`in-${colour}`, colour)).toBe(numbers[colour]);
  expect(Object.values(numbers)).not.toContain(plain);
});
