/**
 * How cells look, read from and written as SGR sequences. A look is a text, so that two of them are compared as such:
 * the letters of its attributes in their order, the colour of the letters, that of the ground.
 */

export type Look = string;

export const plain: Look = '||';

/** Attributes by their letter: what turns each on and off. Bold and dim are turned off together. */
const attributes = {
  b: [1, 22],
  d: [2, 22],
  i: [3, 23],
  u: [4, 24],
  v: [7, 27],
  s: [9, 29],
} as const;
type Attribute = keyof typeof attributes;
const letters = Object.keys(attributes) as Attribute[];

const turnsOn = new Map<number, Attribute>(letters.map((letter) => [attributes[letter][0], letter]));
const turnsOff = new Map<number, readonly Attribute[]>(
  letters.map((letter) => {
    const off = attributes[letter][1];
    return [off, letters.filter((other) => attributes[other][1] === off)];
  }),
);

type Read = { attributes: string; colour: string; ground: string };
const split = (look: Look): Read => {
  const [attributes = '', colour = '', ground = ''] = look.split('|');
  return { attributes, colour, ground };
};

const kept = new Map<string, unknown>();
/** What `make` made of this key before, or makes now; colours are few, and what is kept is bounded all the same. */
function once<T>(key: string, make: () => T): T {
  if (kept.has(key)) return kept.get(key) as T;
  if (kept.size >= 4000) kept.clear();
  const made = make();
  kept.set(key, made);
  return made;
}

/** The look after an SGR sequence (`codes` is what stands between `ESC [` and `m`); undefined for one that is not known. */
export const after = (look: Look, codes: string): Look | undefined =>
  once(`${look}<${codes}`, () => applied(look, codes));

function applied(look: Look, codes: string): Look | undefined {
  let { attributes: on, colour, ground } = split(look);
  const numbers =
    codes === '' ? [0] : codes.split(';').map((code) => (/^\d+$/.test(code) ? Number(code) : -1));
  for (let at = 0; at < numbers.length; at += 1) {
    const code = numbers[at] as number;
    const letter = turnsOn.get(code);
    const off = turnsOff.get(code);
    if (code === 0) [on, colour, ground] = ['', '', ''];
    else if (letter !== undefined) on = letters.filter((one) => one === letter || on.includes(one)).join('');
    else if (off !== undefined) on = letters.filter((one) => on.includes(one) && !off.includes(one)).join('');
    else if (code === 39) colour = '';
    else if (code === 49) ground = '';
    else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) colour = String(code);
    else if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) ground = String(code);
    else if (code === 38 || code === 48) {
      const takes = numbers[at + 1] === 5 ? 2 : numbers[at + 1] === 2 ? 4 : 0;
      const values = numbers.slice(at, at + 1 + takes);
      if (takes === 0 || values.length <= takes || values.includes(-1)) return undefined;
      if (code === 38) colour = values.join(';');
      else ground = values.join(';');
      at += takes;
    } else return undefined;
  }
  return `${on}|${colour}|${ground}`;
}

/** The shortest sequence that makes of the look `from` the look `to`; nothing where they are the same. */
export const between = (from: Look, to: Look): string =>
  from === to ? '' : once(`${from}>${to}`, () => sequence(from, to));

function sequence(from: Look, to: Look): string {
  if (to === plain) return '\x1b[m';
  const [was, is] = [split(from), split(to)];
  const on = (letter: string): string => String(attributes[letter as Attribute][0]);
  const lost = [...was.attributes].filter((letter) => !is.attributes.includes(letter));
  const off = [...new Set(lost.map((letter) => attributes[letter as Attribute][1]))];
  const stays = (letter: string) =>
    was.attributes.includes(letter) && !off.includes(attributes[letter as Attribute][1]);
  const changes = [
    ...off.map(String),
    ...[...is.attributes].filter((letter) => !stays(letter)).map(on),
    ...(was.colour === is.colour ? [] : [is.colour || '39']),
    ...(was.ground === is.ground ? [] : [is.ground || '49']),
  ].join(';');
  const anew = ['', ...[...is.attributes].map(on), is.colour, is.ground];
  const whole = anew.filter((code, index) => index === 0 || code !== '').join(';');
  return `\x1b[${whole.length < changes.length ? whole : changes}m`;
}

/** What of a look is seen of a blank: its ground, and the letters' colour only where it is drawn with it. */
export const ofBlank = (look: Look): Look =>
  look === plain
    ? plain
    : once(`_${look}`, () => {
        const { attributes: on, ground } = split(look);
        return /[uvs]/.test(on) ? look : `||${ground}`;
      });
