import type { Act } from './cli/context.ts';
import { yes } from './cli/help.ts';
import type { Add } from './command-list.ts';

const collect = (value: string, before: string[] = []): string[] => [...before, value];

/** The commands about API keys and SSH keys. The value of a key is never an argument. */
export function addKeyCommands(add: Add, act: Act): void {
  const keys = add('keys', 'List your API keys', ['rigdeck keys', 'rigdeck keys --json']).action(
    act(async (c) => (await import('./keys.ts')).keysCommand(c)),
  );
  add(
    'create',
    'Create an API key (its value is shown once)',
    [
      'rigdeck keys create ci --category misc,instance_read --save ~/ci-key.txt',
      'rigdeck keys create ci --category misc --print',
    ],
    {
      under: keys,
      flags: (command) =>
        command
          .optionsGroup('Permissions:')
          .option('--category <names>', 'Permissions (e.g. misc,user_read; can be repeated)', collect)
          .option('--permissions-file <path>', 'Permission document, which can narrow a category')
          .optionsGroup('Value:')
          .option('--save <path>', 'Write the key to a new file with mode 0600')
          .option('--print', 'Print the key on standard output'),
    },
  )
    .argument('<name>')
    .action(
      act(async (c, [name], o) => (await import('./keys-create.ts')).keysCreateCommand(c, name as string, o)),
    );
  add(
    'delete',
    'Delete an API key (whatever uses it stops working)',
    ['rigdeck keys delete 103', 'rigdeck keys delete 103 --yes'],
    { under: keys, flags: yes("Don't ask for confirmation") },
  )
    .argument('<id>')
    .action(act(async (c, [id], o) => (await import('./keys.ts')).keysDeleteCommand(c, id as string, o)));

  const ssh = add('ssh-keys', 'List your SSH keys', ['rigdeck ssh-keys', 'rigdeck ssh-keys --json']).action(
    act(async (c) => (await import('./ssh-keys.ts')).sshKeysCommand(c)),
  );
  add(
    'add',
    'Add a public key for new instances ("-" reads standard input)',
    ['rigdeck ssh-keys add ~/.ssh/id_ed25519.pub', 'ssh-add -L | head -n 1 | rigdeck ssh-keys add -'],
    { under: ssh },
  )
    .argument('[file]')
    .action(
      act(async (c, [file]) =>
        (await import('./ssh-keys.ts')).sshKeysAddCommand(c, file as string | undefined),
      ),
    );
  add(
    'remove',
    'Remove an SSH key from the account',
    ['rigdeck ssh-keys remove 301', 'rigdeck ssh-keys remove 301 --yes'],
    { under: ssh, flags: yes("Don't ask for confirmation") },
  )
    .argument('<id>')
    .action(
      act(async (c, [id], o) => (await import('./ssh-keys.ts')).sshKeysRemoveCommand(c, id as string, o)),
    );
  add(
    'attach',
    'Attach an SSH key to a running instance',
    [
      'rigdeck ssh-keys attach 9120441 --id 301',
      'rigdeck ssh-keys attach 9120441 --file ~/.ssh/id_ed25519.pub',
    ],
    {
      under: ssh,
      flags: (command) =>
        command
          .option('--id <id>', 'A key of the account')
          .option('--file <path>', 'A public key file (need not be on the account)'),
    },
  )
    .argument('<instance>')
    .action(
      act(async (c, [id], o) => (await import('./ssh-keys.ts')).sshKeysAttachCommand(c, id as string, o)),
    );
  add(
    'detach',
    'Detach an SSH key from an instance',
    ['rigdeck ssh-keys detach 9120441 --id 301', 'rigdeck ssh-keys detach 9120441 --id 301 --yes'],
    {
      under: ssh,
      flags: (command) =>
        command
          .option('--id <id>', 'A key of the instance')
          .option('--file <path>', 'A public key file')
          .option('-y, --yes', "Don't ask for confirmation"),
    },
  )
    .argument('<instance>')
    .action(
      act(async (c, [id], o) => (await import('./ssh-keys.ts')).sshKeysDetachCommand(c, id as string, o)),
    );
}
