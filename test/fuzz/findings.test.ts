/** What fuzzing has found, each as the smallest input that shows it. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRentJournal } from '../../src/app/rent-journal.ts';
import { readApiKey } from '../../src/client/decode-account.ts';
import { sanitizeText } from '../../src/client/sanitize.ts';
import { fromRecord, toRecord } from '../../src/engine/offers/saved-search.ts';
import { parseConfig } from '../../src/platform/config/config.ts';
import { openDrafts } from '../../src/platform/files/draft.ts';
import { readSearches } from '../../src/platform/files/saved-searches.ts';
import { createRawTrace } from '../../src/tui/keys/raw-trace.ts';
import { textStrokes } from '../../src/tui/keys/strokes.ts';
import { cleanText } from '../../src/tui/text/text-edit.ts';

describe('what draws nothing', () => {
  const unseen = [
    '\u{e0080}',
    '\u{1d173}',
    '\u{1bca0}',
    '\u{13430}',
    '\ufdd0',
    '\u{1ffff}',
    '\u3164',
    '\u00ad',
  ];

  it('F001 is in no text of a stranger, whether anybody has given it a name or not', () => {
    expect(unseen.map((sign) => sanitizeText(`a${sign}b`))).toEqual(unseen.map(() => 'ab'));
  });

  it('F002 is no joiner that is left over when a pile of accents was cut', () => {
    const pile = '\u0301'.repeat(4);
    expect(sanitizeText(`❤${pile}\ufe0f\u200d😀`)).toBe(`❤${pile}😀`);
    expect(sanitizeText('a\n\u0301b', { multiline: true })).toBe('a\nb');
  });

  it('F003 is no key that types, and does not come along with what is pasted', () => {
    expect(['\u{e0080}', '\u3164', '\u00ad', '\ufe0f'].flatMap(textStrokes)).toEqual([]);
    expect(textStrokes(' \u{e0100}')).toEqual([{ key: 'space', text: ' ' }]);
    expect(cleanText('py\u200btor\u00adch:lat\u2060est')).toBe('pytorch:latest');
    expect(cleanText('می\u200cخواهم 👩\u200d🚀 ❤\ufe0f')).toBe('می\u200cخواهم 👩\u200d🚀 ❤\ufe0f');
  });
});

describe('a key that is listed', () => {
  it('F012 is told by its last characters, none of them a half one', () => {
    const listed = readApiKey({ id: 1, key: 'sk-12345\ud83d\ude00abc' });
    expect(listed?.tail).toBe('😀abc');
    expect(readApiKey({ id: 1, key: 'sk-12345\ud83d\ude00\ud83d\ude00a' })?.tail).toBe('5😀😀a');
  });
});

describe('a journal', () => {
  let path = '';
  beforeEach(() => {
    path = join(mkdtempSync(join(tmpdir(), 'rigdeck-found-')), 'rents.jsonl');
  });
  afterEach(() => rmSync(join(path, '..'), { recursive: true, force: true }));
  const base = { base_url: 'https://api.example.com', key_id: 'k1' };
  const intent = (rent: string) =>
    ({ ...base, t: 'intent', rent, at: 1, offer_id: 7, body_hash: 'h' }) as const;

  async function spoilt(spoil: (text: string) => string) {
    const journal = await openRentJournal(path);
    for (const rent of ['r1', 'r2']) await journal.append(intent(rent));
    writeFileSync(path, spoil(readFileSync(path, 'utf8')));
    return openRentJournal(path);
  }

  it.each([
    ['another account', (text: string) => text.replace('"key_id":"k1"', '"key_id":"k0"')],
    ['another rent', (text: string) => text.replace('"rent":"r1"', '"rent":"r9"')],
    ['a kind of event that nobody knows', (text: string) => text.replace('"t":"intent"', '"t":"intend"')],
  ])('F004 that one bit has made tell of %s is known to be damaged', async (_, spoil) => {
    const journal = await spoilt(spoil);
    expect(journal.damage).toEqual({ lines: 1, path });
    expect(journal.events()).toEqual([intent('r2')]);
  });

  it.each([
    ['between two events', (text: string) => text.replace('}\n{"base_url"', '}*{"base_url"')],
    ['behind the last', (text: string) => text.replace(/\n$/, '*')],
  ])('F005 that has lost the line end %s has both events, and is known to be damaged', async (_, spoil) => {
    const journal = await spoilt((text) => {
      const changed = spoil(text);
      expect(changed).not.toBe(text);
      return changed;
    });
    expect(journal.events()).toEqual([intent('r1'), intent('r2')]);
    expect(journal.damage).toEqual({ lines: 1, path });
  });

  it('F006 whose version is no number is left as it is', async () => {
    writeFileSync(path, '{"rigdeck":"rents","version":"two"}\n{"rigdeck":"rents","version":9}\n', {
      mode: 0o600,
    });
    const journal = await openRentJournal(path);
    expect(journal.problem).toContain('newer rigdeck');
    expect((await journal.append(intent('r1'))).ok).toBe(false);
  });
});

describe('settings', () => {
  it('F007 with names in names without end do not keep the program from starting', () => {
    const { warnings } = parseConfig(`keys${'.a'.repeat(9000)} = "x"\nrefresh = 9\n`);
    expect(warnings.map(({ line }) => line)).toEqual([1]);
  });

  it('F008 are told about in one line without what a terminal acts on', () => {
    const { warnings } = parseConfig(`"\\u001b[2J\\u202e" = 1\n"${'x'.repeat(900)}" = 1\n`);
    expect(warnings[0]?.message).toBe('There is no setting \\u001b[2J\\u202e.');
    expect(warnings[1]?.message).toHaveLength(300);
    const read = readSearches('"a\\u0007" = 1\n', { fromRecord, toRecord });
    expect(read.problems).toEqual(['searches.toml: there is no setting a\\u0007.']);
  });

  it('F009 that are lost without a word are none: dates and __proto__ as bindings are told about', () => {
    const { config, warnings } = parseConfig('[keys]\noffer.rent = 1979-05-27\n__proto__ = ["a"]\n');
    expect(warnings.map(({ line }) => line)).toEqual([2, 3]);
    expect(Object.getPrototypeOf(config.keys)).toBe(Object.prototype);
  });
});

describe('keys', () => {
  it('F010 F5 is F5 again after a paste whose end came in two pieces', () => {
    const trace = createRawTrace();
    for (const chunk of ['\x1b[200~long text', ' and more\x1b[2', '01~', '\x1b[15~']) trace.see(chunk);
    expect(trace.functionKey()).toBe('f5');
  });
});

describe('a mouse report', () => {
  it('F013 that a paste cuts off takes none of the keys behind the paste', () => {
    const trace = createRawTrace();
    for (const chunk of ['\x1b[M', '\x1b[200~pasted', '\x1b[201~', 'j']) trace.see(chunk);
    expect(trace.withoutRubbish('j')).toBe('j');
  });
});

describe('a draft', () => {
  it('F011 that is deeper than any form can be saved nevertheless, without what no form holds', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rigdeck-found-'));
    const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`);
    const drafts = await openDrafts(join(folder, 'drafts.json'));
    expect(await drafts.keep('main', { image: 'a/b', deep })).toEqual({ ok: true });
    expect((await openDrafts(join(folder, 'drafts.json'))).get('main')?.image).toBe('a/b');
    rmSync(folder, { recursive: true });
  });
});
