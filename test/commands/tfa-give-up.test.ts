import { describe, expect, it } from 'vitest';
import { tfaWorld } from './tfa-world.ts';
import { baseUrl, type RunOptions } from './world.ts';

/** Ctrl+C and the end of input are one answer: none. */
const nothing = undefined;
const given = 'Given up. Nothing more was sent.';

type World = ReturnType<typeof tfaWorld>;

async function ended(world: World, words: readonly string[], options: RunOptions) {
  const ran = await world.twoFactor(words, options);
  return { ...ran, last: ran.asked.at(-1) };
}

describe('giving up at a question of a two-factor command', () => {
  it('about the phone number adds none, and texts nobody', async () => {
    const world = tfaWorld();
    const ran = await ended(world, ['add', 'sms'], { answers: [world.sent, nothing] });
    expect([ran.exit, ran.err, ran.last]).toEqual([
      130,
      expect.stringContaining(given),
      expect.stringContaining('Phone number'),
    ]);
    expect(world.control.outbox().messages.map(({ channel }) => channel)).toEqual(['email']);
    expect((await world.status()).methods).toEqual([]);
  });

  it('about the id of a method sends no code', async () => {
    const world = tfaWorld();
    const { secret } = await world.addTotp();
    await world.addTotp('Second app');
    const { tfa_secret } = world.control.login();
    const from = world.requests().length;
    const ran = await ended(world, ['login', '--tfa-secret-stdin', '--method', 'totp'], {
      env: { RIGDECK_BASE_URL: baseUrl },
      answers: [tfa_secret, world.totp(secret), nothing],
    });
    expect([ran.exit, ran.err, ran.last]).toEqual([
      130,
      expect.stringContaining(given),
      'Id of the method (t another way): ',
    ]);
    // The one that the service asked the id for.
    expect(world.requests(from)).toEqual(['POST /api/v0/tfa/']);
  });

  it('about an old account makes no codes and adds nothing', async () => {
    const world = tfaWorld();
    world.control.account({ tfa_status: 'legacy' });
    const ran = await ended(world, ['add', 'totp'], { answers: [nothing] });
    expect([ran.exit, ran.err, ran.last]).toEqual([
      130,
      expect.stringContaining(given),
      'Make them now? (y/n): ',
    ]);
    expect(world.requests().filter((line) => !line.startsWith('GET'))).toEqual([]);
  });

  it('about turning two-factor off removes nothing', async () => {
    const world = tfaWorld();
    const { id } = await world.addTotp();
    const from = world.requests().length;
    const ran = await ended(world, ['remove', String(id)], { answers: [nothing] });
    expect([ran.exit, ran.err, ran.last]).toEqual([
      130,
      expect.stringContaining('Nothing was removed.'),
      'Type turn off to go on: ',
    ]);
    expect(world.requests(from).filter((line) => !line.startsWith('GET'))).toEqual([]);
  });

  it('about turning it off after the other methods went meanwhile removes nothing', async () => {
    const world = tfaWorld();
    const { id, secret } = await world.addTotp();
    const other = await world.addSms();
    const ran = await ended(world, ['remove', String(id), '--method', 'sms'], {
      answers: [
        async () => {
          const code = world.sent();
          await world.twoFactor(['remove', String(other.id), '--method', 'totp', '--code-stdin'], {
            stdin: world.totp(secret),
          });
          return code;
        },
        '1',
        nothing,
      ],
    });
    expect([ran.exit, ran.err, ran.last]).toEqual([
      130,
      expect.stringContaining(given),
      'Type turn off to go on: ',
    ]);
    expect(ran.err).toContain('That method is gone. Nothing was changed. Prove by another way.');
    expect(ran.err).toContain('two-factor turns off, and all backup codes die.');
    expect((await world.status()).methods).toHaveLength(1);
  });

  it('about where the session goes leaves it out of every file, and the login is done', async () => {
    const world = tfaWorld();
    const { secret } = await world.addTotp();
    const ran = await ended(world, ['login'], { answers: [() => world.totp(secret), nothing] });
    expect([ran.exit, ran.last]).toEqual([0, 'Keep it there? (y/n): ']);
    expect(ran.err).toMatch(/^The session ends with this command\.$/m);
    expect(ran.err).toMatch(/^Verified\.$/m);
    expect(world.onDisk()).not.toContain('session-key');
  });
});
