/**
 * The stable JSON of every command that has `--json`, by the words of the command. docs/json.md is written from here, and
 * test/commands/json.test.ts holds what the commands print against it, unknown fields included.
 */

import * as v from 'valibot';
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
  /** The one value of a run that does what it was asked, or one of several. */
  prints?: v.GenericSchema | readonly v.GenericSchema[];
  /** A value on each line instead, when this flag is given. */
  lines?: { flag: string; shape: v.GenericSchema };
  /** What the fields do not say. */
  note?: string;
};

const home = words(['keychain', 'file', 'memory']);
const account = orNull(
  object({ id: whole, email: orNull(text), credit: orNull(means(number, 'dollars that can be spent')) }),
);
const source = object({
  kind: words(['flag-file', 'flag-stdin', 'env', 'env-file', 'keychain', 'file', 'memory']),
  label: means(text, 'the same in words'),
  last4: means(text, 'the last four characters of the key; empty where they are not known'),
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
  backup_codes: may(means(list(text), 'secrets, this once; not where they went into a file')),
  codes_file: may(means(text, 'the file that they were written into')),
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
  deleted_workers: orNull(means(whole, 'how many went with it')),
  failed_workers: orNull(means(whole, 'how many did not')),
};

/** What every command prints when it ends early, beside its exit code. */
export const errorShape = object({
  code: means(text, "for scripts; the service's own where it gave one"),
  message: means(text, 'what happened'),
  next: means(text, 'what to do now; empty where there is nothing'),
  retry_after_s: may(means(number, 'seconds; for a 429 that says how long to wait')),
});
export const failureShape = answer({ error: errorShape });

/** Beside the rows of a list. */
const wholeness = {
  complete: means(flag, 'false where rows are missing or a list could not be read: the exit code is 1'),
  missing: means(whole, 'rows that the service counted and did not send, or that have no usable id'),
};

/** Of the instances that a command lists. */
const secrets =
  'The values of `extra_env` and the `jupyter_token` of an instance are hidden (`••••••••`); `rigdeck open --print` gives the address with the token. A script in `onstart` is told as it is.';

const besideShape = {
  volumes_per_hour: orNull(means(number, '$/h of the volumes; null where it is not known or there are none')),
  measured_per_hour: orNull(means(number, '$/h by what the credit lost')),
  unexplained_per_hour: orNull(
    means(number, '$/h that the credit fell faster than any price explains; null where it did not'),
  ),
};

const status = answer({
  credit: orNull(dollars),
  burn_per_hour: means(number, '$/h over the instances and volumes whose price is known'),
  once_booted_per_hour: orNull(means(number, '$/h when what boots now is up')),
  priced: means(whole, 'how many of these instances there are'),
  count: means(whole, 'how many instances there are, with those that are missing'),
  ...besideShape,
  runway_s: orNull(means(number, 'seconds, with what boots as running; null too where nothing is spent')),
  instances: list(instance),
  ...wholeness,
});

export const commandShapes: Readonly<Record<string, CommandShape>> = {
  '': { prints: status, note: 'What `rigdeck status --json` prints.' },
  status: { prints: status, note: secrets },
  offers: {
    prints: answer({ offers: list(offer), ...wholeness }),
    note: 'No match is an empty list and exit code 0.',
  },
  instances: {
    prints: answer({ instances: list(instance), ...wholeness }),
    note: `With an id a list of one. ${secrets}`,
    lines: {
      flag: '--watch',
      shape: answer({
        at: time,
        event: means(words(['there', 'new', 'changed', 'gone']), '`there` at the first look'),
        fields: may(means(list(text), 'what changed')),
        instance,
      }),
    },
  },
  rent: {
    prints: answer({
      instance_id: whole,
      new_contract: means(whole, 'the same, by the name that the service gives it'),
      late: may(means(flag, 'true for the machine that the same command rented before its answer got lost')),
    }),
    note: 'The restricted key of the instance is kept and not printed.',
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
          overridden: means(flag, 'renting goes on although its outcome is not known'),
        }),
      ),
      complete: means(flag, 'the journal of rents could be read as a whole'),
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
  stop: { prints: done({ instance_id: whole }) },
  start: { prints: done({ instance_id: whole }) },
  destroy: { prints: done({ instance_id: whole }) },
  ssh: {
    prints: answer({ instance_id: whole, host: text, port: whole, user: text, command: text }),
    note: 'Nothing is run.',
  },
  copy: {
    prints: [
      answer({
        instance_id: whole,
        src: text,
        dst: text,
        selected: means(text, 'the id of the connection'),
        transfer: text,
        flags: may(list(text)),
        success: flag,
        msg: may(text),
        result_url: may(text),
      }),
      answer({ instance_id: whole, success: flag, msg: orNull(text) }),
    ],
    note: 'The second with `--cancel`.',
  },
  volumes: { prints: answer({ volumes: list(volume), ...wholeness }) },
  templates: {
    prints: answer({ templates: list(template), ...wholeness }),
    note: 'Without `env`, which may hold secrets.',
  },
  connections: { prints: answer({ connections: list(connection), ...wholeness }) },
  open: {
    prints: answer({ instance_id: whole, url: means(text, 'a secret: its token opens the notebook') }),
    note: 'Nothing is opened.',
  },
  tunnel: {
    prints: answer({ instance_id: whole, local_port: whole, remote_port: whole, command: text }),
    note: 'Nothing is run.',
  },
  'ssh-config': {
    prints: answer({
      hosts: list(object({ instance_id: whole, block: means(text, 'lines of ssh_config') })),
      ...wholeness,
    }),
  },
  logs: {
    prints: answer({ instance_id: whole, lines: list(text) }),
    lines: { flag: '--follow', shape: answer({ instance_id: whole, line: text }) },
  },
  execute: { prints: answer({ instance_id: whole, command: text, lines: list(text) }) },
  label: {
    prints: done({ instance_id: whole, label: means(orNull(text), 'null where it was taken off') }),
  },
  reboot: { prints: done({ instance_id: whole }) },
  recycle: { prints: done({ instance_id: whole }) },
  cost: {
    prints: answer({
      credit: orNull(dollars),
      burn: object({
        quoted_per_hour: orNull(means(number, '$/h by the known prices')),
        priced: means(whole, 'how many prices are known'),
        count: means(whole, 'of how many instances'),
        once_booted_per_hour: orNull(means(number, '$/h when what boots now is up')),
        ...besideShape,
        measured_over_s: orNull(means(number, 'seconds')),
      }),
      runway: object({
        seconds: orNull(number),
        ends_at: orNull(time),
        basis: words(['quoted', 'measured']),
        at_most: means(flag, 'a price is missing: it is that long at most'),
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
            '`charged` is what the service has charged; else it is an estimate: `uptime` counts the GPU since the last start and `disk` the disk alone, which may be less than was spent, `age` the GPU for all the time, which may be more',
          ),
        }),
      ),
      gone: orNull(
        means(
          object({
            spent: dollars,
            at_least: means(flag, 'it may have been more'),
            instances: list(object({ id: whole, label: orNull(text), spent: dollars })),
          }),
          'instances that are no longer listed, by the charges of the last 14 days; null where the service does not tell',
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
    note: 'A list that the service does not have is null; an empty one is empty. What may be secret in `launch_args` is hidden.',
  },
  'groups create': {
    prints: answer({
      worker_group_id: whole,
      worst_case_per_hour: means(
        orNull(perHour),
        '$/h, all the workers that it may have, each on the dearest offer that matches now; null too for a template, whose search is not known',
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
      profile: means(orNull(text), 'null where nothing was kept'),
      base_url: text,
      store: home,
      last4: text,
      account,
    }),
  },
  logout: {
    prints: answer({
      profile: means(orNull(text), 'null where only the session of a key from elsewhere was forgotten'),
      deleted: list(
        object({
          home: may(home),
          kind: words(['api-key', 'session-key', 'instance-key']),
          instance_id: may(whole),
        }),
      ),
      checked: means(list(home), 'what was looked through'),
    }),
  },
  'auth status': {
    prints: answer({
      source,
      hidden: means(orNull(source), 'a source that is set too and not used'),
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
    note: 'With `error`, and its exit code, where the service takes the key for none.',
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
        'epoch seconds of backup codes that were not shown to be kept',
      ),
      session,
    }),
  },
  '2fa login': {
    prints: answer({
      logged_in: flag,
      kept: means(orNull(home), 'where the session is kept'),
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
        first: means(flag, 'two-factor is on from now on'),
      }),
      ...backupCodes,
      codes_lost: may(means(flag, 'its backup codes got lost on the way: make new ones')),
    }),
    note: 'The secret for the authenticator goes to standard error.',
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
          may: means(orNull(text), 'the same in words'),
          created_at: orNull(time),
          in_use: means(orNull(flag), 'whether it is the key in use'),
        }),
      ),
      ...wholeness,
    }),
  },
  'keys create': {
    prints: answer({
      key_id: whole,
      permissions,
      key: may(means(text, 'a secret, this once; with `--print`')),
      key_file: may(means(text, 'the file that it was written into; with `--save`')),
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
      not_kept: means(list(text), 'what has no place and lasts for one run'),
    }),
  },
  'config show': {
    prints: answer({
      settings: list(
        object({
          name: text,
          value: means(v.unknown(), 'as config.toml has it; null where nothing is set'),
          origin: words(['flag', 'environment', 'profile', 'file', 'default']),
        }),
      ),
      keys: means(
        v.record(text, list(text)),
        'the keys that hold for the actions that config.toml names: their defaults where a binding was refused',
      ),
      keys_refused: means(
        v.record(text, text),
        'why a binding takes no effect, by the id that config.toml has',
      ),
      colors: means(v.record(text, text), 'your colors, by what they mean, as config.toml sets them'),
      colours: means(v.record(text, text), 'the same, under its old name'),
      commands: list(
        object({
          key: text,
          on: list(text),
          run: means(v.unknown(), 'a line for the shell, or a program with its arguments as a list'),
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
    note: 'Exit code 2 where `ok` is false.',
  },
  doctor: {
    prints: answer({
      ok: means(flag, 'nothing keeps rigdeck from working'),
      version: text,
      findings: list(
        object({
          part: text,
          state: words(['ok', 'warn', 'bad', 'unknown']),
          text,
          next: may(means(text, 'what to do now')),
        }),
      ),
      hosts: means(list(text), 'every host that is asked'),
    }),
    note: 'Exit code 1 where `ok` is false.',
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
          colour: means(orNull(text), 'the same, under its old name'),
        }),
      ),
    }),
  },
  'profiles use': { prints: answer({ profile: text, base_url: text }) },
  'profiles set': {
    prints: answer({
      profile: text,
      color: orNull(text),
      colour: means(orNull(text), 'the same, under its old name'),
      read_only: flag,
    }),
  },
};
