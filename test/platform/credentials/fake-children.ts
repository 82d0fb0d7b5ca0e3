import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { manualClock } from '../../../src/base/clock.ts';
import { keychainStore, type Spawn } from '../../../src/platform/credentials/keychain-store.ts';
import type { KeychainReply, KeychainRequest } from '../../../src/platform/credentials/keytar-child.ts';

export type Call = {
  args: string[];
  env: NodeJS.ProcessEnv;
  request: KeychainRequest | undefined;
  killed: boolean;
};

/** Stands for the keyring child: answers as told, dies without a word, or never answers. */
export function fakeChildren(
  answer: (request: KeychainRequest, nth: number) => KeychainReply | 'hang' | 'die',
) {
  const calls: Call[] = [];
  const spawn: Spawn = (_command: string, args: string[], options: SpawnOptions) => {
    const call: Call = { args, env: { ...options.env }, request: undefined, killed: false };
    calls.push(call);
    const nth = calls.length;
    const stdin = new PassThrough();
    const stdout = new PassThrough();
    const child = Object.assign(new EventEmitter(), {
      stdin,
      stdout,
      kill: () => {
        call.killed = true;
        return true;
      },
    });
    let text = '';
    stdin.on('data', (chunk) => {
      text += chunk;
    });
    stdin.on('end', () => {
      call.request = JSON.parse(text);
      const reply = answer(call.request as KeychainRequest, nth);
      if (reply === 'hang') return;
      if (reply !== 'die') stdout.write(`${JSON.stringify(reply)}\n`);
      stdout.end(() => child.emit('close', reply === 'die' ? 139 : 0));
    });
    return child as unknown as ChildProcess;
  };
  return { calls, spawn };
}

/** A keyring store over fake children, on a desktop whose clock stands still. */
export function fakeKeychain(answer: Parameters<typeof fakeChildren>[0], env: Record<string, string> = {}) {
  const clock = manualClock(0);
  const { calls, spawn } = fakeChildren(answer);
  const store = keychainStore({
    spawn,
    entry: '/opt/rigdeck.js',
    clock,
    env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus', ...env },
    platform: 'linux',
  });
  return { store, clock, calls };
}

/** A child that keeps what it is given, as an unlocked keyring does. */
export function keyringAnswers(entries = new Map<string, string>()) {
  return (request: KeychainRequest): KeychainReply => {
    switch (request.op) {
      case 'probe':
        return { ok: true, value: true };
      case 'get':
        return { ok: true, value: entries.get(request.account) ?? null };
      case 'set':
        entries.set(request.account, request.secret);
        return { ok: true, value: true };
      case 'delete':
        return { ok: true, value: entries.delete(request.account) };
      case 'list':
        return { ok: true, value: [...entries.keys()] };
    }
  };
}

export const failing = (error: string, stage: 'load' | 'call' = 'call'): KeychainReply => ({
  ok: false,
  stage,
  error,
});
