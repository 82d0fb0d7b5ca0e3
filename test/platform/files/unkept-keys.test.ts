import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accountMark, openUnkeptCodes } from '../../../src/platform/files/unkept-codes.ts';
import { accountKeys } from '../../../src/platform/files/unkept-keys.ts';
import { tempFolder } from './temp-folder.ts';

const log = { warn: () => {} };
const mine = { baseUrl: 'https://a.example', keyId: 'one' };

describe('API keys whose value was not kept', () => {
  it('are remembered over a restart, by account, beside the backup codes', async () => {
    const path = join(tempFolder(), 'unkept-codes.json');
    const first = await openUnkeptCodes(path);
    await accountMark(first, mine, log).note(1_000);
    await accountKeys(first, mine, log).note(103, 2_000);
    await accountKeys(first, { ...mine, keyId: 'two' }, log).note(104, 3_000);
    const second = await openUnkeptCodes(path);
    expect(accountKeys(second, mine, log).list()).toEqual([{ id: 103, at: 2_000 }]);
    expect(accountMark(second, mine, log).since()).toBe(1_000);
    await accountKeys(second, mine, log).drop(103);
    expect(accountKeys(await openUnkeptCodes(path), mine, log).list()).toEqual([]);
  });
});
