import { type Command, Option } from 'commander';
import type { Act } from './command-list.ts';

type Add = (
  name: string,
  what: string,
  example: string,
  options: { flags?: (command: Command) => unknown; under: Command },
) => Command;

const proof = (command: Command): Command =>
  command
    .optionsGroup('Proof:')
    .addOption(new Option('--method <kind>', 'prove by').choices(['sms', 'totp', 'email']))
    .option('--method-id <id>', 'which one, where there are several of a kind')
    .option('--code-stdin', 'read codes from standard input, a line each, when they are wanted')
    .option('--backup-code-stdin', 'read a backup code from standard input');

const codesFile = (command: Command): Command =>
  command
    .optionsGroup('Backup codes:')
    .option('--codes-file <path>', 'write them into a new file that only you read');

/** The commands about two-factor. Codes are asked for or read; none is ever an argument. */
export function addTfaCommands(program: Command, add: Add, act: Act): void {
  const under = program
    .command('2fa')
    .description('two-factor protection of the account')
    .copyInheritedSettings(program);

  add('status', 'methods, backup codes left, and the session in use', 'rigdeck 2fa status --json', {
    under,
  }).action(act(async (c) => (await import('./tfa-status.ts')).tfaStatusCommand(c)));

  add('login', 'verify with a code; the session is used from then on', 'rigdeck 2fa login --method totp', {
    under,
    flags: (command) =>
      proof(command)
        .option('--tfa-secret-stdin', 'go on with a web login: its tfa_secret is the first line')
        .option('--admin', 'ask for an administrator session')
        .addOption(
          new Option('--store <where>', 'for a key from the environment').choices(['file', 'memory']),
        ),
  }).action(act(async (c, _, o) => (await import('./tfa-login.ts')).tfaLoginCommand(c, o)));

  add('add', 'add an authenticator app or a phone number', 'rigdeck 2fa add totp --label Phone', {
    under,
    flags: (command) =>
      codesFile(
        proof(command)
          .optionsGroup('New method:')
          .option('--label <text>', 'what it is called, 30 characters at most')
          .option('--phone <number>', 'for sms, with the country code, as +15555550100'),
      ),
  })
    .argument('<kind>', 'totp or sms')
    .action(act(async (c, [kind], o) => (await import('./tfa-add.ts')).tfaAddCommand(c, kind as string, o)));

  add('remove', 'remove a method; the last one turns two-factor off', 'rigdeck 2fa remove 7', {
    under,
    flags: (command) => proof(command.option('-y, --yes', 'do not ask before the last one goes')),
  })
    .argument('<id>')
    .action(
      act(async (c, [id], o) => (await import('./tfa-change.ts')).tfaRemoveCommand(c, id as string, o)),
    );

  add('label', 'call a method something else', "rigdeck 2fa label 7 'Phone, Aegis'", { under })
    .argument('<id>')
    .argument('<text>')
    .action(
      act(async (c, [id, text]) =>
        (await import('./tfa-change.ts')).tfaLabelCommand(c, id as string, text as string),
      ),
    );

  add('primary', 'make a method the primary one', 'rigdeck 2fa primary 7', { under })
    .argument('<id>')
    .action(act(async (c, [id]) => (await import('./tfa-change.ts')).tfaPrimaryCommand(c, id as string)));

  add('codes', 'make ten new backup codes; the old ones end', 'rigdeck 2fa codes --codes-file ~/codes.txt', {
    under,
    flags: (command) => codesFile(proof(command)),
  }).action(act(async (c, _, o) => (await import('./tfa-change.ts')).tfaCodesCommand(c, o)));
}
