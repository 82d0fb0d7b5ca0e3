import { type Command, Option } from 'commander';
import { addGroup } from './cli/command-tree.ts';
import type { Act } from './cli/context.ts';
import { describe } from './cli/help.ts';
import type { Add } from './command-list.ts';

const proof = (command: Command): Command =>
  command
    .optionsGroup('Verification:')
    .addOption(new Option('--method <kind>', 'Verify with').choices(['sms', 'totp', 'email']))
    .option('--method-id <id>', 'Which method, if you have several of that kind')
    .option('--code-stdin', 'Read codes from standard input, one per line')
    .option('--backup-code-stdin', 'Read a backup code from standard input');

const codesFile = (command: Command): Command =>
  command
    .optionsGroup('Backup codes:')
    .option('--codes-file <path>', 'Write backup codes to a new file with mode 0600');

/** The commands about two-factor. Codes are asked for or read; none is ever an argument. */
export function addTfaCommands(program: Command, add: Add, act: Act): void {
  const under = addGroup(program, '2fa', 'Manage two-factor authentication');
  describe(under, ['rigdeck 2fa status', 'rigdeck 2fa add totp --label Phone']);

  add(
    'status',
    'Show methods, backup codes left and the session in use',
    ['rigdeck 2fa status', 'rigdeck 2fa status --json'],
    { under },
  ).action(act(async (c) => (await import('./two-factor/tfa-status.ts')).tfaStatusCommand(c)));

  add(
    'login',
    'Verify with a code and use the session from then on',
    ['rigdeck 2fa login --method totp', 'rigdeck 2fa login --method sms --code-stdin'],
    {
      under,
      flags: (command) =>
        proof(command)
          .option('--tfa-secret-stdin', 'Continue a web login (tfa_secret is the first line)')
          .option('--admin', 'Request an admin session')
          .addOption(
            new Option('--store <where>', "Keep an environment key's session").choices(['file', 'memory']),
          ),
    },
  ).action(act(async (c, _, o) => (await import('./two-factor/tfa-login.ts')).tfaLoginCommand(c, o)));

  add(
    'add',
    'Add an authenticator app (totp) or a phone number (sms)',
    ['rigdeck 2fa add totp --label Phone', 'rigdeck 2fa add sms --phone +15555550100 --codes-file codes.txt'],
    {
      under,
      flags: (command) =>
        codesFile(
          proof(command)
            .optionsGroup('New method:')
            .option('--label <text>', 'Label of the method (max 30 characters)')
            .option('--phone <number>', 'Phone number with country code (e.g. +15555550100)'),
        ),
    },
  )
    .argument('<kind>')
    .action(
      act(async (c, [kind], o) =>
        (await import('./two-factor/tfa-add.ts')).tfaAddCommand(c, kind as string, o),
      ),
    );

  add(
    'remove',
    'Remove a method (removing the last one turns two-factor off)',
    ['rigdeck 2fa remove 7', 'rigdeck 2fa remove 7 --method totp'],
    {
      under,
      flags: (command) => proof(command.option('-y, --yes', "Don't ask before removing the last method")),
    },
  )
    .argument('<id>')
    .action(
      act(async (c, [id], o) =>
        (await import('./two-factor/tfa-change.ts')).tfaRemoveCommand(c, id as string, o),
      ),
    );

  add('label', "Set a method's label", ["rigdeck 2fa label 7 'Phone, Aegis'", 'rigdeck 2fa label 8 Work'], {
    under,
  })
    .argument('<id>')
    .argument('<text>')
    .action(
      act(async (c, [id, text]) =>
        (await import('./two-factor/tfa-change.ts')).tfaLabelCommand(c, id as string, text as string),
      ),
    );

  add('primary', 'Make a method the primary one', ['rigdeck 2fa primary 7', 'rigdeck 2fa primary 7 --json'], {
    under,
  })
    .argument('<id>')
    .action(
      act(async (c, [id]) => (await import('./two-factor/tfa-change.ts')).tfaPrimaryCommand(c, id as string)),
    );

  add(
    'codes',
    'Create ten new backup codes (revokes the old ones)',
    ['rigdeck 2fa codes', 'rigdeck 2fa codes --method totp --codes-file ~/codes.txt'],
    { under, flags: (command) => codesFile(proof(command)) },
  ).action(act(async (c, _, o) => (await import('./two-factor/tfa-change.ts')).tfaCodesCommand(c, o)));
}
