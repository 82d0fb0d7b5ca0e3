import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { against } from './arrows.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const src = join(root, 'src');

type Import = { file: string; target: string; typeOnly: boolean; later: boolean };

/** Rooms that may be imported; `types` for types alone, `files` for single files. A room may always import itself. */
type Rule = {
  may?: readonly string[];
  types?: readonly string[];
  files?: readonly string[];
  /** Loaded by `import()` alone. */
  later?: readonly string[];
  libraries?: readonly string[];
  advice: string;
};

/** By room, the first folder of src/. `root` is app/ and the files at the top, which may know everything. */
const rules: Record<string, Rule> = {
  base: {
    libraries: ['string-width'],
    advice: 'base/ knows values only: no I/O, no hooks. Take what you need as an argument.',
  },
  platform: {
    may: ['base'],
    types: ['engine'],
    libraries: ['keytar', 'smol-toml', 'valibot'],
    advice: 'platform/ is the machine we run on. It implements ports and knows no noun.',
  },
  client: {
    may: ['base'],
    libraries: ['valibot'],
    advice: 'The client knows no React, no sandbox and no key store. Let app/ pass it in.',
  },
  engine: {
    may: ['base', 'client'],
    libraries: ['uqr', 'valibot'],
    advice:
      'The engine draws nothing and does no I/O by itself: pass data in, return data. Time is an argument.',
  },
  tui: {
    may: ['base'],
    libraries: ['react', 'ink', 'ink-spinner', 'ink-table', 'fuzzysort'],
    advice: 'A widget knows no noun: give it what to draw.',
  },
  hooks: {
    may: ['base', 'engine', 'tui'],
    libraries: ['react', 'swr', 'ink'],
    advice: 'Hooks reach disk and terminal through services, and draw nothing.',
  },
  screens: {
    may: ['base', 'engine', 'hooks', 'tui'],
    libraries: ['react', 'ink'],
    advice: 'A screen asks hooks for data and tui/ for drawing.',
  },
  commands: {
    may: ['base', 'client', 'engine', 'platform'],
    types: ['sandbox'],
    later: ['sandbox'],
    libraries: ['commander'],
    advice: 'A command is thin over engine and client; never React, never Ink. app/ hands it the rest.',
  },
  sandbox: {
    may: ['base'],
    types: ['client'],
    files: ['platform/files/make-folder.ts'],
    libraries: ['hono', '@hono/node-server', 'otplib', 'valibot'],
    advice: 'The sandbox shares the wire types and nothing else, so that it can prove the client.',
  },
};

/** Wire types and the error class may be imported everywhere. */
const everywhere = /^client\/(?:wire[a-z-]*|errors)\.ts$/;

/** Libraries that one file alone may load. */
const onlyIn: Record<string, readonly string[]> = {
  keytar: ['platform/credentials/keytar-child.ts'],
  'string-width': ['base/cells.ts'],
  fuzzysort: ['tui/palette/fuzzy.ts'],
  uqr: ['engine/two-factor/qr-modules.ts'],
};

/** What the build starts from. */
const bundled = ['main.ts', 'app/start.tsx', 'app/program-parts.ts'];

/** The only places where time and chance come from. */
const readsTime = ['base/clock.ts', 'app/start.tsx'];

function files(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? files(join(dir, entry.name))
      : /\.tsx?$/.test(entry.name)
        ? [join(dir, entry.name)]
        : [],
  );
}

const all = files(src).map((path) => ({
  path: relative(src, path).replaceAll('\\', '/'),
  text: readFileSync(path, 'utf8'),
}));
const production = all.filter(({ path }) => !path.endsWith('.d.ts'));

function zone(path: string): string {
  const [first = '', ...rest] = path.split('/');
  return rest.length === 0 || first === 'app' ? 'root' : first;
}

function importsOf({ path, text }: { path: string; text: string }): Import[] {
  const found: Import[] = [];
  const statement = /^(?:import|export)\s+(type\s+)?([^'"]*?from\s*)?['"]([^'"]+)['"]/gms;
  for (const [, type, names, target] of text.matchAll(statement)) {
    const listed =
      /\{([^}]*)\}/
        .exec(names ?? '')?.[1]
        ?.split(',')
        .map((n) => n.trim())
        .filter(Boolean) ?? [];
    const typeOnly =
      type !== undefined ||
      (listed.length > 0 && listed.every((n) => n.startsWith('type ')) && !/^\s*\w/.test(names ?? ''));
    found.push({ file: path, target: target as string, typeOnly, later: false });
  }
  for (const [, target] of text.matchAll(/(?<!typeof )\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)) {
    found.push({ file: path, target: target as string, typeOnly: false, later: true });
  }
  return found;
}

const imports = production.flatMap(importsOf);
const inside = (target: string) => target.startsWith('.');
const library = (target: string) =>
  target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');

describe('who may import whom', () => {
  it('holds for every import of ours but those that are listed, which become fewer', () => {
    const wrong = new Set(
      imports
        .filter(({ target }) => inside(target))
        .flatMap(({ file, target, typeOnly, later }) => {
          const to = posix.normalize(posix.join(posix.dirname(file), target));
          const [from, there] = [zone(file), zone(to)];
          const rule = rules[from];
          if (rule === undefined || from === there || everywhere.test(to)) return [];
          if (rule.may?.includes(there) || (typeOnly && rule.types?.includes(there))) return [];
          if (rule.files?.includes(to) || (later && rule.later?.includes(there))) return [];
          return [`${file} imports ${to}`];
        }),
    );
    const added = [...wrong].filter((one) => !against.includes(one));
    expect(added.map((one) => `${one}: ${rules[zone(one)]?.advice}`)).toEqual([]);
    expect(
      against
        .filter((one) => /\.tsx?$/.test(one) && !wrong.has(one))
        .map((one) => `${one} no longer: take it off the list`),
    ).toEqual([]);
  });

  it('holds for every library but those that are listed', () => {
    const wrong = imports
      .filter(({ target }) => !inside(target) && !target.startsWith('node:'))
      .flatMap(({ file, target }) => {
        const name = library(target);
        const sole = onlyIn[name];
        const rule = rules[zone(file)];
        const may = sole?.includes(file) ?? (rule === undefined || rule.libraries?.includes(name) === true);
        return may ? [] : [`${file} imports ${name}`];
      });
    const added = wrong.filter((one) => !against.includes(one));
    expect(
      added.map((one) => `${one}: ${onlyIn[one.split(' ').at(-1) as string] ?? rules[zone(one)]?.advice}`),
    ).toEqual([]);
    const gone = against.filter((one) => !/\.tsx?$/.test(one) && !wrong.includes(one));
    expect(gone.map((one) => `${one} no longer: take it off the list`)).toEqual([]);
  });

  it('starts programs in one place, which hands them no key', () => {
    const wrong = imports.filter(
      ({ file, target, typeOnly }) =>
        target === 'node:child_process' && !typeOnly && file !== 'platform/terminal/start-program.ts',
    );
    expect(wrong.map(({ file }) => `${file}: take a Spawn, which is startProgram`)).toEqual([]);
  });

  it('finds every folder in the table', () => {
    const folders = new Set(production.map(({ path }) => zone(path)));
    expect([...folders].filter((folder) => folder !== 'root' && rules[folder] === undefined)).toEqual([]);
  });
});

describe('how files look', () => {
  it('names files in kebab case and after what they hold', () => {
    const odd = production.filter(
      ({ path }) =>
        !/^[a-z0-9-]+(\.d)?\.tsx?$/.test(basename(path)) ||
        /(^|\/)(utils?|helpers?|managers?|common)(\/|\.|$)/.test(path),
    );
    expect(odd.map(({ path }) => path)).toEqual([]);
  });

  it('takes time and chance only where they come from', () => {
    const direct = /Date\.now\(|new Date\(\)|Math\.random\(|(?<![.\w])setTimeout\(|(?<![.\w])setInterval\(/;
    const wrong = production
      .filter(
        ({ path, text }) =>
          !readsTime.includes(path) && direct.test(text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')),
      )
      .map(({ path }) => `${path}: pass a Clock or a random function in`);
    expect(wrong).toEqual([]);
  });

  it('takes colours by what they mean, and names none where something is drawn', () => {
    const literal =
      /\b(?:color|backgroundColor|borderColor)=|\b(?:dimColor|inverse)\b(?=[ />])|from 'chalk'|\\x1b\[[0-9;]*m/;
    const wrong = production
      .filter(({ path, text }) => /^(?:deck\.tsx|tui|screens|hooks)\b/.test(path) && literal.test(text))
      .map(
        ({ path }) =>
          `${path}: give a Part a style of tui/theme/theme.ts, or spread one of useTheme().styles`,
      );
    expect(wrong).toEqual([]);
  });

  it('leaves no file that nothing imports', () => {
    const reached = new Set(
      imports
        .filter(({ target }) => inside(target))
        .map(({ file, target }) => posix.normalize(posix.join(dirname(file), target))),
    );
    expect(
      production.map(({ path }) => path).filter((path) => !bundled.includes(path) && !reached.has(path)),
    ).toEqual([]);
  });
});

/** Tests from outside that still import more than the drivers, and how many modules: a list that may only shrink. */
const seesInside: Readonly<Record<string, number>> = {
  'commands/about.test.ts': 4,
  'commands/config.test.ts': 2,
  'commands/doctor.test.ts': 2,
  'commands/examples.test.ts': 3,
  'commands/groups.test.ts': 2,
  'commands/help.test.ts': 4,
  'commands/io.test.ts': 2,
  'commands/json.test.ts': 6,
  'commands/sandbox-flags.test.ts': 2,
  'commands/settle-lost.test.ts': 1,
  'commands/unsettled.test.ts': 1,
  'flows/around.test.tsx': 2,
  'flows/calls.test.tsx': 1,
  'flows/columns.test.tsx': 1,
  'flows/gone-instance.test.tsx': 2,
  'flows/hostile-text.test.tsx': 1,
  'flows/leaving.test.tsx': 2,
  'flows/limits-service.test.tsx': 1,
  'flows/limits.test.tsx': 1,
  'flows/missing-rows.test.tsx': 1,
  'flows/money.test.tsx': 1,
  'flows/on-its-way.test.tsx': 2,
  'flows/own-keys.test.tsx': 4,
  'flows/profile-colour.test.tsx': 1,
  'flows/rescue.test.tsx': 2,
  'flows/tfa-entry.test.tsx': 1,
  'flows/tfa-errors.test.tsx': 2,
  'flows/themes.test.tsx': 1,
  'flows/unsettled.test.tsx': 1,
  'pty/background.test.ts': 1,
  'pty/enrol.test.ts': 1,
  'pty/rent-loop.test.ts': 1,
};

describe('tests from outside', () => {
  const test = join(root, 'test');
  const outside = ['flows', 'commands', 'pty'].flatMap((folder) =>
    files(join(test, folder)).map((path) => ({
      path: relative(test, path).replaceAll('\\', '/'),
      text: readFileSync(path, 'utf8'),
    })),
  );

  it('import test/support, what lies beside them, vitest and Node, and nothing else', () => {
    const inside = outside
      .filter(({ path }) => /\.test\.tsx?$/.test(path))
      .map((file) => {
        const targets = importsOf(file).map(({ target }) => target);
        return {
          path: file.path,
          foreign: new Set(targets.filter((target) => !/^(node:|vitest$|\.\/|\.\.\/support\/)/.test(target))),
        };
      })
      .filter(({ foreign }) => foreign.size > 0);
    const advice = 'see and do it by test/support; where one imports less now, take it out of the list';
    expect(Object.fromEntries(inside.map(({ path, foreign }) => [path, foreign.size])), advice).toEqual(
      seesInside,
    );
  });

  it('look into the deck in test/support/deck.tsx alone', () => {
    const looks = outside.filter(({ path, text }) => /^flows\//.test(path) && /\.deck\b(?!\.tsx)/.test(text));
    expect(looks.map(({ path }) => `${path}: ask the driver, not the deck`)).toEqual([]);
    const knows = files(test)
      .map((path) => relative(test, path).replaceAll('\\', '/'))
      .filter((path) => /\bcreateDeck\(/.test(readFileSync(join(test, path), 'utf8')));
    expect(knows.sort()).toEqual(['soak/simulated-deck.tsx', 'support/deck.tsx']);
  });
});
