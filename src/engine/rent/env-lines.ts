/** What could not be read; `line` counts from 1. */
export type EntryError = { line: number; reason: string };
export type EnvRead = { env: Record<string, string>; errors: EntryError[] };

const variable = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** One matching pair of quotes around a value is how a shell is told that blanks belong to it. */
function unquoted(value: string): string {
  const match = /^(["'])([\s\S]*)\1$/.exec(value);
  return match?.[2] ?? value;
}

function readAll(entries: readonly { line: number; name: string; value: string | undefined }[]): EnvRead {
  const env = new Map<string, string>();
  const errors: EntryError[] = [];
  for (const { line, name, value } of entries) {
    const fail = (reason: string) => errors.push({ line, reason });
    // The text itself is never repeated: it may hold a secret.
    if (/^-p\b/.test(name)) fail('ports have a field of their own');
    else if (value === undefined) fail('write NAME=VALUE');
    else if (!variable.test(name)) fail('a name has letters, digits and _, and does not begin with a digit');
    else if (env.has(name)) fail(`${name} is given twice`);
    else env.set(name, value);
  }
  return { env: Object.fromEntries(env), errors };
}

function split(text: string): { name: string; value: string | undefined } {
  const at = text.indexOf('=');
  return at < 0 ? { name: text, value: undefined } : { name: text.slice(0, at), value: text.slice(at + 1) };
}

/** Reads an editor's text, one `NAME=VALUE` on a line: blanks around both are dropped, outer quotes too. */
export function readEnvLines(text: string): EnvRead {
  const lines = text.split(/\r?\n/).map((content, index) => {
    const { name, value } = split(content);
    return {
      line: index + 1,
      name: name.trim(),
      value: value === undefined ? value : unquoted(value.trim()),
    };
  });
  return readAll(lines.filter(({ name, value }) => name !== '' || value !== undefined));
}

/** Reads assignments from the command line, whose values the shell has unquoted already: kept as they are. */
export function readEnvEntries(entries: readonly string[]): EnvRead {
  return readAll(entries.map((entry, index) => ({ line: index + 1, ...split(entry) })));
}
