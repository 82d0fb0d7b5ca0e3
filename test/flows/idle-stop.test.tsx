import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime } from '../support/deck.tsx';

simulatedTime();

describe('the idle stop of the rent form', () => {
  it('is shown as it is put into On start, says what works with the deck closed, and is asked for', async () => {
    const app = await openDeck({ rows: 40 });
    await app.press('offer.rent');
    await app.fill({ 'On start': 'echo hello' });
    await app.press('rent.idle-stop');
    expect(app.prose()).toContain('Stop when idle, also with rigdeck closed');
    await app.press('menu.down', 'menu.pick');
    expect(app.prose()).toContain('It runs inside the machine, so that it works with rigdeck closed');
    expect(app.prose()).toContain('comes only while rigdeck runs');
    expect(app.text()).toContain('# rigdeck: stop this machine after 30 min with every GPU below 5 %');
    expect(app.text()).toContain('https://sandbox.test/api/v0/instances/$CONTAINER_ID/');
    expect((await app.requests()).filter(({ method }) => method === 'PUT')).toEqual([]);
    await app.press('pager.close', 'form.json');
    expect(app.text()).toContain('echo hello');
    expect(app.text()).toContain('# rigdeck: stop this machine after 30 min');
  });

  it('is not offered where On start is not run', async () => {
    const app = await openDeck({ rows: 40 });
    await app.press('offer.rent');
    await app.focus('Connect');
    for (
      let i = 0;
      i < 8 && !app.frame().some((line) => /Connect +\(•\) image entrypoint/.test(line));
      i += 1
    )
      await app.type('\x1b[C');
    await app.press('rent.idle-stop');
    expect(app.prose()).toContain('With args the image has its own command');
  });
});
