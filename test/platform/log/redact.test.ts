import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor, redacted } from '../../../src/platform/log/redact.ts';

const secret = 'a1b2c3d4-planted-secret';

describe('redaction by field name', () => {
  it.each([
    'Authorization',
    'api_key',
    'apiKey',
    'api-key',
    'session_key',
    'instance_api_key',
    'secret',
    'tfa_secret',
    'backup_code',
    'backup_codes',
    'provisioning_uri',
    'image_login',
    'phone_number',
    'password',
    'Set-Cookie',
    'X-Session-Key',
    'docker_login_pass',
    'launch_args',
  ])('%s', (name) => {
    const out = JSON.stringify(createRedactor().value({ deep: [{ [name]: secret, keep: 1 }] }));
    expect(out).not.toContain(secret);
    expect(out).toContain('"keep":1');
  });

  it('a list or an object under such a name goes as a whole', () => {
    expect(createRedactor().value({ backup_codes: [secret], api_key: { a: secret } })).toEqual({
      backup_codes: redacted,
      api_key: redacted,
    });
  });

  it('variables keep their names', () => {
    expect(createRedactor().value({ env: { HF_TOKEN: secret } })).toEqual({ env: { HF_TOKEN: redacted } });
    expect(createRedactor().value({ env: `A=${secret}` })).toEqual({ env: redacted });
  });

  it('a typed code goes, the name of an error stays', () => {
    const redactor = createRedactor();
    for (const code of ['123456', 123456, 'AB12-CD34-EF56', '123 456']) {
      expect(redactor.value({ code })).toEqual({ code: redacted });
    }
    for (const code of ['tfa_locked', '2fa_expired', 'ECONNRESET', 'UND_ERR_SOCKET', 7, 404]) {
      expect(redactor.value({ code })).toEqual({ code });
    }
  });
});

describe('redaction by value', () => {
  it('a secret seen is taken out of texts, field names, addresses and JSON within texts', () => {
    const redactor = createRedactor();
    const odd = 'pa ss"w/ö+rd?&\\x';
    redactor.add(secret);
    redactor.add(odd);
    const out = JSON.stringify(
      redactor.value({
        msg: `failed for ${secret}!`,
        [secret]: 1,
        url: `https://x/?q=${encodeURIComponent(odd)}`,
        body: JSON.stringify({ note: odd }),
        error: new Error(`no ${secret}`, { cause: { text: secret } }),
      }),
    );
    expect(out).not.toContain(secret);
    expect(out).not.toContain(encodeURIComponent(odd));
    expect(out).not.toContain('pa ss');
  });

  it('a typed code is taken out where it stands alone, not out of a longer number', () => {
    const redactor = createRedactor();
    redactor.add('123456');
    expect(redactor.text('code 123456, id 91234567')).toBe(`code ${redacted}, id 91234567`);
  });

  it('what is too short to be a secret does not eat the log', () => {
    const redactor = createRedactor();
    for (const short of ['1', 'true', '', undefined]) redactor.add(short);
    expect(redactor.text('1 is true')).toBe('1 is true');
  });

  it('of two secrets within each other nothing is left', () => {
    const redactor = createRedactor();
    redactor.add('abcdefghijkl');
    redactor.add('abcdefghijkl-and-more');
    expect(redactor.text('x abcdefghijkl-and-more y')).toBe(`x ${redacted} y`);
  });

  it('any secret anywhere in any text is gone', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12 }), fc.string(), fc.string(), (raw, before, after) => {
        const planted = raw.trim();
        fc.pre(planted.length >= 12 && !redacted.includes(planted));
        const redactor = createRedactor();
        redactor.add(planted);
        expect(redactor.text(`${before} ${planted} ${after}`)).not.toContain(planted);
      }),
      { numRuns: 200 },
    );
  });
});

describe('redaction by shape, for secrets that nobody named', () => {
  it.each([
    ['Authorization: Bearer abc.def-123', 'abc.def-123'],
    ['otpauth://totp/x:me?secret=JBSWY3DPEHPK3PXP&issuer=x', 'JBSWY3DPEHPK3PXP'],
    ['GET /x?api_key=abcdef123&y=1', 'abcdef123'],
    ['login -u me -p hunter2 registry.example.com', 'hunter2'],
    ['use ABCD-EFGH-1234 once', 'ABCD-EFGH-1234'],
    ['sent to +15555550100', '15555550100'],
  ])('%s', (text, planted) => {
    expect(createRedactor().text(text)).not.toContain(planted);
  });

  it('a port mapping and an ordinary line stay', () => {
    for (const text of [
      'env -p 8080:80',
      'PUT /api/v0/asks/7218834/: http 400 bad_request',
      'at 2024-05-01T10:00:00Z',
    ]) {
      expect(createRedactor().text(text)).toBe(text);
    }
  });
});

describe('what cannot be written', () => {
  it('circles, functions and endless texts end', () => {
    const circle: Record<string, unknown> = { f: () => 1, big: 1n, long: 'x'.repeat(10_000) };
    circle.self = circle;
    const out = JSON.stringify(createRedactor().value(circle));
    expect(out.length).toBeLessThan(60_000);
    expect(out).toContain('"big":"1"');
  });
});
