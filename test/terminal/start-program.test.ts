import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { startProgram, withoutSecrets } from '../../src/terminal/start-program.ts';

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
