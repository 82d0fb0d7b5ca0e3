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

const colours = ({ env }: Service) => ({ ...env, COLORTERM: 'truecolor' });

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
  return shownCodes(deck);
}

/** The ten codes on the screen, in their order. */
async function shownCodes(deck: Deck): Promise<string[]> {
  await deck.see('Shown once');
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

/** No secret lies in the home, but for the file it was saved to, or stands in the terminal's scrollback. */
function nothingLeft(deck: Deck, secret: string, codes: readonly string[], saved?: string): void {
  const left = filesBelow(deck.home);
  expect([...left.keys()].some((path) => path.endsWith('rigdeck.log'))).toBe(true);
  left.set('the terminal', deck.history().join('\n'));
  if (saved !== undefined) left.delete(saved);
  const inFours = secret.replace(/.{4}(?=.)/g, '$& ');
  for (const [where, text] of left)
    for (const hidden of [secret, inFours.slice(0, 19), ...codes]) expect(text, where).not.toContain(hidden);
}

describeIf(ptyUnavailable())('the first authenticator in a terminal', () => {
  test(
    'C053 is enrolled at 80x24, its backup codes kept in a new file and read back from it',
    slow,
    async () => {
      const service = await startService('--offers', '300');
      try {
        const home = tempHome();
        const deck = startDeck({ ...size, home, args: ['--debug'], env: colours(service) });
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
        for (const code of codes) expect(readFileSync(path, 'utf8')).toContain(code);

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
        expect(deck.text()).toContain('rigdeck: nothing is rented');
        nothingLeft(deck, secret, codes, path);
      } finally {
        await service.stop();
      }
    },
  );

  test(
    'C053 that a power cut took before its codes were kept: Security says so, and makes new ones',
    slow,
    async () => {
      const service = await startService('--offers', '300');
      try {
        const home = tempHome();
        const deck = startDeck({ ...size, home, args: ['--debug'], env: colours(service) });
        await onSecurity(deck, 'Two-factor is OFF');
        const secret = await toSecret(deck, service);
        const codes = await toCodes(deck, secret);
        deck.kill('SIGKILL');
        expect((await deck.exited).signal).toBe(9);

        const again = startDeck({ ...size, home, args: ['--debug'], env: colours(service) });
        await onSecurity(again, 'Two-factor is ON · 1 method · 10 of 10 backup codes');
        await again.see(/They came \S+ ago and were not shown to be kept/);
        expect(again.text().replace(/\s+/g, ' ')).toContain(
          'without a copy they are lost, and B makes ten new ones',
        );
        again.press('security.codes');
        await openDialog(again, 'Make new backup codes?');
        again.write('new codes');
        await again.see('[ Go on ]');
        again.write('\r');
        await again.see('How do you want to prove that it is you?');
        // The code of the authenticator was used up: the mailbox proves it as well.
        again.press('list.down');
        await again.see(/▌ +e-mail/);
        again.press('tfa.go');
        await again.see('A code was sent by e-mail');
        const code = await mailedCode(service);
        again.write(code);
        await again.see(new RegExp([...code].join(' │ ').replace(/^(.{9}) │ /, '$1 │ │ ')));
        again.press('tfa.go');
        const renewed = await shownCodes(again);
        expect(renewed).not.toEqual(codes);
        again.press('tfa.written', 'tfa.go');
        await again.see('from your own copy:');
        const asked = Number(/Type code (\d+) from/.exec(again.text())?.[1]);
        again.write(renewed[asked - 1] as string);
        await again.see(renewed[asked - 1] as string);
        again.press('tfa.go');
        await again.see('The new backup codes count from now on');
        again.press('tfa.go');
        await again.see(/Two-factor is ON · 1 method · 10 of 10 backup codes/);
        expect(again.text()).not.toContain('were not shown to be kept');
        again.press('app.quit');
        expect(await again.exited).toEqual({ code: 0, signal: 0 });
        nothingLeft(again, secret, [...codes, ...renewed]);
      } finally {
        await service.stop();
      }
    },
  );
});
