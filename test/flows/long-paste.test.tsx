import { describe, expect, it } from 'vitest';
import { type TestDeck as App, openDeck, simulatedTime } from '../support/deck.tsx';
import { testImage } from '../support/rent.ts';

simulatedTime();

/** Letters of many bytes, accents and signs that are joined: what is slowest to take apart. */
const strange = (characters: number) =>
  'é漢字ไทย👍🏽 '.repeat(Math.ceil(characters / 11)).slice(0, characters);

const fields: Record<string, (app: App) => Promise<unknown>> = {
  'a filter': (app) => app.press('list.filter'),
  'the command line': (app) => app.press('app.palette'),
  'the filter of the help': async (app) => {
    await app.press('app.help');
    await app.press('list.filter');
  },
  'a line of a form': async (app) => {
    await app.press('offer.rent');
    await app.focus('Label');
  },
  'a text of a form': async (app) => {
    await app.press('offer.rent');
    await app.fill({ Image: testImage });
    await app.focus('On start');
  },
};

async function paste(app: App, text: string): Promise<string> {
  app.terminal.paste(text);
  await app.type('');
  return app.text();
}

describe('a paste that is longer than a field', () => {
  it.each(
    Object.entries(fields).flatMap(([name, open]) =>
      [101_000, 1_000_000].map((length) => [length, name, open] as const),
    ),
  )('of %i characters is left out of %s, which says so and takes keys at once', async (length, _, open) => {
    const app = await openDeck({ cols: 120, rows: 40 });
    await open(app);
    expect(await paste(app, strange(length))).toContain(`Not pasted: ${length.toLocaleString('en-US')} char`);
    expect(app.text()).not.toContain('漢');
    await app.type('qxz');
    expect(app.text()).toContain('qxz');
  });

  it('is measured by what stands in the field already', async () => {
    const app = await openDeck({ cols: 120, rows: 40 });
    await app.press('list.filter');
    expect(await paste(app, strange(3000))).not.toContain('Not pasted');
    expect(await paste(app, strange(3000))).toContain('Not pasted: 3,000 characters, room for 1,000');
    expect(await paste(app, 'x'.repeat(1000))).not.toContain('Not pasted');
  });
});
