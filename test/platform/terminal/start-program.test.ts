import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { endLent, startProgram, withoutSecrets } from '../../../src/platform/terminal/start-program.ts';

describe('what another program is handed', () => {
  test('is the environment without the API key, however it is written', () => {
    const env = { PATH: '/bin', RIGDECK_API_KEY: 'k', Rigdeck_Api_Key: 'k', RIGDECK_API_KEY_FILE: '/k' };
    expect(withoutSecrets(env)).toEqual({ PATH: '/bin', RIGDECK_API_KEY_FILE: '/k' });
  });

  test.each([
    { how: 'that is handed on', env: { RIGDECK_API_KEY: 'secret', KEPT: 'yes' } },
    { how: 'of this process', env: undefined },
  ])('holds no key in the environment $how', async ({ env }) => {
    process.env.RIGDECK_API_KEY = 'secret';
    process.env.KEPT = 'yes';
    const script = "process.stdout.write(process.env.RIGDECK_API_KEY + ' ' + process.env.KEPT)";
    const child = startProgram(process.execPath, ['-e', script], { ...(env && { env }) });
    let said = '';
    child.stdout?.on('data', (chunk) => {
      said += chunk;
    });
    await once(child, 'close');
    delete process.env.RIGDECK_API_KEY;
    delete process.env.KEPT;
    expect(said).toBe('undefined yes');
  });
});

describe('what has the terminal when this process ends', () => {
  const never = () => new Promise<void>(() => {});
  const ended = ({ signalCode }: { signalCode: NodeJS.Signals | null }) => signalCode;

  test('ends by the same signal, and is waited for', async () => {
    const child = startProgram('sleep', ['100'], { stdio: 'inherit' });
    await once(child, 'spawn');
    await endLent('SIGHUP', never);
    expect(ended(child)).toBe('SIGHUP');
    expect(endLent('SIGHUP', never)).toBeUndefined();
  });

  test('is killed when it does not end in time', async () => {
    const deaf = "trap '' TERM; echo deaf; exec sleep 100";
    const child = startProgram('/bin/sh', ['-c', deaf], { stdio: ['inherit', 'pipe', 'inherit'] });
    await once(child.stdout as NodeJS.ReadableStream, 'data');
    await endLent('SIGTERM', async () => {});
    expect(ended(child)).toBe('SIGKILL');
  });

  test('is nothing that was only handed something, or that could not be started', async () => {
    const fed = startProgram('cat', [], { stdio: ['pipe', 'ignore', 'ignore'] });
    const absent = startProgram('/no/such/program', [], { stdio: 'inherit' });
    await once(absent, 'error');
    expect(endLent('SIGTERM', never)).toBeUndefined();
    fed.stdin?.end();
    expect(await once(fed, 'exit')).toEqual([0, null]);
  });
});
