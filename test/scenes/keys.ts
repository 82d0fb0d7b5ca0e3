import type { TestDeck } from '../support/deck.tsx';
import { scenesOf } from './scene.ts';

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

export const keyScenes = scenesOf({
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
});
