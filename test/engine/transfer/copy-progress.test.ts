import { describe, expect, it } from 'vitest';
import { type CopyRecord, copiesAfter, readCopyNews } from '../../../src/engine/transfer/copy-progress.ts';

describe('what a status message tells of a copy', () => {
  it.each([
    [undefined, undefined],
    ['success, running a/b:1/ssh', undefined],
    ['Cloud Copy Operation In Progress: 47%', { state: 'going', percent: 47 }],
    ['cloud copy: 3 files', { state: 'going' }],
    ['Cloud Copy Operation Finished', { state: 'finished' }],
    ['Cloud Copy Operation Cancelled', { state: 'cancelled' }],
    ['Cloud Copy Operation Failed: no such bucket', { state: 'failed' }],
  ])('%j', (words, news) => expect(readCopyNews(words)).toEqual(news));

  const copy: CopyRecord = {
    id: 1,
    instance: 7,
    request: { instance_id: '7', src: '/out', dst: '/runs', selected: '1', transfer: 'Instance To Cloud' },
    at: 0,
    state: 'started',
    before: 'Cloud Copy Operation Finished',
  };
  const told = (copies: readonly CopyRecord[], statusMsg: string | undefined, now: number) =>
    copiesAfter(copies, () => ({ statusMsg }), now);

  it('is about the copy before for the first half minute, and while it has not changed', () => {
    const copies = [copy];
    expect(told(copies, 'Cloud Copy Operation In Progress: 90%', 29_999)).toBe(copies);
    expect(told(copies, 'Cloud Copy Operation Finished', 300_000)).toBe(copies);
    expect(copiesAfter(copies, () => undefined, 300_000)).toBe(copies);
  });

  it('tells of progress and of the end, an end in the same words as the last one among them', () => {
    const going = told([copy], 'Cloud Copy Operation In Progress: 5%', 31_000);
    expect(going[0]).toMatchObject({
      state: 'going',
      percent: 5,
      said: 'Cloud Copy Operation In Progress: 5%',
    });
    const done = told(going, 'Cloud Copy Operation Finished', 90_000);
    expect(done[0]).toMatchObject({ state: 'finished' });
    expect(done[0]).not.toHaveProperty('percent');
    expect(told(done, 'success, running', 900_000)).toBe(done);
  });

  it('settles a copy whose answer got lost, and only by news of a copy', () => {
    const lost: CopyRecord = { ...copy, state: 'unknown', before: 'success, running' };
    expect(told([lost], 'pulling', 60_000)[0]?.state).toBe('unknown');
    expect(told([lost], 'Cloud Copy Operation In Progress: 5%', 60_000)[0]?.state).toBe('going');
  });

  it('leaves the end open when the message goes on to something else', () => {
    const going: CopyRecord = { ...copy, state: 'going', before: undefined };
    expect(told([going], 'success, running', 60_000)[0]?.state).toBe('silent');
  });

  it('is about the latest copy of an instance alone', () => {
    const later: CopyRecord = { ...copy, id: 2, at: 10_000 };
    const after = told([copy, later], 'Cloud Copy Operation In Progress: 5%', 50_000);
    expect(after.map(({ state }) => state)).toEqual(['silent', 'going']);
  });
});
