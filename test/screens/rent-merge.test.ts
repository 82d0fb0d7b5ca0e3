import { expect, it } from 'vitest';
import { mergeLines } from '../../src/screens/rent/merge.ts';

const template = {
  id: 1,
  hash_id: 'x',
  image: 'a/b',
  tag: '1',
  env: '-e ONE=1 -e TWO=2',
  recommended_disk_space: 40,
};

it('stands in columns, and what is said of a value goes on under itself', () => {
  expect(mergeLines(template, { disk: 20, env: { ONE: 'x' } }, 44)).toEqual([
    'Image  template  a/b:1',
    "Disk   yours     20 GB, not the template's",
    '                 40 GB',
    'Env    merged    TWO (from the template);',
    '                 ONE (yours wins)',
  ]);
  expect(mergeLines({ id: 1, hash_id: 'x' }, {}, 44)).toEqual(['The template says nothing that is known.']);
});
