import { expect, test } from 'vitest';
import type { AdviceInput } from '../../../src/engine/advice.ts';
import { rentOutcome } from '../../../src/engine/rent/rent-outcome.ts';

const http = (status: number, more: Partial<AdviceInput> = {}): AdviceInput => ({
  kind: 'http',
  endpoint: 'createInstance',
  status,
  ...more,
});

test('an offer that is gone is known by its status or its words', () => {
  expect(rentOutcome(http(410, { code: 'no_such_ask' }))).toBe('taken');
  expect(rentOutcome(http(404, { code: 'invalid_args', msg: 'error 404/3603: no_such_ask 7' }))).toBe(
    'taken',
  );
  expect(rentOutcome(http(400, { code: 'no_such_ask' }))).toBe('taken');
});

test('a machine that cannot start at once is not an offer that is gone', () => {
  expect(rentOutcome(http(409))).toBe('busy');
  expect(rentOutcome(http(400, { code: 'invalid_request', msg: 'the host is busy' }))).toBe('busy');
});

test('an answer that says no created nothing', () => {
  expect(rentOutcome(http(400, { code: 'invalid_price' }))).toBe('refused');
  expect(rentOutcome(http(429))).toBe('refused');
  expect(rentOutcome(http(403))).toBe('refused');
  expect(rentOutcome({ kind: 'refused', endpoint: 'createInstance', reason: 'read-only' })).toBe('refused');
});

test('what never went out created nothing', () => {
  for (const kind of ['network', 'timeout', 'aborted'] as const)
    expect(rentOutcome({ kind, endpoint: 'createInstance', unsent: true })).toBe('refused');
  expect(rentOutcome({ kind: 'aborted', endpoint: 'createInstance', reason: 'not-sent' })).toBe('refused');
});

test('whatever may have arrived has an unknown outcome', () => {
  for (const kind of ['network', 'timeout', 'shape', 'aborted'] as const)
    expect(rentOutcome({ kind, endpoint: 'createInstance' })).toBe('unknown');
  expect(rentOutcome(http(500))).toBe('unknown');
  expect(rentOutcome(http(503, { code: 'service_unavailable' }))).toBe('unknown');
});

test('an answer that is not the word of the service leaves the outcome open, whatever its status', () => {
  // A gateway that gave up waiting may have passed the request on; so say 408 and two statuses of gateways.
  for (const status of [408, 444, 499])
    expect(rentOutcome(http(status, { msg: 'timed out' }))).toBe('unknown');
  for (const status of [400, 403, 404, 409, 410, 413, 425, 429])
    expect(rentOutcome(http(status, { reason: 'html' })), String(status)).toBe('unknown');
  for (const reason of ['empty', 'not-json', 'fields'])
    for (const status of [400, 404, 410, 413, 425])
      expect(rentOutcome(http(status, { reason })), `${status} ${reason}`).toBe('unknown');
  expect(rentOutcome(http(302, { reason: 'moved' }))).toBe('unknown');
});

test('a refusal of the key is one in the words of the service alone', () => {
  for (const status of [401, 403]) {
    expect(rentOutcome(http(status, { msg: 'Invalid user key' }))).toBe('refused');
    for (const reason of ['empty', 'not-json', 'fields', 'html'])
      expect(rentOutcome(http(status, { reason, msg: 'no' })), `${status} ${reason}`).toBe('unknown');
  }
});

test('a 429 says no by its words alone, in JSON or in plain text', () => {
  expect(rentOutcome(http(429, { reason: 'not-json', msg: 'API requests too frequent' }))).toBe('refused');
  for (const reason of ['empty', 'not-json', 'fields'])
    expect(rentOutcome(http(429, { reason })), reason).toBe('unknown');
});

test('a refused key or session is not an offer that is gone, though it may come as 404', () => {
  expect(rentOutcome(http(404, { code: 'auth_error', msg: 'Invalid user key' }))).toBe('refused');
  expect(rentOutcome(http(404, { msg: 'Session expired. Please log in again.' }))).toBe('refused');
});
