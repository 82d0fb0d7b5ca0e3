import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeWorld } from './world.ts';

const line = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMrMJXhtxPmLVpo7DB4hRU8bfQjNJ/MOTxV+ZsJIsQjd me@laptop';
const fingerprint = 'SHA256:6VmRJZr1g8gRxZ3DlD0LaTP8n7a0KN59CKPdy7ATQdI';

/** A world in which a key is made; `value` is what stands in its file. */
async function withKey(...flags: string[]) {
  const w = makeWorld();
  const file = join(w.home, 'ci-key.txt');
  const made = await w.run([
    'keys',
    'create',
    'ci',
    '--category',
    'misc,user_read',
    '--save',
    file,
    ...flags,
  ]);
  expect(made.exit, made.err).toBe(0);
  return { ...w, made, file, value: readFileSync(file, 'utf8').trim() };
}

describe('rigdeck keys', () => {
  it('says calmly that a service without such a list has none', async () => {
    const w = makeWorld();
    w.sandbox.control.addFault({ path: '/api/v0/auth/apikeys/', kind: 'status', status: 404 });
    const { exit, err } = await w.run(['keys']);
    expect([exit, err]).toEqual([1, 'error: This service lists no API keys.\nhint: See its web console.\n']);
  });

  it('lists keys without their values, as JSON with a schema', async () => {
    const w = await withKey();
    const list = await w.run(['keys', '--json']);
    expect(list.json()).toMatchObject({
      schema: 1,
      keys: [
        { id: 101, name: 'sandbox', permissions: null, may: 'everything' },
        { id: 102, name: 'ci', permissions: { api: { misc: {}, user_read: {} } }, may: 'misc, user_read' },
      ],
    });
    expect(list.out).not.toContain(w.value);
    expect((await w.run(['keys'])).out).toMatch(/^101\tsandbox\teverything\t/);
    expect((await w.run(['keys'], { columns: 100 })).out).toContain('ID  NAME');
  });
});

describe('rigdeck keys create', () => {
  it('writes the value into a new file that only its owner reads, and nowhere else', async () => {
    const w = await withKey();
    expect(statSync(w.file).mode & 0o777).toBe(0o600);
    expect(w.value.length).toBeGreaterThan(20);
    expect(w.made.out + w.made.err).not.toContain(w.value);
    expect(w.made.err).toContain(
      'Key 102 is made; it may call misc, user_read and can spend money (by misc). Its value is in',
    );
    expect(w.onDisk().split(w.value)).toHaveLength(2);
    const asIs = await w.run(['--api-key-file', w.file, 'auth', 'status'], {
      env: { RIGDECK_BASE_URL: w.signedIn.RIGDECK_BASE_URL },
    });
    expect(asIs.out).toMatch(/may read +account yes; instances no/);
  });

  it('prints the value only when that is asked for, in JSON as a field', async () => {
    const w = makeWorld();
    const plain = await w.run(['keys', 'create', 'a', '--category', 'misc', '--print']);
    expect(plain.out.trim()).toBe(w.sandbox.snapshot().keys.at(-1)?.value);
    const made = await w.run(['keys', 'create', 'b', '--category', 'misc', '--print', '--json']);
    expect(made.json()).toEqual({
      schema: 1,
      key_id: 103,
      permissions: { api: { misc: {} } },
      key: w.sandbox.snapshot().keys.at(-1)?.value,
    });
  });

  it.each([
    [['keys', 'create', 'a', '--category', 'misc'], 'choose where to write the key'],
    [
      ['keys', 'create', 'a', '--category', 'misc', '--save', 'x', '--print'],
      'choose where to write the key',
    ],
    [['keys', 'create', ' ', '--print'], 'A key needs a name'],
    [['keys', 'create', 'a', '--print'], 'What may the key call?'],
    [['keys', 'create', 'a', '--category', 'instances_read', '--print'], 'Do you mean instance_read?'],
    [['keys', 'create', 'a', '--permissions-file', '/nowhere/p.json', '--print'], 'cannot be read'],
  ])('%j is a mistake in use, and nothing is sent', async (argv, words) => {
    const w = makeWorld();
    const ran = await w.run(argv);
    expect(ran.exit).toBe(2);
    expect(ran.err).toContain(words);
    expect(w.requests()).toEqual([]);
  });

  it('leaves a file alone that is there already, before anything is made', async () => {
    const w = makeWorld();
    const file = join(w.home, 'old.txt');
    writeFileSync(file, 'mine');
    const ran = await w.run(['keys', 'create', 'a', '--category', 'misc', '--save', file]);
    expect(ran.exit).toBe(3);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(w.requests()).toEqual([]);
  });

  it('takes what narrows a category from a document, kept as it is', async () => {
    const w = makeWorld();
    const permissions = {
      api: { instance_read: { 'api.instance.request_logs': { constraints: { id: { eq: 7 } } } }, misc: {} },
    };
    const file = join(w.home, 'p.json');
    writeFileSync(file, JSON.stringify(permissions));
    const whole = await w.run(['keys', 'create', 'a', '--permissions-file', file, '--print', '--json']);
    expect(whole.json().permissions).toEqual(permissions);
    const part = ['--category', 'instance_read', '--category', 'user_read'];
    const some = await w.run([
      'keys',
      'create',
      'b',
      ...part,
      '--permissions-file',
      file,
      '--print',
      '--json',
    ]);
    expect(some.json().permissions).toEqual({
      api: { user_read: {}, instance_read: permissions.api.instance_read },
    });
    writeFileSync(file, '{"manage_instances": true}');
    expect((await w.run(['keys', 'create', 'c', '--permissions-file', file, '--print'])).err).toContain(
      'It names no "api".',
    );
  });

  it.each([
    [
      'drop-after',
      1,
      /key (\d+) is in the list: created\.\nerror: The value of key \1 is lost: it came with the answer\.\nhint: Run rigdeck keys delete \1, then make another\./,
    ],
    [
      'drop',
      7,
      /It is not known whether the key was made\..* no new key.*\nhint: Look for it in the list of keys; delete it there, and make another\./,
    ],
  ] as const)(
    'C006 whose answer gets lost (%s) is sent once and looked for in the list: %i',
    async (kind, exit, told) => {
      const w = makeWorld();
      w.sandbox.control.addFault({ method: 'POST', path: '/api/v0/auth/apikeys/', kind });
      const file = join(w.home, 'lost.txt');
      const ran = await w.run(['keys', 'create', 'a', '--category', 'misc', '--save', file]);
      expect(ran.exit, ran.err).toBe(exit);
      expect(ran.err).toMatch(told);
      expect(w.requests().filter((line) => line.startsWith('POST'))).toEqual(['POST /api/v0/auth/apikeys/']);
      expect(existsSync(file)).toBe(false);
    },
  );

  it('C038 names the permission that a narrow key lacks: 4', async () => {
    const w = await withKey();
    const env = { ...w.signedIn, RIGDECK_API_KEY: w.value };
    const ran = await w.run(['keys', 'create', 'more', '--category', 'misc', '--print'], { env });
    expect(ran.exit).toBe(4);
    expect(ran.err).toContain('lacks the permission user_write');
    expect(ran.err).not.toContain(w.value);
  });
});

describe('rigdeck keys delete', () => {
  it('wants --yes where nobody can answer, and then deletes', async () => {
    const w = await withKey();
    expect((await w.run(['keys', 'delete', '102'])).exit).toBe(3);
    const gone = await w.run(['keys', 'delete', '102', '--yes', '--json']);
    expect(gone.json()).toEqual({ schema: 1, key_id: 102 });
    const env = { ...w.signedIn, RIGDECK_API_KEY: w.value };
    expect((await w.run(['instances'], { env })).exit).toBe(4);
  });

  it('asks for the id where somebody can answer, and says what the key may call', async () => {
    const w = await withKey();
    const kept = await w.run(['keys', 'delete', '102'], { answers: ['y'] });
    expect(kept.exit).toBe(3);
    expect(kept.err).toContain('Key 102 (ci) may call misc, user_read.');
    expect((await w.run(['keys', 'delete', '102'], { answers: ['102'] })).exit).toBe(0);
    expect((await w.run(['keys', 'delete', '102'], { answers: ['102'] })).err).toContain('lists no key 102');
  });

  it('says before that it is the key in use, and after it no word about another key', async () => {
    const w = makeWorld();
    const asked = await w.run(['keys', 'delete', '101'], { answers: ['no'] });
    expect([asked.exit, asked.err]).toEqual([3, expect.stringContaining('Key 101 is the key in use')]);
    const gone = await w.run(['keys', 'delete', '101', '--yes']);
    expect(gone.err).toMatch(
      /Key 101 is the key in use[\s\S]*Key 101 is deleted\. rigdeck logout forgets it/,
    );
    const refused = await w.run(['keys', 'delete', '9999', '--yes']);
    expect(refused.exit).toBe(4);
    expect(refused.err).toContain('No API key was deleted.');
    expect(refused.err).not.toContain('works as before');
  });

  it('says nothing of the key in use where another one is deleted, and deletes what it cannot list', async () => {
    const w = makeWorld();
    await w.run(['keys', 'create', 'bot', '--category', 'misc', '--print']);
    expect((await w.run(['keys', 'delete', '102', '--yes'])).err).toBe('Key 102 is deleted.\n');
    w.sandbox.control.addFault({ method: 'GET', path: '/api/v0/auth/apikeys/', kind: 'status', status: 403 });
    const unlisted = await w.run(['keys', 'delete', '101', '--yes']);
    expect([unlisted.exit, unlisted.err]).toEqual([0, expect.stringContaining('If it was the one in use')]);
  });

  it('changes nothing in read-only mode', async () => {
    const w = await withKey();
    expect((await w.run(['--read-only', 'keys', 'delete', '102', '--yes'])).exit).toBe(3);
    expect(w.requests().filter((one) => one.startsWith('DELETE'))).toEqual([]);
  });
});

describe('rigdeck ssh-keys', () => {
  const putKey = (home: string, name: string, text: string) => {
    mkdirSync(join(home, '.ssh'), { recursive: true });
    writeFileSync(join(home, '.ssh', name), text);
    return join(home, '.ssh', name);
  };

  it('lists them with the fingerprint that ssh-keygen prints', async () => {
    const w = makeWorld();
    const added = await w.run(['ssh-keys', 'add', putKey(w.home, 'id.pub', `${line}\n`)]);
    expect(added.err).toContain(fingerprint);
    const list = await w.run(['ssh-keys', '--json']);
    expect(list.json()).toMatchObject({
      schema: 1,
      ssh_keys: [{ id: 301 }, { type: 'ED25519', fingerprint, comment: 'me@laptop', public_key: line }],
    });
    expect((await w.run(['ssh-keys'], { columns: 120 })).out).toContain(fingerprint);
  });

  it('adds the one .pub file of ~/.ssh, or what comes on standard input', async () => {
    const w = makeWorld();
    expect((await w.run(['ssh-keys', 'add'])).err).toContain('There is no .pub file in ~/.ssh.');
    putKey(w.home, 'id_ed25519.pub', line);
    expect((await w.run(['ssh-keys', 'add'])).exit).toBe(0);
    putKey(w.home, 'work.pub', line);
    const several = await w.run(['ssh-keys', 'add']);
    expect([several.exit, several.err]).toEqual([2, expect.stringContaining('id_ed25519.pub, work.pub')]);
    expect((await w.run(['ssh-keys', 'add', '-'], { stdin: () => line })).exit).toBe(0);
  });

  it('refuses a private key with a sentence, and nothing of it is sent, said or kept', async () => {
    const w = makeWorld();
    const secret = 'b3BlbnNzaC1rZXktdjEAAAAA';
    const pem = `-----BEGIN OPENSSH PRIVATE KEY-----\n${secret}\n-----END OPENSSH PRIVATE KEY-----\n`;
    const ran = await w.run(['ssh-keys', 'add', '-'], { stdin: pem });
    expect(ran.exit).toBe(2);
    expect(ran.err).toContain('This is a private key. It stays with you');
    expect(ran.out + ran.err + w.onDisk()).not.toContain(secret);
    expect(w.requests()).toEqual([]);
  });

  it('says calmly that there are none where the service answers 404', async () => {
    const w = makeWorld();
    w.sandbox.control.addFault({ path: '/api/v0/ssh/', kind: 'status', status: 404 });
    const ran = await w.run(['ssh-keys']);
    expect([ran.exit, ran.out]).toEqual([0, '']);
    expect(ran.err).toContain('The account has no SSH keys.');
  });

  it('removes one, and attaches one to an instance by its text', async () => {
    const w = makeWorld();
    const id = await w.rent();
    await w.run(['ssh-keys', 'add', '-'], { stdin: line });
    const which = await w.run(['ssh-keys', 'attach', String(id)]);
    expect([which.exit, which.err]).toEqual([2, expect.stringContaining('The account has 301, 302.')]);
    const done = await w.run(['ssh-keys', 'attach', String(id), '--id', '302']);
    expect(done.err).toContain(`Attached SSH key to ${id} (${fingerprint})`);
    expect(w.sandbox.snapshot().instances.at(-1)?.sshKeyIds).toContain(302);
    const removed = await w.run(['ssh-keys', 'remove', '302', '--yes', '--json']);
    expect(removed.json()).toMatchObject({ ssh_key_id: 302 });
    expect((await w.run(['ssh-keys', 'remove', '302', '--yes'])).exit).toBe(1);
  });

  it('detaches one from an instance: the one that is named, or the only one, asked about', async () => {
    const w = makeWorld();
    const id = String(await w.rent());
    const attached = () => w.sandbox.snapshot().instances.at(-1)?.sshKeyIds;
    await w.run(['ssh-keys', 'add', '-'], { stdin: line });
    await w.run(['ssh-keys', 'attach', id, '--id', '302']);
    const which = await w.run(['ssh-keys', 'detach', id, '--yes']);
    expect([which.exit, which.err]).toEqual([2, expect.stringContaining('It has 301, 302.')]);
    const file = putKey(w.home, 'id.pub', `${line}\n`);
    const done = await w.run(['ssh-keys', 'detach', id, '--file', file, '--yes']);
    expect([done.exit, done.err]).toEqual([0, expect.stringMatching(/^Detached SSH key.*302/)]);
    expect(attached()).toEqual([301]);
    const asked = await w.run(['ssh-keys', 'detach', id], { columns: 100, answers: ['301'] });
    expect([asked.exit, asked.err]).toEqual([0, expect.stringContaining('the only SSH key with access')]);
    expect(attached()).toEqual([]);
    const none = await w.run(['ssh-keys', 'detach', id, '--yes']);
    expect([none.exit, none.err]).toEqual([1, expect.stringContaining(`Instance ${id} has no SSH keys.`)]);
  });

  it('removes one on a yes alone: --yes, or its id typed where somebody can answer', async () => {
    const w = makeWorld();
    const deletes = () => w.requests().filter((one) => one.startsWith('DELETE'));
    const script = await w.run(['ssh-keys', 'remove', '301']);
    expect([script.exit, script.err]).toEqual([3, expect.stringContaining('pass --yes')]);
    const wrong = await w.run(['ssh-keys', 'remove', '301'], { columns: 100, answers: ['yes'] });
    expect([wrong.exit, wrong.err]).toEqual([3, expect.stringContaining('Nothing was removed.')]);
    expect(wrong.err).toContain('SSH key 301: SHA256:');
    const unknown = await w.run(['ssh-keys', 'remove', '999'], { columns: 100, answers: ['999'] });
    expect([unknown.exit, unknown.asked]).toEqual([1, []]);
    expect(deletes()).toEqual([]);
    expect((await w.run(['ssh-keys', 'remove', '301'], { columns: 100, answers: ['301'] })).exit).toBe(0);
    expect(deletes()).toHaveLength(1);
  });

  it('does not add a key again that the account has, and adds it where the list cannot be read', async () => {
    const w = makeWorld();
    const posts = () => w.requests().filter((one) => one === 'POST /api/v0/ssh/');
    await w.run(['ssh-keys', 'add', '-'], { stdin: line });
    const again = await w.run(['ssh-keys', 'add', '-'], { stdin: line.replace('me@laptop', 'other') });
    expect([again.exit, again.err]).toEqual([
      0,
      expect.stringContaining(`SSH key 302 is on the account already: ${fingerprint}`),
    ]);
    expect(posts()).toHaveLength(1);
    w.sandbox.control.addFault({ method: 'GET', path: '/api/v0/ssh/', kind: 'status', status: 403 });
    expect((await w.run(['ssh-keys', 'add', '-'], { stdin: line })).exit).toBe(0);
    expect(posts()).toHaveLength(2);
  });
});
