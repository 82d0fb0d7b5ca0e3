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
  word,
} from './fields.ts';
import type { CloudConnection, Template, User, Volume } from './wire.ts';

const userFields: Fields<User> = {
  id,
  email: text,
  credit: money,
  ssh_key: text,
  full_name: text,
  tfa_status: word('enabled', 'disabled', 'legacy'),
  balance: money,
};

/** The user object (interface.md, User object). Services of this kind also spell the name `fullname`. */
export const readUser: Reader<User> = (value) => {
  if (!isRecord(value) || id(value.id) === undefined) return undefined;
  const user = readFields(value, userFields) as User;
  const name = user.full_name ?? text(value.fullname);
  return name === undefined ? user : { ...user, full_name: name };
};

const templateFields: Fields<Template> = {
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
export const readTemplate: Reader<Template> = (value) => {
  if (!isRecord(value) || id(value.id) === undefined || text(value.hash_id) === undefined) return undefined;
  const { docker_login_pass: _, ...record } = value;
  return readFields(record, templateFields) as Template;
};

const volumeFields: Fields<Volume> = {
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

export const readVolume: Reader<Volume> = (value) =>
  isRecord(value) && id(value.id) !== undefined ? (readFields(value, volumeFields) as Volume) : undefined;

/** Only what is named: what else such a record holds may open the storage itself. */
export const readConnection: Reader<CloudConnection> = (value) => {
  const own = isRecord(value) ? id(value.id) : undefined;
  if (own === undefined || !isRecord(value)) return undefined;
  const [name, type] = [text(value.name), text(value.cloud_type)];
  return {
    id: own,
    ...(name === undefined ? {} : { name }),
    ...(type === undefined ? {} : { cloud_type: type }),
  };
};
