import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime } from '../support/deck.tsx';
import { rent } from '../support/rent.ts';

simulatedTime();

/** Without ages, which go on while keys are pressed. */
const ageless = (frame: string | undefined) => frame?.replace(/ *<?\d+[sm] ago/g, '');

describe('an instance on a small screen', () => {
  it('says how many lines are out of sight, and j, G and g lead to them and back', async () => {
    const app = await openDeck({ cols: 60, rows: 16 });
    await rent(app, { Label: 'train-b' });
    await app.advance(15_000);
    await app.skip(385);
    expect(app.text()).toMatch(/↓ \d+ more {3}j k scroll/);
    expect(app.text()).not.toContain('Jupyter   https');
    const seen = [app.text()];
    for (let times = 0; times < 30 && /↓ \d+ more/.test(app.text()); times += 1) {
      await app.press('list.down');
      seen.push(app.text());
    }
    for (const words of ['Direct    ', 'Ports     ', '→ 22', '→ 8080', 'Jupyter   https', 'rented offer'])
      expect(seen.some((frame) => frame.includes(words))).toBe(true);
    expect(app.text()).toMatch(/↑ \d+ above/);
    await app.press('list.top');
    expect(ageless(app.text())).toBe(ageless(seen[0]));
    await app.press('list.bottom');
    expect(ageless(app.text())).toBe(ageless(seen.at(-1)));
  });

  it('stands where there is more room as it stood before it was scrolled', async () => {
    const app = await openDeck({ cols: 60, rows: 16 });
    await rent(app, { Label: 'train-b' });
    await app.advance(15_000);
    await app.skip(385);
    await app.press('list.bottom');
    await app.resize(120, 40);
    expect(app.text()).toContain('● running');
    expect(app.text()).not.toMatch(/\d+ (above|more)/);
    await app.press('list.down');
    expect(app.prose()).toContain('Everything is in sight');
  });
});
