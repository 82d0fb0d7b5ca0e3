import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ptyUnavailable } from '../support/pty.ts';
import { describeIf } from '../support/strict.ts';
import { restored, slow, startDeck, tempHome } from './deck.ts';
import { type Service, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService('--offers', '20');
});
afterAll(() => service?.stop());

const paste = (text: string) => `\x1b[200~${text}\x1b[201~`;

describeIf(ptyUnavailable())('signing in on a terminal', () => {
  test('C029 is possible where the library of the keyring does not load, which is said', slow, async () => {
    const home = tempHome();
    const broken = join(home, 'broken.cjs');
    writeFileSync(broken, `process.dlopen = () => { throw new Error('no such library'); };`);
    const env = { NODE_OPTIONS: `--require ${broken}`, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };
    const deck = startDeck({ home, env });
    await deck.see('cannot be used here: its library is');
    expect(deck.text()).toContain('(•) memory');
    deck.press('app.quit');
    expect(await deck.exited).toEqual({ code: 0, signal: 0 });
  });

  test('C034 leaves neither a wrong key nor the next one in the terminal', slow, async () => {
    const { RIGDECK_API_KEY: right = '', RIGDECK_BASE_URL: url = '' } = service.env;
    const wrong = 'wrong111wrong222wrong333wrong444';
    const deck = startDeck();
    await deck.see('Check and enter');
    deck.write(url);
    await deck.see(url);
    deck.write('\t');
    await deck.see(/▌ API key/);
    deck.write(paste(wrong));
    await deck.see(/•{8}/);
    deck.write('\r');
    await deck.see('not accepted');
    deck.write('\x15');
    await deck.see((lines) => !/•{8}/.test(lines.join()));
    deck.write(paste(right));
    await deck.see(/•{8}/);
    deck.press('app.quit');
    await deck.exited;
    expect(deck.modes()).toEqual(restored);
    for (const key of [wrong, right]) {
      expect(deck.raw()).not.toContain(key);
      expect(deck.history().join('\n')).not.toContain(key);
    }
  });
});
