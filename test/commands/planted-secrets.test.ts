import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { leaksIn } from '../support/planted.ts';
import { tfaWorld } from './tfa-world.ts';
import { baseUrl, type FetchLike, type Ran, type RunOptions } from './world.ts';

/** Secrets that a person brings along. Quotes, blanks and signs are in them that encodings change. */
const brought = {
  'a variable of a rent': 'hf_pl4nted"tok+en/1',
  'a variable named in the environment': 'pl4nted-from-env-22',
  'a registry login': 'pl4nted&registry=33',
  'launch arguments': 'pl4nted-launch-44444',
  'a key to send along': 'pl4nted-scoped-key-55555',
  'a wrong key': 'pl4nted-wrong-key-66666',
  'a wrong backup code': 'PLNT-ED77-CODE',
};

/** Says back what it was sent, as it is, in JSON within JSON, in Base64 and as an address: the worst of services. */
const echo: FetchLike = async (_, init) => {
  const sent = `${Object.values(init.headers ?? {})} ${init.body ?? ''}`;
  const words = sent.split(/[\s":,{}]+/).filter((word) => word.length > 5);
  const said = [sent, Buffer.from(sent).toString('base64'), encodeURIComponent(sent), ...words].join(' ');
  return new Response(JSON.stringify({ error: 'bad_request', msg: said.slice(0, 4000) }), { status: 400 });
};

/** A world whose every run is kept with where its secrets may rightly stand. */
function audited() {
  const world = tfaWorld();
  const runs: Ran[] = [];
  const kept = (name: string) => join(world.home, 'kept', name);
  mkdirSync(dirname(kept('x')));
  const file = (name: string, text: string) => {
    writeFileSync(kept(name), text, { mode: 0o600 });
    return kept(name);
  };
  const env = { ...world.signedIn, RIGDECK_DEBUG: 'api' };
  async function run(words: readonly string[], options: RunOptions = {}): Promise<Ran> {
    const ran = await world.run(words, { ...options, env: { ...env, ...options.env } });
    runs.push(ran);
    return ran;
  }
  /** Everything but the files in which a person keeps secrets. */
  const traces = () => {
    rmSync(dirname(kept('x')), { recursive: true });
    const printed = runs.map((ran) =>
      [ran.out, ran.err, ...ran.asked, ...ran.opened, JSON.stringify(ran.ssh)].join('\n'),
    );
    return { disk: world.onDisk(), printed: printed.join('\n') };
  };
  return { ...world, run, runs, env, file, kept, traces };
}

describe('C033 secrets planted in commands, with RIGDECK_DEBUG=api, with and without errors', () => {
  it('of rents, copies, groups and keys stand in no output, log, journal, cache, argument or other file', async () => {
    const w = audited();
    const [offer] = await w.offers();
    const rent = ['rent', String(offer?.id), '--image', 'a/b:1', '--json'];
    const secrets = [
      ...[
        '--env',
        `HF_TOKEN=${brought['a variable of a rent']}`,
        '--env',
        'OTHER_TOKEN',
        '--image-login-stdin',
      ],
    ];
    const env = { OTHER_TOKEN: brought['a variable named in the environment'] };
    const stdin = `-u me -p ${brought['a registry login']} registry.example.com`;
    const failed = await w.run([...rent, ...secrets], { env, stdin, transport: echo });
    expect(failed.exit).not.toBe(0);
    const keys: string[] = [];
    const transport: FetchLike = async (url, init) => {
      const reply = await w.service(url, init);
      const { instance_api_key: key } = (await reply
        .clone()
        .json()
        .catch(() => ({}))) as Record<string, string>;
      if (key !== undefined) keys.push(key);
      return reply;
    };
    const made = await w.run([...rent, ...secrets], { env, stdin, transport });
    expect(made.exit, made.err).toBe(0);
    const id = String(made.json().instance_id);
    w.boot();
    for (const words of [
      ['instances'],
      ['instances', '--json'],
      ['logs', id],
      ['status', '--json'],
      ['cost'],
    ])
      await w.run(words);
    await w.run(['ssh', id]);
    await w.run(['open', id]);
    const scoped = w.file('scoped', `${brought['a key to send along']}\n`);
    const way = [
      '--instance-path',
      '/a',
      '--cloud-path',
      '/b',
      '--connection',
      '1',
      '--direction',
      'to-cloud',
    ];
    for (const transport of [w.service, echo])
      await w.run(['copy', id, ...way, '--copy-key-file', scoped], { transport });
    for (const transport of [w.service, echo])
      await w.run(['groups', 'create', '--endpoint-name', 'llm', '--yes', '--launch-args-stdin'], {
        transport,
        stdin: `--env '-e SECRET=${brought['launch arguments']}'`,
      });
    const wrong = brought['a wrong key'];
    const other = { RIGDECK_API_KEY: undefined, RIGDECK_BASE_URL: baseUrl };
    await w.run(['status'], { env: { ...other, RIGDECK_API_KEY: wrong } });
    await w.run(['status', '--api-key-file', w.file('wrong', wrong)], { env: other });
    await w.run(['status', '--api-key-stdin'], { env: other, stdin: wrong, transport: echo });
    const saved = w.kept('new-key');
    await w.run(['keys', 'create', 'ci', '--category', 'misc', '--save', saved]);
    const all = {
      ...brought,
      'the API key': w.sandbox.apiKey,
      'the key of an instance': String(keys[0]),
      'a new key': readFileSync(saved, 'utf8').trim(),
    };
    delete (all as Partial<typeof all>)['a wrong backup code'];
    await w.run(['keys']);
    const sent = w.requests().join(' ');
    for (const path of ['rclone', 'workergroups', 'asks', 'auth/apikeys']) expect(sent).toContain(path);
    const { disk, printed } = w.traces();
    expect(disk).toContain('"event":"call"');
    expect(disk).toContain('HF_TOKEN');
    expect({ disk: leaksIn(disk, all), printed: leaksIn(printed, all) }).toEqual({ disk: [], printed: [] });
  });

  it('of two-factor stand where they are shown once, in the home of keys, and nowhere else', async () => {
    const w = audited();
    const options = { env: w.env };
    let shown = '';
    const ran = await w.twoFactor(['add', 'totp', '--method', 'email', '--code-stdin'], {
      ...options,
      stdin: () => (/^secret/m.test(shown) ? w.totp(secretOf(shown)) : w.sent()),
      onOut: (text) => {
        shown += text;
      },
    });
    expect(ran.exit, ran.err).toBe(0);
    const codes = [...ran.out.matchAll(/^\w{4}-\w{4}-\w{4}$/gm)].map(([code]) => code);
    expect(codes.length).toBeGreaterThan(5);
    const secret = secretOf(shown);
    const backup = codes[0] ?? '';
    const wrong = brought['a wrong backup code'];
    await w.run(['2fa', 'login', '--method', 'backup', '--backup-code-stdin'], { stdin: wrong });
    await w.run(['2fa', 'login', '--backup-code-stdin'], { stdin: wrong, transport: echo });
    const login = await w.run(['2fa', 'login', '--backup-code-stdin'], { stdin: backup });
    await w.run(['2fa', 'login', '--code-stdin'], { stdin: '918273', transport: echo });
    await w.run(['2fa', 'status', '--json']);
    await w.run(['auth', 'status', '--json']);
    await w.run(['instances', '--json']);
    await w.run(['2fa', 'status'], { transport: echo });
    const sessions = w.sandbox.snapshot().sessions.map(({ value }) => value);
    const all = {
      'the API key': w.sandbox.apiKey,
      'the secret of the app': secret,
      'a wrong backup code': wrong,
      ...Object.fromEntries(codes.map((code, n) => [`backup code ${n}`, code])),
      ...Object.fromEntries(sessions.map((key, n) => [`session key ${n}`, key])),
    };
    expect(login.exit, login.err).toBe(0);
    expect(sessions.length).toBeGreaterThan(0);
    const { disk, printed } = w.traces();
    expect({ disk: leaksIn(disk, all), printed: leaksIn(printed, all) }).toEqual({ disk: [], printed: [] });
  });
});

const secretOf = (text: string) =>
  /^secret +((?:[A-Z2-7]{1,4} ?)+)/m.exec(text)?.[1]?.replaceAll(' ', '') ?? '';
