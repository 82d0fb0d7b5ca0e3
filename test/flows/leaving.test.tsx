import { describe, expect, it } from 'vitest';
import { goodbye } from '../../src/domain/goodbye.ts';
import { openDeck, simulatedTime } from '../support/deck.tsx';
import { rent, review, testImage } from '../support/rent.ts';

simulatedTime();

describe('leaving', () => {
  it('ends on q at the first screen and on Ctrl+C anywhere', async () => {
    const app = await openDeck();
    await app.press('app.back');
    expect(app.ended()).toBe(true);
    const other = await openDeck();
    await other.press('offers.search', 'app.help', 'app.quit');
    expect(other.ended()).toBe(true);
  });

  it('C107 says what is lost while a rent is on its way, and leaves on the second Ctrl+C', async () => {
    const app = await openDeck();
    await app.control('faults', { method: 'PUT', path: '/api/v0/asks/*', kind: 'hang' });
    await app.press('offer.rent');
    await app.fill({ Image: testImage });
    await review(app);
    await app.press('dialog.yes', 'app.quit');
    expect(app.ended()).toBe(false);
    expect(app.prose()).toContain('its outcome is not known');
    await app.press('app.quit');
    expect(app.ended()).toBe(true);
  });

  it('C005 names what is still charged in its last words', async () => {
    const app = await openDeck();
    const id = await rent(app);
    const words = goodbye(app.deck.latest.current, app.world.watches, false);
    expect(words).toMatch(/still charged \$0\.\d{3}\/h/);
    expect(words).toContain(`rigdeck instances ${id}`);
    expect(goodbye(undefined, app.world.watches, false)).toContain(`may be charged: ${id}`);
    expect(goodbye([], [], false)).toContain('nothing costs money');
  });

  it('lets a warning go with a key once it has stood for a while, and keeps an error', async () => {
    const app = await openDeck();
    app.deck.messages.say('warn', 'a warning');
    await app.advance(1_000);
    await app.type('j');
    expect(app.text()).toContain('a warning');
    await app.advance(5_000);
    expect(app.text()).toContain('a warning');
    await app.type('j');
    await app.advance(1_000);
    expect(app.text()).not.toContain('a warning');
    app.deck.messages.say('error', 'an error');
    await app.advance(9_000);
    await app.type('j');
    expect(app.text()).toContain('an error');
    await app.press('app.escape');
    await app.advance(1_000);
    expect(app.text()).not.toContain('an error');
    await app.press('app.messages');
    expect(app.text()).toContain('a warning');
  });
});
