import { describe, expect, it } from 'vitest';
import { buildCopy, type CopyDraft, copyDanger, shownCopy } from '../../../src/engine/transfer/cloud-copy.ts';

const draft: CopyDraft = {
  instance: '9120441',
  direction: 'to-cloud',
  instancePath: '/workspace/out',
  cloudPath: '/runs/7',
  connection: '1',
  flags: '',
  apiKey: '',
};
const bodyOf = (change: Partial<CopyDraft> = {}) => {
  const read = buildCopy({ ...draft, ...change });
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return read.body;
};

describe('C118 a cloud copy as it is filled in', () => {
  it('has exactly the fields of the interface, the id as a string, and nothing that was left empty', () => {
    expect(bodyOf()).toEqual({
      instance_id: '9120441',
      src: '/workspace/out',
      dst: '/runs/7',
      selected: '1',
      transfer: 'Instance To Cloud',
    });
  });

  it('turns round which path is the source, and neither path', () => {
    expect(bodyOf({ direction: 'from-cloud' })).toMatchObject({
      src: '/runs/7',
      dst: '/workspace/out',
      transfer: 'Cloud To Instance',
    });
  });

  it('takes flags between blanks, or as they are', () => {
    expect(bodyOf({ flags: ' --dry-run  --exclude=*.tmp ' }).flags).toEqual(['--dry-run', '--exclude=*.tmp']);
    expect(bodyOf({ flags: ['--include=my file'] }).flags).toEqual(['--include=my file']);
  });

  it('C033 carries a key only where one is given, and does not show it', () => {
    const body = bodyOf({ apiKey: ' scoped-key \n' });
    expect(body.api_key).toBe('scoped-key');
    expect(JSON.stringify(shownCopy(body, '••••'))).not.toContain('scoped');
    expect(Object.keys(shownCopy(bodyOf(), '••••'))).not.toContain('api_key');
  });

  it.each<[Partial<CopyDraft>, string]>([
    [{ instance: '' }, 'instance_id'],
    [{ instance: 'mine' }, 'instance_id'],
    [{ instancePath: '' }, 'instance_path'],
    [{ cloudPath: ' /a' }, 'cloud_path'],
    [{ connection: ' ' }, 'selected'],
    [{ flags: 'dry-run' }, 'flags'],
    [{ flags: '--max-age 1h' }, 'flags'],
    [{ apiKey: 'two words' }, 'api_key'],
  ])('refuses %j by its field, and repeats no key', (change, field) => {
    const read = buildCopy({ ...draft, ...change });
    expect(read.ok ? [] : read.errors.map((error) => error.field)).toEqual([field]);
    expect(read.ok ? '' : JSON.stringify(read.errors)).not.toContain('two words');
  });

  it('says what is lost where it writes', () => {
    expect(copyDanger(bodyOf()).words).toEqual([
      'A file of the same name in /runs/7 is overwritten, and cannot be brought back.',
    ]);
    expect(copyDanger(bodyOf({ flags: '--update' })).words[0]).toContain('unless the one there is newer');
    expect(copyDanger(bodyOf({ flags: '--ignore-existing' })).words[0]).toContain('stay as they are');
    const deleting = copyDanger(bodyOf({ flags: '--delete-excluded' }));
    expect([deleting.deletes, deleting.words[0]]).toEqual([
      true,
      '--delete-excluded deletes files in /runs/7; they cannot be brought back.',
    ]);
    expect(copyDanger(bodyOf({ flags: '--delete-excluded --dry-run' }))).toEqual({
      deletes: false,
      words: ['A dry run: nothing is written or deleted.'],
    });
    const toRoot = bodyOf({ direction: 'from-cloud', instancePath: '/root' });
    expect(copyDanger(toRoot).words.join(' ')).toContain('can break SSH');
    expect(copyDanger(bodyOf({ instancePath: '/root' })).words.join(' ')).not.toContain('SSH');
  });
});
