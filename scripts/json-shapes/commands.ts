/**
 * The stable JSON of every command that has `--json`, by the words of the command. docs/json.md is generated from it, and
 * test/commands/json.test.ts checks what the commands print against it, unknown fields included.
 */

import * as v from 'valibot';
import { records } from '../../src/engine/records.ts';
import {
  answer,
  dollars,
  done,
  doneMaybe,
  flag,
  list,
  may,
  means,
  number,
  object,
  orNull,
  perHour,
  text,
  time,
  whole,
  words,
} from './kinds.ts';
import {
  connection,
  endpointGroup,
  instance,
  offer,
  permissions,
  template,
  tfaMethod,
  volume,
  workerGroup,
} from './records.ts';

export type CommandShape = {
  /** The value that a successful run prints, or one of several. */
  prints?: v.GenericSchema | readonly v.GenericSchema[];
  /** The value on each line with this flag. */
  lines?: { flag: string; shape: v.GenericSchema };
  /** A note above the table. */
  note?: string;
};

const home = words(['keychain', 'file', 'memory']);
const account = orNull(
  object({ id: whole, email: orNull(text), credit: orNull(means(number, 'available, in dollars')) }),
);
const source = object({
  kind: words(['flag-file', 'flag-stdin', 'env', 'env-file', 'keychain', 'file', 'memory']),
  label: means(text, 'the source in words'),
  last4: means(text, 'last 4 characters of the key; empty if unknown'),
});
const session = orNull(
  object({
    since: orNull(time),
    verified_by: orNull(words(['sms', 'totp', 'email', 'backup'])),
    kept: home,
  }),
);
const probed = words(['yes', 'no', 'two-factor', 'unknown']);
const backupCodes = {
  backup_codes: may(means(list(text), 'secrets, printed only once; missing if saved to a file')),
  codes_file: may(means(text, 'path of the file, if saved')),
};
const sshKey = object({
  id: whole,
  type: orNull(text),
  fingerprint: orNull(text),
  comment: orNull(text),
  public_key: orNull(text),
  created_at: orNull(means(number, 'epoch seconds')),
});
const groupGone = {
  success: flag,
  deleted_workers: orNull(means(whole, 'workers destroyed with it')),
  failed_workers: orNull(means(whole, 'workers that could not be destroyed')),
};

/** What every command prints when it fails. */
export const errorShape = object({
  code: means(text, "for scripts; the provider's code if it sent one"),
  message: means(text, 'what happened'),
  next: means(text, 'next step, the `hint:` of the text output; may be empty'),
  retry_after_s: may(means(number, 'seconds to wait, if a 429 says so')),
});
export const failureShape = answer({ error: errorShape });

/** Printed with every list. */
const wholeness = {
  complete: means(flag, 'false if rows are missing or a list could not be read; the exit code is then 1'),
  missing: means(whole, 'rows that the provider counted but did not send, or without a usable ID'),
};

/** For commands that list instances. */
const secrets =
  'Values in `extra_env` and the `jupyter_token` are masked (`••••••••`); `rigdeck open --print` prints the address with the token. `onstart` is printed unmasked.';

const besideShape = {
  volumes_per_hour: orNull(means(number, '$/h of volumes; null if unknown or none')),
  measured_per_hour: orNull(means(number, '$/h, from the fall of the credit')),
  unexplained_per_hour: orNull(means(number, '$/h that no price explains; null if none')),
};

const status = answer({
  credit: orNull(dollars),
  burn_per_hour: means(number, '$/h of instances and volumes with a known price'),
  once_booted_per_hour: orNull(means(number, '$/h once all booting instances run')),
  priced: means(whole, 'instances with a known price'),
  count: means(whole, 'all instances, missing rows included, and volumes without a known price'),
  ...besideShape,
  runway_s: orNull(
    means(number, 'seconds, counting booting instances as running; null also if nothing is billed'),
  ),
  at_most: means(flag, 'true if a price is missing: the real runway may be shorter'),
  instances: list(instance),
  ...wholeness,
});

/** Writes whose record adds nothing to the reply. */
const plainWrites = Object.fromEntries(
  records.flatMap(({ command }): [string, CommandShape][] =>
    command === undefined || command.json !== undefined
      ? []
      : [[command.name, { prints: done({ instance_id: whole }) }]],
  ),
);

export const commandShapes: Readonly<Record<string, CommandShape>> = {
  status: { prints: status, note: secrets },
  '': { prints: status },
  offers: {
    prints: answer({ offers: list(offer), ...wholeness }),
    note: 'If nothing matches, the list is empty and the exit code 0.',
  },
  instances: {
    prints: answer({ instances: list(instance), ...wholeness }),
    note: `With an ID: a list of one. ${secrets}`,
    lines: {
      flag: '--watch',
      shape: answer({
        at: time,
        event: means(words(['there', 'new', 'changed', 'gone']), '`there` in the first list'),
        fields: may(means(list(text), 'what changed')),
        instance,
      }),
    },
  },
  rent: {
    prints: answer({
      instance_id: whole,
      new_contract: means(whole, 'same as `instance_id`'),
      late: may(means(flag, 'true if an earlier run of the same command rented it and its answer was lost')),
    }),
    note: 'The restricted key of the instance is stored, not printed.',
  },
  unsettled: {
    prints: answer({
      unsettled: list(
        object({
          id: text,
          offer_id: whole,
          sent_at: time,
          unclear_since: orNull(time),
          gpu: orNull(text),
          label: orNull(text),
          overridden: means(flag, 'other rents are allowed although its outcome is unknown'),
        }),
      ),
      complete: means(flag, 'false if lines of the journal could not be read'),
      unreadable_lines: whole,
    }),
  },
  'unsettled settle': {
    prints: answer({
      id: text,
      offer_id: whole,
      outcome: words(['rented', 'not-created']),
      instance_id: orNull(whole),
    }),
  },
  ...plainWrites,
  ssh: {
    prints: answer({ instance_id: whole, host: text, port: whole, user: text, command: text }),
    note: 'Runs nothing.',
  },
  copy: {
    prints: [
      answer({
        instance_id: whole,
        src: text,
        dst: text,
        selected: means(text, 'ID of the connection'),
        transfer: text,
        flags: may(list(text)),
        success: flag,
        msg: may(text),
        result_url: may(text),
      }),
      answer({ instance_id: whole, success: flag, msg: orNull(text) }),
    ],
    note: 'The second table is for `--cancel`.',
  },
  volumes: { prints: answer({ volumes: list(volume), ...wholeness }) },
  templates: {
    prints: answer({ templates: list(template), ...wholeness }),
    note: '`env` is left out, as it may contain secrets.',
  },
  connections: { prints: answer({ connections: list(connection), ...wholeness }) },
  open: {
    prints: answer({ instance_id: whole, url: means(text, 'contains the token: a secret') }),
    note: 'Opens nothing.',
  },
  tunnel: {
    prints: answer({ instance_id: whole, local_port: whole, remote_port: whole, command: text }),
    note: 'Runs nothing.',
  },
  'ssh-config': {
    prints: answer({
      hosts: list(object({ instance_id: whole, block: means(text, 'ssh_config lines') })),
      ...wholeness,
    }),
  },
  logs: {
    prints: answer({ instance_id: whole, lines: list(text) }),
    lines: { flag: '--follow', shape: answer({ instance_id: whole, line: text }) },
  },
  execute: { prints: answer({ instance_id: whole, command: text, lines: list(text) }) },
  label: {
    prints: done({ instance_id: whole, label: means(orNull(text), 'null if removed') }),
  },
  cost: {
    prints: answer({
      credit: orNull(dollars),
      burn: object({
        quoted_per_hour: orNull(means(number, '$/h, from known prices')),
        priced: means(whole, 'instances with a known price'),
        count: means(whole, 'all instances, and volumes without a known price'),
        once_booted_per_hour: orNull(means(number, '$/h once all booting instances run')),
        ...besideShape,
        measured_over_s: orNull(means(number, 'seconds')),
      }),
      runway: object({
        seconds: orNull(number),
        ends_at: orNull(time),
        basis: words(['quoted', 'measured']),
        at_most: means(flag, 'true if a price is missing: the real runway may be shorter'),
      }),
      instances: list(
        object({
          id: whole,
          label: orNull(text),
          state: text,
          per_hour: orNull(perHour),
          gpu_per_hour: orNull(perHour),
          disk_per_hour: orNull(perHour),
          spent: orNull(dollars),
          spent_basis: means(
            orNull(words(['charged', 'age', 'uptime', 'disk', 'seen'])),
            '`charged`: charged by the provider. Otherwise an estimate: `uptime` (GPU since the last start) and `disk` (disk only) may be too low, `age` (GPU for its whole life) too high',
          ),
        }),
      ),
      gone: orNull(
        means(
          object({
            spent: orNull(dollars),
            at_least: means(flag, 'may have been more'),
            instances: list(object({ id: whole, label: orNull(text), spent: dollars })),
          }),
          'instances no longer listed, with charges in the last 14 days; null if unknown',
        ),
      ),
      ...wholeness,
    }),
  },
  wait: { prints: answer({ instance_id: whole, state: text }) },
  groups: {
    prints: answer({
      endpoint_groups: orNull(list(endpointGroup)),
      worker_groups: orNull(list(workerGroup)),
      ...wholeness,
    }),
    note: 'A list that the provider does not offer is null. Possible secrets in `launch_args` are masked.',
  },
  'groups create': {
    prints: answer({
      worker_group_id: whole,
      worst_case_per_hour: means(
        orNull(perHour),
        '$/h with the max number of workers, each on the most expensive offer that matches now; null also for a template, whose search is unknown',
      ),
    }),
  },
  'groups change': { prints: answer({ worker_group_id: whole, success: flag }) },
  'groups delete': { prints: answer({ worker_group_id: whole, ...groupGone }) },
  'groups endpoint-create': { prints: answer({ endpoint_group_id: whole }) },
  'groups endpoint-change': { prints: answer({ endpoint_group_id: whole, success: flag }) },
  'groups endpoint-delete': { prints: answer({ endpoint_group_id: whole, ...groupGone }) },
  login: {
    prints: answer({
      profile: means(orNull(text), 'null if nothing was stored'),
      base_url: text,
      store: home,
      last4: text,
      account,
    }),
  },
  logout: {
    prints: answer({
      profile: means(orNull(text), 'null if only the session of a key from another source was deleted'),
      deleted: list(
        object({
          home: may(home),
          kind: words(['api-key', 'session-key', 'instance-key']),
          instance_id: may(whole),
        }),
      ),
      checked: means(list(home), 'stores searched'),
    }),
  },
  'auth status': {
    prints: answer({
      source,
      hidden: means(orNull(source), 'another source that is set but not used'),
      profile: orNull(text),
      base_url: text,
      read_only: flag,
      account,
      may: object({
        read_account: probed,
        read_instances: probed,
        read_two_factor: probed,
        write: words(['not tried']),
      }),
      two_factor: orNull(words(['enabled', 'disabled', 'legacy'])),
      two_factor_methods: orNull(whole),
      backup_codes_remaining: orNull(whole),
      session,
      error: may(errorShape),
    }),
    note: 'If the key is refused, `error` is set and the exit code is that of the error.',
  },
  '2fa status': {
    prints: answer({
      tfa: object({
        success: flag,
        tfa_enabled: flag,
        methods: list(tfaMethod),
        backup_codes_remaining: may(whole),
        new_method_authorized: flag,
      }),
      tfa_status: orNull(words(['enabled', 'disabled', 'legacy'])),
      unkept_codes_since: means(
        orNull(number),
        'epoch seconds, if new backup codes were not confirmed as saved',
      ),
      session,
      ...wholeness,
    }),
  },
  '2fa login': {
    prints: answer({
      logged_in: flag,
      kept: means(orNull(home), 'where the session is stored'),
      admin: may(flag),
      backup_codes_remaining: may(whole),
      legacy: may(flag),
    }),
  },
  '2fa add': {
    prints: answer({
      added: object({
        method: words(['sms', 'totp']),
        label: may(text),
        first: means(flag, 'true if this turned two-factor on'),
      }),
      ...backupCodes,
      codes_lost: may(means(flag, 'true if the backup codes were lost: create new ones')),
    }),
    note: 'The secret for the authenticator app goes to stderr.',
  },
  '2fa remove': {
    prints: answer({ removed: whole, remaining_methods: whole }),
  },
  '2fa label': { prints: done({ method_id: whole, method: may(tfaMethod) }) },
  '2fa primary': { prints: done({ method_id: whole, method: may(tfaMethod) }) },
  '2fa codes': { prints: answer(backupCodes) },
  keys: {
    prints: answer({
      keys: list(
        object({
          id: whole,
          name: orNull(text),
          permissions: orNull(permissions),
          may: means(orNull(text), 'the permissions in words'),
          created_at: orNull(time),
          in_use: means(orNull(flag), 'true if it is the key in use'),
        }),
      ),
      ...wholeness,
    }),
  },
  'keys create': {
    prints: answer({
      key_id: whole,
      permissions,
      key: may(means(text, 'a secret, printed only once; with `--print`')),
      key_file: may(means(text, 'path of the file; with `--save`')),
    }),
  },
  'keys delete': { prints: doneMaybe({ key_id: whole }) },
  'ssh-keys': { prints: answer({ ssh_keys: list(sshKey), ...wholeness }) },
  'ssh-keys add': { prints: answer({ ssh_key: sshKey }) },
  'ssh-keys remove': { prints: doneMaybe({ ssh_key_id: whole }) },
  'ssh-keys attach': { prints: doneMaybe({ instance_id: whole }) },
  'ssh-keys detach': { prints: doneMaybe({ instance_id: whole, ssh_key_id: whole }) },
  'config path': {
    prints: answer({
      paths: object({
        config_dir: may(text),
        state_dir: may(text),
        cache_dir: may(text),
        config: may(text),
        profiles: may(text),
        searches: may(text),
        views: may(text),
        commands: may(text),
        credentials: may(text),
        rents: may(text),
        drafts: may(text),
        unkept_codes: may(text),
        samples: may(text),
        instance_ids: may(text),
        log: may(text),
        crash_dir: may(text),
      }),
      not_kept: means(list(text), 'what is not saved on this system'),
    }),
  },
  'config show': {
    prints: answer({
      settings: list(
        object({
          name: text,
          value: means(v.unknown(), 'as in config.toml; null if not set'),
          origin: words(['flag', 'environment', 'profile', 'file', 'default']),
        }),
      ),
      keys: means(
        v.record(text, list(text)),
        'keys in use for the actions that config.toml names; the default if a binding was refused',
      ),
      keys_refused: means(v.record(text, text), 'why a binding was refused, by action ID'),
      colors: means(v.record(text, text), 'colors set in config.toml'),
      colours: means(v.record(text, text), 'old name of `colors`'),
      commands: list(
        object({
          key: text,
          on: list(text),
          run: means(v.unknown(), 'a shell command, or a list of program and arguments'),
          label: orNull(text),
          background: flag,
        }),
      ),
    }),
  },
  'config check': {
    prints: answer({
      path: orNull(text),
      ok: flag,
      warnings: list(object({ message: text, line: orNull(whole) })),
    }),
    note: 'The exit code is 2 if `ok` is false.',
  },
  doctor: {
    prints: answer({
      ok: means(flag, 'true if no finding is `bad`'),
      version: text,
      findings: list(
        object({
          part: text,
          state: words(['ok', 'warn', 'bad', 'unknown']),
          text,
          next: may(means(text, 'next step')),
        }),
      ),
      hosts: means(list(text), 'all hosts contacted'),
    }),
    note: 'The exit code is 1 if `ok` is false.',
  },
  profiles: {
    prints: answer({
      profiles: list(
        object({
          name: text,
          active: flag,
          base_url: text,
          home,
          read_only: flag,
          color: orNull(text),
          colour: means(orNull(text), 'old name of `color`'),
        }),
      ),
    }),
  },
  'profiles use': { prints: answer({ profile: text, base_url: text }) },
  'profiles set': {
    prints: answer({
      profile: text,
      color: orNull(text),
      colour: means(orNull(text), 'old name of `color`'),
      read_only: flag,
    }),
  },
};
