import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { secretIn, tfaWorld } from './tfa-world.ts';
import type { RunOptions } from './world.ts';

type World = ReturnType<typeof tfaWorld>;

/** How many accounts the mark stands on, as the deck's next run reads it. */
function marks(world: World): number {
  const path = join(world.home, '.local', 'state', 'rigdeck', 'unkept-codes.json');
  return existsSync(path) ? Object.keys(JSON.parse(readFileSync(path, 'utf8')).accounts).length : 0;
}

const question = 'Have you kept a copy of them? (y/n): ';

/** Adds the first authenticator at a terminal; `answers` come after those of the flow. */
function addAsked(
  world: World,
  answers: RunOptions['answers'],
  words: readonly string[] = [],
  options: RunOptions = {},
) {
  let shown = '';
  return world.twoFactor(['add', 'totp', ...words], {
    columns: 100,
    ...options,
    onOut: (text) => {
      shown += text;
      options.onOut?.(text);
    },
    answers: [world.sent, () => world.totp(secretIn(shown)), ...(answers ?? [])],
  });
}

/** Codes that a script made at a terminal: nobody was asked whether they are kept. */
async function unkept(world: World) {
  const { secret, codes: old, id } = await world.addTotp();
  const ran = await world.twoFactor(['codes', '--code-stdin'], { columns: 80, stdin: world.totp(secret) });
  expect([ran.exit, marks(world)]).toEqual([0, 1]);
  return { secret, old, id, codes: ran.out.trim().split('\n') };
}

describe('new backup codes count as kept', () => {
  it.each([
    ['y', 0],
    ['n', 1],
    [undefined, 1],
  ])('when the answer at the terminal is %j: %i stand as unkept', async (answer, left) => {
    const world = tfaWorld();
    const ran = await addAsked(world, [answer]);
    expect([ran.exit, ran.asked.at(-1)]).toEqual([0, question]);
    expect(marks(world)).toBe(left);
    expect(ran.err.includes('Without a copy they are lost')).toBe(left === 1);
    expect(ran.err).toContain('two-factor is on');
  });

  it('once a file of them is written, without a question', async () => {
    const world = tfaWorld();
    const ran = await addAsked(world, [], ['--codes-file', join(world.home, 'codes.txt')]);
    expect([ran.exit, marks(world), ran.asked.includes(question)]).toEqual([0, 0, false]);
  });

  it.each([[[]], [['--json']]])('once what reads standard output has taken them: %j', async (flags) => {
    const world = tfaWorld();
    const { secret } = await world.addTotp();
    const codes = (options: RunOptions) => {
      world.clock.advance(31_000);
      return world.twoFactor(['codes', '--code-stdin', ...flags], { stdin: world.totp(secret), ...options });
    };
    expect((await codes({ outBreaks: true })).exit).toBe(0);
    expect(marks(world)).toBe(1);
    expect((await codes({})).exit).toBe(0);
    expect(marks(world)).toBe(0);
  });

  it('of --json at a terminal when the person says so, behind the one value', async () => {
    const world = tfaWorld();
    const ran = await addAsked(world, ['y'], ['--json']);
    expect(ran.json()).toMatchObject({ backup_codes: expect.any(Array) });
    expect([ran.asked.at(-1), marks(world)]).toEqual([question, 0]);
  });

  it('never by a script at a terminal; 2fa status says so, and what makes new ones', async () => {
    const world = tfaWorld();
    await unkept(world);
    const { err } = await world.twoFactor(['status'], { columns: 80 });
    expect(err.replaceAll('\n', ' ')).toContain(
      'were not shown to be kept: without a copy they are lost, and rigdeck 2fa codes makes new ones.',
    );
    expect((await world.twoFactor(['status', '--json'])).json().unkept_codes_since).toBe(
      Math.floor(world.clock.now() / 1000),
    );
  });
});

describe('codes that nobody has shown to be kept are told of no more', () => {
  it.each(['login', 'remove'])('once one of them proved: %s', async (what) => {
    const world = tfaWorld();
    const { codes } = await unkept(world);
    const { id } = await world.addSms();
    const words = what === 'login' ? [what] : [what, String(id)];
    const ran = await world.twoFactor([...words, '--backup-code-stdin'], { stdin: codes[0] as string });
    expect([ran.exit, marks(world)]).toEqual([0, 0]);
  });

  it('once two-factor is off', async () => {
    const world = tfaWorld();
    const { id, secret } = await unkept(world);
    world.clock.advance(31_000);
    const ran = await world.twoFactor(['remove', String(id), '--yes', '--code-stdin'], {
      stdin: world.totp(secret),
    });
    expect([ran.exit, marks(world)]).toEqual([0, 0]);
  });

  it('and are told of as before when the service refuses to make others', async () => {
    const world = tfaWorld();
    const { secret } = await unkept(world);
    const wrong = world.wrong(world.totp(secret));
    expect((await world.twoFactor(['codes', '--code-stdin'], { stdin: wrong })).exit).toBe(1);
    expect(marks(world)).toBe(1);
  });
});

describe('the mark', () => {
  it('is not set by a refusal, and is by an answer that got lost', async () => {
    const world = tfaWorld();
    const { secret } = await world.addTotp();
    const codes = () => {
      world.clock.advance(31_000);
      return world.twoFactor(['codes', '--code-stdin'], { stdin: world.totp(secret) });
    };
    const refused = await world.twoFactor(['codes', '--code-stdin'], {
      stdin: world.wrong(world.totp(secret)),
    });
    expect([refused.exit, marks(world)]).toEqual([1, 0]);
    world.control.addFault({ kind: 'drop-after', method: 'PUT', path: '/api/v0/tfa/regen-backup-codes/' });
    expect([(await codes()).exit, marks(world)]).toEqual([7, 1]);
    expect(world.onDisk()).not.toMatch(/\w{4}-\w{4}-\w{4}\b/);
  });

  it('is left alone by a web login, which may be another account’s', async () => {
    const world = tfaWorld();
    const { codes } = await unkept(world);
    const { tfa_secret } = world.control.login();
    const lines = [tfa_secret, codes[0]];
    const ran = await world.twoFactor(['login', '--tfa-secret-stdin', '--backup-code-stdin'], {
      stdin: () => lines.shift(),
    });
    expect([ran.exit, marks(world)]).toEqual([0, 1]);
  });
});

describe('an old account that adds a method with --json', () => {
  const code = /^[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/gm;

  type Answers = (string | undefined | ((world: World) => string))[];

  /** `answers` come after the proof by text that makes the codes; `setUp` stands for the new authenticator's code. */
  async function adding(answers: Answers, options: RunOptions = {}) {
    const world = tfaWorld();
    world.control.account({ tfa_status: 'legacy' });
    let shown = '';
    const typed = answers.map((answer) => {
      if (answer === 'setUp') return () => world.totp(secretIn(shown));
      return typeof answer === 'function' ? () => answer(world) : answer;
    });
    const ran = await world.twoFactor(['add', 'totp', '--json'], {
      onOut: (text) => {
        shown += text;
      },
      ...options,
      answers: ['y', '1', world.sent, ...typed],
    });
    return { world, ran };
  }

  it('C054 shows the codes on the terminal as soon as they are there, and again in the one value', async () => {
    const { ran, world } = await adding(['y', (w) => w.sent(), 'setUp']);
    expect(ran.asked).toEqual([
      'Make them now? (y/n): ',
      expect.stringContaining('Prove that it is you'),
      expect.stringContaining('Code by text message'),
      question,
      expect.stringContaining('Code by text message'),
      expect.stringContaining('Code that the new authenticator shows'),
    ]);
    const codes = ran.err.match(code);
    expect(codes).toHaveLength(10);
    expect(ran.json()).toMatchObject({ added: { method: 'totp' }, backup_codes: codes });
    expect([ran.exit, marks(world)]).toEqual([0, 0]);
  });

  it('has shown them when the flow breaks behind them', async () => {
    const { ran, world } = await adding(['y', undefined]);
    expect([ran.exit, marks(world)]).toEqual([130, 0]);
    expect(ran.err.match(code)).toHaveLength(10);
    expect(ran.json()).toMatchObject({ error: { code: 'interrupted' } });
  });

  it('sends nothing more when the person gives up at the question about the copy', async () => {
    const { ran, world } = await adding([undefined]);
    expect([ran.exit, marks(world)]).toEqual([130, 1]);
    expect(ran.err).toContain('Without a copy they are lost');
    expect(world.requests().at(-1)).toBe('PUT /api/v0/tfa/regen-backup-codes/');
  });

  it('counts them as kept without a yes once the one value was taken', async () => {
    const answers: Answers = ['n', (w) => w.sent(), 'setUp'];
    expect(marks((await adding(answers)).world)).toBe(0);
    expect(marks((await adding(answers, { outBreaks: true })).world)).toBe(1);
    expect(marks((await adding(answers, { columns: 100 })).world)).toBe(1);
  });
});

/** What TZ may hold that Intl takes for no zone. */
const zones = ['UTC0', ':/etc/localtime', 'GMT+3', 'CET-1CEST,M3.5.0,M10.5.0/3', '<+03>-3', 'Foo/Bar', ''];

describe('new backup codes are not lost', () => {
  it.each(zones)('to the time zone %j: they are in the file', async (TZ) => {
    const world = tfaWorld();
    const file = join(world.home, 'codes.txt');
    const ran = await addAsked(world, [], ['--codes-file', file], { env: { ...world.signedIn, TZ } });
    expect([ran.exit, marks(world)]).toEqual([0, 0]);
    expect(readFileSync(file, 'utf8').match(/\b\w{4}-\w{4}-\w{4}\b/g)).toHaveLength(10);
  });

  it('to a word about them that cannot be written: they are told before the command ends', async () => {
    const world = tfaWorld();
    let failed = false;
    const ran = await addAsked(world, [], [], {
      onOut: (text) => {
        if (failed || !text.startsWith('Backup codes.')) return;
        failed = true;
        throw new Error('nothing listens');
      },
    });
    expect([failed, ran.exit]).toEqual([true, 70]);
    expect(ran.err.match(/\b\w{4}-\w{4}-\w{4}\b/g)).toHaveLength(10);
  });
});
