import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { pageBlocks, type Results } from '../bench/report.ts';
import { jsonPage } from '../scripts/json-page.ts';
import { fillBlocks } from '../scripts/markdown.ts';
import { reachTable } from '../scripts/reach-table.ts';
import { docBlocks } from '../scripts/readme-tables.ts';
import { manualClock } from '../src/base/clock.ts';
import type { ProgramPorts } from '../src/commands/cli/context.ts';
import { parseConfig } from '../src/platform/config/config.ts';
import { resolvePaths } from '../src/platform/files/paths.ts';
import { runProgram } from '../src/program.ts';
import { createSandbox } from '../src/sandbox/index.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const readme = read('README.md');
const { scripts, version } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>;
  version: string;
};

/** Every page that a person reads, the generated ones too. */
const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'bench/README.md',
  ...['docs', 'docs/decisions'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
];

/** A heading as the part of an address that leads to it, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

/** What `--help` prints for a command; undefined when there is no such command. */
async function helpOf(words: readonly string[]): Promise<string | undefined> {
  let text = '';
  const ports = {
    io: { out: (part: string) => (text += part), say: () => {}, columns: 200 },
    version,
  } as unknown as ProgramPorts;
  return (await runProgram(words, ports)) === 0 ? text : undefined;
}

describe('the first screen of the README', () => {
  const start = readme.split('\n').slice(0, 24).join('\n');

  it('has a picture of the deck and the two commands', () => {
    expect(start).toMatch(/^# rigdeck\n/);
    expect(start).toContain('](docs/offers.svg)');
    expect(start).toMatch(/^npm ci && npm run demo\b.*\nnpm ci && npm test\b/m);
  });

  it('leaves the reference to docs/', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(220);
  });

  it('names only npm scripts that exist', () => {
    const named = [
      ...`${readme}\n${read('CONTRIBUTING.md')}`.matchAll(
        /^npm (?:run )?([a-z-]+)|`npm (?:run )?([a-z-]+)/gm,
      ),
    ]
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

describe('what the docs repeat from the code', () => {
  const blocks = docBlocks({ assumptionsSource: read('src/sandbox/assumptions.ts') });

  it.each(Object.keys(blocks))('is up to date in %s (npm run readme)', (path) => {
    expect(fillBlocks(read(path), blocks[path] ?? {})).toBe(read(path));
  });

  it('is up to date in docs/json.md too (npm run readme)', () => {
    const wires = readdirSync(join(root, 'src/client')).filter((name) => name.startsWith('wire-'));
    const wireSource = wires.map((name) => read(`src/client/${name}`)).join('\n');
    expect(read('docs/json.md')).toBe(jsonPage({ wireSource }));
  });

  it('is up to date in docs/requests.md too (npm run readme)', () => {
    const page = read('docs/requests.md');
    expect(fillBlocks(page, { reach: reachTable() })).toBe(page);
  });

  it('is missed when its place is gone, and refused when it has no source', () => {
    expect(() => fillBlocks('no places here', { keys: 'x' })).toThrow('keys');
    expect(() => fillBlocks('<!-- odd:begin -->\n<!-- odd:end -->', {})).toThrow('odd');
  });

  it('says something about every assumption of the sandbox', () => {
    const rows =
      read('docs/sandbox.md').split('<!-- assumptions:begin -->')[1]?.split('<!-- assumptions:end -->')[0] ??
      '';
    const odd = rows
      .trim()
      .split('\n')
      .slice(2)
      .filter((row) => !/^\| `\w+` \| \S.* \| \S.* \|$/.test(row));
    expect(odd).toEqual([]);
  });
});

describe('the commands that pages name in their text', () => {
  // Generated tables name arguments in brackets; examples in blocks are run by test/commands/examples.test.ts.
  const named = pages
    .filter((path) => path !== 'CHANGELOG.md')
    .flatMap((path) =>
      [...read(path).matchAll(/`rigdeck((?: [^`<[]*)?)`/g)].map(([, line = '']) => line.trim()),
    );

  it('are there, with their flags', async () => {
    expect(named.length).toBeGreaterThan(15);
    const flags = (await helpOf(['help', 'flags'])) ?? '';
    const wrong: string[] = [];
    for (const line of new Set(named)) {
      const words = line.split(' ').filter((word) => word !== '');
      const command = words.slice(
        0,
        words.findIndex((word) => !/^[a-z0-9-]+$/.test(word) || word.startsWith('-')) >>> 0,
      );
      const helps = await Promise.all(
        command.map((_, index) => helpOf([...command.slice(0, command.length - index), '--help'])),
      );
      const help = `${helps.find((text) => text !== undefined) ?? ''}\n${flags}\n  --help`;
      if (command.length > 0 && helps.every((text) => text === undefined)) wrong.push(line);
      for (const flag of words.filter((word) => /^--?[a-z]/.test(word)))
        if (!new RegExp(`(^|[\\s,])${flag.split('=')[0]}([\\s,]|$)`, 'm').test(help))
          wrong.push(`${line}: ${flag}`);
    }
    expect(wrong).toEqual([]);
  });

  it('set settings that config.toml has', () => {
    for (const toml of read('docs/config.md').matchAll(/```toml\n([\s\S]*?)```/g))
      expect(parseConfig(toml[1] ?? '').warnings).toEqual([]);
  });
});

describe('the page on speed', () => {
  it('holds what was measured', () => {
    const results = JSON.parse(read('bench/results.json')) as Results;
    const page = read('docs/performance.md');
    expect(fillBlocks(page, pageBlocks(results))).toBe(page);
  });
});

describe('what the docs say of the surroundings', () => {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => read(join('src', path)));

  it('names every variable that the code reads, and no other', () => {
    const inCode = new Set(sources.flatMap((text) => text.match(/\bRIGDECK_[A-Z_]+\b/g) ?? []));
    inCode.delete('RIGDECK_VERSION');
    const inTable = new Set(
      [...read('docs/config.md').matchAll(/^\|.*`(RIGDECK_[A-Z_]+)`.*\|.*\|$/gm)].map(([, name]) => name),
    );
    expect([...inTable].sort()).toEqual([...inCode].sort());
  });

  it('names every file that is kept', () => {
    const { config, profiles, credentials, rents, log } = resolvePaths({ HOME: '/home/you' });
    for (const path of [config, profiles, credentials, rents, log])
      expect(read('docs/config.md')).toContain(`\`${path?.replace('/home/you', '~')}\``);
  });

  it('links to pages and headings that are there', () => {
    const anchors = new Map(
      pages.map((path) => [
        path,
        [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => anchorOf(text)),
      ]),
    );
    const links = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].map(([, path = '', anchor]) => ({
        page,
        target: path === '' ? page : posix.normalize(posix.join(posix.dirname(page), path)),
        anchor,
      })),
    );
    const broken = links.filter(
      ({ target, anchor }) =>
        !existsSync(join(root, target)) ||
        (anchor !== undefined && anchors.get(target)?.includes(anchor) !== true),
    );
    expect(links.length).toBeGreaterThan(100);
    expect(broken).toEqual([]);
  });

  it('names control calls that the sandbox answers', async () => {
    const sandbox = createSandbox({ clock: manualClock(0), seed: 1, offers: 10 });
    const calls = [...read('docs/sandbox.md').matchAll(/`(GET|POST|DELETE) (\/_sandbox\/[\w/]+)`/g)].map(
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
