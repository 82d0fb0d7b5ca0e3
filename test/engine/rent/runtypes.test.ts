import { expect, test } from 'vitest';
import { ignoredBecause, isRuntype, runtypeNames, runtypes } from '../../../src/engine/rent/runtypes.ts';

// interface.md, Runtypes.
test.each([
  ['ssh_direct', [22], true, false],
  ['ssh_proxy', [], true, false],
  ['ssh', [], true, false],
  ['jupyter_direct', [8080, 22], true, true],
  ['jupyter_proxy', [], true, true],
  ['jupyter', [], true, true],
  ['args', [], false, false],
] as const)('%s provisions %j', (name, ports, hasSsh, hasJupyter) => {
  expect(runtypes[name]).toMatchObject({ ports, hasSsh, hasJupyter });
});

test('there are seven of them', () => {
  expect(runtypeNames).toHaveLength(7);
  expect(isRuntype('ssh_direct')).toBe(true);
  expect(isRuntype('ssh_direc')).toBe(false);
  expect(isRuntype('toString')).toBe(false);
});

test('C072 each runtype says which creation fields it ignores', () => {
  const ignoredBy = (name: (typeof runtypeNames)[number]) =>
    (['onstart', 'args_str', 'use_jupyter_lab', 'jupyter_dir', 'env', 'disk'] as const).filter(
      (field) => ignoredBecause(field, name) !== undefined,
    );
  expect(ignoredBy('args')).toEqual(['onstart', 'use_jupyter_lab', 'jupyter_dir']);
  expect(ignoredBy('ssh_direct')).toEqual(['args_str', 'use_jupyter_lab', 'jupyter_dir']);
  expect(ignoredBy('jupyter')).toEqual(['args_str']);
  expect(ignoredBecause('onstart', undefined)).toBeUndefined();
});
