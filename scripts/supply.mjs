#!/usr/bin/env node
// What stands behind `npm ci`: each package with its licence, those that would run a script at their installation, and
// whether the lockfile holds the fingerprint of each. Reads package-lock.json alone. Fails where something is amiss.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Licences under which a package may come along; another one is for a person to judge first. */
const taken = new Set([
  ...[
    'MIT',
    'ISC',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    '0BSD',
    'MIT-0',
    'BlueOak-1.0.0',
    'CC0-1.0',
  ],
  // Tools of the tests alone.
  ...['MPL-2.0', 'Python-2.0', 'Unlicense'],
]);

/** What is amiss in a lockfile, a sentence each. `allowed` names the packages whose scripts were judged. */
export function flawsOf(lock, allowed = {}) {
  const flaws = [];
  for (const [path, entry] of packagesOf(lock)) {
    const { integrity = '', resolved, license = 'none', hasInstallScript } = entry;
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)) flaws.push(`${path}: no sha512 of its content`);
    // A host would bind everybody to one mirror, and could name another one than npm was told.
    if (resolved !== undefined) flaws.push(`${path}: names where it comes from`);
    if (!isTaken(license)) flaws.push(`${path}: licence ${license}`);
    if (hasInstallScript && allowed[name] === undefined) flaws.push(`${path}: runs a script when installed`);
    if (hasInstallScript && allowed[name] === true) flaws.push(`${path}: its install script may run`);
  }
  return flaws;
}

const packagesOf = (lock) => Object.entries(lock.packages).filter(([path]) => path !== '');
/** One of what may be chosen, all of what counts together. */
const isTaken = (license) =>
  license
    .split(' OR ')
    .some((one) => one.split(' AND ').every((each) => taken.has(each.replace(/[()]/g, ''))));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const read = async (name) => JSON.parse(await readFile(new URL(`../${name}`, import.meta.url), 'utf8'));
  const [lock, { allowScripts }] = await Promise.all([read('package-lock.json'), read('package.json')]);
  const byLicence = new Map();
  for (const [path, { version, license = 'none' }] of packagesOf(lock)) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    byLicence.set(license, [...(byLicence.get(license) ?? []), `${name} ${version}`]);
  }
  for (const [licence, names] of [...byLicence].sort(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`${licence} (${names.length})\n  ${[...new Set(names)].sort().join(', ')}`);
  const scripts = packagesOf(lock).filter(([, { hasInstallScript }]) => hasInstallScript);
  console.log(
    `install scripts, none of which runs in a checkout: ${scripts.map(([path]) => path.slice(13)).join(', ') || 'none'}`,
  );
  const flaws = flawsOf(lock, allowScripts);
  for (const flaw of flaws) console.error(flaw);
  if (flaws.length > 0) process.exitCode = 1;
}
