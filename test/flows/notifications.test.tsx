import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { rent } from '../support/rent.ts';

simulatedTime();

/** What the terminal is asked to call out, and what the program of `on_event` is given. */
function listen(app: TestDeck) {
  const called: string[] = [];
  const events: Readonly<Record<string, string | number>>[] = [];
  let failed: (why: string) => void = () => {};
  app.world.services.terminal.notify = (text) => void called.push(text);
  app.world.services.onEvent = (event, fail) => {
    events.push(event);
    failed = fail;
  };
  return { called, events, fail: (why: string) => failed(why) };
}
const lookAway = (app: TestDeck) => {
  app.lookAway();
};

describe('a person who looks elsewhere', () => {
  it('is called when a machine runs and when it is lost, once each, and not while looking', async () => {
    const app = await openDeck();
    const { called, events, fail } = listen(app);
    const id = await rent(app, { Label: 'train-a' });
    await app.control(`instances/${id}`, { actual_status: 'running' });
    await app.advance(11_000);
    expect(called).toEqual([]);
    expect(events).toMatchObject([{ schema: 1, event: 'running', instance_id: id, label: 'train-a' }]);

    lookAway(app);
    await app.control(`instances/${id}`, { actual_status: 'offline' });
    await app.advance(45_000);
    expect(called).toEqual(['train-a went offline: its host is disconnected']);
    expect(events).toHaveLength(2);

    fail('it ended with exit code 1');
    fail('it ended with exit code 1');
    await app.idle();
    await app.press('app.messages');
    expect(app.prose()).toContain('train-a is running.');
    expect(app.dialog().match(/on_event of config\.toml: it ended with exit code 1/g)).toHaveLength(1);
  });

  it('is not called of a machine whose bell is off, nor when all bells are', async () => {
    const app = await openDeck({ cols: 120 });
    const { called, events } = listen(app);
    const id = await rent(app, { Label: 'train-a' });
    expect(app.frame().at(-1)).toContain('b bell: on');
    await app.press('instance.bell');
    expect(app.frame().at(-1)).toContain('b bell: off');
    expect(app.prose()).toContain('Muted train-a until you quit');
    lookAway(app);
    await app.control(`instances/${id}`, { actual_status: 'running' });
    await app.advance(11_000);
    await app.press('instance.bell');
    for (const piece of [':', 'set bell off', '\r']) await app.type(piece);
    lookAway(app);
    await app.control(`instances/${id}`, { actual_status: 'offline' });
    await app.advance(22_000);
    expect(called).toEqual([]);
    expect(events.map(({ event }) => event)).toEqual(['running', 'offline']);
  });
});

describe('what happened elsewhere', () => {
  it('is called out of a machine that somebody else destroyed, and said, and not of one destroyed here', async () => {
    const app = await openDeck();
    const { called, events } = listen(app);
    const id = await rent(app, { Label: 'train-a' });
    await app.skip(400);
    await app.go('offers');
    lookAway(app);
    await app.world.connect(app.sandbox.apiKey).api.destroyInstance(id);
    await app.advance(25_000);
    expect(called.at(-1)).toMatch(/^train-a is gone/);
    expect(events.at(-1)).toMatchObject({ event: 'gone', instance_id: id });
    expect(app.text()).toContain('train-a is gone');

    const other = await rent(app, { Label: 'train-b' });
    await app.skip(400);
    await app.press('instance.destroy');
    await app.past300ms();
    await app.type('train-b');
    await app.press('dialog.press', 'held.send');
    await app.advance(45_000);
    expect(events.some(({ event, instance_id }) => event === 'gone' && instance_id === other)).toBe(false);
  });

  it('stands on the message line of another screen, of a crash', async () => {
    const app = await openDeck();
    const id = await rent(app, { Label: 'train-a' });
    await app.skip(400);
    await app.go('offers');
    await app.control(`instances/${id}`, { actual_status: 'exited' });
    await app.advance(25_000);
    expect(app.message()).toMatchObject({ level: 'warn' });
    expect(app.prose()).toContain('train-a crashed');
  });
});
