/** What a Docker flag string sets: names of variables, and ports as `HOST:CONTAINER`. Values may be secrets and are let go. */
export type FlagEnv = { names: string[]; ports: string[] };

/** Words as a shell takes them apart: quotes and backslashes keep blanks together. */
function words(line: string): string[] {
  const found = line.match(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/gs) ?? [];
  return found.map((word) => word.replace(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gs, '$1$2$3'));
}

/** Reads the environment of a template, which is a Docker flag string (interface.md, creation rule 7). */
export function readFlagEnv(flags: string): FlagEnv {
  const read: FlagEnv = { names: [], ports: [] };
  const rest = words(flags);
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [, short, long, joined] = /^(?:-([ep])=?|--(env|publish)(?:=|$))(.*)$/s.exec(word) ?? [];
    if (short === undefined && long === undefined) continue;
    const value = joined === '' ? (rest.shift() ?? '') : (joined ?? '');
    if (short === 'p' || long === 'publish') read.ports.push(value);
    else read.names.push(value.split('=', 1)[0] ?? '');
  }
  return { names: read.names.filter((name) => name !== ''), ports: read.ports.filter((port) => port !== '') };
}
