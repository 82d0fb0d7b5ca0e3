import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openUnkeptCodes } from '../../../src/platform/files/unkept-codes.ts';
import { tempFolder } from './temp-folder.ts';

const file = () => join(tempFolder(), 'unkept-codes.json');

describe('backup codes that nobody has shown to be kept', () => {
  it('are remembered over a restart, by account, until they are', async () => {
    const path = file();
    const first = await openUnkeptCodes(path);
    expect(await first.note('a', 1_000)).toEqual({ ok: true });
    await first.note('b', 2_000);
    const second = await openUnkeptCodes(path);
    expect([second.since('a'), second.since('b'), second.since('c')]).toEqual([1_000, 2_000, undefined]);
    await second.drop('a');
    await second.drop('c');
    const third = await openUnkeptCodes(path);
    expect([third.since('a'), third.since('b')]).toEqual([undefined, 2_000]);
  });

  it('of two runs at once are both remembered', async () => {
    const path = file();
    const [one, other] = await Promise.all([openUnkeptCodes(path), openUnkeptCodes(path)]);
    await one.note('a', 1);
    await other.note('b', 2);
    const later = await openUnkeptCodes(path);
    expect([later.since('a'), later.since('b')]).toEqual([1, 2]);
  });

  it('are remembered for the run where nothing can be written, and what a newer rigdeck wrote is left alone', async () => {
    const none = await openUnkeptCodes(undefined);
    await none.note('a', 1);
    expect(none.since('a')).toBe(1);
    const path = file();
    const newer = '{"version":9,"accounts":{"a":1}}\n';
    writeFileSync(path, newer);
    const codes = await openUnkeptCodes(path);
    expect(codes.since('a')).toBeUndefined();
    expect(await codes.note('a', 2)).toMatchObject({ ok: false });
    expect(codes.since('a')).toBe(2);
    expect(readFileSync(path, 'utf8')).toBe(newer);
  });

  it('what is no time is not read as one', async () => {
    const path = file();
    writeFileSync(path, '{"version":1,"accounts":{"a":"yesterday","b":3}}');
    const codes = await openUnkeptCodes(path);
    expect([codes.since('a'), codes.since('b')]).toEqual([undefined, 3]);
  });
});
