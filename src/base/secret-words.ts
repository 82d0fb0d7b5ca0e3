/** What is known for a secret by what stands beside it: the name of its field, or a word in front of it in a text. */

const fieldName =
  /token|secret|passw|passphrase|(^|[_-])(pass|pwd)$|(api|access|session|private|container)[_-]?key|(^|image_?|docker_?|registry_?)login$|^(bearer|authorization|cookie)$|backup[_-]?code|provisioning[_-]?uri/i;

/** Whether the field of this name holds a secret, whoever has named it. */
export const isSecretField = (name: string): boolean => fieldName.test(name);

/** Whether it holds variables, whose values may be secrets and whose names are none. */
export const holdsVariables = (name: string): boolean => /^(extra_?)?env$/i.test(name);

/** Bounded, so that a long text of such letters costs no more than another. */
const word =
  '(?<![\\w-])[\\w-]{0,60}(?:key|token|pass|pwd|passphrase|credentials?|(?:secret|passw|(?:api|access)[_-]?key)[\\w-]{0,40})';
/** A reference to a variable is no secret, and what is masked already stays so. */
const value = '(?![$[•…<])(?:"[^"]+"|\'[^\']+\'|[^\\s"\'&,;\\\\]+)';

/** In each the first group is what stays, and what is behind it the secret. */
const behind: readonly RegExp[] = [
  // NAME=value and ?name=value; --name value; "name": "value", also within a text that is in JSON itself.
  new RegExp(`(${word}=)${value}`, 'gi'),
  new RegExp(`((?:^|\\s)(?=-)${word}\\s+)(?!-)${value}`, 'gi'),
  new RegExp(`(${word}\\\\?["']\\s*:\\s*\\\\?["'])(?![$[•…<])[^"'\\\\]+`, 'gi'),
  // A login to a registry; -p is a port, too.
  new RegExp(`((?:^|\\s)--login[ =]+)${value}`, 'gi'),
  /((?:^|\s)(?:-p|--password)[ =])(?!\d{1,5}(?:[:\s"']|$))(?![$[•…<])[^\s"']+/g,
  // Addresses with a name and a password.
  /(:\/\/[^/\s:@"']+:)(?![$[•…<])[^/\s@"']+(?=@)/g,
];

/** Most texts hold nothing of the kind. */
const maybe = /key|token|secret|pass|pwd|cred|\s-p|^-p|:\/\//i;

/** A text with every value masked that a word in front of it, as `HF_TOKEN=` or `--api-key`, tells to be a secret. */
export const withoutTold = (text: string, mask: string): string =>
  maybe.test(text) ? behind.reduce((open, pattern) => open.replace(pattern, `$1${mask}`), text) : text;

/** Those values. */
export const toldIn = (text: string): string[] =>
  behind.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([all, stays = '']) =>
      all.slice(stays.length).replace(/^["']|["']$/g, ''),
    ),
  );

/** Whether the next of a list of arguments is a secret by what this one says, as behind `--api-key`. */
export const tellsNext = (argument: unknown): boolean =>
  typeof argument === 'string' && new RegExp(`^(?=-)${word}$`, 'i').test(argument);
