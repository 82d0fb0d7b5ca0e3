import * as v from 'valibot';
import { closestName } from '../../base/closest-name.ts';
import { type ColourName, colourNames } from '../../base/theme-colours.ts';
import { isObject } from '../files/is-object.ts';
import { colour, type OwnColours } from './config-keys.ts';

/** Reads the table [colors] (or [colours], its old name), each color by itself; `warn` gets those that are wrong, by their names. */
export function readColours(
  table: string,
  value: unknown,
  warn: (message: string, name?: string) => void,
): OwnColours {
  if (!isObject(value)) {
    warn(`Invalid ${table}: expected a table of names, under [${table}].`);
    return {};
  }
  const read: OwnColours = {};
  for (const [name, given] of Object.entries(value)) {
    if (!isColourName(name)) {
      const near = closestName(name, colourNames);
      warn(`[${table}] Unknown color ${name}.${near === undefined ? '' : ` Did you mean ${near}?`}`, name);
      continue;
    }
    const parsed = v.safeParse(colour.schema, given);
    if (parsed.success) read[name] = parsed.output;
    else warn(`Invalid [${table}] ${name}: expected ${colour.allowed}.`, name);
  }
  return read;
}

const isColourName = (name: string): name is ColourName => (colourNames as readonly string[]).includes(name);
