import * as v from 'valibot';
import { closestName } from '../domain/closest-name.ts';
import { type ColourName, colourNames } from '../theme-colours.ts';
import { colour, type OwnColours } from './config-keys.ts';
import { isObject } from './is-object.ts';

/** Reads the table [colours]: each stands for itself, and `warn` is told of those that mean nothing, by their names. */
export function readColours(value: unknown, warn: (message: string, name?: string) => void): OwnColours {
  if (!isObject(value)) {
    warn('colours must be a table of names, under [colours].');
    return {};
  }
  const read: OwnColours = {};
  for (const [name, given] of Object.entries(value)) {
    if (!isColourName(name)) {
      const near = closestName(name, colourNames);
      warn(`[colours] There is no ${name}.${near === undefined ? '' : ` Did you mean ${near}?`}`, name);
      continue;
    }
    const parsed = v.safeParse(colour.schema, given);
    if (parsed.success) read[name] = parsed.output;
    else warn(`[colours] ${name} must be ${colour.allowed}.`, name);
  }
  return read;
}

const isColourName = (name: string): name is ColourName => (colourNames as readonly string[]).includes(name);
