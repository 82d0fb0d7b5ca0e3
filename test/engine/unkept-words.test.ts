import { describe, expect, it } from 'vitest';
import type { JournalEvent, LimitEvent, RentEvent, RescueEvent } from '../../src/engine/journal-events.ts';
import { limitsComingBack, unkeptWords } from '../../src/engine/note-down.ts';

type Event = RentEvent | LimitEvent | RescueEvent;
const at = 1;
const account = { base_url: 'https://api.example.com', key_id: '9f3c' };
const intent: Event = { t: 'intent', rent: 'a', at, offer_id: 7, body_hash: 'x' };
const limit: Event = { t: 'limit', limit: 'l', at, id: 5, act: 'destroy', kept: 'here', until: 9 };
const rescue = {
  t: 'rescue',
  rescue: 'a',
  at,
  id: 5,
  offer_id: 7,
  consent: 'ask',
  tries: 1,
  search: {},
} as const;
const off: Event = { t: 'limit-ended', limit: 'l', at, why: 'called-off' };
const events: JournalEvent[] = [intent, limit].map((event) => ({ ...event, ...account }));

describe('what is not on the disk', () => {
  it.each([
    [intent, 'will not look for this rent'],
    [{ t: 'unclear', rent: 'a', at }, 'begins its minute anew'],
    [{ t: 'rented', rent: 'a', id: 5, offer_id: 7, at }, 'will look for it again'],
    [{ t: 'not-created', rent: 'a', at, why: 'person' }, 'will look for it again'],
    [{ t: 'overridden', rent: 'a', at }, 'holds other rents back again'],
    [{ t: 'handed-over', rent: 'a', at }, 'names this one again'],
    [{ t: 'gone', id: 5, at }, 'does not know that 5 is gone'],
    [limit, 'the auto-destroy of 5 ends with this run'],
    [{ t: 'limit-spent', limit: 'l', at, dollars: 1, per_hour: 1 }, 'the budget of 5 counts from'],
    [{ t: 'limit-tried', limit: 'l', at }, 'may try the auto-destroy of 5 again'],
    [off, 'has the auto-destroy of 5 again'],
    [rescue, 'the rescue of 5 ends with this run'],
    [{ t: 'rescue-step', rescue: 'a', at, step: 'called-off' }, 'does not know that it was called off'],
    [{ t: 'rescue-step', rescue: 'a', at, step: 'gone', id: 5 }, 'does not know how far'],
  ] satisfies [Event, string][])('%j: %s', (event, words) => {
    expect(unkeptWords(event, events, [event])).toContain(words);
  });

  it('is not said to be looked for when the rent itself is not there', () => {
    const words = (event: Event) => unkeptWords(event, events, [intent, event]);
    expect(words({ t: 'unclear', rent: 'a', at })).toContain('only this run does');
    expect(words({ t: 'rented', rent: 'a', id: 5, offer_id: 7, at })).toContain('write the number 5 down');
    expect(words({ t: 'not-created', rent: 'a', at, why: 'refused' })).toBeUndefined();
    expect(words({ t: 'overridden', rent: 'a', at })).toBeUndefined();
    expect(words({ t: 'handed-over', rent: 'a', at })).toBeUndefined();
  });

  it('lets a limit come back that was on the disk and was called off, and no other', () => {
    expect(limitsComingBack(events, [off])).toEqual([5]);
    expect(limitsComingBack(events, [limit, off])).toEqual([]);
    expect(unkeptWords(off, events, [limit, off])).toBeUndefined();
    expect(limitsComingBack(events, [{ ...off, why: 'done' }])).toEqual([]);
  });
});
