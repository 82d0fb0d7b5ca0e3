import { describe, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from './support/deck.tsx';
import { expectAsciiFrame, expectFrame, sizes } from './support/frames.ts';

simulatedTime();

const toKeys = async (app: TestDeck) => {
  const inner = { 'api.instance.request_logs': { constraints: { id: { eq: 1227 } } } };
  await app.control('keys', { permissions: { api: { misc: {}, user_read: {}, instance_read: inner } } });
  await app.press('app.security', 'security.keys');
};
const toForm = async (app: TestDeck) => {
  await toKeys(app);
  await app.press('keys.new');
  await app.fill({ Name: 'ci runner' });
  await app.focus('billing_read');
  await app.type(' ');
};
const toValue = async (app: TestDeck) => {
  await toForm(app);
  await app.press('form.submit', 'key.written');
};
const toSshKeys = async (app: TestDeck) => {
  await app.press('app.security', 'security.keys', 'keys.ssh');
};

const scenes: Record<string, (app: TestDeck) => Promise<unknown>> = {
  keys: toKeys,
  'keys-delete': async (app) => {
    await toKeys(app);
    await app.press('keys.delete');
  },
  'keys-not-given': async (app) => {
    await app.control('faults', { path: '/api/v0/auth/apikeys/', kind: 'status', status: 404, times: 9 });
    await app.press('app.security', 'security.keys');
  },
  'new-key': toForm,
  'key-value': toValue,
  'ssh-keys': toSshKeys,
  'ssh-keys-remove': async (app) => {
    await toSshKeys(app);
    await app.press('ssh-keys.remove');
  },
  'ssh-keys-refused': async (app) => {
    await toSshKeys(app);
    await app.press('ssh-keys.add');
    await app.past300ms();
    await app.type('\x1b[200~-----BEGIN OPENSSH PRIVATE KEY-----\x1b[201~');
  },
};

describe.each(sizes)('at %ix%i', (cols, rows) => {
  it.each(Object.entries(scenes))('%s looks as it was agreed', async (name, steps) => {
    const app = await openDeck({ cols, rows });
    await steps(app);
    await expectFrame(app, name, [cols, rows]);
  });
});

it.each([
  ['keys', toKeys],
  ['new-key', toForm],
  ['key-value', toValue],
] as const)('%s is drawn in ASCII alone where there is no Unicode', async (name, steps) => {
  const app = await openDeck({ ascii: true });
  await steps(app);
  await expectAsciiFrame(app, name);
});
