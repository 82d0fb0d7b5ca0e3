import { cp, mkdtemp, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A copy of the source and of what builds and tests it, with the node_modules of this one, to be changed at will. */
export async function copyProject() {
  const copy = await mkdtemp(join(tmpdir(), 'rigdeck-copy-'));
  const files = (await readdir(root)).filter((name) => /\.(?:ts|json)$/.test(name));
  for (const name of ['src', 'test', 'scripts', 'bench', ...files])
    await cp(join(root, name), join(copy, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  return copy;
}
