import { secretForms } from '../base/secret-forms.ts';
import { toldIn } from '../base/secret-words.ts';
import { isRecord } from './fields.ts';
import { sanitizeText } from './sanitize.ts';

/** Request fields whose values are secret, of every body in interface.md. */
const secretFields = ['code', 'secret', 'backup_code', 'image_login', 'api_key'];
/** Shorter values (`1`, `true`) are no secrets, and blotting them out would spoil honest sentences. */
const shortestSecret = 6;

/** The secrets of a request: its key and what its body holds, the values of `env` included. */
export function secretsOf(key: string | undefined, body: unknown): string[] {
  const record = isRecord(body) ? body : {};
  const values = [
    key,
    ...secretFields.map((field) => record[field]),
    ...(isRecord(record.env) ? Object.values(record.env) : []),
    // Credentials come as one line of flags; each word of it is one that a service may quote alone.
    ...(typeof record.image_login === 'string' ? record.image_login.split(/\s+/) : []),
    // Launch arguments of workers are one text: what is set in it, and a login, can be secret.
    ...(typeof record.launch_args === 'string' ? valuesIn(record.launch_args) : []),
    ...[record.launch_args, record.args_str, record.onstart].flatMap((text) =>
      typeof text === 'string' ? toldIn(text) : [],
    ),
  ];
  return values
    .filter((value): value is string => typeof value === 'string' && value.length >= shortestSecret)
    .sort((a, b) => b.length - a.length);
}

function valuesIn(launchArgs: string): string[] {
  const [, login = ''] = /--login[\s=]+("[^"]*"|'[^']*'|\S+)/.exec(launchArgs) ?? [];
  const set = [...launchArgs.matchAll(/=("[^"]*"|'[^']*'|[^\s"']+)/g)].map(([, value = '']) => value);
  return [...login.split(/\s+/), ...set].map((value) => value.replace(/^["']|["']$/g, ''));
}

/** Longest message or code that an error carries. */
const msgLimit = 300;

/**
 * A service's own words, without the secrets of the request that it may have quoted, in
 * whatever form. Cut only then: a secret that
 * is cut through would no longer be known for one.
 */
export function redact(said: string, secrets: readonly string[]): string {
  const open = secrets
    .flatMap(secretForms)
    .sort((a, b) => b.length - a.length)
    .reduce((text, form) => text.replaceAll(form, '[…]'), said);
  return sanitizeText(open, { limit: msgLimit });
}
