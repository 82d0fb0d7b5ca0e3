import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
  dependencies?: Record<string, string>;
};

/** The pages beside docs/. */
const pages = ['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'THIRD_PARTY.md'];

/** This process's environment without what npm tells the scripts that it runs, and npm told to mind its own business. */
const plainEnv = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))),
  npm_config_update_notifier: 'false',
};

function run(command: string, args: readonly string[], cwd: string) {
  const done = spawnSync(command, args, { cwd, env: { ...plainEnv, HOME: cwd }, encoding: 'utf8' });
  return { code: done.status, out: done.stdout, err: done.stderr };
}

describe('the packed package', () => {
  const work = mkdtempSync(join(tmpdir(), 'rigdeck-package-'));
  const project = join(work, 'project');
  const home = join(work, 'empty');
  const installed = join(home, 'node_modules', 'rigdeck');
  const rigdeck = join(home, 'node_modules', '.bin', 'rigdeck');
  let built: ReturnType<typeof run>;
  let packed: ReturnType<typeof run>;
  let install: ReturnType<typeof run>;

  // Packed from a copy, so that the build before it does not replace anybody's dist/.
  beforeAll(() => {
    mkdirSync(home);
    for (const part of ['package.json', '.npmrc', 'LICENSE', ...pages])
      cpSync(join(root, part), join(project, part));
    for (const part of ['src', 'scripts', 'docs', 'test/support'])
      cpSync(join(root, part), join(project, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
    // As in the README: `.npmrc` lets npm run no script by itself.
    built = run('npm', ['run', 'build', '--', '--quiet'], project);
    packed = run('npm', ['pack', '--pack-destination', work], project);
    // An empty cache and no network: nothing but the tarball is there to install from.
    const flags = ['--offline', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
    const tarball = join(work, `rigdeck-${version}.tgz`);
    install = run('npm', ['install', ...flags, '--cache', join(work, 'cache'), tarball], home);
  }, 120_000);
  afterAll(() => rmSync(work, { recursive: true, force: true }));

  const inside = () =>
    readdirSync(installed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(installed.length + 1));

  it('holds a program of ASCII alone, which is read as one byte a character', () => {
    const scripts = inside().filter((file) => /^dist\/.*\.js$/.test(file));
    expect(scripts.length).toBeGreaterThan(4);
    for (const file of scripts)
      expect(readFileSync(join(installed, file), 'latin1'), file).not.toMatch(/[^\x00-\x7f]/);
  });

  it('is packed by a build that says nothing', () => {
    expect(built).toMatchObject({ code: 0, err: '' });
    expect(built.out).not.toMatch(/KB|warning|chunk/i);
    expect(packed).toMatchObject({ code: 0, err: '' });
    expect(packed.out.trim().split('\n').at(-1)).toBe(`rigdeck-${version}.tgz`);
    expect(packed.out).not.toMatch(/KB|warning|chunk/i);
  });

  it('is installed into an empty folder without network and without a word of warning', () => {
    expect(install).toMatchObject({ code: 0, err: '' });
    expect(readdirSync(join(home, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'rigdeck',
    ]);
    expect(dependencies ?? {}).toEqual({});
  });

  it('holds the program, its licences and its pages, and nothing else', () => {
    const files = inside();
    expect(files.filter((file) => !/^(dist|docs)\//.test(file)).sort()).toEqual([
      'ARCHITECTURE.md',
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'LICENSE',
      'README.md',
      'THIRD_PARTY.md',
      'package.json',
    ]);
    expect(files.filter((file) => file.startsWith('dist/')).sort()).toEqual([
      'dist/commands.js',
      'dist/deck.js',
      'dist/main.js',
      'dist/package.json',
      'dist/program.js',
      'dist/rigdeck.js',
      'dist/screens.js',
      'dist/shared.js',
    ]);
  });

  it('holds what its pages link to and show, and no other page', () => {
    const files = inside();
    const targets = files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) =>
        Array.from(
          readFileSync(join(installed, file), 'utf8').matchAll(/\]\(([^)#\s]+)[^)]*\)/g),
          ([, to = '']) => to,
        )
          .filter((to) => !/^[a-z]+:/.test(to))
          .map((to) => join(file, '..', to)),
      );
    expect(targets.length).toBeGreaterThan(10);
    expect(targets.filter((target) => !files.includes(target))).toEqual([]);
    expect(files.filter((file) => file.startsWith('docs/') && !targets.includes(file))).toEqual([]);
  });

  it('names no folder of the machine that built it', () => {
    const places = [root.replace(/\/$/, ''), work, homedir(), '/home/', '/Users/'].filter(
      (place) => place.length > 5,
    );
    const found = inside().flatMap((file) => {
      const text = readFileSync(join(installed, file), 'utf8');
      return places.filter((place) => text.includes(place)).map((place) => `${file}: ${place}`);
    });
    expect(found).toEqual([]);
  });

  it('tells its version and its help', () => {
    expect(run(rigdeck, ['--version'], home)).toEqual({ code: 0, out: `${version}\n`, err: '' });
    const help = run(rigdeck, ['--help'], home);
    expect(help.code).toBe(0);
    expect(help.out).toContain('Rent an offer');
    expect(help.out).toContain('rigdeck help flags');
  });

  it('searches the sandbox, also for a reader that leaves early', () => {
    const all = run(rigdeck, ['offers', '--sandbox', '--json', '--limit', '3'], home);
    expect(all.code).toBe(0);
    expect(JSON.parse(all.out)).toMatchObject({ schema: 1, offers: [{}, {}, {}] });
    const piped = run(
      'bash',
      ['-c', 'set -o pipefail; "$0" offers --sandbox --json | head -c 20', rigdeck],
      home,
    );
    expect(piped).toMatchObject({ code: 0, out: '{"schema":1,"offers"' });
    expect(piped.err).not.toMatch(/EPIPE|Error/);
  });
});

describe('THIRD_PARTY.md', () => {
  it('is up to date (npm run third-party)', () => {
    const { code, err } = run(process.execPath, ['scripts/third-party.mjs', '--check'], root);
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  it('names every package whose code is in the program', async () => {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: ['src/app/program-parts.ts'],
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      format: 'esm',
      external: ['keytar', 'react-devtools-core', 'ws'],
      logLevel: 'silent',
    });
    const names = new Set(
      Object.keys(metafile.inputs).flatMap(
        (path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
      ),
    );
    const page = readFileSync(join(root, 'THIRD_PARTY.md'), 'utf8');
    expect(names.size).toBeGreaterThan(20);
    // An alias stands under the name that its author gave it.
    const authors = [...names].map(
      (name) =>
        JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).name as string,
    );
    expect(authors.filter((name) => !page.includes(`\n- ${name} `))).toEqual([]);
  });
});
