import {
  chmodSync,
  existsSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileStore } from '../../../src/platform/credentials/file-store.ts';
import { stampedFiles } from '../../../src/platform/files/stamped-file.ts';
import { tempFolder } from '../files/temp-folder.ts';

function store(folder = join(tempFolder(), 'rigdeck')) {
  const path = join(folder, 'credentials.json');
  return { folder, path, store: fileStore({ path, documents: stampedFiles }) };
}

describe('the file for keys', () => {
  it('C030 is made 0600 in a 0700 folder, with a version, and only by a save', async () => {
    const { folder, path, store: file } = store();
    expect(await file.get('a')).toEqual({ ok: true, value: undefined });
    expect(await file.list()).toEqual({ ok: true, value: [] });
    expect(existsSync(folder)).toBe(false);
    await file.set('a', 'secret-1');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ version: 1, secrets: { a: 'secret-1' } });
  });

  it('keeps several, deletes one, and goes with the last', async () => {
    const { path, store: file } = store();
    await Promise.all([
      file.set('a', 'secret-1'),
      file.set('b', 'secret-2'),
      file.set('__proto__', 'secret-3'),
    ]);
    expect(await file.list()).toEqual({ ok: true, value: expect.arrayContaining(['a', 'b']) });
    expect(await file.delete('a')).toEqual({ ok: true, value: true });
    expect(await file.delete('a')).toEqual({ ok: true, value: false });
    expect(await file.get('b')).toEqual({ ok: true, value: 'secret-2' });
    for (const account of ['b', '__proto__']) await file.delete(account);
    expect(existsSync(path)).toBe(false);
  });

  it('sees what another rigdeck has saved', async () => {
    const first = store();
    const second = store(first.folder);
    await first.store.set('a', 'secret-1');
    await second.store.set('b', 'secret-2');
    expect(await first.store.get('b')).toEqual({ ok: true, value: 'secret-2' });
    expect(await second.store.get('a')).toEqual({ ok: true, value: 'secret-1' });
  });

  it.each([0o640, 0o604, 0o660])(
    'mode %o is refused for reading and saving, with the command that mends it',
    async (mode) => {
      const { path, store: file } = store();
      await file.set('a', 'secret-1');
      chmodSync(path, mode);
      const refusal = {
        ok: false,
        failure: { reason: 'bad-file', message: expect.stringContaining(`chmod 600 ${path}`) },
      };
      expect(await file.get('a')).toMatchObject(refusal);
      expect(await file.set('b', 'secret-2')).toMatchObject(refusal);
      expect(readFileSync(path, 'utf8')).not.toContain('secret-2');
    },
  );

  it('a link is neither read nor written through', async () => {
    const { folder, path, store: file } = store();
    await file.set('a', 'secret-1');
    renameSync(path, join(folder, 'elsewhere.json'));
    symlinkSync(join(folder, 'elsewhere.json'), path);
    expect(await file.get('a')).toMatchObject({
      ok: false,
      failure: { reason: 'bad-file', message: expect.stringMatching(/link/) },
    });
    expect(await file.set('a', 'secret-2')).toMatchObject({ ok: false, failure: { reason: 'bad-file' } });
    expect(readFileSync(join(folder, 'elsewhere.json'), 'utf8')).not.toContain('secret-2');
  });

  it('a dangling link does not make a file somewhere else', async () => {
    const folder = tempFolder();
    symlinkSync(join(folder, 'target'), join(folder, 'credentials.json'));
    const { store: file } = store(folder);
    expect(await file.set('a', 'secret-1')).toMatchObject({ ok: false });
    expect(existsSync(join(folder, 'target'))).toBe(false);
  });

  it.each(['{"version":1,"secrets":', '{"version":2,"secrets":{}}', '[]'])(
    'damaged or newer content (%s) is reported and left as it is',
    async (content) => {
      const folder = tempFolder();
      const { path, store: file } = store(folder);
      writeFileSync(path, content, { mode: 0o600 });
      expect(await file.get('a')).toMatchObject({ ok: false, failure: { reason: 'bad-file' } });
      expect(await file.set('a', 'secret-1')).toMatchObject({ ok: false });
      expect(readFileSync(path, 'utf8')).toBe(content);
    },
  );

  it('a folder that cannot be made is a result, not an exception', async () => {
    const { store: file } = store('/dev/null/rigdeck');
    expect(await file.set('a', 'secret-1')).toMatchObject({ ok: false, failure: { reason: 'not-writable' } });
    const homeless = fileStore({ documents: stampedFiles });
    expect(await homeless.get('a')).toEqual({ ok: true, value: undefined });
    expect(await homeless.set('a', 'secret-1')).toMatchObject({
      ok: false,
      failure: { reason: 'not-writable' },
    });
  });
});
