import { describe, expect, it } from 'vitest';
import { creationTable } from '../support/creation-table.ts';
import { makeWorld } from './world.ts';

/** What a person types for each, with a value; `stdin` where the value must not be an argument. */
const typed: Record<string, { flags: string[]; stdin?: string }> = {
  image: { flags: ['--image', 'a/b:1'] },
  template_hash_id: { flags: ['--template', 'abc'] },
  label: { flags: ['--label', 'x'] },
  disk: { flags: ['--disk', '10'] },
  runtype: { flags: ['--runtype', 'ssh'] },
  target_state: { flags: ['--target-state', 'stopped'] },
  price: { flags: ['--price', '0.1'] },
  env: { flags: ['--env', 'A=1', '--port', '80:80'] },
  onstart: { flags: ['--onstart-file', '-'], stdin: 'echo' },
  args_str: { flags: ['--runtype', 'args', '--args', 'x'] },
  use_jupyter_lab: { flags: ['--jupyter-lab'] },
  jupyter_dir: { flags: ['--jupyter-dir', '/x'] },
  python_utf8: { flags: ['--python-utf8'] },
  lang_utf8: { flags: ['--lang-utf8'] },
  image_login: { flags: ['--image-login-stdin'], stdin: '-u a -p b c' },
  cancel_unavail: { flags: ['--cancel-unavail'] },
  vm: { flags: ['--vm'] },
  volume_info: { flags: ['--volume', '1'] },
};

describe('flags of rigdeck rent', () => {
  it.each(creationTable)('has a flag that sends %s', async (field) => {
    const { flags, stdin = '' } = typed[field] ?? { flags: [] };
    let body: Record<string, unknown> = {};
    const { exit } = await makeWorld().run(['rent', '77', '--image', 'a/b:1', ...flags], {
      stdin,
      transport: async (_, init) => {
        body = JSON.parse(String(init.body));
        return new Response('{"success":true,"new_contract":5}');
      },
    });
    expect(exit).toBe(0);
    expect(body).toHaveProperty(field);
  });

  it('shows each in --help', async () => {
    const { out } = await makeWorld().run(['rent', '--help']);
    for (const { flags } of Object.values(typed)) {
      for (const flag of flags.filter((word) => word.startsWith('--'))) expect(out).toContain(`  ${flag}`);
    }
  });
});
