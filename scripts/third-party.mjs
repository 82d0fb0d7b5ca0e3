#!/usr/bin/env node
// Writes THIRD_PARTY.md: every package that ends up in the built program, with its licence as it came. The bundle
// itself carries no notices. `--check` writes nothing and fails when the file is out of date.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleSource } from './bundle-source.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'THIRD_PARTY.md');

const permission = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;

/** Packages that say their licence in package.json and in their sources, and bring no file with its text. */
const withoutFile = {
  '@alcalzone/ink-table': `MIT License\n\nCopyright (c) AlCalzone and the authors of ink-table.\n\n${permission}`,
  'yoga-layout': `MIT License\n\nCopyright (c) Meta Platforms, Inc. and affiliates.\n\n${permission}`,
};

/** Folders of the packages whose code is in the bundle, by what esbuild says of each file in it. */
async function bundledFolders() {
  const { metafile } = await bundleSource('src/app/program-parts.ts', 'third-party');
  const folders = new Set();
  for (const { inputs } of Object.values(metafile.outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
      if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
    }
  }
  return [...folders];
}

async function describe(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
  const files = (await readdir(join(root, folder))).filter((file) =>
    /^(licen[cs]e|notice)(\.|$)/i.test(file),
  );
  const texts = await Promise.all(files.sort().map((file) => readFile(join(root, folder, file), 'utf8')));
  const text = texts.length > 0 ? texts.map((t) => t.trim()).join('\n\n') : withoutFile[name];
  if (text === undefined) throw new Error(`${name} brings no licence text: add one to withoutFile`);
  return {
    name: `${name} ${version}`,
    licence: license,
    text: text.replace(/\r\n/g, '\n'),
  };
}

function page(packages) {
  const byText = new Map();
  for (const { name, licence, text } of packages) {
    const group = byText.get(text) ?? { names: new Set(), licence };
    // The same release can stand in two places of node_modules.
    group.names.add(name);
    byText.set(text, group);
  }
  const groups = [...byText].map(([text, { names, licence }]) => {
    const list = [...names].sort();
    const body = `${list.map((name) => `- ${name}`).join('\n')}\n\n${licence}\n\n\`\`\`\`text\n${text}\n\`\`\`\``;
    return { first: list[0], body };
  });
  groups.sort((a, b) => (a.first < b.first ? -1 : 1));
  return `# Third-party software

The built program holds code of the packages below. Packages with the same text stand together.
This page is generated: \`npm run third-party\`.

${groups.map(({ body }) => body).join('\n\n---\n\n')}
`;
}

const found = await Promise.all((await bundledFolders()).map(describe));
const text = page(found);
if (!process.argv.includes('--check')) await writeFile(target, text);
else if ((await readFile(target, 'utf8').catch(() => '')) !== text) {
  console.error('THIRD_PARTY.md is out of date: npm run third-party');
  process.exitCode = 1;
}
