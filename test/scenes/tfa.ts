import type { TestDeck } from '../support/deck.tsx';
import {
  appSecret,
  lastCode,
  pickWay,
  shownSecret,
  startTfa,
  totp,
  typeCode,
  withMethods,
} from '../support/tfa.ts';
import { type Scenes, scenesOf } from './scene.ts';

const both = (app: TestDeck) => withMethods(app, 'totp', 'sms');

async function enrolling(app: TestDeck): Promise<string> {
  await startTfa(app, { kind: 'add', method: 'totp' });
  await typeCode(app, await lastCode(app));
  return shownSecret(app);
}

async function newCodes(app: TestDeck) {
  withMethods(app, 'totp');
  app.world.services.saveNewFile = async (path) => ({
    ok: true,
    path: path.replace('~', '/home/me'),
    warnings: [],
  });
  await startTfa(app, { kind: 'regen' }, { kind: 'totp' });
  await typeCode(app, totp(app, appSecret));
  await app.press('tfa.go');
}

/** Every step of the two-factor flows, as a person meets it. */
const flows = scenesOf(
  {
    'tfa-prove': async (app) => {
      await startTfa(app, { kind: 'add', method: 'totp' });
      await app.type('4');
      await app.type('9');
    },
    'tfa-refused': async (app) => {
      both(app);
      await startTfa(app, { kind: 'login' });
      await typeCode(app, '000000');
    },
    'tfa-locked': async (app) => {
      both(app);
      await startTfa(app, { kind: 'login' }, { kind: 'sms' });
      for (const code of ['000001', '000002', '000003']) await typeCode(app, code);
    },
    'tfa-backup': async (app) => {
      both(app);
      await startTfa(app, { kind: 'login' }, { kind: 'backup' });
      for (const letter of 'k7qf93x') await app.type(letter);
    },
    'tfa-remove-last': async (app) => {
      withMethods(app, 'totp');
      await startTfa(app, { kind: 'remove', targetId: 1, turnOff: true });
      await pickWay(app, ' app ');
    },
    'tfa-enrol': async (app) => {
      await enrolling(app);
      await app.press('tfa.field');
      await app.type('Phone, Aegis');
      await app.press('tfa.go');
      for (const digit of '492') await app.type(digit);
    },
    'tfa-enrol-refused': async (app) => {
      await enrolling(app);
      await typeCode(app, '000000');
    },
    'tfa-cannot-scan': async (app) => {
      await enrolling(app);
      await app.press('tfa.words');
    },
    'tfa-phone': async (app) => {
      withMethods(app, 'totp');
      await startTfa(app, { kind: 'add', method: 'sms' });
      await typeCode(app, totp(app, appSecret));
      await app.type('+1 (555) 555-0122');
    },
    'tfa-text-code': async (app) => {
      withMethods(app, 'totp');
      await startTfa(app, { kind: 'add', method: 'sms' });
      await typeCode(app, totp(app, appSecret));
      await app.type('+15555550122');
      await app.press('tfa.go');
    },
    'tfa-turn-off': async (app) => {
      withMethods(app, 'totp');
      await startTfa(app, { kind: 'remove', targetId: 1 });
    },
    'tfa-unclear': async (app) => {
      both(app);
      await startTfa(app, { kind: 'login' });
      await app.control('faults', { path: '/api/v0/tfa/', method: 'POST', kind: 'drop-after' });
      await app.control('faults', { path: '/api/v0/tfa/status/', kind: 'status', status: 403 });
      await typeCode(app, totp(app, appSecret));
    },
    'tfa-session': async (app) => {
      withMethods(app, 'totp');
      await startTfa(app, { kind: 'add', method: 'sms' });
      await typeCode(app, totp(app, appSecret));
      const body = { success: false, error: 'auth_error', msg: 'Session expired. Please log in again.' };
      await app.control('faults', { path: '/api/v0/tfa/sms/', kind: 'status', status: 404, body });
      await app.type('+15555550122');
      await app.press('tfa.go');
    },
    'tfa-stuck': async (app) => {
      await app.control('account', { team_context: true });
      await startTfa(app, { kind: 'add', method: 'totp' });
    },
    'tfa-legacy': async (app) => {
      await app.control('account', { tfa_status: 'legacy' });
      await startTfa(app, { kind: 'add', method: 'totp' });
    },
    'tfa-codes': async (app) => {
      await newCodes(app);
      await app.press('tfa.save', 'tfa.go');
    },
    'tfa-codes-path': async (app) => {
      await newCodes(app);
      await app.press('tfa.save');
    },
    'tfa-codes-asked': async (app) => {
      await newCodes(app);
      await app.press('tfa.written', 'tfa.go');
      await app.type('AAAA-BBBB-CCC2');
      await app.press('tfa.go');
    },
    'tfa-done': async (app) => {
      both(app);
      await startTfa(app, { kind: 'remove', targetId: 2 }, { kind: 'totp' });
      await typeCode(app, totp(app, appSecret));
      await app.press('tfa.go');
    },
  },
  { options: { route: { screen: 'security' } } },
);

/** A call of which no answer comes: the sign stands still, so that the frame is the same each time. */
const waits = scenesOf(
  {
    'tfa-long-wait': async (app) => {
      both(app);
      await startTfa(app, { kind: 'regen' }, { kind: 'totp' });
      await app.control('faults', { path: '/api/v0/tfa/regen-backup-codes/', kind: 'hang' });
      await app.type('492817');
      await app.press('tfa.go');
      await app.advance(16_000);
    },
    'tfa-enrol-long-wait': async (app) => {
      await enrolling(app);
      await app.control('faults', { path: '/api/v0/tfa/confirm-new/', kind: 'hang' });
      await typeCode(app, '492817');
      await app.advance(16_000);
    },
  },
  { options: { route: { screen: 'security' }, still: true } },
);

export const tfaScenes: Scenes = { ...flows, ...waits };
