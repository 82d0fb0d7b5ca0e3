/** Fields of a record whose values are secrets, whatever else the service may call one. */
const secretName = /token|secret|passw|(^|_)pass$|api_key|login$/i;
/** Stands for a secret. */
export const hidden = '•'.repeat(8);

/**
 * A record as it may be shown, copied and printed: tokens, passwords and the values of variables are hidden, their names and the
 * port mappings among them are not.
 */
export function withoutSecrets(value: unknown, name = ''): unknown {
  if (name === 'extra_env' || name === 'env') return withoutValues(value);
  if (typeof value === 'string') return value !== '' && secretName.test(name) ? hidden : value;
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutSecrets(one, key)]));
}

const isPort = (key: unknown): boolean => typeof key === 'string' && /^-p\s/.test(key);

function withoutValues(env: unknown): unknown {
  if (Array.isArray(env))
    return env.map((pair) => (Array.isArray(pair) && !isPort(pair[0]) ? [pair[0], hidden] : pair));
  if (typeof env !== 'object' || env === null) return env;
  return Object.fromEntries(Object.entries(env).map(([key, one]) => [key, isPort(key) ? one : hidden]));
}
