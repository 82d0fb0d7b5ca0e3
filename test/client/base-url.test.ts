import { describe, expect, it } from 'vitest';
import { cleanBaseUrl } from '../../src/client/base-url.ts';

describe('a base URL that is taken', () => {
  it.each([
    ['https://rigs.test', 'https://rigs.test'],
    ['  https://rigs.test/ \n', 'https://rigs.test'],
    ['https://rigs.test///', 'https://rigs.test'],
    ['https://rigs.test/api/v0', 'https://rigs.test'],
    ['https://rigs.test/api/v0/', 'https://rigs.test'],
    ['https://rigs.test/api/v0/users/current/', 'https://rigs.test'],
    ['https://rigs.test/gate/api/v0/', 'https://rigs.test/gate'],
    ['https://rigs.test/gate/', 'https://rigs.test/gate'],
    ['HTTPS://Rigs.Test:8443', 'https://rigs.test:8443'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000'],
    ['http://127.9.8.7', 'http://127.9.8.7'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
  ])('%s is %s', (input, url) => {
    expect(cleanBaseUrl(input)).toEqual({ ok: true, url });
  });
});

describe('a base URL that is refused, with what to do', () => {
  it.each([
    ['', /Give the address/],
    ['rigs.test', /Start the address with https/],
    ['localhost:3000', /Start the address with https/],
    ['ftp://rigs.test', /Start the address with https/],
    ['https://', /no web address/],
    ['http://rigs.test', /Use https/],
    ['http://127.0.0.1.evil.test', /Use https/],
    ['http://localhost.evil.test', /Use https/],
    ['http://10.0.0.1', /Use https/],
    ['https://user:hunter2@rigs.test', /user name and password/],
    ['https://hunter2@rigs.test', /user name and password/],
    ['https://rigs.test?api_key=hunter2', /question mark/],
    ['https://rigs.test/?', /question mark/],
    ['https://rigs.test/#hunter2', /the #/],
    ['https://rigs.test/#', /the #/],
  ])('%s', (input, reason) => {
    const read = cleanBaseUrl(input);
    expect(read).toEqual({ ok: false, reason: expect.stringMatching(reason) });
    expect(JSON.stringify(read)).not.toContain('hunter2');
  });
});
