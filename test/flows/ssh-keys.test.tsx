import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';

simulatedTime();

const line = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMrMJXhtxPmLVpo7DB4hRU8bfQjNJ/MOTxV+ZsJIsQjd me@laptop';
const fingerprint = 'SHA256:6VmRJZr1g8gRxZ3DlD0LaTP8n7a0KN59CKPdy7ATQdI';
const paste = (text: string) => `\x1b[200~${text}\x1b[201~`;
const alive = (app: TestDeck) => app.sandbox.snapshot().sshKeys.filter((key) => key.deletedAt === undefined);
const writes = async (app: TestDeck) =>
  (await app.requests()).filter(({ method, path }) => method !== 'GET' && path.includes('/ssh/'));

async function atSshKeys(options: Parameters<typeof openDeck>[0] & { files?: Record<string, string> } = {}) {
  const { files = {}, ...rest } = options;
  const app = await openDeck({ cols: 120, rows: 40, ...rest });
  app.world.services.publicKeyFiles = async () =>
    Object.entries(files).map(([name, text]) => ({ name, text }));
  await app.press('app.palette');
  await app.type('ssh-keys');
  await app.press('menu.pick');
  return app;
}

describe('the SSH keys of the account', () => {
  it('are listed with type, comment and the fingerprint that ssh-keygen prints', async () => {
    const app = await atSshKeys({ files: { 'id_ed25519.pub': line } });
    await app.press('ssh-keys.add', 'menu.pick');
    expect(app.text()).toContain('2 SSH keys');
    expect(app.text()).toMatch(
      new RegExp(`302 +ED25519 +me@laptop +${fingerprint.replaceAll(/[+/]/g, '\\$&')}`),
    );
  });

  it('are reached from the API keys too, and shown whole', async () => {
    const app = await openDeck();
    await app.press('app.security', 'security.keys', 'keys.ssh', 'ssh-keys.open');
    expect(app.text()).toContain('SSH key 301');
    expect(app.text()).toContain('fingerprint  SHA256:');
    expect(app.prose()).toContain('ssh-ed25519 AAAA');
  });

  it('are calmly said to be none where the service answers 404', async () => {
    const app = await openDeck();
    await app.control('faults', { path: '/api/v0/ssh/', kind: 'status', status: 404, times: 9 });
    await app.press('app.security', 'security.keys', 'keys.ssh');
    expect(app.prose()).toContain('There are no SSH keys: add one with a');
    expect(app.prose()).not.toContain('404');
  });
});

describe('adding a public key', () => {
  it('picks a file of ~/.ssh; one that is there already is not sent again', async () => {
    const app = await atSshKeys({ files: { 'id.pub': line, 'odd.pub': 'hello' } });
    await app.press('ssh-keys.add');
    expect(app.text()).toMatch(/id\.pub +ED25519 me@laptop/);
    expect(app.text()).toMatch(/odd\.pub +no public key/);
    await app.press('menu.pick');
    expect(alive(app).at(-1)?.key).toBe(line);
    await app.press('ssh-keys.add', 'menu.pick');
    expect(app.prose()).toContain('That key is on the account already');
    expect(await writes(app)).toHaveLength(1);
  });

  it('takes a pasted line, and half a line not', async () => {
    const app = await atSshKeys();
    await app.press('ssh-keys.add');
    await app.past300ms();
    await app.type(paste(line.slice(0, 40)));
    expect(app.prose()).toContain('A part of the key is missing');
    await app.press('prompt.keep');
    expect(await writes(app)).toEqual([]);
    await app.type('\x15');
    await app.type(paste(`${line}\n`));
    await app.press('prompt.keep');
    expect(alive(app).at(-1)?.key).toBe(line);
  });

  it.each(['pasted', 'typed'])(
    'refuses a private key that was %s: never drawn, kept or sent',
    async (how) => {
      const app = await atSshKeys();
      const secret = 'b3BlbnNzaC1rZXktdjEAAAAABG5vbmU';
      const pem = `-----BEGIN OPENSSH PRIVATE KEY-----\r${secret}\r-----END OPENSSH PRIVATE KEY-----\r`;
      await app.press('ssh-keys.add');
      await app.past300ms();
      await app.type(how === 'pasted' ? paste(pem) : pem);
      expect(app.prose()).toContain('This is a private key. It stays with you');
      await app.press('prompt.keep');
      expect(app.terminal.output()).not.toContain(secret);
      await app.press('prompt.close');
      expect(app.remembered()).not.toContain(secret);
      expect(app.world.logged.join('\n')).not.toContain(secret);
      expect(await writes(app)).toEqual([]);
      await app.press('ssh-keys.add');
      expect(app.text()).toContain('0/16384');
      expect(app.dialog()).not.toContain('private key');
    },
  );

  it.each([
    ['drop-after', '2 SSH keys', /^SSH key \d+ is added: the list has it\./],
    [
      'drop',
      '1 SSH key',
      /^The SSH key has not appeared for 60 s, so it was not added\. That is rigdeck's guess/,
    ],
  ])(
    'C006 whose answer got lost (%s) is not sent again, and settled by the list',
    async (kind, count, told) => {
      const app = await atSshKeys({ files: { 'id.pub': line } });
      await app.control('faults', { method: 'POST', path: '/api/v0/ssh/', kind });
      await app.press('ssh-keys.add', 'menu.pick');
      await app.advance(70_000);
      const said = app.said();
      expect(said[0]).toContain('It is not known whether the SSH key was added.');
      expect(said.at(-1)).toMatch(told);
      expect(app.prose()).not.toContain('It is not known');
      expect(await writes(app)).toHaveLength(1);
      expect(app.text()).toContain(count);
    },
  );
});

describe('removing a public key', () => {
  it('asks first, opens on No, and says what keeps it', async () => {
    const app = await atSshKeys();
    await app.press('ssh-keys.remove');
    await app.past300ms();
    expect(app.dialog()).toContain('Those that have it already may keep it');
    await app.press('dialog.press');
    expect(await writes(app)).toEqual([]);
    await app.press('ssh-keys.remove');
    await app.past300ms();
    await app.press('dialog.yes');
    expect(alive(app)).toEqual([]);
    expect(app.prose()).toContain('There are no SSH keys');
  });

  it('C006 whose answer got lost is sent once, and settled by the list', async () => {
    const app = await atSshKeys();
    await app.control('faults', { method: 'DELETE', path: '/api/v0/ssh/*', kind: 'drop-after' });
    await app.press('ssh-keys.remove');
    await app.past300ms();
    await app.press('dialog.yes');
    await app.advance(6_000);
    const said = app.said();
    expect(said.at(-2)).toContain('It is not known whether the SSH key was removed.');
    expect(said.at(-1)).toMatch(/SSH key \d+ is removed: the list has it no more\./);
    expect(app.prose()).not.toContain('It is not known');
    expect(await writes(app)).toHaveLength(1);
  });

  it('changes nothing in read-only mode', async () => {
    const app = await atSshKeys({ readOnly: true });
    await app.press('ssh-keys.remove', 'ssh-keys.add');
    expect(app.dialog()).toBe('');
    expect(app.prose()).toContain('rigdeck is in read-only mode');
  });
});

describe('attaching a key to an instance', () => {
  it('offers the keys of the account, says which open it already, and sends the text of the one', async () => {
    const app = await openDeck({ world: { world: 'busy' } });
    await app.press('app.security', 'security.keys', 'keys.ssh');
    app.world.services.publicKeyFiles = async () => [{ name: 'id.pub', text: line }];
    await app.press('ssh-keys.add', 'menu.pick');
    await app.press('app.instances', 'instance.attach-key');
    expect(app.text()).toMatch(/301 ED25519 renter@sandbox/);
    expect(app.text()).toMatch(/302 ED25519 me@laptop/);
    await app.press('menu.down', 'menu.pick');
    expect(app.prose()).toContain('Attached SSH key to');
    const sent = (await writes(app)).at(-1);
    const id = Number(/instances\/(\d+)\/ssh/.exec(sent?.path ?? '')?.[1]);
    expect(app.sandbox.snapshot().instances.find((one) => one.id === id)?.sshKeyIds).toContain(302);
    await app.press('instance.attach-key');
    expect(app.text()).toMatch(/302 ED25519 me@laptop +attached, Enter to detach/);
  });

  it.each(['drop', 'drop-after'])(
    'is not known where the answer is lost, and what the instance has is read again: %s',
    async (kind) => {
      const app = await openDeck({ world: { world: 'busy' } });
      await app.press('app.security', 'security.keys', 'keys.ssh');
      app.world.services.publicKeyFiles = async () => [{ name: 'id.pub', text: line }];
      await app.press('ssh-keys.add', 'menu.pick');
      await app.control('faults', { method: 'POST', path: '/api/v0/instances/*', kind });
      await app.press('app.instances', 'instance.attach-key', 'menu.down', 'menu.pick');
      await app.advance(40_000);
      expect(app.said().join()).toContain("Couldn't confirm that the SSH key was attached");
      expect((await writes(app)).filter(({ path }) => /instances\/.*\/ssh/.test(path))).toHaveLength(1);
      await app.press('instance.attach-key');
      expect(/302 ED25519 me@laptop +attached/.test(app.text())).toBe(kind === 'drop-after');
    },
  );

  it('that was refused is not sent again, and what it lacks is kept in mind', async () => {
    const app = await openDeck({ world: { world: 'busy' } });
    const fault = { method: 'DELETE', path: '/api/v0/instances/*', kind: 'status', status: 403 };
    await app.control('faults', fault);
    await app.press('app.instances', 'instance.attach-key', 'menu.pick');
    await app.past300ms();
    await app.press('dialog.yes');
    expect(app.prose()).toContain('It most likely lacks the permission instance_write.');
    await app.press('instance.stop');
    expect(app.dialog()).toBe('');
    expect(app.prose()).toContain('This key may not: it most likely lacks the permission instance_write');
    await app.press('app.offers', 'offer.rent');
    expect(app.place().screen).toBe('offers');
  });
});

describe('detaching a key from an instance', () => {
  const asked = async () => {
    const app = await openDeck({ world: { world: 'busy' } });
    await app.press('app.instances', 'instance.attach-key', 'menu.pick');
    expect(app.text()).toContain('Detach SSH key 301 from');
    return app;
  };
  const idsOf = async (app: TestDeck) => {
    const sent = (await writes(app)).at(-1);
    const id = Number(/instances\/(\d+)\/ssh/.exec(sent?.path ?? '')?.[1]);
    return app.sandbox.snapshot().instances.find((one) => one.id === id)?.sshKeyIds;
  };

  it('is asked about, says that no other opens it, and sends nothing before', async () => {
    const app = await asked();
    expect(app.prose()).toContain('only SSH key');
    await app.past300ms();
    await app.press('dialog.no');
    expect(await writes(app)).toEqual([]);
  });

  it('takes it off, and lists it as one that can be attached', async () => {
    const app = await asked();
    await app.past300ms();
    await app.press('dialog.yes');
    expect(app.prose()).toContain('Detached SSH key from');
    expect(await idsOf(app)).toEqual([]);
    await app.press('instance.attach-key');
    expect(app.text()).not.toContain('Enter to detach');
  });

  it('is not offered where it cannot be read which keys open it: nothing is sent then', async () => {
    const app = await openDeck({ world: { world: 'busy' } });
    await app.control('faults', { path: '/api/v0/instances/*', method: 'GET', kind: 'status', status: 400 });
    await app.press('app.instances', 'instance.attach-key');
    await app.advance(2_000);
    expect(app.text()).not.toContain('SSH key for 9');
    expect(app.prose()).toContain('HTTP 400');
    expect(await writes(app)).toEqual([]);
  });

  it('is not asked about over another screen, however late the keys come', async () => {
    const app = await openDeck({ world: { world: 'busy' } });
    await app.press('app.instances');
    await app.control('faults', { path: '/api/v0/ssh/', kind: 'delay', delay_ms: 5000 });
    await app.press('instance.attach-key', 'app.offers', 'offer.rent');
    const before = app.text();
    await app.advance(7_000);
    expect(app.text()).not.toContain('SSH key for 9');
    expect(before).not.toContain('SSH key for 9');
  });

  it('is possible for a key that the account has no more', async () => {
    const app = await openDeck({ world: { world: 'busy' } });
    await app.press('app.security', 'security.keys', 'keys.ssh', 'ssh-keys.remove');
    await app.past300ms();
    await app.press('dialog.yes', 'app.instances', 'instance.attach-key');
    expect(app.text()).toMatch(/301 ED25519 .* +attached, Enter to detach/);
  });

  it.each(['drop', 'drop-after'])(
    'is not known where the answer is lost, and what the instance has is read again: %s',
    async (kind) => {
      const app = await asked();
      await app.control('faults', { method: 'DELETE', path: '/api/v0/instances/*', kind });
      await app.past300ms();
      await app.press('dialog.yes');
      await app.advance(40_000);
      expect(app.said().join()).toContain("Couldn't confirm that the SSH key was detached");
      expect(await writes(app)).toHaveLength(1);
      await app.press('instance.attach-key');
      expect(/Enter to detach/.test(app.text())).toBe(kind === 'drop');
    },
  );
});
