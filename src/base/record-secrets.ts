import { holdsVariables, isSecretField, tellsNext, withoutTold } from './secret-words.ts';

/** Stands for a secret. */
export const hidden = '•'.repeat(8);

/**
 * A record as it may be shown, copied and printed: tokens, passwords and the values of variables are hidden, their names and the
 * port mappings among them are not. In its other texts what is told to be a secret is hidden, as behind `HF_TOKEN=`.
 */
export function withoutSecrets(value: unknown, name = ''): unknown {
  if (holdsVariables(name) && typeof value === 'object') return withoutValues(value);
  const secret = isSecretField(name);
  if (typeof value === 'string')
    return secret && value !== ''
      ? hidden
      : holdsVariables(name)
        ? allHidden(value)
        : withoutTold(value, hidden);
  if (Array.isArray(value))
    return value.map((one, at) =>
      typeof one === 'string' && tellsNext(value[at - 1]) ? hidden : withoutSecrets(one, name),
    );
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, withoutSecrets(one, secret ? name : key)]),
  );
}

const isPort = (key: unknown): boolean => typeof key === 'string' && /^-p\s/.test(key);

function withoutValues(env: unknown): unknown {
  if (Array.isArray(env))
    return env.map((pair) => {
      if (typeof pair === 'string') return allHidden(pair);
      if (Array.isArray(pair)) return isPort(pair[0]) ? pair : [pair[0], hidden];
      return typeof pair === 'object' && pair !== null && 'value' in pair ? { ...pair, value: hidden } : pair;
    });
  if (typeof env !== 'object' || env === null) return env;
  return Object.fromEntries(Object.entries(env).map(([key, one]) => [key, isPort(key) ? one : hidden]));
}

/** Variables as flags of docker, each by its name. */
const allHidden = (flags: string): string => flags.replace(/=("[^"]*"|'[^']*'|\S+)/g, `=${hidden}`);
