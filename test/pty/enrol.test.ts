import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { ptyUnavailable } from '../support/pty.ts';
import { palettes, readQr } from '../support/qr-reader.ts';
import { describeIf } from '../support/strict.ts';
import { type Deck, onOffers, openDialog, restored, slow, startDeck, tempHome } from './deck.ts';
import { type Service, startService } from './service.ts';

const size = { cols: 80, rows: 24 };

/** The code that the service sent last, as the mailbox of the account shows it. */
async function mailedCode(service: Service): Promise<string> {
  const { messages } = await service.control<{ messages: { code: string }[] }>('GET', '/outbox');
  return messages.at(-1)?.code ?? '';
}

/** The screen of Security, its status read. */
async function onSecurity(deck: Deck, status: string): Promise<void> {
  await onOffers(deck);
  deck.press('app.security');
  await deck.see(status);
}

/** From Security to the QR code; answers what a phone reads off the screen. */
async function toSecret(deck: Deck, service: Service): Promise<string> {
  deck.press('security.add');
  await openDialog(deck, 'Add a method');
  deck.write('t');
  await deck.see('A code was sent by e-mail to renter@example.com');
  deck.write(await mailedCode(service));
  await deck.see('Then enter the code it shows');
  const uri = await readQr(deck.raw(), size, palettes.dark);
  expect(uri, deck.text()).toMatch(/^otpauth:\/\/totp\//);
  return new URL(uri as string).searchParams.get('secret') as string;
}

/** Enters what an authenticator with the secret shows by the service's clock; ten codes come. */
async function toCodes(deck: Deck, secret: string): Promise<string[]> {
  deck.write(generateSync({ secret }));
  await deck.see('Shown once.');
  const shown = [...deck.text().matchAll(/(\d+) {2}([A-Z0-9]{4}(?:-[A-Z0-9]{4}){2})/g)];
  const codes = shown.sort((a, b) => Number(a[1]) - Number(b[1])).map(([, , code]) => code as string);
  expect(codes).toHaveLength(10);
  return codes;
}

/** The text of every file below a folder, by its path. */
function filesBelow(folder: string): Map<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  const files = paths.filter((path) => statSync(path).isFile());
  return new Map(files.map((path) => [path, readFileSync(path, 'utf8')]));
}

describeIf(ptyUnavailable())('the first authenticator in a terminal', () => {
  test('is enrolled at 80x24, its backup codes kept in a new file and read back from it', slow, async () => {
    const service = await startService('--offers', '300');
    try {
      const home = tempHome();
      const deck = startDeck({ ...size, home, env: { ...service.env, COLORTERM: 'truecolor' } });
      await onSecurity(deck, 'Two-factor is OFF');
      const secret = await toSecret(deck, service);
      const codes = await toCodes(deck, secret);

      deck.press('tfa.save');
      await deck.see('Save to this new file');
      const name = /~\/(rigdeck-backup-codes-\d{4}-\d\d-\d\d\.txt)/.exec(deck.text())?.[1] as string;
      deck.press('tfa.go');
      await deck.see(`[x] f  saved    ~/${name}  0600, new file`);
      const path = join(home, name);
      expect(statSync(path).mode & 0o777).toBe(0o600);

      deck.press('tfa.go');
      await deck.see('from your own copy:');
      for (const code of codes) expect(deck.text()).not.toContain(code);
      const asked = /Type code (\d+) from/.exec(deck.text())?.[1] as string;
      const kept = new RegExp(`^ *${asked}  (\\S+)$`, 'm').exec(readFileSync(path, 'utf8'))?.[1] as string;
      deck.write(kept);
      await deck.see(kept);
      deck.press('tfa.go');
      await deck.see('was added, and two-factor is on.');
      deck.press('tfa.go');
      await deck.see(/Two-factor is ON · 1 method · 10 of 10 backup codes/);

      deck.press('app.quit');
      expect(await deck.exited).toEqual({ code: 0, signal: 0 });
      expect(deck.modes()).toEqual(restored);
      const left = new Map([...filesBelow(home), ['the terminal', deck.history().join('\n')]]);
      left.delete(path);
      for (const secretText of [secret, secret.slice(0, 4).concat(' ', secret.slice(4, 8)), ...codes])
        for (const [where, text] of left) expect(text, where).not.toContain(secretText);
    } finally {
      await service.stop();
    }
  });
});
