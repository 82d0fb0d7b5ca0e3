import { describe, expect, it } from 'vitest';
import { addressOf, eventsOf } from '../../src/engine/journal-account.ts';
import type { JournalEvent } from '../../src/engine/journal-events.ts';
import { blockingRent } from '../../src/engine/rent/rent-journal-machine.ts';

describe('the address of an account', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com.'],
    ['https://api.example.com', 'https://API.example.com:443'],
    ['https://api.example.com/a', 'https://api.example.com//a/'],
    ['http://localhost:8080', 'http://127.0.0.1:8080'],
    ['http://localhost:8080', 'http://[::1]:8080'],
    ['http://localhost:8080', 'http://127.0.1.1:8080'],
  ])('is one for %s and %s', (one, other) => {
    expect(addressOf(other)).toBe(addressOf(one));
  });

  it.each([
    ['http://localhost:8080', 'http://localhost:8081'],
    ['https://a.example.com', 'https://b.example.com'],
    ['https://a.example.com/a', 'https://a.example.com/b'],
  ])('is another for %s and %s', (one, other) => {
    expect(addressOf(other)).not.toBe(addressOf(one));
  });
});

describe('the events of an account', () => {
  const base_url = 'https://api.example.com';
  const intent = (key_id: string, user_id?: number): JournalEvent => ({
    ...{ t: 'intent', rent: `by ${key_id}`, at: 1, offer_id: 7, body_hash: 'x', base_url, key_id },
    ...(user_id !== undefined && { user_id }),
  });
  const blocks = (events: JournalEvent[], key_id: string, user_id?: number) =>
    blockingRent(eventsOf(events, { base_url, key_id, ...(user_id !== undefined && { user_id }) }));

  it('are those of each key of its user, also where a key is known by another event only', () => {
    expect(blocks([intent('a', 1)], 'b', 1)).toMatchObject({ rent: 'by a' });
    expect(blocks([intent('a', 1)], 'b', 1)?.otherKey).toBeUndefined();
    const known: JournalEvent = { t: 'gone', id: 5, at: 2, base_url, key_id: 'b', user_id: 1 };
    expect(blocks([intent('a', 1), known], 'b')?.otherKey).toBeUndefined();
  });

  it('have open rents of keys of which nobody knows whose they are among them, marked', () => {
    expect(blocks([intent('a')], 'b', 1)).toMatchObject({ rent: 'by a', otherKey: true });
    expect(blocks([intent('a', 1)], 'b')).toMatchObject({ rent: 'by a', otherKey: true });
  });

  it('have nothing of another user', () => {
    expect(eventsOf([intent('a', 1)], { base_url, key_id: 'b', user_id: 2 })).toEqual([]);
  });
});
