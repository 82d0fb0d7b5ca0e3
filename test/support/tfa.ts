import { generateSync } from 'otplib';
import { expect, vi } from 'vitest';
import type { FlowGoal } from '../../src/engine/route.ts';
import type { Way } from '../../src/engine/two-factor/tfa-methods.ts';
import { type DeckOptions, openDeck, type TestDeck } from './deck.tsx';

export type Message = { channel: 'sms' | 'email'; to: string; code: string; sent_at: number };

export async function outbox(app: TestDeck): Promise<Message[]> {
  return ((await app.control('outbox', undefined, 'GET')) as { messages: Message[] }).messages;
}
/** The code that was sent last. */
export const lastCode = async (app: TestDeck): Promise<string> => (await outbox(app)).at(-1)?.code ?? '';
/** Six digits that are not the last code. */
export const wrongCode = async (app: TestDeck): Promise<string> => {
  const right = (await outbox(app)).map(({ code }) => code);
  return ['000001', '000002', '000003'].find((one) => !right.includes(one)) ?? '';
};

/** What an authenticator with this secret shows, `later` seconds from now by the sandbox's clock. */
export const totp = (app: TestDeck, secret: string, later = 0): string =>
  generateSync({
    secret,
    epoch: Math.floor((Date.now() + app.sandbox.snapshot().clockOffset) / 1000) + later,
  });

/** Types as a person does, key by key. */
export async function typeKeys(app: TestDeck, text: string): Promise<TestDeck> {
  for (const letter of text) await app.type(letter);
  return app;
}

/** Enters a code in one go, and waits until the deck has sent it by itself. */
export async function typeCode(app: TestDeck, code: string): Promise<TestDeck> {
  await app.type(code);
  return app.advance(200);
}

/** How often a call went out. */
export async function count(app: TestDeck, method: string, path: string): Promise<number> {
  return (await app.requests()).filter((one) => one.method === method && one.path === `/api/v0/tfa/${path}`)
    .length;
}

export const tfaCalls = async (app: TestDeck) =>
  (await app.requests()).filter(({ path }) => path.startsWith('/api/v0/tfa/'));

type Stored = ReturnType<TestDeck['sandbox']['snapshot']>['methods'][number];
export const appSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const backupCodes = ['AAAA-BBBB-CCC2', 'DDDD-EEEE-FFF3', 'GGGG-HHHH-JJJ4'] as const;
export const [backupCode, secondBackupCode] = backupCodes;

/** Puts methods into the account, as if they had been added long ago. */
export function withMethods(app: TestDeck, ...kinds: readonly ('totp' | 'sms')[]): void {
  const state = app.sandbox.snapshot();
  state.account.tfaStatus = 'enabled';
  kinds.forEach((method, index) => {
    const stored: Stored = {
      id: index + 1,
      method,
      label: method === 'totp' ? 'Phone app' : 'Work',
      primary: index === 0,
      failCount: 0,
      lockedUntil: null,
      createdAt: Date.now() - 86_400_000,
      lastUsed: null,
      ...(method === 'totp' ? { totpSecret: appSecret } : { phoneNumber: '+15555554417' }),
    };
    state.methods.push(stored);
  });
  state.backupCodes.push(...backupCodes.map((code) => ({ code })));
  app.sandbox.restore(state);
}

/** A deck at Security, and a flow opened from there as a person does, on the account as it was prepared. */
export async function openTfa(
  goal: FlowGoal,
  options: DeckOptions & { prefer?: Way; prepare?: (app: TestDeck) => unknown } = {},
): Promise<TestDeck> {
  const { prefer, prepare, ...rest } = options;
  const app = await openDeck({ ...rest, route: { screen: 'security' } });
  await prepare?.(app);
  await startTfa(app, goal, prefer);
  return app;
}

export async function startTfa(app: TestDeck, goal: FlowGoal, prefer?: Way): Promise<TestDeck> {
  app.lead({
    go: 'push',
    route: { screen: 'tfa', goal, ...(prefer === undefined ? {} : { prefer }) },
  });
  await vi.advanceTimersByTimeAsync(40);
  await app.idle();
  return app;
}

/** The secret that stands on the screen in groups of four. */
export function shownSecret(app: TestDeck): string {
  const groups = app.text().match(/(?<![A-Z2-7])(?:[A-Z2-7]{4} ){3}[A-Z2-7]{4}/g) ?? [];
  const secret = groups.join('').replaceAll(' ', '');
  expect(secret, app.text()).toHaveLength(32);
  return secret;
}

/** The ten backup codes on the screen, in their order. */
export function shownCodes(app: TestDeck): string[] {
  const found = [...app.text().matchAll(/(\d+) {2}([A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4})/g)];
  return found.sort((a, b) => Number(a[1]) - Number(b[1])).map(([, , code]) => code ?? '');
}

/** Takes the way whose row holds this word. */
export async function pickWay(app: TestDeck, word: string): Promise<TestDeck> {
  const rows = () => app.frame().filter((line) => /● ready|▲ |✗ none|none of these/.test(line));
  const wanted = rows().findIndex((line) => line.includes(word));
  expect(wanted, app.text()).toBeGreaterThanOrEqual(0);
  const at = rows().findIndex((line) => line.includes('▌'));
  for (let step = at; step < wanted; step += 1) await app.press('list.down');
  for (let step = at; step > wanted; step -= 1) await app.press('list.up');
  return app.press('tfa.go');
}

/** Ten new codes are on the screen: one is written down and read back. */
export async function keepCodes(app: TestDeck): Promise<string[]> {
  const codes = shownCodes(app);
  expect(codes).toHaveLength(10);
  await app.press('tfa.written', 'tfa.go');
  const asked = Number(/Type code (\d+) from/.exec(app.text())?.[1]);
  await app.type(codes[asked - 1] as string);
  await app.press('tfa.go');
  return codes;
}

/** Bodies that the deck has sent to a path since this was called, oldest first. */
export function bodiesTo(app: TestDeck, method: string, path: string): Record<string, unknown>[] {
  const bodies: Record<string, unknown>[] = [];
  const answer = app.sandbox.fetch;
  app.sandbox.fetch = async (request) => {
    if (request.method === method && new URL(request.url).pathname === `/api/v0/tfa/${path}`)
      bodies.push(JSON.parse(await request.clone().text()));
    return answer(request);
  };
  return bodies;
}

/** The screen as running text, without the QR code that may stand beside it. */
export const words = (app: TestDeck): string =>
  app
    .prose()
    .replace(/[█▀▄]+/g, ' ')
    .replace(/\s+/g, ' ');
