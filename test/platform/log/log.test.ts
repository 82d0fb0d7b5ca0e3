import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../../../src/base/clock.ts';
import { ApiError } from '../../../src/client/errors.ts';
import { buildCrashReport, writeCrashReport } from '../../../src/platform/log/crash-report.ts';
import { logWishes, openLog } from '../../../src/platform/log/log.ts';
import { createRedactor } from '../../../src/platform/log/redact.ts';
import { tempFolder } from '../files/temp-folder.ts';

const secret = 'a1b2c3d4-planted-secret';
const at = Date.UTC(2024, 4, 1, 10, 0, 0);

function setup(options: { level?: 'debug' | 'info'; maxBytes?: number } = {}) {
  const path = join(tempFolder(), 'state', 'rigdeck.log');
  const redactor = createRedactor();
  const log = openLog({ path, clock: manualClock(at), redactor, ...options });
  const lines = () =>
    readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  return { path, redactor, log, lines };
}

describe('the log', () => {
  it('is 0600, has a version line, and a JSON line for each event', () => {
    const { path, log, lines } = setup();
    log.info('started', { version: '1.0' });
    log.warn('slow', { ms: 1200, at: 5 });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(lines()).toEqual([
      { rigdeck: 'log', version: 1 },
      { at: '2024-05-01T10:00:00.000Z', level: 'info', event: 'started', version: '1.0' },
      { at: '2024-05-01T10:00:00.000Z', level: 'warn', event: 'slow', ms: 1200 },
    ]);
  });

  it('closes a file that was left open to others', () => {
    const { path, log } = setup();
    log.info('first');
    writeFileSync(path, '', { mode: 0o644 });
    const again = openLog({ path, clock: manualClock(at), redactor: createRedactor() });
    again.info('second');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('debug lines are written only when asked for', () => {
    const quiet = setup();
    quiet.log.debug('detail');
    expect(existsSync(quiet.path)).toBe(false);
    const loud = setup({ level: 'debug' });
    loud.log.debug('detail');
    expect(loud.lines().at(-1)).toMatchObject({ level: 'debug', event: 'detail' });
    expect(logWishes(true, {}).level).toBe('debug');
    expect(logWishes(false, { RIGDECK_DEBUG: 'api' }).level).toBe('debug');
    expect(logWishes(false, { RIGDECK_DEBUG: '0' }).level).toBe('info');
    expect(logWishes(false, {}).level).toBe('info');
  });

  it('C033 a planted key is nowhere in it, however it got there', () => {
    const { path, redactor, log } = setup({ level: 'debug' });
    redactor.add(secret);
    log.debug(`request with ${secret}`, {
      url: `https://api.example.com/x?api_key=${secret}`,
      headers: { Authorization: `Bearer ${secret}` },
      body: { api_key: secret, src: '/data' },
      error: new ApiError({
        kind: 'http',
        endpoint: 'x',
        method: 'GET',
        path: '/x',
        status: 401,
        msg: `bad ${secret}`,
      }),
    });
    const text = readFileSync(path, 'utf8');
    expect(text).not.toContain(secret);
    expect(text).toContain('/data');
    expect(text).toContain('401');
  });

  it('turns over at its size and keeps five files', () => {
    const { path, log } = setup({ maxBytes: 1000 });
    for (let i = 0; i < 100; i += 1) log.info('event', { i, text: 'x'.repeat(40) });
    const folder = join(path, '..');
    expect(readdirSync(folder).sort()).toEqual([
      'rigdeck.log',
      'rigdeck.log.1',
      'rigdeck.log.2',
      'rigdeck.log.3',
      'rigdeck.log.4',
    ]);
    for (const name of readdirSync(folder)) {
      const file = join(folder, name);
      expect(statSync(file).size).toBeLessThanOrEqual(1000);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(readFileSync(file, 'utf8').startsWith('{"rigdeck":"log","version":1}\n')).toBe(true);
    }
    expect(JSON.parse(readFileSync(path, 'utf8').trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
      i: 99,
    });
  });

  it('remembers its last fifty lines, also when it cannot be written', () => {
    const log = openLog({ path: '/dev/null/x.log', clock: manualClock(at), redactor: createRedactor() });
    for (let i = 0; i < 60; i += 1) log.info('event', { i });
    expect(log.last()).toHaveLength(50);
    expect(JSON.parse(log.last()[0] ?? '')).toMatchObject({ i: 10 });
    expect(log.last(1)).toHaveLength(1);
  });
});

describe('a crash report', () => {
  const facts = (error: unknown) => ({
    at,
    version: '1.0.0',
    platform: 'linux x64',
    node: 'v20.20.2',
    terminal: 'xterm-256color 80x24',
    screen: 'offers',
    money: '2 running, 1 outcome unknown',
    error,
    logLines: Array.from({ length: 60 }, (_, i) => `{"event":"line ${i} ${secret}"}`),
    home: '/home/me',
  });

  it('has what is needed to find the fault', () => {
    const text = buildCrashReport(facts(new Error('boom')), createRedactor());
    for (const part of [
      '1.0.0',
      'linux x64',
      'v20.20.2',
      'xterm-256color',
      'offers',
      '2 running',
      'Error: boom',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toContain('log.test.ts');
    expect(text).toContain('line 59');
    expect(text).not.toContain('line 9 ');
  });

  it('C033 has no secret and no home folder in it, in the stack or in the log lines', () => {
    const redactor = createRedactor();
    redactor.add(secret);
    const error = new Error(`failed with ${secret} in /home/me/x`);
    const text = buildCrashReport(facts(error), redactor);
    expect(text).not.toContain(secret);
    expect(text).not.toContain('/home/me');
    expect(text).toContain('~/x');
  });

  it('is a new 0600 file each time', () => {
    const dir = join(tempFolder(), 'state');
    const first = writeCrashReport(dir, facts('a text'), createRedactor());
    const second = writeCrashReport(dir, facts(undefined), createRedactor());
    if (!first.ok || !second.ok) throw new Error('expected two files');
    expect(first.path).not.toBe(second.path);
    expect(statSync(first.path).mode & 0o777).toBe(0o600);
    expect(readFileSync(first.path, 'utf8')).toContain('a text');
  });

  it('that cannot be written is said', () => {
    for (const dir of [undefined, '/dev/null/x']) {
      const outcome = writeCrashReport(dir, facts(new Error('x')), createRedactor());
      expect(outcome).toMatchObject({ ok: false, message: expect.stringMatching(/\w/) });
    }
  });
});
