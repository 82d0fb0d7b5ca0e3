import { type Fields, id, isRecord, type Reader, readFields, text, time } from './fields.ts';
import { readRows } from './rows.ts';
import { sanitizeJson } from './sanitize.ts';
import type { ApiKey, ApiKeyMade, ListReply, PermissionDocument, SshKey, SshKeyReply } from './wire.ts';

/** A document as an object, or as the text of one. Categories that hold no object hold nothing that is known. */
const document: Reader<PermissionDocument> = (value) => {
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
export const readApiKey: Reader<ApiKey> = (value) => {
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

export const readKeyMade: Reader<ApiKeyMade> = (value) => {
  if (!isRecord(value) || value.success === false) return undefined;
  const [keyId, key] = [id(value.id), text(value.key)];
  return keyId === undefined || key === undefined || key === '' ? undefined : { id: keyId, key };
};

const sshKeyFields: Fields<SshKey> = { id, public_key: text, created_at: time };

export const readSshKey: Reader<SshKey> = (value) => {
  if (!isRecord(value) || id(value.id) === undefined) return undefined;
  const key = readFields(value, sshKeyFields) as SshKey;
  const publicKey = key.public_key ?? text(value.key);
  return publicKey === undefined ? key : { ...key, public_key: publicKey };
};

export const readSshKeyMade: Reader<SshKeyReply> = (value) => {
  if (!isRecord(value) || value.success === false) return undefined;
  const key = readSshKey(value.key);
  return key === undefined ? undefined : { key };
};

/** The keys of an instance: services send the list as a text. */
export const readInstanceSshKeys: Reader<ListReply<SshKey>> = (value) => {
  const given = isRecord(value) ? value.ssh_keys : value;
  return readRows(typeof given === 'string' ? parsed(given) : given, readSshKey);
};
