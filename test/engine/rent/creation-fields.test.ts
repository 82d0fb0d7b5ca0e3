import { expect, test } from 'vitest';
import { creationFields } from '../../../src/engine/rent/creation-fields.ts';
import { creationTable } from '../../support/creation-table.ts';

test('there is one row for each creation field of interface.md, and no other', () => {
  const names = creationFields.map((field) => field.name);
  expect([...names].sort()).toEqual([...creationTable].sort());
});

test('each field has a label, a help text and a flag of its own', () => {
  for (const { label, help, flag } of creationFields) {
    expect(label).not.toBe('');
    expect(help).not.toBe('');
    expect(flag).toMatch(/^--[a-z0-9-]+$/);
  }
  expect(new Set(creationFields.map((field) => field.flag)).size).toBe(creationFields.length);
});

test('the rarer fields stand on the second page', () => {
  const second = creationFields.filter((field) => field.page === 2).map((field) => field.name);
  expect([...second].sort()).toEqual([
    'args_str',
    'image_login',
    'jupyter_dir',
    'lang_utf8',
    'python_utf8',
    'target_state',
    'template_hash_id',
    'use_jupyter_lab',
    'vm',
    'volume_info',
  ]);
});

test('a secret is never asked for as an argument', () => {
  const login = creationFields.find((field) => field.name === 'image_login');
  expect(login?.flag).toMatch(/-stdin$/);
});
