import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Spawn } from '../../../src/platform/terminal/child.ts';
import { printText } from '../../../src/platform/terminal/printer.ts';

const codes = 'AAAA-BBBB-CCC2\n';
const never = () => new Promise<void>(() => {});

/** A printer program that ends as `how` says, and remembers what it was given. */
function printer(how: { code?: number; error?: string; hangs?: true }) {
  const given = { argv: [] as string[], text: '', killed: false };
  const spawn: Spawn = (command, args) => {
    given.argv = [command, ...args];
    const stdin = new PassThrough();
    const child = Object.assign(new EventEmitter(), {
      stdin,
      kill: () => {
        given.killed = true;
        return true;
      },
    });
    stdin.on('data', (chunk: Buffer) => {
      given.text += chunk.toString('utf8');
    });
    stdin.on('end', () => {
      if (how.error !== undefined) child.emit('error', Object.assign(new Error(), { code: how.error }));
      else if (how.hangs === undefined) child.emit('exit', how.code ?? 0);
    });
    return child as unknown as ReturnType<Spawn>;
  };
  return { given, spawn };
}

describe('printing', () => {
  it('hands the text to lp on its input and never as an argument', async () => {
    const { given, spawn } = printer({});
    expect(await printText(codes, { spawn, sleep: never })).toEqual({
      ok: true,
      text: 'Sent to the printer',
    });
    expect(given.text).toBe(codes);
    expect(given.argv[0]).toBe('lp');
    expect(given.argv.join(' ')).not.toContain('AAAA');
  });

  it.each([
    [{ code: 1 }, /default printer/],
    [{ error: 'ENOENT' }, /no lp on this computer/],
  ])('says why not: %j', async (how, why) => {
    const outcome = await printText(codes, { spawn: printer(how).spawn, sleep: never });
    expect(outcome.ok).toBe(false);
    expect(outcome.text).toMatch(why);
  });

  it('ends one that hangs', async () => {
    const { given, spawn } = printer({ hangs: true });
    const outcome = await printText(codes, { spawn, sleep: async () => {} });
    expect(outcome).toEqual({ ok: false, text: 'lp did not answer' });
    expect(given.killed).toBe(true);
  });

  it('says so when no program can be started at all', async () => {
    const spawn: Spawn = () => {
      throw new Error('no');
    };
    expect((await printText(codes, { spawn, sleep: never })).ok).toBe(false);
  });
});
