import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const src = join(root, 'src');

type Import = { file: string; target: string; typeOnly: boolean };

/** May be imported: `types` for types alone. */
type Rule = {
  may: readonly string[];
  types?: readonly string[];
  /** Single files of other zones: rules that would otherwise be written twice. */
  files?: readonly string[];
  libraries?: readonly string[];
  advice: string;
};

/** Files at the top of src/ that put the parts together; they may know everything. */
const compositionRoots = [
  'entry.ts',
  'main.tsx',
  'load-program.ts',
  'program-scripts.ts',
  'first-frame.ts',
  'kept-files.ts',
  'program-parts.ts',
  'process-ports.ts',
  'start-deck.tsx',
  'composition.ts',
  'accounts.ts',
  'deck-services.ts',
  'crash-reporter.ts',
  'app.tsx',
];

/** By folder of src/; `pure` is every other file at its top. */
const rules: Record<string, Rule> = {
  pure: {
    may: ['pure'],
    types: ['client', 'domain'],
    libraries: ['react', 'string-width', 'fuzzysort', 'uqr'],
    advice: 'Pure modules know values only: no I/O, no hooks. Take what you need as an argument.',
  },
  client: {
    may: ['client'],
    types: ['pure'],
    files: ['secret-forms.ts', 'secret-words.ts'],
    libraries: ['valibot'],
    advice:
      'The client never knows React, the sandbox or where secrets are kept. Let the composition root pass it in.',
  },
  domain: {
    may: ['domain'],
    types: ['client'],
    files: ['secret-words.ts'],
    advice: 'Rules are pure: pass data in, return data. Time is an argument.',
  },
  sandbox: {
    may: ['sandbox'],
    types: ['pure', 'client'],
    files: ['local/make-folder.ts'],
    libraries: ['hono', '@hono/node-server', 'otplib', 'valibot'],
    advice: 'The sandbox shares the wire types and nothing else, so that it can prove the client.',
  },
  credentials: {
    may: ['credentials'],
    types: ['pure'],
    libraries: ['keytar', 'valibot'],
    advice: 'Credentials know no client and no screen. Pass in what they need.',
  },
  local: {
    may: ['local'],
    types: ['pure', 'domain'],
    files: [
      'clock.ts',
      'domain/closest-name.ts',
      'theme-colours.ts',
      'secret-forms.ts',
      'secret-words.ts',
      'credentials/base-url.ts',
    ],
    libraries: ['smol-toml', 'valibot'],
    advice: 'local/ keeps files and knows nobody.',
  },
  terminal: { may: ['terminal'], advice: 'terminal/ talks to the terminal and knows nothing of ours.' },
  hooks: {
    may: ['hooks', 'pure', 'domain', 'client'],
    libraries: ['react', 'swr', 'ink'],
    advice: 'Hooks reach disk and terminal through services, and draw nothing.',
  },
  components: {
    may: ['components', 'pure', 'domain'],
    types: ['client'],
    libraries: ['react', 'ink', 'ink-spinner', 'ink-table'],
    advice: 'Components never fetch and hold no keys: give them what to draw.',
  },
  screens: {
    may: ['screens', 'hooks', 'components', 'pure', 'domain'],
    types: ['client'],
    libraries: ['react', 'ink'],
    advice: 'A screen asks hooks for data and components for drawing.',
  },
  shell: {
    may: ['shell', 'hooks', 'components', 'pure', 'domain', 'client'],
    libraries: ['react', 'ink', 'swr'],
    advice: 'The shell frames screens; it knows none of them but through the registry.',
  },
  commands: {
    may: ['commands', 'client', 'domain', 'credentials', 'local', 'pure', 'terminal'],
    types: ['root', 'sandbox'],
    libraries: ['commander'],
    advice: 'A command is thin over client and domain; never React, never Ink; main.tsx hands it the rest.',
  },
};

/** Libraries that one file alone may load. */
const onlyIn: Record<string, readonly string[]> = {
  keytar: ['credentials/keytar-child.ts'],
  'string-width': ['cells.ts'],
  fuzzysort: ['fuzzy.ts'],
  uqr: ['qr-modules.ts'],
};

/** What the build starts from. */
const bundled = ['entry.ts', 'main.tsx', 'program-parts.ts'];

/** The only places where time and chance come from. */
const readsTime = ['clock.ts', 'main.tsx'];

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
  const [first, ...rest] = path.split('/');
  if (first === 'deck') return 'root';
  if (rest.length > 0) return first as string;
  return compositionRoots.includes(first as string) ? 'root' : 'pure';
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
    found.push({ file: path, target: target as string, typeOnly });
  }
  for (const [, target] of text.matchAll(/(?<!typeof )\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)) {
    found.push({ file: path, target: target as string, typeOnly: false });
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
  it('holds for every import of ours', () => {
    const wrong = imports
      .filter(({ target }) => inside(target))
      .flatMap(({ file, target, typeOnly }) => {
        const to = posix.normalize(posix.join(posix.dirname(file), target));
        const rule = rules[zone(file)];
        if (rule === undefined) return [];
        const there = zone(to);
        if (rule.may.includes(there) || (typeOnly && rule.types?.includes(there))) return [];
        if (rule.files?.includes(to)) return [];
        return [`${file} imports ${to}: ${rule.advice}`];
      });
    expect(wrong).toEqual([]);
  });

  it('holds for every library', () => {
    const wrong = imports
      .filter(({ target }) => !inside(target) && !target.startsWith('node:'))
      .flatMap(({ file, target }) => {
        const name = library(target);
        const sole = onlyIn[name];
        if (sole !== undefined)
          return sole.includes(file) ? [] : [`${file} imports ${name}: only ${sole.join(', ')} may.`];
        const rule = rules[zone(file)];
        return rule === undefined || rule.libraries?.includes(name)
          ? []
          : [`${file} imports ${name}: ${rule.advice}`];
      });
    expect(wrong).toEqual([]);
  });

  it('starts programs in one place, which hands them no key', () => {
    const wrong = imports.filter(
      ({ file, target, typeOnly }) =>
        target === 'node:child_process' && !typeOnly && file !== 'terminal/start-program.ts',
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
      .filter(
        ({ path, text }) => /^(?:app|components|screens|shell|hooks)\b/.test(path) && literal.test(text),
      )
      .map(({ path }) => `${path}: give a Part a style of theme.ts, or spread one of useTheme().styles`);
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
  'commands/power.test.ts': 1,
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
