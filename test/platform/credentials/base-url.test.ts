import { describe, expect, it } from 'vitest';
import { cleanBaseUrl } from '../../../src/platform/credentials/base-url.ts';

describe('a base URL', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com/', 'https://api.example.com'],
    ['https://api.example.com/api/v0/', 'https://api.example.com'],
    ['https://api.example.com/api/v0', 'https://api.example.com'],
    ['  "https://API.example.com/gpu/api/v0/"\n', 'https://api.example.com/gpu'],
    ['api.example.com', 'https://api.example.com'],
    ['https://api.example.com///', 'https://api.example.com'],
    ['https://api.example.com/api/v0/users/current/', 'https://api.example.com'],
    ['https://api.example.com/gate/', 'https://api.example.com/gate'],
    ['HTTPS://Api.Example.com:8443', 'https://api.example.com:8443'],
    ['http://127.9.8.7', 'http://127.9.8.7'],
    ['http://[::ffff:127.0.0.1]:8080', 'http://[::ffff:7f00:1]:8080'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
  ])('%s becomes %s', (input, baseUrl) => {
    expect(cleanBaseUrl(input)).toEqual({ ok: true, baseUrl });
  });

  it.each([
    ['', /empty/],
    ['http://api.example.com', /https/],
    ['http://127.evil.example.com', /https/],
    ['http://[::ffff:10.0.0.1]', /https/],
    ['http://127.0.0.1.evil.test', /https/],
    ['http://localhost.evil.test', /https/],
    ['http://10.0.0.1', /https/],
    ['https://api.example.com/#part', /no \? and no #/],
    ['https://user:pw@api.example.com', /user name or password/],
    ['https://api.example.com?key=1', /no \? and no #/],
    ['ftp://api.example.com', /begins with https/],
    ['https://', /cannot be read/],
  ])('%s is refused with the reason', (input, reason) => {
    expect(cleanBaseUrl(input)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  });

  it('a refusal does not repeat a password', () => {
    expect(JSON.stringify(cleanBaseUrl('https://user:hunter2@api.example.com'))).not.toContain('hunter2');
  });
});
