import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leaksIn } from '../support/planted.ts';
import { ptyUnavailable } from '../support/pty.ts';
import { describeIf } from '../support/strict.ts';
import { type Deck, homeWithSsh, onOffers, openDialog, restored, slow, startDeck } from './deck.ts';
import { type Service, startService } from './service.ts';

const image = 'pytorch/pytorch:2.6.0-cuda12.6';

/** From the list of offers to the screen of the new instance, whose id is answered. */
async function rent(deck: Deck): Promise<number> {
  await onOffers(deck);
  deck.press('list.down', 'offer.rent');
  await deck.see('Rent offer');
  deck.write(image);
  await deck.see(image);
  deck.press('rent.review');
  await openDialog(deck, 'Rent this machine?');
  deck.press('dialog.yes');
  await deck.see(/rented as \d+/);
  await deck.see('History');
  return Number(/rented as (\d+)/.exec(deck.text())?.[1]);
}

async function watchBoot(deck: Deck, service: Service): Promise<void> {
  await deck.see('◌ provisioning');
  await service.control('POST', '/clock', { advance_s: 16 });
  deck.press('app.refresh');
  await deck.see('◐ loading');
  await service.control('POST', '/clock', { advance_s: 300 });
  deck.press('app.refresh');
}

/** The ssh line, a session of ssh and back, stop, destroy, quit. */
async function liveWith(deck: Deck): Promise<void> {
  await deck.see('● running');
  const line = /ssh -p (\d+) root@(\S+)/.exec(deck.text());
  expect(line, deck.text()).not.toBeNull();
  deck.press('instance.ssh');
  await deck.see('connected by:');
  expect(deck.modes().alternateScreen).toBe(false);
  // What is announced is what is run, to the letter; the terminal breaks it over lines.
  const said = deck.text().replaceAll('\n', '');
  const given = /connected by: (.+)$/.exec(said)?.[1];
  expect(given).toContain(`-p ${line?.[1]} root@${line?.[2]}`);
  expect(said).toContain(`ssh ${given}connected by:`);
  deck.write('\r');
  await deck.see('ssh ended');

  deck.press('instance.stop');
  await openDialog(deck, '[ Cancel ]');
  deck.press('dialog.yes');
  await deck.see('○ stopped');

  deck.press('instance.destroy');
  await openDialog(deck, '[ Cancel ]');
  // A machine rented without a label bears a tag of rigdeck's own: the dialog says what to type.
  const phrase = /Type (\S+) to confirm/.exec(deck.text())?.[1] ?? '';
  deck.write(phrase);
  await deck.see('[ Destroy ]');
  deck.write('\r');
  await deck.see('u cancel');
  deck.write('\r');
  await deck.see(`Destroyed ${phrase}`);
  await deck.see('No instances.');

  deck.press('app.back');
  expect(await deck.exited).toEqual({ code: 0, signal: 0 });
  expect(deck.modes()).toEqual(restored);
}

/** C033 The key is in nothing that reached the terminal, its title included, in no file, and in no child's environment. */
function expectNoKey(deck: Deck, key: string): void {
  const files = readdirSync(deck.home, { recursive: true, encoding: 'utf8' })
    .map((name) => join(deck.home, name))
    .filter((file) => statSync(file).isFile());
  const kinds = [/rigdeck\.log$/, /rents\.jsonl$/, /ssh-env$/, /frame-\w+\.bin$/];
  expect(kinds.filter((kind) => !files.some((file) => kind.test(file)))).toEqual([]);
  for (const file of files) expect(leaksIn(readFileSync(file, 'latin1'), { key }), file).toEqual([]);
  for (const file of files.filter((file) => !/bin\/ssh$|ssh-env$/.test(file)))
    expect(statSync(file).mode & 0o077, file).toBe(0);
  expect(leaksIn(deck.raw(), { key })).toEqual([]);
}

describeIf(ptyUnavailable())('the main job in a terminal', () => {
  test.each([
    // A boot of seconds, found by the poll that comes by itself.
    { cols: 80, rows: 24, speed: '60', watch: async () => {} },
    // A boot that stands still until its clock is moved, so that each state can be seen.
    { cols: 120, rows: 40, speed: '0.01', watch: watchBoot },
  ])('finds, rents, watches, connects, stops and destroys by keys at $cols x $rows', slow, async (at) => {
    const service = await startService('--speed', at.speed);
    try {
      const { home, PATH } = homeWithSsh();
      const deck = startDeck({ ...at, home, env: { ...service.env, PATH, RIGDECK_DEBUG: 'api' } });
      const id = await rent(deck);
      await at.watch(deck, service);
      await liveWith(deck);
      expect(deck.text()).toContain('rigdeck: nothing is rented, nothing costs money.');
      expectNoKey(deck, service.apiKey);
      const { instances, charges } = await service.ledger();
      expect(instances).toMatchObject([{ id, destroyed_at: expect.any(Number) }]);
      expect(charges.every(({ instance_id }) => instance_id === id)).toBe(true);
      const { requests } = await service.control<{ requests: { method: string; path: string }[] }>(
        'GET',
        '/log',
      );
      expect(requests.filter(({ method }) => method === 'PUT' || method === 'DELETE')).toMatchObject([
        { method: 'PUT', path: expect.stringContaining('/asks/') },
        { method: 'PUT', path: `/api/v0/instances/${id}/` },
        { method: 'DELETE', path: `/api/v0/instances/${id}/` },
      ]);
    } finally {
      await service.stop();
    }
  });

  test('does the same on the embedded sandbox, with no account and no network', slow, async () => {
    const { home, PATH } = homeWithSsh();
    // Five minutes pass at each signal: a boot takes as long here as it does at a real service.
    const before = `const now = Date.now; let ahead = 0; Date.now = () => now() + ahead;
      process.on('SIGUSR1', () => { ahead += 300_000; });`;
    const deck = startDeck({ args: ['--sandbox'], home, env: { PATH }, before });
    await rent(deck);
    process.kill(deck.pid, 'SIGUSR1');
    // Where a read is due at that moment it comes first, and the boot is over before its five minutes are drawn.
    await deck.see(/^ +5m .*▓▓▓|● running/m);
    deck.press('app.refresh');
    await liveWith(deck);
    expect(deck.text()).toContain('rigdeck: the sandbox is gone with its machines; nothing costs money.');
  });
});
