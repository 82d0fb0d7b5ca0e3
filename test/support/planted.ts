/** Looks for secrets that a test has planted. Knows nothing of src/, so that both cannot be wrong alike. */

/** What stands beside a text on a screen and is none of it: line breaks, blanks, borders and the cursor's mark. */
const drawing = /[\s│─┌┐└┘├┤╭╮╰╯▌▐|]+/g;

/** The forms of a secret that a text is searched for, by name. */
export function formsOf(secret: string): Record<string, string> {
  const inBase64 = (before: number) => {
    const text = Buffer.from('\0'.repeat(before) + secret).toString('base64');
    // The first and the last characters are made from what stands beside it, too.
    const whole = text.replace(/=+$/, '');
    return (whole === text ? whole : whole.slice(0, -1)).slice(before === 0 ? 0 : before + 1);
  };
  const groups = secret.match(/.{1,4}/gs) ?? [];
  return {
    'as it is': secret,
    'in fours': groups.join(' '),
    'in an address': encodeURIComponent(secret),
    'in JSON': JSON.stringify(secret).slice(1, -1),
    'in JSON within JSON': JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    'in hex': Buffer.from(secret).toString('hex'),
    'in Base64': inBase64(0),
    'in Base64, a byte on': inBase64(1),
    'in Base64, two bytes on': inBase64(2),
    'in Base64 for addresses': inBase64(0).replaceAll('+', '-').replaceAll('/', '_'),
  };
}

/** `name: form` for each secret that stands in the text, in one piece or broken over lines of a screen. */
export function leaksIn(text: string, secrets: Readonly<Record<string, string>>): string[] {
  const closed = text.replace(/\x1b\[[0-9;?]*[A-Za-z]/g, '').replace(drawing, '');
  return Object.entries(secrets).flatMap(([name, secret]) => {
    if (secret.length < 6) throw new Error(`${name} is too short to look for`);
    return Object.entries(formsOf(secret))
      .filter(([, form]) => text.includes(form) || closed.includes(form.replace(drawing, '')))
      .map(([form]) => `${name}: ${form}`);
  });
}
