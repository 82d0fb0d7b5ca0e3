import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { secretIn, tfaWorld } from './tfa-world.ts';

const backupCode = /^[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/;

describe('rigdeck 2fa status', () => {
  it('prints what the service says, as JSON', async () => {
    const world = tfaWorld();
    expect((await world.twoFactor(['status', '--json'])).json()).toEqual({
      schema: 1,
      tfa: {
        success: true,
        tfa_enabled: false,
        methods: [],
        backup_codes_remaining: 0,
        new_method_authorized: false,
      },
      tfa_status: 'disabled',
      unkept_codes_since: null,
      session: null,
      complete: true,
      missing: 0,
    });
  });

  it('lists methods with primary, lock and label at a terminal, phones masked', async () => {
    const world = tfaWorld();
    const { id } = await world.addTotp();
    await world.addSms();
    world.control.lockMethods();
    const { out } = await world.twoFactor(['status'], { columns: 120 });
    expect(out).toMatch(/two-factor +on\n/);
    expect(out).toMatch(/backup codes +10 left/);
    expect(out).toMatch(/add window +open, for 30 minutes at most/);
    expect(out).toMatch(/session +none/);
    expect(out).toMatch(new RegExp(`${id}  totp +Phone app +· +yes +until \\d\\d:\\d\\d:\\d\\d`));
    expect(out).toMatch(/sms +Phone +•••• 0123/);
  });

  it('C054 calls an old account one', async () => {
    const world = tfaWorld();
    world.control.account({ tfa_status: 'legacy' });
    expect((await world.twoFactor(['status'])).out).toContain('of the old kind');
  });

  it('C041 a team key is told that this needs a personal one', async () => {
    const world = tfaWorld();
    world.control.account({ team_context: true });
    const ran = await world.twoFactor(['status']);
    expect([ran.exit, ran.err]).toEqual([1, expect.stringContaining('belongs to a person, not a team')]);
  });
});

describe('rigdeck 2fa add', () => {
  it('totp prints the secret in fours and the address, and the backup codes of the first method once', async () => {
    const world = tfaWorld();
    const { ran, secret, codes } = await world.addTotp('Aegis');
    expect(secret).toMatch(/^[A-Z2-7]{16,}$/);
    expect(ran.out).toMatch(/^secret {3}([A-Z2-7]{4} )+/m);
    expect(ran.out).toContain(`address  otpauth://totp/`);
    expect(codes).toHaveLength(10);
    expect(ran.err).toContain('They are shown this once');
    expect((await world.status()).methods).toMatchObject([
      { method: 'totp', label: 'Aegis', is_primary: true },
    ]);
    const second = await world.addTotp('Other');
    expect(second.codes).toEqual([]);
  });

  it('totp draws a QR code on a terminal, black on white', async () => {
    const world = tfaWorld();
    let shown = '';
    const ran = await world.twoFactor(['add', 'totp'], {
      columns: 100,
      onOut: (text) => {
        shown += text;
      },
      answers: [world.sent, () => world.totp(secretIn(shown))],
    });
    expect(ran.exit).toBe(0);
    expect(ran.out).toMatch(/\x1b\[30;107m[█▀▄ ]{30,}\x1b\[0m/);
    // The first method is proved by e-mail alone.
    expect(ran.asked[0]).toMatch(
      /^Code by e-mail to the account's address, good for 10:00 \(r.another code\): $/,
    );
    expect(ran.asked[1]).toContain('Code that the new authenticator shows');
  });

  it.each([24, 16])(
    'totp leaves the whole QR code in sight of the question where %i lines allow it',
    async (rows) => {
      const world = tfaWorld();
      const { out, err } = await world.twoFactor(['add', 'totp'], {
        columns: 80,
        rows,
        answers: [world.sent, undefined],
      });
      const drawn = out.split('\n').filter((line) => line.includes('\x1b[30;107m'));
      expect(out.trimEnd().endsWith(drawn.at(-1) as string)).toBe(true);
      expect(drawn.length).toBeGreaterThan(20);
      const [tooHigh, fits] = [/The QR code takes \d\d lines; here are 16\./.test(err), drawn.length < rows];
      expect([tooHigh, fits]).toEqual([rows === 16, rows === 24]);
    },
  );

  it('totp says how wide a terminal the QR code needs where it does not fit, and keeps colours out of NO_COLOR', async () => {
    const world = tfaWorld();
    const add = (columns: number) =>
      world.twoFactor(['add', 'totp'], {
        columns,
        env: { ...world.signedIn, NO_COLOR: '1' },
        answers: [world.sent, undefined],
      });
    expect((await add(20)).err.replaceAll('\n', ' ')).toMatch(/A QR code needs \d\d columns; here are 20\./);
    const { out, exit } = await add(100);
    expect(out).not.toContain('\x1b[');
    expect([exit, out]).toEqual([130, expect.stringContaining('█')]);
  });

  it('with --json says secret and address on standard error, and one value on standard output', async () => {
    const world = tfaWorld();
    const { ran, secret } = await world.addTotp('Aegis', '--json');
    expect(ran.json()).toEqual({
      schema: 1,
      added: { method: 'totp', label: 'Aegis', first: true },
      backup_codes: expect.arrayContaining([expect.stringMatching(backupCode)]),
    });
    expect(ran.out).not.toContain(secret);
  });

  it('C053 writes backup codes into a new file of its owner, and then does not print them', async () => {
    const world = tfaWorld();
    const file = join(world.home, 'codes.txt');
    const { ran, codes } = await world.addTotp('Aegis', '--codes-file', file);
    expect(codes).toEqual([]);
    expect(ran.err).toContain(`The 10 backup codes are in ${file}`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8').match(/\w{4}-\w{4}-\w{4}/g)).toHaveLength(10);
  });

  it('C053 finds out before anything is sent that the file is there already', async () => {
    const world = tfaWorld();
    const file = join(world.home, 'codes.txt');
    writeFileSync(file, 'mine');
    const ran = await world.twoFactor(['add', 'totp', '--code-stdin', '--codes-file', file]);
    expect(ran.exit).toBe(3);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(world.requests()).toEqual([]);
  });

  it('sms takes the number in E.164, shows its end alone, and asks for the code that went there', async () => {
    const world = tfaWorld();
    const ran = await world.twoFactor(['add', 'sms'], {
      answers: [world.sent, '555 0100', '+1 (555) 555-0123', world.sent],
    });
    expect(ran.exit).toBe(0);
    expect(ran.err).toContain('The country code is missing');
    expect(ran.asked.at(-1)).toContain('Code sent to •••• 0123');
    expect(world.control.outbox().messages.at(-1)).toMatchObject({ channel: 'sms', to: '+15555550123' });
  });

  it.each([
    [['add', 'email', '--code-stdin'], 'is totp or sms'],
    [['add', 'sms', '--code-stdin'], '--phone'],
    [['add', 'sms', '--phone', '0100', '--code-stdin'], 'country code'],
    [['add', 'totp', '--phone', '+15555550123', '--code-stdin'], '--phone goes with sms'],
    [['add', 'totp', '--label', 'x'.repeat(31), '--code-stdin'], 'at most 30'],
  ])('refuses %j and sends nothing', async (words, reason) => {
    const world = tfaWorld();
    const ran = await world.twoFactor(words);
    expect([ran.exit, ran.err]).toEqual([2, expect.stringContaining(reason)]);
    expect(world.requests()).toEqual([]);
  });

  it('C044 a wrong code for the new method asks again for the same secret', async () => {
    const world = tfaWorld();
    let shown = '';
    const right = () => world.totp(secretIn(shown));
    const ran = await world.twoFactor(['add', 'totp'], {
      onOut: (text) => {
        shown += text;
      },
      answers: [world.sent, () => world.wrong(right()), right],
    });
    expect(ran.exit).toBe(0);
    expect(ran.out.match(/^secret/gm)).toHaveLength(1);
    expect(world.requests().filter((line) => line.includes('totp-setup'))).toHaveLength(1);
  });

  it('proves anew when the window shuts meanwhile, and goes on with the same secret', async () => {
    const world = tfaWorld();
    let shown = '';
    const late = () => {
      world.clock.advance(31 * 60_000);
      return world.totp(secretIn(shown));
    };
    const ran = await world.twoFactor(['add', 'totp'], {
      onOut: (text) => {
        shown += text;
      },
      answers: [world.sent, late, world.sent, () => world.totp(secretIn(shown))],
    });
    expect(ran.exit).toBe(0);
    expect(ran.err).toContain('30-minute window is shut');
    expect(ran.out.match(/^secret/gm)).toHaveLength(1);
  });

  it('C054 makes new backup codes of an old account on y alone, and goes on without on n', async () => {
    const world = tfaWorld();
    world.control.account({ tfa_status: 'legacy' });
    const ran = await world.twoFactor(['add', 'totp'], { answers: ['', '123456', 'n', undefined] });
    expect(ran.exit).toBe(130);
    expect(ran.asked.slice(0, 3)).toEqual(Array(3).fill('Make them now? (y/n): '));
    expect(ran.asked[3]).toContain('Code by e-mail');
    expect(world.requests().filter((line) => line.includes('regen'))).toEqual([]);
  });

  it('C054 wants new backup codes of an old account first', async () => {
    const world = tfaWorld();
    world.control.account({ tfa_status: 'legacy' });
    const script = await world.twoFactor(['add', 'totp', '--code-stdin'], { stdin: '1' });
    expect([script.exit, script.err]).toEqual([1, expect.stringContaining('rigdeck 2fa codes')]);
  });
});

describe('rigdeck 2fa remove', () => {
  it('proves by a code and says how many are left', async () => {
    const world = tfaWorld();
    const { secret } = await world.addTotp();
    const { id } = await world.addSms();
    const left = await world.twoFactor(['remove', String(id)], { answers: [undefined] });
    expect(left.err).toContain(`This removes: text message "Phone" •••• 0123 (${id}).`);
    const ran = await world.twoFactor(['remove', String(id), '--method', 'totp', '--code-stdin', '--json'], {
      stdin: world.totp(secret),
    });
    expect(ran.json()).toEqual({ schema: 1, removed: id, remaining_methods: 1 });
  });

  it('lets the last one go only when that is meant: --yes, or the words typed', async () => {
    const world = tfaWorld();
    const { id, secret } = await world.addTotp();
    const from = world.requests().length;
    const script = await world.twoFactor(['remove', String(id), '--code-stdin'], {
      stdin: world.totp(secret),
    });
    expect([script.exit, script.err]).toEqual([
      3,
      expect.stringContaining('two-factor turns off and all 10 backup codes die'),
    ]);
    const other = await world.twoFactor(['remove', String(id)], { answers: ['yes'] });
    expect(other.exit).toBe(3);
    expect(world.requests(from).filter((line) => line.startsWith('DELETE'))).toEqual([]);
    const ran = await world.twoFactor(['remove', String(id)], {
      answers: ['turn off', '1', () => world.totp(secret)],
    });
    expect([ran.exit, ran.err]).toEqual([0, expect.stringContaining('Two-factor is off')]);
    expect(await world.status()).toMatchObject({ tfa_enabled: false, backup_codes_remaining: 0 });
  });

  it('knows the methods that there are', async () => {
    const world = tfaWorld();
    const { id } = await world.addTotp();
    const ran = await world.twoFactor(['remove', '999', '--code-stdin'], { stdin: '1' });
    expect([ran.exit, ran.err]).toEqual([1, `error: There is no method 999.\nhint: There are: ${id}.\n`]);
  });
});

describe('rigdeck 2fa label and primary', () => {
  it('change one method by its id', async () => {
    const world = tfaWorld();
    await world.addTotp();
    const { id } = await world.addSms();
    expect((await world.twoFactor(['label', String(id), 'Work phone', '--json'])).json()).toMatchObject({
      schema: 1,
      method_id: id,
      success: true,
    });
    expect((await world.twoFactor(['primary', String(id)])).err).toContain('is the primary method now');
    const { methods } = await world.status();
    expect(methods.map(({ label, is_primary }) => [label, is_primary])).toEqual([
      ['Phone app', false],
      ['Work phone', true],
    ]);
  });

  it('refuse a label of more than 30 characters here, and an id that is none', async () => {
    const world = tfaWorld();
    expect((await world.twoFactor(['label', '7', 'x'.repeat(31)])).exit).toBe(2);
    expect((await world.twoFactor(['primary', 'seven'])).exit).toBe(2);
    expect(world.requests()).toEqual([]);
    const none = await world.twoFactor(['primary', '7']);
    expect([none.exit, none.err]).toEqual([
      1,
      'error: There is no method 7.\nhint: See rigdeck 2fa status.\n',
    ]);
  });
});

describe('rigdeck 2fa codes', () => {
  it('makes ten new ones, and the old ones end', async () => {
    const world = tfaWorld();
    const { secret, codes: old } = await world.addTotp();
    const ran = await world.twoFactor(['codes', '--code-stdin', '--json'], { stdin: world.totp(secret) });
    const made = ran.json().backup_codes as string[];
    expect(made).toHaveLength(10);
    expect(ran.err).toContain('New backup codes end the 10 that are left.');
    const login = (code: string) => world.twoFactor(['login', '--backup-code-stdin'], { stdin: code });
    expect((await login(old[0] as string)).exit).toBe(1);
    expect((await login(made[0] as string)).exit).toBe(0);
  });

  it('can be proved by a backup code, which goes with the others', async () => {
    const world = tfaWorld();
    const { codes } = await world.addTotp();
    const ran = await world.twoFactor(['codes', '--backup-code-stdin'], { stdin: codes[3] as string });
    expect(ran.exit).toBe(0);
    expect(
      ran.out
        .trim()
        .split('\n')
        .every((line) => backupCode.test(line)),
    ).toBe(true);
  });

  it('prints them when the file fails after all, since they come once', async () => {
    const world = tfaWorld();
    const { secret } = await world.addTotp();
    const file = join(world.home, 'late.txt');
    const ran = await world.twoFactor(['codes', '--code-stdin', '--codes-file', file], {
      stdin: () => {
        writeFileSync(file, 'mine');
        return world.totp(secret);
      },
    });
    expect(ran.err).toContain('could not be written');
    expect(ran.out.trim().split('\n')).toHaveLength(10);
    expect(existsSync(file) && readFileSync(file, 'utf8')).toBe('mine');
  });
});
