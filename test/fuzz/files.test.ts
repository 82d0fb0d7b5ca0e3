import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownBindings } from '../../src/app/own-bindings.ts';
import { sampleRules } from '../../src/engine/money/samples.ts';
import { fromRecord, toRecord } from '../../src/engine/offers/saved-search.ts';
import { parseConfig } from '../../src/platform/config/config.ts';
import { configKeys } from '../../src/platform/config/config-keys.ts';
import { fileStore } from '../../src/platform/credentials/file-store.ts';
import { openProfiles } from '../../src/platform/credentials/profiles.ts';
import { openCommandHistory } from '../../src/platform/files/command-history.ts';
import { openDrafts } from '../../src/platform/files/draft.ts';
import { openSamples } from '../../src/platform/files/samples.ts';
import { readSearches, withSearches } from '../../src/platform/files/saved-searches.ts';
import { stampedFiles } from '../../src/platform/files/stamped-file.ts';
import { openUnkeptCodes } from '../../src/platform/files/unkept-codes.ts';
import { openViews } from '../../src/platform/files/views.ts';
import { patience, tried } from './budget.ts';
import { hostileText, hostileValue, mutated } from './hostile.ts';

const rules = { fromRecord, toRecord };

const wholeConfig = `base_url = "https://api.example.com"
theme = "dark" # of the deck
refresh = 20
ssh_args = ["-A", "-o", "ServerAliveInterval=30"]
[keys]
"offer.rent" = "R"
instance.open = ["enter", "o"]
[colours]
accent = "#ff8800"
[[commands]]
key = "f5"
on = ["instances"]
run = "echo $RIGDECK_ID"
[[commands]]
key = "f6"
on = "instance"
run = ["mosh", "{host}"]
`;
const wholeSearches = `# mine
version = 1

[[search]]
name = "cheap"
type = "on-demand"
filter = "gpu_name=RTX_4090 dph_total<0.5"
order = "dph_total"
limit = 20
watch = true

[[search]]
name = "big" # of them
filter = "num_gpus>=4"
`;

/** A text with pieces taken away, doubled or put in. */
const spoilt = (whole: string, pieces: fc.Arbitrary<string>) =>
  fc
    .array(fc.tuple(fc.nat({ max: whole.length }), fc.nat({ max: 30 }), pieces), {
      minLength: 1,
      maxLength: 4,
    })
    .map((changes) =>
      changes.reduce((text, [at, gone, piece]) => text.slice(0, at) + piece + text.slice(at + gone), whole),
    );

const toml = fc.oneof(
  fc.constantFrom(
    '',
    '\n',
    '=',
    '"',
    "'",
    '"""',
    "'''",
    '[',
    ']',
    '[[',
    ']]',
    '{',
    '}',
    '.',
    ',',
    '#',
    '\\',
    '\\u001b',
    '\\u0000',
    '\\ud800',
  ),
  fc.constantFrom(
    '\n[keys]\n',
    '\n[[search]]\n',
    '\n[[commands]]\n',
    '\n__proto__ = 1\n',
    '\n[__proto__]\nx = 1\n',
    '\nconstructor.prototype.x = 1\n',
    '\nkeys.__proto__ = ["a"]\n',
  ),
  fc.constantFrom(
    'nan',
    'inf',
    '-inf',
    '1e400',
    '0x7fffffffffffffff',
    '99999999999999999999',
    '1979-05-27',
    '07:32:00',
    '1979-05-27T07:32:00Z',
    'true',
  ),
  fc.constantFrom(
    '[[[[[[[['.repeat(400),
    `a${'.a'.repeat(9000)} = 1\n`,
    `\nkeys${'.a'.repeat(9000)} = "x"\n`,
    `\n[keys${'.a'.repeat(9000)}]\nb = 1\n`,
    `x = ${'{a='.repeat(300)}`,
  ),
  fc.constantFrom(...Object.keys(configKeys).map((name) => `\n${name} = `)),
  hostileText.map((text) => JSON.stringify(text)),
  hostileText,
);

const isSaid = (text: string): void => {
  expect(text).not.toBe('');
  expect(text).not.toMatch(/[\x00-\x1f\x7f-\x9f]|\p{Cs}|\[object/u);
};
const lines = (text: string): number => text.split('\n').length;

describe('settings that a hand has written', () => {
  it(
    'are read or named, each for itself, whatever config.toml holds',
    () =>
      tried(
        'files: config.toml',
        [
          fc.oneof(
            spoilt(wholeConfig, toml),
            fc.array(toml, { maxLength: 6 }).map((all) => all.join('')),
          ),
        ],
        (text) => {
          const read = parseConfig(text);
          for (const { message, line } of [...read.warnings, ...ownBindings(read).warnings]) {
            isSaid(message);
            if (line !== undefined) expect(line >= 1 && line <= lines(text)).toBe(true);
          }
          for (const line of Object.values(read.places)) expect(line >= 1 && line <= lines(text)).toBe(true);
        },
      ),
    patience,
  );

  it(
    'keep the searches that are well, say what is wrong, and are written back with what a hand wrote',
    () =>
      tried(
        'files: searches.toml',
        [
          fc.oneof(
            spoilt(wholeSearches, toml),
            fc.array(toml, { maxLength: 6 }).map((all) => all.join('')),
          ),
        ],
        (text) => {
          const read = readSearches(text, rules);
          for (const problem of read.problems) isSaid(problem);
          const kept = readSearches(withSearches(read, read.list, rules), rules);
          expect(kept.list).toEqual(read.list);
          const fewer = read.list.slice(1);
          expect(readSearches(withSearches(read, fewer, rules), rules).list).toEqual(fewer);
        },
      ),
    patience,
  );
});

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rigdeck-fuzz-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const view = { order: ['id'], on: ['id'], off: [] };
const contents: Readonly<Record<string, object>> = {
  'drafts.json': { version: 1, drafts: { main: { image: 'a/b', env: [['A', 'x']], disk: 20 } } },
  'views.json': { version: 1, lists: { offers: view } },
  'commands.json': { version: 1, commands: ['stop 1', 'money'] },
  'unkept-codes.json': { version: 1, accounts: { 'https://x k': 5 } },
  'profiles.json': {
    version: 1,
    active: 'main',
    profiles: [{ name: 'main', baseUrl: 'https://api.example.com', home: 'file', keyId: 'k', colour: 'red' }],
  },
  'credentials.json': { version: 1, secrets: { a: 'b' } },
};

/** Opens a file as the program does, reads it, and writes into it. */
const uses: Readonly<Record<string, (path: string) => Promise<{ ok: boolean }>>> = {
  'drafts.json': async (path) => {
    const drafts = await openDrafts(path);
    drafts.get('main');
    return drafts.keep('main', { image: 'x', env: { A: 'secret' } });
  },
  'views.json': async (path) => {
    const views = await openViews(path);
    views.get('offers');
    return views.keep('offers', view);
  },
  'commands.json': async (path) => {
    for (const line of (await openCommandHistory(path)).list()) expect(typeof line).toBe('string');
    return { ok: true };
  },
  'unkept-codes.json': async (path) => {
    const codes = await openUnkeptCodes(path);
    for (const at of Object.values(codes.all())) expect(typeof at).toBe('number');
    return codes.note('other', 1);
  },
  'profiles.json': async (path) => {
    const profiles = await openProfiles({ path, documents: stampedFiles });
    for (const { name, baseUrl } of profiles.all())
      expect([typeof name, typeof baseUrl]).toEqual(['string', 'string']);
    profiles.active();
    return profiles.save({ name: 'new', baseUrl: 'https://x', home: 'file', keyId: 'k' });
  },
  'credentials.json': async (path) => {
    const store = fileStore({ path, documents: stampedFiles });
    await store.get('a');
    return store.set('c', 'd');
  },
};

describe('files that the program keeps', () => {
  const names = Object.keys(uses);
  const bytes = fc.constantFrom(...names).chain((name) =>
    fc.tuple(
      fc.constant(name),
      fc.oneof(
        mutated(contents[name]).map((value) => Buffer.from(JSON.stringify(value) ?? '')),
        hostileValue.map((value) => Buffer.from(JSON.stringify(value))),
        fc.uint8Array({ maxLength: 60 }).map((all) => Buffer.from(all)),
        fc.nat({ max: 200 }).map((size) => Buffer.from(JSON.stringify(contents[name])).subarray(0, size)),
      ),
    ),
  );
  it(
    'are read, or left as they are and told about, whatever they hold',
    () =>
      tried('files: kept by the program', [bytes], async ([name, content]) => {
        const path = join(folder, name);
        writeFileSync(path, content, { mode: 0o600 });
        const done = await uses[name]?.(path);
        if (done?.ok === false) expect(readFileSync(path)).toEqual(content);
      }),
    patience,
  );

  it(
    'give samples that are numbers, whatever their lines hold',
    () => {
      const line = { at: 1_764_000_000_000, of: { credit: 5, burn: 0.4 } };
      const all = fc.array(
        fc.oneof(
          mutated(line).map((value) => JSON.stringify(value) ?? ''),
          hostileText,
          fc.constant(JSON.stringify(line)),
        ),
        { maxLength: 5 },
      );
      return tried('files: samples', [all], async (written) => {
        const path = join(folder, 'samples.jsonl');
        writeFileSync(path, `{"rigdeck":"samples","version":1}\n${written.join('\n')}\n`, { mode: 0o600 });
        const now = () => 1_764_000_100_000;
        const store = openSamples({ path, clock: { now }, rules: sampleRules });
        await store.add(now(), { credit: 4 });
        for (const { at, value } of store.series('credit'))
          expect([at, value].every(Number.isFinite)).toBe(true);
      });
    },
    patience,
  );
});
