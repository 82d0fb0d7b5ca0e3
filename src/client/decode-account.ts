import type { Decoder } from './endpoint-row.ts';
import {
  type Fields,
  flag,
  id,
  isRecord,
  list,
  money,
  price,
  type Reader,
  readFields,
  size,
  text,
  time,
  whole,
  word,
} from './fields.ts';
import { readRows } from './replies.ts';
import { sanitizeJson } from './sanitize.ts';
import type * as W from './wire.ts';

const userFields: Fields<W.User> = {
  id,
  email: text,
  credit: money,
  ssh_key: text,
  full_name: text,
  tfa_status: word('enabled', 'disabled', 'legacy'),
  balance: money,
};

/** The user object (interface.md, User object). Services of this kind also spell the name `fullname`. */
export const readUser: Reader<W.User> = (value) => {
  if (!isRecord(value) || id(value.id) === undefined) return undefined;
  const user = readFields(value, userFields) as W.User;
  const name = user.full_name ?? text(value.fullname);
  return name === undefined ? user : { ...user, full_name: name };
};

const templateFields: Fields<W.Template> = {
  id,
  hash_id: text,
  name: text,
  image: text,
  tag: text,
  runtype: text,
  onstart: text,
  env: text,
  args_str: text,
  ssh_direct: flag,
  jup_direct: flag,
  use_jupyter_lab: flag,
  jupyter_dir: text,
  docker_login_repo: text,
  docker_login_user: text,
  recommended_disk_space: size,
  volume_info: (value) => (isRecord(value) ? value : undefined),
  desc: text,
};

/** Without the password of its registry: nobody here needs it, and what is not kept cannot get out. */
export const readTemplate: Reader<W.Template> = (value) => {
  if (!isRecord(value) || id(value.id) === undefined || text(value.hash_id) === undefined) return undefined;
  const { docker_login_pass: _, ...record } = value;
  return readFields(record, templateFields) as W.Template;
};

const volumeFields: Fields<W.Volume> = {
  id,
  label: text,
  disk_space: size,
  status: text,
  machine_id: id,
  cluster_id: id,
  instances: list((one) => id(one) ?? (isRecord(one) ? id(one.id) : undefined)),
  storage_cost: price,
  start_date: time,
};

export const readVolume: Reader<W.Volume> = (value) =>
  isRecord(value) && id(value.id) !== undefined ? (readFields(value, volumeFields) as W.Volume) : undefined;

/** Only what is named: what else such a record holds may open the storage itself. */
export const readConnection: Reader<W.CloudConnection> = (value) => {
  const own = isRecord(value) ? id(value.id) : undefined;
  if (own === undefined || !isRecord(value)) return undefined;
  const [name, type] = [text(value.name), text(value.cloud_type)];
  return {
    id: own,
    ...(name === undefined ? {} : { name }),
    ...(type === undefined ? {} : { cloud_type: type }),
  };
};

/** A document as an object, or as the text of one. Categories that hold no object hold nothing that is known. */
const document: Reader<W.PermissionDocument> = (value) => {
  const read = typeof value === 'string' ? parsed(value) : value;
  if (!isRecord(read) || !isRecord(read.api)) return undefined;
  return {
    api: Object.fromEntries(
      Object.entries(read.api).map(([name, inner]) => [name, isRecord(inner) ? inner : {}]),
    ),
  };
};

function parsed(value: string): unknown {
  try {
    return sanitizeJson(JSON.parse(value));
  } catch {
    return undefined;
  }
}

/** A row is copied field by field: a service that lists the values of keys has them dropped here. */
export const readApiKey: Reader<W.ApiKey> = (value) => {
  const keyId = isRecord(value) ? id(value.id) : undefined;
  if (!isRecord(value) || keyId === undefined) return undefined;
  const permissions = document(value.permissions) ?? document(value.rights);
  const [name, created, team, shown] = [
    text(value.name),
    time(value.created_at),
    text(value.team_name),
    text(value.key),
  ];
  return {
    id: keyId,
    ...(name === undefined ? {} : { name }),
    ...(permissions !== undefined
      ? { permissions }
      : value.permissions === null
        ? { permissions: null }
        : {}),
    ...(created === undefined ? {} : { created_at: created }),
    ...(team === undefined ? {} : { team_name: team }),
    ...(shown === undefined || shown.length < 8 ? {} : { tail: Array.from(shown).slice(-4).join('') }),
  };
};

export const readKeyMade: Reader<W.ApiKeyMade> = (value) => {
  if (!isRecord(value) || value.success === false) return undefined;
  const [keyId, key] = [id(value.id), text(value.key)];
  return keyId === undefined || key === undefined || key === '' ? undefined : { id: keyId, key };
};

const sshKeyFields: Fields<W.SshKey> = { id, public_key: text, created_at: time };

export const readSshKey: Reader<W.SshKey> = (value) => {
  if (!isRecord(value) || id(value.id) === undefined) return undefined;
  const key = readFields(value, sshKeyFields) as W.SshKey;
  const publicKey = key.public_key ?? text(value.key);
  return publicKey === undefined ? key : { ...key, public_key: publicKey };
};

export const readSshKeyMade: Reader<W.SshKeyReply> = (value) => {
  if (!isRecord(value) || value.success === false) return undefined;
  const key = readSshKey(value.key);
  return key === undefined ? undefined : { key };
};

/** The keys of an instance: services send the list as a text. */
export const readInstanceSshKeys: Reader<W.ListReply<W.SshKey>> = (value) => {
  const given = isRecord(value) ? value.ssh_keys : value;
  return readRows(typeof given === 'string' ? parsed(given) : given, readSshKey);
};

const itemFields: Fields<W.ChargeItem> = {
  start: time,
  end: time,
  type: text,
  description: text,
  amount: money,
};

const metadata: Reader<{ label?: string }> = (value) =>
  isRecord(value) ? (readFields(value, { label: text }) as { label?: string }) : undefined;

const chargeFields: Fields<W.Charge> = {
  start: time,
  end: time,
  type: text,
  source: text,
  description: text,
  amount: money,
  metadata,
  items: list((value) => (isRecord(value) ? (readFields(value, itemFields) as W.ChargeItem) : undefined)),
};

const readCharge: Reader<W.Charge> = (value) =>
  isRecord(value) ? (readFields(value, chargeFields) as W.Charge) : undefined;

export const readChargesPage: Decoder<W.ChargesReply> = (body) => {
  const list = isRecord(body) ? readRows(body.results, readCharge) : undefined;
  if (list === undefined || !isRecord(body)) return undefined;
  const { rows: results, ...missing } = list;
  const next = text(body.next_token);
  const total = whole(1e9)(body.total);
  return {
    results,
    ...(next === undefined || next === '' ? {} : { next_token: next }),
    ...(total === undefined ? {} : { total }),
    ...missing,
  };
};
