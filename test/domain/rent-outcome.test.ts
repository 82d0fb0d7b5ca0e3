import { expect, test } from 'vitest';
import type { AdviceInput } from '../../src/domain/advice.ts';
import { rentOutcome } from '../../src/domain/rent-outcome.ts';

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

test('whatever may have arrived has an unknown outcome', () => {
  for (const kind of ['network', 'timeout', 'shape', 'aborted'] as const)
    expect(rentOutcome({ kind, endpoint: 'createInstance' })).toBe('unknown');
  expect(rentOutcome(http(500))).toBe('unknown');
  expect(rentOutcome(http(503, { code: 'service_unavailable' }))).toBe('unknown');
});

test('a refused key or session is not an offer that is gone, though it may come as 404', () => {
  expect(rentOutcome(http(404, { code: 'auth_error', msg: 'Invalid user key' }))).toBe('refused');
  expect(rentOutcome(http(404, { msg: 'Session expired. Please log in again.' }))).toBe('refused');
});
