import { expect, it } from 'vitest';
import { gatherEvidence, keyInUse } from '../../../src/engine/api-keys/key-evidence.ts';
import { buildPermissions } from '../../../src/engine/api-keys/permission-scopes.ts';

const full = { id: 1, permissions: null };
const narrow = { id: 2, permissions: buildPermissions(['misc', 'user_read', 'instance_read']) };

it('an answer tells more than a refusal of another call of the same category', () => {
  const evidence = gatherEvidence(['user_read'], ['user_read', 'billing_read']);
  expect([evidence.user_read, evidence.billing_read, evidence.user_write]).toEqual([
    'may',
    'may-not',
    'unknown',
  ]);
});

it('the only listed key is the one in use', () => {
  expect(keyInUse([narrow], 'wxyz', gatherEvidence(['user_read'], []))).toBe(2);
});

it('of several the one is meant that the answers fit', () => {
  expect(keyInUse([full, narrow], 'wxyz', gatherEvidence(['billing_read', 'user_read'], []))).toBe(1);
  expect(keyInUse([full, narrow], 'wxyz', gatherEvidence(['user_read'], ['billing_read']))).toBe(2);
});

it('is not guessed where more than one fits, or none', () => {
  expect(keyInUse([full, narrow], 'wxyz', gatherEvidence(['user_read'], []))).toBeUndefined();
  expect(keyInUse([full, { id: 3 }], 'wxyz', gatherEvidence(['billing_read'], []))).toBeUndefined();
  expect(keyInUse([narrow], 'wxyz', gatherEvidence(['billing_read'], []))).toBeUndefined();
});

it('is known by its last characters where a service lists them', () => {
  const rows = [
    { ...full, tail: 'aaaa' },
    { ...narrow, tail: 'wxyz' },
  ];
  expect(keyInUse(rows, 'wxyz', gatherEvidence([], []))).toBe(2);
  expect(keyInUse(rows, 'none', gatherEvidence([], []))).toBeUndefined();
});
