import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { labelled } from '../support/rent.ts';

simulatedTime();

const screen = (app: TestDeck) => app.place().screen;

/** Opens the palette by its key that no text field takes, and takes the first thing found. */
async function go(app: TestDeck, words: string) {
  await app.type('\x10');
  await app.type(words);
  await app.type('\r');
}

/** The row of the list above the line that Enter takes. */
const lit = (app: TestDeck) => app.frame().findLast((row) => row.startsWith('▌')) ?? '';

const places = [
  ['offers', 'offers'],
  ['inst', 'instances'],
  ['instances', 'instances'],
  ['groups', 'groups'],
  ['copy', 'copy'],
  ['2fa', 'security'],
  ['money', 'money'],
  ['calls', 'calls'],
  ['keys', 'keys'],
  ['ssh-keys', 'ssh-keys'],
  ['volumes', 'volumes'],
] as const;

describe('the palette', () => {
  it.each(places.filter(([, to]) => to !== 'copy'))('leads from the copy form to :%s', async (name, to) => {
    const app = await openDeck();
    await app.press('app.copy');
    await go(app, name);
    expect(screen(app)).toBe(to);
  });

  it.each(places)('leads from a text field of the new API key form to :%s', async (name, to) => {
    const app = await openDeck();
    await go(app, 'keys');
    await app.press('keys.new');
    await go(app, name);
    expect(screen(app)).toBe(to);
  });

  it('opens with a colon on a choice of a form, and keeps what was typed in it', async () => {
    const app = await openDeck();
    await app.press('app.copy');
    await app.fill({ 'To cloud': 'runs/a' });
    for (let i = 0; i < 4; i += 1) await app.press('form.previous');
    await app.type(':');
    await app.type('offers');
    await app.type('\r');
    expect(screen(app)).toBe('offers');
    await app.press('app.copy');
    expect(app.text()).toContain('runs/a');
  });

  it('keeps the form of a new key too', async () => {
    const app = await openDeck();
    await go(app, 'keys');
    await app.press('keys.new');
    await app.fill({ Name: 'ci runner' });
    await go(app, 'instances');
    expect(screen(app)).toBe('instances');
    await go(app, 'keys');
    await app.press('keys.new');
    expect(app.text()).toContain('ci runner');
  });

  it('names the act on the selection first where no place is called so', async () => {
    const app = await openDeck();
    await app.press('app.instances', 'app.palette');
    await app.type('stop');
    expect(lit(app)).toContain('Stop instance');
  });

  it('leads nowhere from a value that is shown once, and says why', async () => {
    const app = await openDeck();
    await go(app, 'keys');
    await app.press('keys.new');
    await app.fill({ Name: 'ci runner' });
    await app.press('form.submit');
    await go(app, 'volumes');
    expect(screen(app)).toBe('key-value');
    expect(app.prose()).toContain('This key is shown once: keep a copy');
  });
});

/** The whole line in one chunk, as somebody types who knows what it is. */
const command = async (app: TestDeck, line: string) => {
  await app.type(`:${line}\r`);
  // A long chunk takes a few turns more than it takes a frame to stand still.
  await app.idle();
};
const busy = () => openDeck({ world: { world: 'busy' } });
const idOf = async (app: TestDeck, label: string) => (await labelled(app, label))[0];

describe('ux row 8, verbs of the command line', () => {
  it('act on the instance that is named, from any screen, through their question', async () => {
    const app = await busy();
    await command(app, 'stop train-a');
    expect(app.text()).toContain('Stop ');
    expect(app.dialog()).toContain('train-a');
    await app.past300ms();
    await app.press('dialog.yes');
    await app.advance(6000);
    const writes = (await app.requests()).filter(({ method }) => method === 'PUT');
    expect(writes.map(({ path }) => path)).toEqual([`/api/v0/instances/${await idOf(app, 'train-a')}/`]);
  });

  it('take several where marks would do, and want the same phrase typed', async () => {
    const app = await busy();
    await command(app, `destroy lora-x ${await idOf(app, 'node-b')}`);
    expect(app.text()).toContain('Destroy 2 instances?');
    expect(app.dialog()).toContain('destroy 2');
    await app.past300ms();
    await app.press('dialog.cancel');
    await command(app, 'ssh train-a eval');
    expect(app.text()).toContain('ssh takes one instance at a time');
  });

  it('say why not, as their key does', async () => {
    const app = await busy();
    await command(app, 'ssh lora-x');
    expect(app.world.ssh).toEqual([]);
    expect(app.prose()).toContain("crashed and won't start");
    await command(app, 'ssh train-a');
    expect(app.world.ssh.map(({ id }) => id)).toEqual([await idOf(app, 'train-a')]);
  });

  it('lead to the log and the screen of one, and open its Jupyter or else show it', async () => {
    const app = await busy();
    await command(app, 'logs train-a');
    expect(screen(app)).toBe('logs');
    await command(app, 'show eval');
    expect(app.place().stack.at(-1)).toEqual({ screen: 'instance', id: await idOf(app, 'eval') });
    await command(app, 'open lora-x');
    expect(app.place().stack.at(-1)).toEqual({ screen: 'instance', id: await idOf(app, 'lora-x') });
    expect(app.world.opened).toEqual([]);
  });

  it('complete labels by Tab, and let what is ambiguous or unknown stand with a sentence', async () => {
    const app = await busy();
    await app.type(':sto\t');
    await app.idle();
    await app.type('train');
    expect(app.text()).toContain(': stop train▌');
    await app.type('\t');
    expect(app.text()).toMatch(/: stop train-[ab] ▌/);
    await app.type('\x15stop trian-a\r');
    await app.idle();
    expect(app.prose()).toContain('not found: trian-a. Did you mean train-a?');
    expect(app.dialog()).toBe('');
    await app.press('command.close');
    await app.control(`instances/${await idOf(app, 'eval')}`, { label: 'train-a' });
    await app.advance(21_000);
    await command(app, 'stop train-a');
    expect(app.prose()).toContain('2 instances are labeled train-a');
  });

  it('ask for an instance where none is under the cursor', async () => {
    const app = await busy();
    await command(app, 'logs');
    expect(app.text()).toContain(': logs ▌');
    expect(app.text()).toContain('takes an id or label');
    await app.type('\x1b[B\r');
    expect(screen(app)).toBe('logs');
  });

  it('rent an offer by its id, and the one under the cursor as the last form was filled in', async () => {
    const app = await openDeck();
    const id = Number(/offer (\d+)/.exec(app.text())?.[1]);
    await command(app, 'rent --from last');
    expect(app.text()).toContain('No rent form has been filled in yet');
    await app.press('command.close', 'offer.rent');
    await app.fill({ Label: 'the-first' });
    await go(app, 'offers');
    await app.press('list.down', 'offer.rent');
    await app.fill({ Label: 'the-second' });
    await go(app, 'money');
    await command(app, `rent ${id}`);
    expect(app.text()).toContain('the-first');
    await go(app, 'offers');
    await app.press('offer.rent');
    expect(app.text()).toContain('the-second');
    await go(app, 'offers');
    await app.press('list.top');
    await command(app, 'rent --from last');
    expect(screen(app)).toBe('rent');
    expect(app.text()).toContain('the-second');
  });

  it('say that an offer is not loaded', async () => {
    const app = await openDeck();
    await command(app, 'rent 1');
    expect(app.prose()).toContain('Offer 1 is not among those of the search that is loaded');
    await app.type('\x15rent abc\r');
    await app.idle();
    expect(app.prose()).toContain('An offer is named by its id: "abc" is none');
  });
});

describe('the command line', () => {
  it('is one line at the bottom with what it may mean above it, and each entry has its key', async () => {
    const app = await openDeck();
    await app.type(':mon');
    const rows = app.frame();
    const line = rows.findIndex((row) => row.startsWith(' : mon▌'));
    expect(line).toBe(21);
    expect(lit(app)).toMatch(/money +6 +Go to Money/);
    expect(rows.indexOf(lit(app))).toBeLessThan(line);
  });

  it('names the nearest where nothing is called so, and says that a name takes no words', async () => {
    const app = await openDeck();
    await app.type(':stpo train-a');
    expect(app.text()).toContain('Nothing is called stpo. Did you mean stop?');
    await app.type('\r');
    expect(app.text()).toContain(' : stop train-a▌');
    await app.type('\x15money now\r');
    await app.idle();
    expect(app.text()).toContain('money takes no words behind it: "now" means nothing here');
    expect(screen(app)).toBe('offers');
  });

  it('walks earlier commands, also those of the run before, and comes back to what was typed', async () => {
    const app = await openDeck();
    await command(app, 'money');
    await command(app, 'set refresh 30');
    const next = await openDeck({ in: app.world });
    await next.type(':in');
    await next.press('command.up');
    expect(next.text()).toContain(': set refresh 30▌');
    await next.press('command.up', 'command.up');
    expect(next.text()).toContain(': money▌');
    await next.press('command.down', 'command.down');
    expect(next.text()).toContain(': in▌');
    await next.press('command.down');
    expect(lit(next)).not.toContain('Go to Instances');
    await next.press('command.previous');
    expect(lit(next)).toContain('Go to Instances');
  });

  it('forgets what was typed and meant nothing', async () => {
    const app = await openDeck();
    await command(app, 'c0ffee00c0ffee00c0ffee00');
    await app.press('command.close');
    await command(app, 'set ascii c0ffee00c0ffee00c0ffee00');
    expect(app.world.services.history?.list()).toEqual([]);
  });
});

describe('ux row 54, :w', () => {
  it('writes the list that is shown by the ending of the name, and says where', async () => {
    const app = await busy();
    await app.go('instances');
    for (const ending of ['txt', 'csv', 'json']) await command(app, `w ~/mine.${ending}`);
    expect(app.prose()).toContain('Saved 9 instances to ~/mine.json, for you alone to read.');
    expect(app.world.saved.get('~/mine.txt')).toMatch(/^.*LABEL.*\n(.+\n){9}$/);
    expect(app.world.saved.get('~/mine.csv')).toMatch(/(.+\r\n){10}/);
    const records = JSON.parse(app.world.saved.get('~/mine.json') ?? '') as { id: number }[];
    expect(records.map(({ id }) => id)).toContain(await idOf(app, 'train-a'));
    expect(app.world.saved.get('~/mine.json')).not.toMatch(/"(jupyter_token|instance_api_key)": "[^•]/);
  });

  it('writes over nothing but with an exclamation mark, and over no other ending', async () => {
    const app = await openDeck();
    await command(app, 'w a.csv');
    await command(app, 'w a.csv');
    expect(app.prose()).toContain('is there already and is left as it is. Or write over it with :w! a.csv');
    await command(app, 'w! a.csv');
    expect(app.prose()).toContain('Saved 64 offers to a.csv');
    await command(app, 'w a.pdf');
    expect(app.prose()).toContain('end "a.pdf" with .txt, .json or .csv');
    expect([...app.world.saved.keys()]).toEqual(['a.csv']);
  });

  it('says that a screen has no list', async () => {
    const app = await openDeck();
    await app.press('app.security');
    await command(app, 'w a.csv');
    expect(app.text()).toContain('There is no list on this screen that could be written to a file');
  });
});

describe(':set', () => {
  it('draws with ASCII, in place', async () => {
    const app = await openDeck();
    await command(app, 'set ascii on');
    expect(app.text()).toContain('Drawn with ASCII only now, until rigdeck ends.');
    expect(app.text()).not.toContain('─');
    await command(app, 'set ascii off');
    expect(app.text()).toContain('─');
  });

  it('takes a theme and silences the bell', async () => {
    const app = await openDeck();
    await command(app, 'set theme light');
    expect(app.theme()).toBe('light');
    await command(app, 'set theme pink');
    expect(app.text()).toContain('There is no theme pink: there are auto, light');
    await app.type('\x15set bell off\r');
    await app.idle();
    expect(app.text()).toContain('Nothing rings or calls you now');
  });

  it('changes how often the service is asked', async () => {
    const app = await busy();
    await command(app, 'set refresh 0');
    expect(app.prose()).toContain('Nothing is read by itself now: press r');
    const before = app.world.calls.seen.length;
    await app.advance(120_000);
    expect(app.world.calls.seen.length - before).toBeLessThan(3);
  });

  it('turns read-only on, and off by a restart alone', async () => {
    const app = await busy();
    await command(app, 'set read_only on');
    expect(app.frame()[0]).toContain('RO');
    await command(app, 'set read_only off');
    expect(app.text()).toContain('Restart rigdeck to allow changes');
    await app.type('\x15stop train-a\r');
    await app.idle();
    expect(app.text()).toContain('rigdeck is in read-only mode');
  });

  it('offers settings with how they stand, then their values, and refuses others', async () => {
    const app = await openDeck();
    await app.type(':set ');
    await app.idle();
    expect(app.text()).toMatch(/refresh +20 now: seconds between reads/);
    await app.type('red\t');
    await app.idle();
    expect(app.text()).toContain(': set reduced_motion ▌');
    expect(app.frame().map((row) => row.trim())).toEqual(expect.arrayContaining(['on', 'off']));
    await app.type('maybe\r');
    await app.idle();
    expect(app.text()).toContain('reduced_motion is on or off: "maybe" is neither');
    await app.type('\x15set refersh 3\r');
    await app.idle();
    expect(app.text()).toContain('There is no setting refersh. Did you mean refresh?');
  });
});
