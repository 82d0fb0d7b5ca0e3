/** Words of a command line, with single and double quotes and backslashes as a shell reads them. */
export function splitWords(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < line.length; at++) {
    const char = line[at] as string;
    if (quote === undefined && /\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (char === quote) {
      quote = undefined;
    } else if (quote === undefined && (char === '"' || char === "'")) {
      quote = char;
      word ??= '';
    } else if (char === '\\' && quote !== "'" && at + 1 < line.length) {
      word = (word ?? '') + line[++at];
    } else {
      word = (word ?? '') + char;
    }
  }
  if (word !== undefined) words.push(word);
  return words;
}

/** The environment of a template, a Docker flag string, as the object that creation takes (creation rules 1, 7). */
export function envFromFlags(flags: string): Record<string, string> {
  const env: Record<string, string> = {};
  const words = splitWords(flags);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    const joined = /^(-e|-p|-v)=?(.+)$/.exec(word);
    const name = joined?.[1] ?? word.replace(/^--env$/, '-e').replace(/^--publish$/, '-p');
    const value = joined?.[2] ?? words[++at] ?? '';
    if (name === '-e') {
      const equals = value.indexOf('=');
      env[equals === -1 ? value : value.slice(0, equals)] = equals === -1 ? '' : value.slice(equals + 1);
    } else if (name === '-p' || name === '-v') {
      env[`${name} ${value}`] = '1';
    } else {
      env[name] = value;
    }
  }
  return env;
}
