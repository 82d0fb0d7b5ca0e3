/** A key or the name of a table, dotted and quoted in part or not. */
const dotted = String.raw`(?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*`;
const header = new RegExp(String.raw`^\s*\[{1,2}\s*(${dotted})\s*\]{1,2}\s*(?:#.*)?\s*$`);
const setting = new RegExp(String.raw`^\s*(${dotted})\s*=`);

/** `keys . "offer.rent"` as `keys.offer.rent`. */
const pathOf = (name: string): string =>
  (name.match(/"[^"]*"|'[^']*'|[\w-]+/g) ?? []).map((part) => part.replace(/^["']|["']$/g, '')).join('.');

type Place = { line: number; path: string; isHeader: boolean };

function placesIn(text: string): Place[] {
  let table: string | undefined;
  return text.split('\n').flatMap((written, index): Place[] => {
    const named = header.exec(written)?.[1];
    if (named !== undefined) {
      table = pathOf(named);
      return [{ line: index + 1, path: table, isHeader: true }];
    }
    const key = setting.exec(written)?.[1];
    if (key === undefined) return [];
    return [
      {
        line: index + 1,
        path: table === undefined ? pathOf(key) : `${table}.${pathOf(key)}`,
        isHeader: false,
      },
    ];
  });
}

/**
 * The line of a setting or table of a TOML text, counted from 1: the parser gives no places for values, so it is looked
 * up. Of what is in no line of its own, as in a table within braces, it is the line of what holds it.
 *
 * @param path names from the outermost table on, joined by dots
 */
export function lineOf(text: string, path: string): number | undefined {
  const all = placesIn(text);
  const own =
    all.find((place) => place.path === path) ?? all.find((place) => place.path.startsWith(`${path}.`));
  if (own !== undefined || !path.includes('.')) return own?.line;
  return lineOf(text, path.slice(0, path.lastIndexOf('.')));
}

/** The line of `key` in the table number `index` (from 0) under `[[array]]`; that of its header where it is not there. */
export function lineInElement(
  text: string,
  { array, index, key }: { array: string; index: number; key?: string | undefined },
): number | undefined {
  const all = placesIn(text);
  const headers = all.filter(({ path, isHeader }) => isHeader && path === array);
  const [start, end] = [headers[index], headers[index + 1]];
  if (start === undefined) return lineOf(text, array);
  const within = ({ line }: Place) => line > start.line && line < (end?.line ?? Number.POSITIVE_INFINITY);
  const own =
    key === undefined ? undefined : all.find((one) => within(one) && one.path === `${array}.${key}`);
  return (own ?? start).line;
}
