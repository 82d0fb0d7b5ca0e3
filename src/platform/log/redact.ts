import { secretForms } from '../../base/secret-forms.ts';
import { holdsVariables, isSecretField, tellsNext, withoutTold } from '../../base/secret-words.ts';
import { isObject } from '../files/is-object.ts';

/** What stands in place of a secret. */
export const redacted = '[redacted]';

export type Redactor = {
  /** Remembers a secret, so that it is taken out wherever it turns up. Short and empty ones are not remembered. */
  add(secret: string | undefined): void;
  /** Takes secrets out of a text: those seen, and those that can be told by their shape. */
  text(text: string): string;
  /** Takes secrets out of anything that is about to become JSON, by field name and by value. */
  value(value: unknown): unknown;
  /** How many forms of secrets are remembered: what was masked when they were fewer may hold one. */
  known(): number;
};

/** Below this a secret would be found everywhere ("1", "true"); a typed code has six digits. */
const shortest = 6;
/** Shorter ones count only where they stand alone, not within a longer word or number. */
const alone = 12;
const longestText = 4000;

/**
 * Fields that are taken out beside those that hold a secret by their name, compared without case, `_` and `-`: whatever
 * their type, and launch arguments of workers, one text in which variables and a login can stand.
 */
const privateFields = new Set(
  [
    'proxy-authorization',
    'set-cookie',
    'x-session-key',
    'api_keys',
    'key_value',
    'docker_login_user',
    'phone',
    'phone_number',
    'stdin',
    'launch_args',
  ].map(fold),
);

/** Tell-tale shapes, for a secret that nobody has named: each keeps what is before it. */
const shapes: [RegExp, string][] = [
  [/\b(bearer\s+)[^\s"',;]+/gi, `$1${redacted}`],
  [/\botpauth:\/\/[^\s"']+/gi, redacted],
  [/(code=)[^&\s"']+/gi, `$1${redacted}`],
  [/\b[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}\b/g, redacted],
  [/(?<![\w+])\+\d{8,15}\b/g, redacted],
];

export function createRedactor(): Redactor {
  const seen = new Set<string>();
  let patterns: { form: string; pattern: RegExp }[] = [];

  function add(secret: string | undefined): void {
    const trimmed = secret?.trim() ?? '';
    if (trimmed.length < shortest || seen.has(trimmed)) return;
    for (const form of secretForms(trimmed)) seen.add(form);
    patterns = [...seen]
      .sort((a, b) => b.length - a.length)
      .map((s) => {
        const literal = s.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
        const bounded = s.length < alone ? `(?<![A-Za-z0-9])${literal}(?![A-Za-z0-9])` : literal;
        return { form: s, pattern: new RegExp(bounded, 'g') };
      });
  }

  function text(input: string): string {
    let out = input;
    for (const { form, pattern } of patterns) if (out.includes(form)) out = out.replace(pattern, redacted);
    out = withoutTold(out, redacted);
    for (const [pattern, replacement] of shapes) out = out.replace(pattern, replacement);
    return out.length > longestText ? `${out.slice(0, longestText)}…` : out;
  }

  function value(input: unknown, depth = 0): unknown {
    if (typeof input === 'string') return text(input);
    if (typeof input === 'bigint') return String(input);
    if (typeof input !== 'object' || input === null) {
      return typeof input === 'number' || typeof input === 'boolean' ? input : null;
    }
    if (depth > 6) return '…';
    if (input instanceof Error) return value(errorFields(input), depth);
    if (Array.isArray(input))
      return input
        .slice(0, 100)
        .map((item, at) =>
          typeof item === 'string' && tellsNext(input[at - 1]) ? redacted : value(item, depth + 1),
        );
    return Object.fromEntries(
      Object.entries(input).map(([name, item]) => [text(name), field(name, item, depth + 1)]),
    );
  }

  function field(name: string, item: unknown, depth: number): unknown {
    if (item === undefined || item === null) return null;
    const folded = fold(name);
    const plain = typeof item === 'number' || typeof item === 'boolean';
    // A number under such a name may be one of tokens; under these it is a secret all the same.
    if (privateFields.has(folded) || (isSecretField(name) && !(plain && /s$/i.test(name)))) return redacted;
    if (folded === 'code' || folded === 'codes') return isErrorCode(item) ? item : redacted;
    if (holdsVariables(name)) return namesOnly(item);
    return value(item, depth);
  }

  return { add, text, value: (input) => value(input), known: () => seen.size };
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}

/** `code` is both a typed code and the name of an error: names such as `tfa_locked` and `ECONNRESET` may stay. */
function isErrorCode(item: unknown): boolean {
  if (typeof item === 'number') return Number.isInteger(item) && Math.abs(item) < 1000;
  return (
    typeof item === 'string' &&
    /^(E[A-Z]{3,}|[A-Za-z0-9]+(_[A-Za-z0-9]+)+)$/.test(item) &&
    /[A-Za-z]/.test(item)
  );
}

/** Variables keep their names and lose their values; a port mapping is no secret but is treated alike. */
function namesOnly(env: unknown): unknown {
  if (!isObject(env)) return redacted;
  return Object.fromEntries(Object.keys(env).map((name) => [name, redacted]));
}

function errorFields(error: Error): Record<string, unknown> {
  return {
    ...error,
    name: error.name,
    message: error.message,
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(error.cause !== undefined && { cause: error.cause }),
  };
}
