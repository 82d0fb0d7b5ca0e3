import type { Command } from 'commander';
import type { Act } from './command-list.ts';

type Add = (
  name: string,
  what: string,
  example: string,
  options?: { flags?: (command: Command) => unknown; under?: Command },
) => Command;

const collect = (value: string, before: string[] = []): string[] => [...before, value];

/** The commands about API keys and SSH keys. The value of a key is never an argument. */
export function addKeyCommands(add: Add, act: Act): void {
  const keys = add('keys', 'list the API keys of the account', 'rigdeck keys --json').action(
    act(async (c) => (await import('./keys.ts')).keysCommand(c)),
  );
  add(
    'create',
    'make an API key; its value comes this once',
    'rigdeck keys create ci --category misc,instance_read --save ~/ci-key.txt',
    {
      under: keys,
      flags: (command) =>
        command
          .optionsGroup('Permissions:')
          .option('--category <names>', 'what it may call, as misc,user_read; also several times', collect)
          .option('--permissions-file <path>', 'a permission document, which may narrow a category')
          .optionsGroup('Its value:')
          .option('--save <path>', 'write it into a new file that only you read')
          .option('--print', 'print it on standard output'),
    },
  )
    .argument('<name>')
    .action(
      act(async (c, [name], o) => (await import('./keys-create.ts')).keysCreateCommand(c, name as string, o)),
    );
  add('delete', 'delete an API key: whatever uses it stops working', 'rigdeck keys delete 103 --yes', {
    under: keys,
    flags: (command) => command.option('-y, --yes', 'do not ask'),
  })
    .argument('<id>')
    .action(act(async (c, [id], o) => (await import('./keys.ts')).keysDeleteCommand(c, id as string, o)));

  const ssh = add('ssh-keys', 'list the SSH keys of the account', 'rigdeck ssh-keys').action(
    act(async (c) => (await import('./ssh-keys.ts')).sshKeysCommand(c)),
  );
  add('add', 'add a public key; new instances take it', 'rigdeck ssh-keys add ~/.ssh/id_ed25519.pub', {
    under: ssh,
  })
    .argument('[file]', 'a .pub file, or - for standard input')
    .action(
      act(async (c, [file]) =>
        (await import('./ssh-keys.ts')).sshKeysAddCommand(c, file as string | undefined),
      ),
    );
  add('remove', 'take a key off the account', 'rigdeck ssh-keys remove 301 --yes', {
    under: ssh,
    flags: (command) => command.option('-y, --yes', 'do not ask'),
  })
    .argument('<id>')
    .action(
      act(async (c, [id], o) => (await import('./ssh-keys.ts')).sshKeysRemoveCommand(c, id as string, o)),
    );
  add('attach', 'let a key open an instance that runs already', 'rigdeck ssh-keys attach 9120441', {
    under: ssh,
    flags: (command) =>
      command
        .option('--id <id>', 'which key of the account')
        .option('--file <path>', 'a public key that need not be on the account'),
  })
    .argument('<instance>')
    .action(
      act(async (c, [id], o) => (await import('./ssh-keys.ts')).sshKeysAttachCommand(c, id as string, o)),
    );
  add('detach', 'let a key open an instance no more', 'rigdeck ssh-keys detach 9120441 --id 301 --yes', {
    under: ssh,
    flags: (command) =>
      command
        .option('--id <id>', 'which key of the instance')
        .option('--file <path>', 'the public key itself')
        .option('-y, --yes', 'do not ask'),
  })
    .argument('<instance>')
    .action(
      act(async (c, [id], o) => (await import('./ssh-keys.ts')).sshKeysDetachCommand(c, id as string, o)),
    );
}
