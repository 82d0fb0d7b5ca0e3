import { describe, expect, it } from 'vitest';
import { keyAsUsed } from '../../src/app/sign-in-port.ts';
import type { HomeState } from '../../src/engine/services.ts';
import { defaultHome, missing, readEntered, signInFields } from '../../src/screens/account/fields.ts';

const key = 'aaaa1111bbbb2222cccc3333ddddAAAA';
const cleaning = {
  cleanApiKey: keyAsUsed,
  cleanBaseUrl: (input: string) =>
    input.startsWith('http://')
      ? { ok: false as const, reason: 'http:// is only for this machine' }
      : { ok: true as const, url: input.replace(/\/api\/v0\/?$/, '') },
};
const read = (url: string, typed: string) => readEntered({ url, key: typed }, cleaning);

const keyring = (usable: boolean): HomeState => ({
  home: 'keychain',
  label: 'system keyring',
  note: '',
  usable,
});
const file: HomeState = { home: 'file', label: 'a file only you read', note: '~/keys 0600', usable: true };
const memory: HomeState = { home: 'memory', label: 'memory', note: 'forgotten', usable: true };

describe('what is typed', () => {
  it('is read as it will be used, and nothing is said of fields that are fine', () => {
    expect(read('https://api.example.com/api/v0/', key)).toEqual({
      url: 'https://api.example.com',
      key,
      remarks: [],
    });
  });

  it('says nothing of empty fields', () => {
    expect(read('', '  ')).toEqual({ url: undefined, key: undefined, remarks: [] });
  });

  it('C035 flags a key that was pasted twice, and uses it once', () => {
    const entered = read('https://api.example.com', key + key);
    expect(entered.key).toBe(key);
    expect(entered.remarks).toEqual([
      { field: 'key', level: 'warn', text: expect.stringContaining('pasted twice') },
    ]);
  });

  it('C035 trims a key with spaces around it and says so', () => {
    const entered = read('https://api.example.com', `  ${key}\n`);
    expect(entered.key).toBe(key);
    expect(entered.remarks).toEqual([
      { field: 'key', level: 'warn', text: expect.stringContaining('left out') },
    ]);
  });

  it('C035 does not use a key with a space inside', () => {
    const entered = read('https://api.example.com', `${key} x`);
    expect(entered.key).toBeUndefined();
    expect(entered.remarks).toEqual([{ field: 'key', level: 'bad', text: expect.stringContaining('space') }]);
  });

  it('never repeats the key in a remark', () => {
    for (const typed of [key + key, `${key} x`, ` ${key}`, `${key}…`]) {
      expect(JSON.stringify(read('https://api.example.com', typed).remarks)).not.toContain(key);
    }
  });
});

describe('what stands in the way of a check', () => {
  it('is the base URL first, with the reason when there is one', () => {
    expect(missing(read('', key))).toEqual({ field: 'url', text: expect.stringContaining('base URL') });
    expect(missing(read('http://api.example.com', key))).toEqual({
      field: 'url',
      text: 'http:// is only for this machine',
    });
  });

  it('is the key when there is none, or none that can be used', () => {
    expect(missing(read('https://api.example.com', ''))).toEqual({
      field: 'key',
      text: 'Paste an API key first',
    });
    expect(missing(read('https://api.example.com', 'a b'))?.field).toBe('key');
  });

  it('is nothing when both can be used', () => {
    expect(missing(read('https://api.example.com', key))).toBeUndefined();
  });
});

describe('the home', () => {
  it('is the keyring where one answers', () => {
    expect(defaultHome([keyring(true), file, memory])).toBe('keychain');
  });

  it('C030 is memory and never a file where no keyring answers', () => {
    expect(defaultHome([keyring(false), file, memory])).toBe('memory');
  });
});

describe('the fields', () => {
  const fields = (homes: readonly HomeState[] | undefined, mayEnter = false) =>
    signInFields({ homes, mayEnter, go: () => {}, sandbox: () => {} });

  it('C036 name the sandbox as a way in without a key', () => {
    expect(fields([memory]).at(-1)).toMatchObject({ kind: 'button', text: 'Look around in the sandbox' });
  });

  it('C034 have the key masked', () => {
    expect(fields([memory]).find(({ id }) => id === 'key')).toMatchObject({ kind: 'text', secret: true });
  });

  it('offer only homes that can be used', () => {
    const home = fields([keyring(false), file, memory]).find(({ id }) => id === 'home');
    expect(home?.kind === 'choice' && home.options.map(({ value }) => value)).toEqual(['file', 'memory']);
  });

  it('offer no home before it is known which there are', () => {
    expect(fields(undefined).map(({ id }) => id)).toEqual(['url', 'key', 'go', 'sandbox']);
  });

  it('say Enter once the key was checked', () => {
    expect(fields([memory]).at(-2)).toMatchObject({ text: 'Check and enter' });
    expect(fields([memory], true).at(-2)).toMatchObject({ text: 'Enter' });
  });
});
