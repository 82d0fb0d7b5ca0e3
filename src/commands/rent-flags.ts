import { readFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import type { CreateRequest } from '../client/wire.ts';
import { type CreationField, creationFields } from '../engine/rent/creation-fields.ts';
import { readImageLogin } from '../engine/rent/image-login.ts';
import { emptyDraft, type RentDraft, type RentError } from '../engine/rent/rent-request.ts';
import { isRuntype, runtypeNames } from '../engine/rent/runtypes.ts';
import { failure } from './cli/failure.ts';

/** As commander gives them: by the flag's name in camel case. */
export type RentOptions = Record<string, unknown> & {
  maxPrice?: string;
  query?: string;
  yes?: boolean;
  /** False with --no-journal. */
  journal?: boolean;
  damagedJournal?: boolean;
  port?: string[];
  envInSsh?: boolean;
};

const values: Readonly<Partial<Record<keyof CreateRequest, string>>> = {
  image: 'path',
  template_hash_id: 'hash',
  label: 'text',
  disk: 'GB',
  price: '$/h',
  onstart: 'file',
  args_str: 'text',
  jupyter_dir: 'path',
  volume_info: 'id[:path]',
  runtype: 'mode',
  target_state: 'state',
};

const choices: Readonly<Partial<Record<keyof CreateRequest, readonly string[]>>> = {
  runtype: runtypeNames,
  target_state: ['running', 'stopped'],
};

export const rentExamples = [
  'rigdeck rent 7218834 --image ubuntu:22.04 --disk 40 --max-price 0.5',
  'rigdeck rent --query gpu_name=RTX_4090 --max-price 0.5 --yes --image ubuntu',
];

/** A flag for each field of the creation request, as domain/creation-fields lists them, and three of our own. */
export function addRentFlags(command: Command): Command {
  command.optionsGroup('Instance:');
  for (const field of creationFields) {
    for (const option of optionsOf(field)) command.addOption(option);
    if (field.name === 'env') {
      command.option('--port <A:B...>', 'Ports (e.g. 8080:80, 5000:5000/udp, 70000:70000)');
      command.option('--env-in-ssh', 'Export the variables to SSH sessions too');
    }
  }
  return command
    .optionsGroup('Guard:')
    .option('--max-price <$/h>', 'Max price of GPU and disk together')
    .option('-y, --yes', "With --max-price: don't ask about the offer")
    .option('--no-journal', 'Rent without a journal (a lost answer may be paid twice)')
    .option('--damaged-journal', 'Rent even if the journal is damaged')
    .optionsGroup('Offer:')
    .option('--query <conditions>', 'Rent the best offer of a search (needs --max-price)');
}

function optionsOf({ name, kind, flag, help }: CreationField): Option[] {
  if (kind === 'login') return [new Option(flag, help)];
  if (kind === 'env')
    return [new Option(`${flag} <NAME=VALUE...>`, 'Variables (NAME alone: value from your environment)')];
  // A template can have switched something on, so that `no` has to be sayable.
  if (kind === 'switch')
    return [new Option(flag, help), new Option(flag.replace('--', '--no-'), `Not: ${help}`).hideHelp()];
  const option = new Option(`${flag} <${values[name] ?? 'value'}>`, `${help}`);
  return [choices[name] === undefined ? option : option.choices(choices[name])];
}

/** The name under which commander keeps a field's value. */
function given(options: RentOptions, name: keyof CreateRequest): unknown {
  const field = creationFields.find((f) => f.name === name) as CreationField;
  return options[new Option(field.flag).attributeName()];
}

/** The flags as a filled-in form. `stdin` is all of standard input, which only one flag may claim. */
export async function readRentDraft(
  options: RentOptions,
  from: {
    env: Readonly<Record<string, string | undefined>>;
    stdin: () => Promise<string>;
    stdinTaken: boolean;
  },
): Promise<RentDraft> {
  const text = (name: keyof CreateRequest) => String(given(options, name) ?? '');
  const flag = (name: keyof CreateRequest) => given(options, name) as boolean | undefined;
  const claims = [text('onstart') === '-', flag('image_login') === true, from.stdinTaken];
  if (claims.filter(Boolean).length > 1) {
    throw failure(
      'usage',
      'bad_value',
      'Standard input can be only one of the key, the registry login and the on-start script.',
    );
  }
  const runtype = text('runtype');
  const targetState = text('target_state');
  return {
    image: text('image'),
    template: text('template_hash_id'),
    label: text('label'),
    disk: text('disk'),
    pay: given(options, 'price') === undefined ? 'on-demand' : 'bid',
    price: text('price'),
    runtype: isRuntype(runtype) ? runtype : undefined,
    targetState: targetState === 'running' || targetState === 'stopped' ? targetState : undefined,
    env: ((given(options, 'env') as string[] | undefined) ?? []).map((entry) => withValue(entry, from.env)),
    ports: options.port ?? [],
    onstart: await script(text('onstart'), from.stdin),
    envInSsh: options.envInSsh ?? false,
    args: text('args_str'),
    jupyterLab: flag('use_jupyter_lab'),
    jupyterDir: text('jupyter_dir'),
    pythonUtf8: flag('python_utf8'),
    langUtf8: flag('lang_utf8'),
    imageLogin: flag('image_login') ? login(await from.stdin()) : emptyDraft.imageLogin,
    cancelUnavail: flag('cancel_unavail'),
    vm: flag('vm'),
    ...volume(text('volume_info')),
  };
}

/** `NAME` alone takes the value from our own environment, so that a secret need not stand on the command line. */
function withValue(entry: string, env: Readonly<Record<string, string | undefined>>): string {
  if (entry.includes('=')) return entry;
  const value = env[entry];
  if (value !== undefined) return `${entry}=${value}`;
  throw failure('usage', 'bad_value', '--env: write NAME=VALUE, or the name of a variable that is set here.');
}

function volume(text: string): Pick<RentDraft, 'volumeId' | 'volumePath'> {
  const [volumeId = '', ...path] = text.split(':');
  if (path.length > 0 && path.join(':').trim() === '')
    throw failure('usage', 'bad_value', '--volume: missing path after the colon (e.g. 501:/data)');
  return { volumeId, volumePath: path.join(':') };
}

async function script(path: string, stdin: () => Promise<string>): Promise<string> {
  if (path === '') return '';
  if (path === '-') return stdin();
  return readFile(path, 'utf8').catch(() => {
    throw failure('usage', 'bad_value', `--onstart-file: ${path} cannot be read.`);
  });
}

function login(line: string): RentDraft['imageLogin'] {
  const read = readImageLogin(line);
  if (read !== undefined) return read;
  // The line itself is never repeated: it holds a token.
  throw failure('usage', 'bad_value', '--image-login-stdin: write one line: -u USER -p TOKEN REGISTRY');
}

/** What is wrong with a request, by the flags that it came from. */
export function explainRentErrors(errors: readonly RentError[]): string {
  return errors
    .map(({ field, message }) => {
      const flag = field === 'ports' ? '--port' : creationFields.find((f) => f.name === field)?.flag;
      return `${flag ?? field}: ${message}`;
    })
    .join('\n');
}
