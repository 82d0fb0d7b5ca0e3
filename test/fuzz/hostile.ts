/** Values that break programs, and JSON in which one thing is replaced by one of them. */

import fc from 'fast-check';

/** Texts, a kind of trouble each. */
export const hostileTexts = [
  '',
  ' ',
  '\0',
  '\x1b[2J\x1b[H',
  '\x1b]0;title\x07',
  '\x1b]52;c;AAAA\x1b\\',
  '\x1bPq#0\x1b\\',
  '\x1b[?1049l',
  '\x9b31m',
  '\x90x\x9c',
  '\u202eevil',
  '\u2066x\u2069',
  'a\u200b\u200d\ufeffb',
  '\ud800',
  'x\udfff',
  '\ud83d\0\ude00',
  '\ud83dx\ude00',
  '\udb40\0\udc41',
  'e\u0301\u0301\u0301\u0301\u0301\u0301',
  '\ufffe\uffff',
  '\r\n\r\n',
  'a\nb\tc',
  '\u2028\u2029\x85',
  'NaN',
  'Infinity',
  '-Infinity',
  '1e999',
  '-1e400',
  '0x10',
  '9007199254740993',
  '9'.repeat(400),
  '1_000',
  '١٢٣',
  'null',
  'true',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '2026-13-45',
  '2026-01-01T25:61:61',
  '+275760-09-13T00:00:00Z',
  '275761-01-01',
  '-000001-01-01',
  '../../etc/passwd',
  'http://127.0.0.1/',
  'javascript:alert(1)',
  '-oProxyCommand=x',
  '$(reboot)',
  '; rm -rf ~',
  '%s%n',
  '{"a":',
  'x'.repeat(5000),
  '👩‍👩‍👧‍👦'.repeat(300),
] as const;

export const hostileNumbers = [
  0,
  -0,
  -1,
  0.5,
  1e-320,
  1e15,
  1e21,
  1e300,
  -1e300,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  2 ** 31,
  2 ** 53,
  2 ** 53 - 1,
  -(2 ** 53),
  8.64e15,
  8.64e15 + 1,
  8.64e12 + 1,
  4102444800,
] as const;

/** Keys that name something on every object. */
export const protoKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'then',
  'length',
  'toJSON',
] as const;

export const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostileTexts) },
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(...hostileTexts),
        fc.integer({ min: 0, max: 0xffff }).map(String.fromCharCode),
      ),
      {
        maxLength: 6,
      },
    )
    .map((parts) => parts.join('')),
);

export const hostileNumber = fc.oneof(
  fc.constantFrom(...hostileNumbers),
  fc.double({ noNaN: true }),
  fc.integer(),
);

/** Arrays in arrays, or objects in objects, so deep that a recursion without end shows. */
const deep = fc.tuple(fc.boolean(), fc.constantFrom(5, 40, 3000)).map(([lists, depth]) => {
  let value: unknown = 1;
  for (let i = 0; i < depth; i += 1) value = lists ? [value] : { a: value };
  return value;
});

/** An own key of any name, as JSON.parse makes it. */
const withOwn = (key: string, value: unknown, of: object = {}): object =>
  Object.defineProperty(of, key, { value, enumerable: true, configurable: true, writable: true });

const ownProto = fc
  .tuple(
    fc.constantFrom(...protoKeys),
    fc.oneof(hostileText, hostileNumber, fc.constant({ id: 1, success: true })),
  )
  .map(([key, value]) => withOwn(key, value));

/** Anything that JSON can say. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 4, arbitrary: hostileNumber },
  fc.boolean(),
  fc.constant(null),
  fc.constant([]),
  fc.constant({}),
  fc.jsonValue({ maxDepth: 3 }),
  fc.array(fc.oneof(hostileText, hostileNumber, fc.constant(null)), { maxLength: 4 }),
  fc.dictionary(hostileText, fc.oneof(hostileText, hostileNumber), { maxKeys: 4 }),
  ownProto,
  deep,
);

type Path = readonly (string | number)[];

/** Every place in a JSON value, the whole first. */
export function placesOf(value: unknown, path: Path = [], most = 400): Path[] {
  const places: Path[] = [path];
  if (typeof value !== 'object' || value === null || path.length > 6) return places;
  for (const [key, inner] of Object.entries(value)) {
    if (places.length > most) break;
    places.push(...placesOf(inner, [...path, Array.isArray(value) ? Number(key) : key], most));
  }
  return places;
}

/** The value with another at one place; `undefined` takes the place away. */
export function withAt(value: unknown, path: Path, other: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return other;
  if (Array.isArray(value)) {
    const next = [...value];
    if (rest.length === 0 && other === undefined) next.splice(Number(first), 1);
    else next[Number(first)] = withAt(next[Number(first)], rest, other);
    return next;
  }
  const entries = Object.entries(value as object);
  return Object.fromEntries(
    entries.flatMap(([key, inner]) => {
      if (key !== first) return [[key, inner]];
      const changed = withAt(inner, rest, other);
      return changed === undefined ? [] : [[key, changed]];
    }),
  );
}

const atPath = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)?.[key], value);

/** A value of the right kind in the wrong wrapping, or of the wrong kind altogether. */
const twisted = (was: unknown, other: unknown, how: number): unknown => {
  if (how === 0) return undefined;
  if (how === 1) return [was];
  if (how === 2) return typeof was === 'object' ? JSON.stringify(was) : String(was);
  if (how === 3) return Array.isArray(was) ? Object.assign({}, was) : { ...Object(was) };
  if (how === 4 && typeof was === 'object' && was !== null && !Array.isArray(was))
    return withOwn('__proto__', other, { ...was });
  return other;
};

/** A reply with one to three things in it changed. */
export function mutated(reply: unknown): fc.Arbitrary<unknown> {
  const places = placesOf(reply);
  const change = fc.tuple(fc.nat({ max: places.length - 1 }), fc.nat({ max: 11 }), hostileValue);
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) =>
    changes.reduce((value, [place, how, other]) => {
      const path = places[place] as Path;
      // An earlier change may have taken away what is on the way to this place.
      const parent = atPath(value, path.slice(0, -1));
      if (path.length > 0 && (typeof parent !== 'object' || parent === null)) return value;
      return withAt(value, path, twisted(atPath(value, path), other, how));
    }, reply),
  );
}

/** What no text from outside may hold, whatever it passed through: it would move, hide or turn what is on the screen. */
const forbidden =
  /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufff9-\ufffb\p{Cs}\p{Noncharacter_Code_Point}]|(?![\u200d\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/u;

/** Where in a value a text or a key is that could do something to a terminal, or a number that is none. */
export function harmIn(value: unknown, path = '$', depth = 0): string | undefined {
  if (typeof value === 'string')
    return forbidden.test(value) ? `${path}: ${JSON.stringify(value)}` : undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : `${path}: ${value}`;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > 200) return `${path}: too deep`;
  const proto: unknown = Object.getPrototypeOf(value);
  if (proto !== Object.prototype && proto !== Array.prototype) return `${path}: a prototype of its own`;
  for (const [key, inner] of Object.entries(value)) {
    const found = harmIn(key, `${path} key`, depth) ?? harmIn(inner, `${path}.${key}`, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Numbers out of any sense beside such as are on its edge, some of them as text. */
export const extremeNumbers: readonly (number | string)[] = [
  0,
  1,
  2 ** 31,
  2 ** 53,
  1e15,
  1e16,
  8.64e15,
  1e21,
  1e100,
  1e308,
]
  .flatMap((n): (number | string)[] => [n, -n])
  .concat('-0', 'NaN', '1e308', '-1e16');

/** What addresses something is another matter than what measures it. */
const addresses = /(^|_)id$|^new_contract$|^result$|^instances_found$/;

/**
 * A reply with another number in each field that holds one: which of them follows from the name of the field and the
 * round, so that in as many rounds as there are numbers each field has been each of them.
 */
export function withExtremes(value: unknown, round: number, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => withExtremes(one, round, key));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, withExtremes(one, round, name)]),
    );
  if (typeof value !== 'number' || addresses.test(key)) return value;
  const place = [...key].reduce((sum, sign) => sum + sign.charCodeAt(0), round);
  return extremeNumbers[place % extremeNumbers.length];
}
