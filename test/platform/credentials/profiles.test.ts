import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isProfileName, openProfiles, type Profile } from '../../../src/platform/credentials/profiles.ts';
import { stampedFiles } from '../../../src/platform/files/stamped-file.ts';
import { tempFolder } from '../files/temp-folder.ts';

const profile = (name: string): Profile => ({
  name,
  baseUrl: 'https://api.example.com',
  home: 'memory',
  keyId: '9f3c-1a2b3c4d',
  readOnly: true,
  colour: 'red',
});

describe('profiles', () => {
  it('are there after a restart, with the last one saved as the active one', async () => {
    const path = join(tempFolder(), 'profiles.json');
    const before = await openProfiles({ path, documents: stampedFiles });
    expect(before.active()).toBeUndefined();
    await before.save(profile('work'));
    await before.save(profile('home'));
    await before.save(profile('other'), { activate: false });
    const after = await openProfiles({ path, documents: stampedFiles });
    expect(after.all().map((p) => p.name)).toEqual(['work', 'home', 'other']);
    expect(after.active()?.name).toBe('home');
    expect(after.get('work')).toEqual(profile('work'));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(path, 'utf8')).version).toBe(1);
  });

  it('switching and removing are kept', async () => {
    const path = join(tempFolder(), 'profiles.json');
    const profiles = await openProfiles({ path, documents: stampedFiles });
    await profiles.save(profile('work'));
    await profiles.save(profile('home'));
    expect(await profiles.activate('work')).toEqual({ ok: true });
    expect((await openProfiles({ path, documents: stampedFiles })).active()?.name).toBe('work');
    expect(await profiles.activate('nobody')).toMatchObject({ ok: false });
    await profiles.remove('work');
    const after = await openProfiles({ path, documents: stampedFiles });
    expect(after.active()?.name).toBe('home');
    expect(after.get('work')).toBeUndefined();
  });

  it('a file of a newer version, or a broken one, is reported and never overwritten', async () => {
    for (const content of ['{"version":99,"profiles":[]}', 'oops']) {
      const path = join(tempFolder(), 'profiles.json');
      writeFileSync(path, content);
      const profiles = await openProfiles({ path, documents: stampedFiles });
      expect(profiles.problem).toContain(path);
      expect(await profiles.save(profile('work'))).toMatchObject({ ok: false });
      expect(profiles.active()?.name).toBe('work');
      expect(readFileSync(path, 'utf8')).toBe(content);
    }
  });

  it('one broken entry does not take the others with it', async () => {
    const path = join(tempFolder(), 'profiles.json');
    const entries = [profile('work'), { name: 'x' }, null, { ...profile('y'), home: 'cloud' }];
    writeFileSync(path, JSON.stringify({ version: 1, active: 'x', profiles: entries }));
    const profiles = await openProfiles({ path, documents: stampedFiles });
    expect(profiles.all()).toEqual([profile('work')]);
    expect(profiles.active()?.name).toBe('work');
  });

  it('without a home folder they last for the run, and saving says so', async () => {
    const profiles = await openProfiles({ documents: stampedFiles });
    expect(await profiles.save(profile('work'))).toMatchObject({
      ok: false,
      message: expect.stringMatching(/this run only/),
    });
    expect(profiles.active()?.name).toBe('work');
    expect(await profiles.remove('work')).toEqual({ ok: true });
  });

  it('names are plain words', () => {
    expect(['work', 'team-2', 'a.b_c'].every(isProfileName)).toBe(true);
    expect(['', '-x', 'a b', '../x', 'x'.repeat(33), 'a\n'].some(isProfileName)).toBe(false);
  });
});
