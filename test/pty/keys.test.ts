import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ptyUnavailable } from '../support/pty.ts';
import { describeIf } from '../support/strict.ts';
import { type Deck, onOffers, openDialog, slow, startDeck } from './deck.ts';
import { type Service, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService('--offers', '300');
});
beforeEach(() => service.control('POST', '/reset'));
afterAll(() => service?.stop());

const paste = (text: string) => `\x1b[200~${text}\x1b[201~`;
const cursorAt = (line: number) => (lines: string[]) => lines[line]?.startsWith('▌') === true;
/** The line on which the list begins. */
const first = 5;

async function deckOnOffers(env: Record<string, string> = {}): Promise<Deck> {
  const deck = startDeck({ env: { ...service.env, ...env } });
  await onOffers(deck);
  return deck;
}

/** The rent form with all that it needs, at the field with this label. */
async function atField(label: string): Promise<Deck> {
  const deck = await deckOnOffers();
  deck.press('offer.rent');
  await deck.see('▌ Image');
  deck.write('a/b:1');
  await deck.see('a/b:1▌');
  for (let tabs = 0; tabs < 12 && !deck.text().includes(`▌ ${label} `); tabs += 1) {
    const before = focused(deck.screen());
    deck.write('\t');
    await deck.see((lines) => focused(lines) !== before);
  }
  expect(deck.text()).toContain(`▌ ${label} `);
  return deck;
}
const focused = (lines: string[]) => lines.find((line) => line.startsWith('▌'));

/** What would be sent, as the deck shows it. */
async function request(deck: Deck): Promise<string> {
  deck.press('form.json');
  await deck.see('The request');
  const text = deck.text();
  expect(text).not.toContain('cannot be sent');
  deck.press('pager.close');
  await deck.see((lines) => !lines.join('\n').includes('The request'));
  return text;
}

const writes = async () => {
  const { requests } = await service.control<{ requests: { method: string }[] }>('GET', '/log');
  return requests.filter(({ method }) => method === 'PUT' || method === 'DELETE');
};

describeIf(ptyUnavailable())('keys as terminals send them', () => {
  test('C101 an arrow that a slow line tore apart moves the cursor and types nothing', slow, async () => {
    const deck = await deckOnOffers({ SSH_CONNECTION: '192.0.2.1 50000 192.0.2.2 22' });
    for (let times = 1; times <= 3; times += 1) {
      deck.write('\x1b');
      // The line's delay: what is tested is that the rest comes a little later.
      await new Promise((resolve) => setTimeout(resolve, 10));
      deck.write('[B');
      await deck.see(cursorAt(first + times));
    }
    // "B" would have switched to bids.
    expect(deck.text()).toContain('on-demand');
  });

  test('C099 keys that come in one chunk are each pressed', slow, async () => {
    const deck = await deckOnOffers();
    deck.write('jjj');
    await deck.see(cursorAt(first + 3));
    deck.write('\x1b[B\x1b[B');
    await deck.see(cursorAt(first + 5));
    deck.write('kk\x1b[Aj');
    await deck.see(cursorAt(first + 3));
    deck.write('gj');
    await deck.see(cursorAt(first + 1));
  });

  test(
    'C099 text and Enter in one chunk fill a field and leave it, in a field of a list, a form and a dialog',
    slow,
    async () => {
      const id = await service.rent();
      const deck = await deckOnOffers();
      deck.press('list.filter');
      await deck.see('/▌');
      deck.write('3090\r');
      await deck.see(/\/3090 +\d+ of \d+/);
      await deck.see('? help');

      deck.press('offer.rent');
      await deck.see('▌ Image');
      deck.write('yes\r');
      await deck.see('▌ Label');
      expect(deck.text()).toMatch(/Image +yes/);

      deck.press('app.escape', 'app.escape');
      await deck.see('[1 Offers]');
      deck.press('app.instances');
      await deck.see(String(id));
      deck.press('instance.destroy');
      await openDialog(deck, `Destroy ${id}?`);
      deck.write(`${id}\r`);
      await deck.see(`Destroyed ${id}`);
    },
  );

  test(
    'C097 letters that are keys elsewhere are text in a field; Esc leaves the field, then the form',
    slow,
    async () => {
      const deck = await atField('Label');
      deck.write('squad?/q');
      await deck.see('squad?/q▌');
      expect(deck.text()).toContain('Rent offer');
      deck.press('app.escape');
      await deck.see((lines) => !lines.join('\n').includes('squad?/q▌'));
      expect(deck.text()).toMatch(/▌ Label +squad\?\/q/);
      deck.press('app.escape');
      await deck.see('[1 Offers]');
      expect(await writes()).toEqual([]);
    },
  );

  test('C098 a paste of three lines into Label is one line and sends nothing', slow, async () => {
    const deck = await atField('Label');
    const ways = [paste('one\ntwo\nthree'), paste('one\rtwo\rthree\r'), 'one\rtwo\rthree'];
    for (const bytes of ways) {
      deck.write(bytes);
      await deck.see('one two three▌');
      expect(focused(deck.screen())).toContain('Label');
      expect(await request(deck)).toContain('"label": "one two three"');
      deck.write('\x15');
      await deck.see(/▌ Label +▌empty: a mark/);
    }
    expect(await writes()).toEqual([]);
  });

  test('C098 a paste of three lines into On start keeps them and sends nothing', slow, async () => {
    const deck = await atField('On start');
    for (const bytes of [paste('one\ntwo\nthree'), '\rfour\rfive\rsix']) {
      deck.write(bytes);
      await deck.see(bytes.includes('six') ? 'six▌' : 'three▌');
    }
    expect(focused(deck.screen())).toContain('On start');
    expect(await request(deck)).toContain('"onstart": "one\\ntwo\\nthree\\nfour\\nfive\\nsix"');
    expect(await writes()).toEqual([]);
  });

  test('a paste where nothing can be typed is no keys', slow, async () => {
    const deck = await deckOnOffers();
    deck.write(paste('jjq\x03BD'));
    deck.write('j');
    await deck.see(cursorAt(first + 1));
    expect(deck.text()).toContain('[1 Offers]');
    expect(deck.text()).toContain('on-demand');
  });

  test(
    'C098 a paste without marks where nothing can be typed is no keys, however long it is',
    slow,
    async () => {
      const deck = await deckOnOffers();
      // More than a terminal hands over in one piece; each 2 would lead away.
      deck.write(`${'2jD'.repeat(1700)}\x1b[B`);
      await deck.see(cursorAt(first + 1));
      expect(deck.text()).toContain('[1 Offers]');
      deck.write('jj');
      await deck.see(cursorAt(first + 3));
      deck.write(`${'2'.repeat(5000)}\x03`);
      expect(await deck.exited).toEqual({ code: 0, signal: 0 });
      expect(await writes()).toEqual([]);
    },
  );

  test('C100 the editing keys of a shell, as terminals send them', slow, async () => {
    const deck = await atField('Label');
    const steps: [string, string][] = [
      ['alpha beta gamma', 'alpha beta gamma'],
      ['\x7f', 'alpha beta gamm'],
      ['\b', 'alpha beta gam'],
      ['\x17', 'alpha beta '],
      ['\x1b[H\x1b[3~X', 'Xlpha beta '],
      ['\x1b[C\x1b[C\x7f', 'Xlha beta '],
      ['\x1b[F!', 'Xlha beta !'],
      ['\x1b[D\x1b[D\x1b[3~', 'Xlha beta!'],
      // An empty field shows its default behind the cursor.
      ['\x1b[F\x15', '▌empty: a mark, as rd-k7m2qx'],
      // Joined signs are drawn in their parts, and are one step of the cursor still.
      ['a😀👨‍👩‍👧', 'a😀👨👩👧'],
      ['\x7f\x7f', 'a'],
    ];
    for (const [keys, text] of steps) {
      deck.write(keys);
      // Up to the column beside it there is nothing but the cursor and the line of an empty field.
      await deck.see((lines) =>
        new RegExp(`^▌ Label +${escaped(text)}[▌_ ]+GPU`, 'm').test(lines.join('\n')),
      );
    }
  });
});

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
