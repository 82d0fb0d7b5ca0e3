import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explainWriteError, isPrivateMode } from '../../../src/platform/files/file-outcome.ts';
import { stampedFiles } from '../../../src/platform/files/stamped-file.ts';
import { tempFolder } from './temp-folder.ts';

const stamp = { version: 2, migrate: (data: Record<string, unknown>, from: number) => ({ ...data, from }) };

describe('a file with a version', () => {
  it('is written whole, 0600, in a 0700 folder, and leaves nothing beside it', async () => {
    const folder = join(tempFolder(), 'a', 'b');
    const path = join(folder, 'x.json');
    expect(await stampedFiles.write(path, stamp, { value: 1 })).toEqual({ ok: true });
    expect(await stampedFiles.write(path, stamp, { value: 2 })).toEqual({ ok: true });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ version: 2, value: 2 });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder)).toEqual(['x.json']);
    expect(await stampedFiles.read(path, stamp)).toEqual({ ok: true, data: { value: 2 } });
  });

  it('an older one is migrated, a newer one is left alone', async () => {
    const path = join(tempFolder(), 'x.json');
    writeFileSync(path, '{"version":1,"value":1}');
    expect(await stampedFiles.read(path, stamp)).toEqual({ ok: true, data: { value: 1, from: 1 } });
    writeFileSync(path, '{"version":3}');
    expect(await stampedFiles.read(path, stamp)).toMatchObject({ ok: false, reason: 'newer' });
  });

  it.each(['', '{', '[]', 'null', '{"value":1}'])('damaged content %j is reported', async (content) => {
    const path = join(tempFolder(), 'x.json');
    writeFileSync(path, content);
    expect(await stampedFiles.read(path, stamp)).toMatchObject({ ok: false, reason: 'damaged' });
  });

  it('a missing one, a folder in its place and a path through a file are told apart', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'dir'));
    writeFileSync(join(folder, 'file'), '');
    expect(await stampedFiles.read(join(folder, 'none'), stamp)).toMatchObject({
      ok: false,
      reason: 'missing',
    });
    expect(await stampedFiles.read(join(folder, 'file', 'x'), stamp)).toMatchObject({
      ok: false,
      reason: 'missing',
    });
    expect(await stampedFiles.read(join(folder, 'dir'), stamp)).toMatchObject({
      ok: false,
      reason: 'unreadable',
    });
  });

  it('a failed write is a result and leaves no half file', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'x.json'));
    expect(await stampedFiles.write(join(folder, 'x.json'), stamp, {})).toMatchObject({ ok: false });
    expect(readdirSync(folder)).toEqual(['x.json']);
    expect(await stampedFiles.write('/dev/null/x.json', stamp, {})).toMatchObject({
      ok: false,
      reason: 'failed',
    });
  });

  it('a link of a file without secrets is followed and stays a link', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'real.json'), '{"version":2}');
    symlinkSync(join(folder, 'real.json'), join(folder, 'x.json'));
    expect(await stampedFiles.write(join(folder, 'x.json'), stamp, { value: 3 })).toEqual({ ok: true });
    expect(lstatSync(join(folder, 'x.json')).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(join(folder, 'real.json'), 'utf8')).value).toBe(3);
  });

  it('removing twice is fine', async () => {
    const path = join(tempFolder(), 'x.json');
    writeFileSync(path, '{"version":2}');
    const remove = () => stampedFiles.change(path, stamp, () => undefined);
    expect([await remove(), await remove(), existsSync(path)]).toEqual([{ ok: true }, { ok: true }, false]);
  });
});

describe('what a failed write says', () => {
  it.each([
    ['EROFS', 'read-only'],
    ['EACCES', 'read-only'],
    ['ENOSPC', 'full'],
    ['EIO', 'failed'],
  ])('%s is %s', (code, reason) => {
    const outcome = explainWriteError(Object.assign(new Error(), { code }), '/home/me/x');
    expect(outcome).toMatchObject({ ok: false, reason, message: expect.stringContaining('/home/me/x') });
  });

  it('only the owner may have rights, except where modes mean nothing', () => {
    expect([0o100600, 0o100400].every((mode) => isPrivateMode(mode, 'linux'))).toBe(true);
    expect([0o100640, 0o100604, 0o100620, 0o100601].some((mode) => isPrivateMode(mode, 'linux'))).toBe(false);
    expect(isPrivateMode(0o100666, 'win32')).toBe(true);
  });
});
