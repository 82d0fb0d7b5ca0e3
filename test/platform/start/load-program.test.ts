import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadProgram } from '../../../src/platform/start/load-program.ts';

let home: string;
let folder: string;
let path: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'rigdeck-code-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  folder = join(home, 'cache');
  path = join(home, 'program.js');
  const late = Array.from({ length: 50 }, (_, n) => `function f${n}(x) { return [x, ${n}, String(x)]; }`);
  writeFileSync(
    path,
    `(() => { ${late.join('\n')} return { late: () => [${late.map((_, n) => `f${n}(1)`)}] } })()`,
  );
});

const load = () => loadProgram<{ late(): unknown }>({ path, hash: 'abc', folders: [folder] });
const files = () => readdirSync(folder).sort();

describe('kept code', () => {
  it('is taken by the next start, which has nothing more to keep', () => {
    const first = load();
    expect([first.whole, first.damaged]).toEqual([false, false]);
    first.value.late();
    first.keep(folder);
    const next = load();
    expect([next.whole, next.damaged]).toEqual([true, false]);
    expect(next.value.late()).toHaveLength(50);
  });

  it('lies beside that of starts with other options of Node, and is not made anew after them', () => {
    vi.stubEnv('NODE_OPTIONS', '');
    onTestFinished(() => void vi.unstubAllEnvs());
    load().keep(folder);
    const plain = files();
    vi.stubEnv('NODE_OPTIONS', '--max-old-space-size=4096');
    expect(load()).toMatchObject({ whole: false, damaged: false });
    load().keep(folder);
    expect(files()).toHaveLength(2);
    expect(load().whole).toBe(true);
    vi.stubEnv('NODE_OPTIONS', ' --require tracing.js  --import=other.js ');
    expect(load().whole).toBe(true);
    expect(files()).toEqual(expect.arrayContaining(plain));
  });

  it.each([
    ['is empty', (file: string) => truncateSync(file, 0)],
    ['ends in the middle', (file: string) => truncateSync(file, 100)],
    ['is something else', (file: string) => writeFileSync(file, 'code')],
  ])('that %s is not taken, and is made anew', (_, spoil) => {
    const first = load();
    first.value.late();
    first.keep(folder);
    const [name = ''] = files();
    spoil(join(folder, name));
    const second = load();
    expect([second.whole, second.damaged]).toEqual([false, true]);
    expect(second.value.late()).toHaveLength(50);
    second.keep(folder);
    expect(load()).toMatchObject({ whole: true, damaged: false });
  });

  it('takes along what somebody who was killed has left half written, and not what is being written', () => {
    load().keep(folder);
    const [name] = files();
    const [left, now, other] = [`${name}.41`, `${name}.42`, 'frame-1.bin.43'].map((one) => join(folder, one));
    for (const file of [left, now, other]) writeFileSync(file as string, 'half');
    for (const file of [left, other]) utimesSync(file as string, 0, 0);
    load().keep(folder);
    expect([left, now, other].map((file) => existsSync(file as string))).toEqual([false, true, true]);
  });
});
