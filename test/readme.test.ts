import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Results, resultTables } from '../bench/report.ts';
import { jsonPage } from '../scripts/json-page.ts';
import { fillBlocks } from '../scripts/markdown.ts';
import { reachTable } from '../scripts/reach-table.ts';
import { readmeBlocks } from '../scripts/readme-tables.ts';
import { manualClock } from '../src/clock.ts';
import { type ProgramPorts, runProgram } from '../src/commands/program.ts';
import { parseOrder, parseQuery } from '../src/domain/query.ts';
import { parseConfig } from '../src/local/config.ts';
import { resolvePaths } from '../src/local/paths.ts';
import { createSandbox } from '../src/sandbox/index.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const readme = read('README.md');
const { scripts, version } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>;
  version: string;
};

/** The lines of a page's shell examples, without their comments. */
function shellLines(page: string): string[] {
  return [...page.matchAll(/```sh\n([\s\S]*?)```/g)]
    .flatMap(([, block = '']) => block.split('\n'))
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '');
}

/** The words of a command line whose quotes do not nest. */
const shellWords = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? (bare as string));

/** Every command line of rigdeck on a page, in examples and in the text. */
function rigdeckLines(page: string): string[] {
  // The generated tables name arguments in brackets.
  const inText = [...page.matchAll(/`(rigdeck(?: [^`<[]*)?)`/g)].map(([, line]) => line as string);
  return [...shellLines(page), ...inText].filter((line) => /^rigdeck( |$)/.test(line));
}

/** What `--help` prints for a command; undefined when there is no such command. */
async function helpOf(words: readonly string[]): Promise<string | undefined> {
  let text = '';
  const ports = {
    io: { out: (part: string) => (text += part), say: () => {}, columns: 200 },
    version,
  } as unknown as ProgramPorts;
  return (await runProgram([...words, '--help'], ports)) === 0 ? text : undefined;
}

const commandOf = ([first, second]: readonly string[]): string[] => {
  if (first === undefined || first.startsWith('-')) return [];
  return (first === 'auth' || first === '2fa') && second !== undefined ? [first, second] : [first];
};

describe('the first screen of the README', () => {
  const start = readme.split('\n').slice(0, 24).join('\n');

  it('has a picture of the deck and the two commands', () => {
    expect(start).toMatch(/^# rigdeck\n/);
    expect(start).toContain('](docs/offers.svg)');
    expect(start).toContain('npm ci && npm run demo\nnpm ci && npm test');
  });

  it('names only npm scripts that exist', () => {
    const named = [...readme.matchAll(/^npm (?:run )?([a-z-]+)|`npm (?:run )?([a-z-]+)/gm)]
      .map(([, inExample, inText]) => (inExample ?? inText) as string)
      .filter((name) => !['ci', 'pack', 'install', 'test'].includes(name));
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
    expect(scripts).toHaveProperty('test');
    expect(scripts).toHaveProperty('demo');
  });

  it('runs only files that exist from npm scripts', () => {
    const files = Object.values(scripts).flatMap((script) => script.match(/scripts\/[\w.-]+/g) ?? []);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});

describe('what the README repeats from the code', () => {
  it('is up to date (npm run readme)', () => {
    const blocks = readmeBlocks({ assumptionsSource: read('src/sandbox/assumptions.ts') });
    expect(fillBlocks(readme, blocks)).toBe(readme);
  });

  it('is up to date in docs/json.md too (npm run readme)', () => {
    const wires = readdirSync(join(root, 'src/client')).filter((name) => name.startsWith('wire-'));
    const wireSource = wires.map((name) => read(`src/client/${name}`)).join('\n');
    expect(read('docs/json.md')).toBe(jsonPage({ wireSource }));
  });

  it('is up to date in ARCHITECTURE.md too (npm run readme)', () => {
    const page = read('ARCHITECTURE.md');
    expect(fillBlocks(page, { reach: reachTable() })).toBe(page);
  });

  it('is missed when its place is gone, and refused when it has no source', () => {
    expect(() => fillBlocks('no places here', { keys: 'x' })).toThrow('keys');
    expect(() => fillBlocks('<!-- odd:begin -->\n<!-- odd:end -->', {})).toThrow('odd');
  });

  it('says something about every assumption of the sandbox', () => {
    const rows = readme.split('<!-- assumptions:begin -->')[1]?.split('<!-- assumptions:end -->')[0] ?? '';
    const odd = rows
      .trim()
      .split('\n')
      .slice(2)
      .filter((row) => !/^\| `\w+` \| \S.* \| \S.* \|$/.test(row));
    expect(odd).toEqual([]);
  });
});

describe('the examples of the README', () => {
  const lines = rigdeckLines(readme);

  it('call commands and flags that --help knows', async () => {
    expect(lines.length).toBeGreaterThan(15);
    const wrong: string[] = [];
    for (const line of new Set(lines)) {
      const words = shellWords(line).slice(1);
      const help = await helpOf(commandOf(words));
      if (help === undefined) wrong.push(`${line}: there is no such command`);
      for (const flag of words.filter((word) => /^--?[a-z]/.test(word))) {
        const known = new RegExp(`(^|[\\s,])${flag.split('=')[0]}([\\s,]|$)`, 'm').test(help ?? '');
        if (!known && flag !== '--help') wrong.push(`${line}: ${flag}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('search in words that can be read', () => {
    const searches = lines.filter((line) => line.startsWith('rigdeck offers '));
    const wrong = searches.filter((line) => {
      const words = shellWords(line).slice(2);
      const order = words.indexOf('--order');
      const flags = words.findIndex((word) => word.startsWith('-'));
      const query = words.slice(0, flags < 0 ? undefined : flags).join(' ');
      return !parseQuery(query).ok || (order >= 0 && !parseOrder(words[order + 1] ?? '').ok);
    });
    expect(searches.length).toBeGreaterThan(1);
    expect(wrong).toEqual([]);
  });

  it('set settings that config.toml has', () => {
    const toml = /```toml\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
    const { config, warnings } = parseConfig(toml);
    expect(warnings).toEqual([]);
    expect(config.base_url).toBe('https://api.example.com');
  });
});

describe('the page on speed', () => {
  it('holds what was measured', () => {
    const results = JSON.parse(read('bench/results.json')) as Results;
    const page = read('docs/performance.md');
    expect(fillBlocks(page, { 'bench-results': resultTables(results) })).toBe(page);
  });
});

describe('what the README says of the surroundings', () => {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => read(join('src', path)));

  it('names every variable that the code reads, and no other', () => {
    const inCode = new Set(sources.flatMap((text) => text.match(/\bRIGDECK_[A-Z_]+\b/g) ?? []));
    inCode.delete('RIGDECK_VERSION');
    const inTable = new Set(
      [...readme.matchAll(/^\|.*`(RIGDECK_[A-Z_]+)`.*\|.*\|$/gm)].map(([, name]) => name),
    );
    expect([...inTable].sort()).toEqual([...inCode].sort());
  });

  it('names every file that is kept', () => {
    const { config, profiles, credentials, rents, log } = resolvePaths({ HOME: '/home/you' });
    for (const path of [config, profiles, credentials, rents, log])
      expect(readme).toContain(`\`${path?.replace('/home/you', '~')}\``);
  });

  it('links to what is there', () => {
    const pages = [
      'README.md',
      'ARCHITECTURE.md',
      'CHANGELOG.md',
      'docs/json.md',
      'docs/scripts.md',
      'docs/performance.md',
      'docs/cases.md',
    ];
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)]
        .map(([, target]) => target as string)
        .filter((target) => !existsSync(join(root, dirname(page), target)))
        .map((target) => `${page}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('links to headings that exist', () => {
    const headings = [...readme.matchAll(/^#+ (.+)$/gm)].map(([, text]) =>
      (text as string)
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    const targets = [...readme.matchAll(/\]\(#([^)]+)\)/g)].map(([, target]) => target);
    expect(targets.length).toBeGreaterThan(5);
    expect(targets.filter((target) => !headings.includes(target as string))).toEqual([]);
  });

  it('names control calls that the sandbox answers', async () => {
    const sandbox = createSandbox({ clock: manualClock(0), seed: 1, offers: 10 });
    const calls = [...readme.matchAll(/`(GET|POST|DELETE) (\/_sandbox\/[\w/]+)`/g)].map(
      ([, method, path]) => ({
        method: method as string,
        path: (path as string).replace('/ID', '/7200001'),
      }),
    );
    expect(calls.length).toBeGreaterThan(12);
    for (const { method, path } of calls) {
      const reply = await sandbox.fetch(new Request(`http://sandbox.test${path}`, { method }));
      const { msg } = (await reply.json()) as { msg?: string };
      expect(msg ?? '', `${method} ${path}`).not.toContain('no such control call');
    }
  });
});

describe('the pictures', () => {
  const shown = [...readme.matchAll(/!\[([^\]]+)\]\((docs\/[\w-]+\.svg)\)/g)];

  it('are real frames with a text for those who cannot see them', () => {
    expect(shown.length).toBeGreaterThan(1);
    for (const [, alt, path] of shown) {
      const svg = read(path as string);
      expect(alt).toMatch(/\w+ \w+|\w{5,}/);
      expect(svg).toMatch(/^<svg [^>]*role="img" aria-label="rigdeck: /);
      expect(svg.includes('>rigdeck</text>'), path).toBe(true);
    }
  });

  it('show no secret', () => {
    const keys = shown.flatMap(([, , path]) => read(path as string).match(/[0-9a-f]{32,}/g) ?? []);
    expect(keys).toEqual([]);
  });
});
