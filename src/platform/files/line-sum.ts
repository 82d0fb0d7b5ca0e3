import { crc32 } from 'node:zlib';
import { parseObject } from './stamped-file.ts';

/**
 * A line of JSON that carries a sum of itself: damage can leave JSON behind that says something else, as another id or
 * another account. Lines without one are from before there were any, and are taken as they are.
 */

const ending = /,"sum":"([0-9a-f]{8})"\}$/;
/** Behind each line that is whole, wherever it stands in a longer one. */
const ends = /(?<=,"sum":"[0-9a-f]{8}"\})/;

const sumOf = (json: string): string => crc32(json).toString(16).padStart(8, '0');

/** The text of an object with its sum as the last field. */
export const withSum = (json: string): string => `${json.slice(0, -1)},"sum":"${sumOf(json)}"}`;

/** The object that a line holds; undefined when it is none, or not the one that was written. */
export function readSummed(line: string): ReturnType<typeof parseObject> {
  const found = ending.exec(line);
  if (found === null) return parseObject(line);
  const json = `${line.slice(0, found.index)}}`;
  return sumOf(json) === found[1] ? parseObject(json) : undefined;
}

/** The whole objects in a line that is none, as where something has taken away what stood between two lines. */
export const rescued = (line: string): Record<string, unknown>[] =>
  line.split(ends).flatMap((piece) => {
    if (!ending.test(piece)) return [];
    for (let at = piece.indexOf('{'); at >= 0; at = piece.indexOf('{', at + 1)) {
      const value = readSummed(piece.slice(at));
      if (value !== undefined) return [value];
    }
    return [];
  });
