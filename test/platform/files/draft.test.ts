import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDrafts, withoutSecrets } from '../../../src/platform/files/draft.ts';
import { tempFolder } from './temp-folder.ts';

const draft = {
  image: 'pytorch/pytorch:2.4',
  disk: 20,
  env: { HF_TOKEN: 's3cret-value', '-p 8080:80': '1' },
  image_login: '-u me -p s3cret-login registry.example.com',
};

describe('a rent draft', () => {
  it('is whole in this run; after a restart variables have names only and the registry login is gone', async () => {
    const path = join(tempFolder(), 'drafts.json');
    const drafts = await openDrafts(path);
    expect(await drafts.keep('work', draft)).toEqual({ ok: true });
    expect(drafts.get('work')).toEqual(draft);
    expect(readFileSync(path, 'utf8')).not.toContain('s3cret');
    expect((await openDrafts(path)).get('work')).toEqual({
      image: 'pytorch/pytorch:2.4',
      disk: 20,
      env: { HF_TOKEN: '', '-p 8080:80': '1' },
    });
  });

  it('is kept per profile and can be dropped', async () => {
    const path = join(tempFolder(), 'drafts.json');
    const drafts = await openDrafts(path);
    await Promise.all([drafts.keep('work', { disk: 1 }), drafts.keep('home', { disk: 2 })]);
    await drafts.drop('work');
    const after = await openDrafts(path);
    expect(after.get('work')).toBeUndefined();
    expect(after.get('home')).toEqual({ disk: 2 });
  });

  it.each([
    [
      'rows with a name',
      [
        { name: 'A', value: 's3cret' },
        { name: '-p 1:2', value: '1' },
      ],
      [
        { name: 'A', value: '' },
        { name: '-p 1:2', value: '1' },
      ],
    ],
    ['rows with a key', [{ key: 'A', value: 's3cret' }], [{ key: 'A', value: '' }]],
    [
      'pairs',
      [
        ['A', 's3cret'],
        ['-p 1:2', '1'],
      ],
      [
        ['A', ''],
        ['-p 1:2', '1'],
      ],
    ],
    ['lines', 'A=s3cret\nB=two=s3cret', 'A=\nB='],
    ['a list of lines', ['A=s3cret'], ['A=']],
  ])('variables may be written as %s', (_, env, kept) => {
    expect(withoutSecrets({ env })).toEqual({ env: kept });
  });

  it('secrets deeper in the form, and in other spellings, are found', () => {
    const plain = withoutSecrets({
      body: { env: { A: 's3cret' }, image_login: 's3cret' },
      imageLogin: 's3cret',
    });
    expect(plain).toEqual({ body: { env: { A: '' } } });
  });

  it('a file that cannot be read is left alone, and drafts last for the run', async () => {
    const path = join(tempFolder(), 'drafts.json');
    writeFileSync(path, '{"version":9}');
    const drafts = await openDrafts(path);
    expect(await drafts.keep('work', draft)).toMatchObject({ ok: false });
    expect(drafts.get('work')).toEqual(draft);
    expect(readFileSync(path, 'utf8')).toBe('{"version":9}');
    expect(await (await openDrafts(undefined)).keep('work', draft)).toMatchObject({ ok: false });
  });
});
