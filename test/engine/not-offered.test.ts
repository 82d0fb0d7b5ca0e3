import { describe, expect, it } from 'vitest';
import { endpoints } from '../../src/client/endpoints.ts';
import { ApiError } from '../../src/client/errors.ts';
import { listRefused, notOffered, saysNotThere } from '../../src/engine/refusals.ts';

const lists = Object.entries(endpoints).filter(([, { write }]) => !write);
/** What is no word of the service: what a gateway, a login portal or a wrong base URL answers with. */
const foreign = ['html', 'empty', 'not-json', 'fields', 'moved'];

describe('that there is nothing of the kind', () => {
  it.each(lists)('%s: is the word of the service alone, and not of what is in its place', (endpoint, row) => {
    const error = (status: number, reason?: string, code?: string) =>
      new ApiError({
        ...{ kind: 'http', endpoint, method: row.method, path: row.path, status },
        ...(reason === undefined ? {} : { reason }),
        ...(code === undefined ? {} : { code }),
      });
    for (const status of [403, 404, 405, 501])
      for (const reason of foreign)
        for (const says of [notOffered, listRefused, saysNotThere])
          expect(says(error(status, reason)), `${status} ${reason}`).toBe(false);
    const own = [404, 405, 501].map((status) => error(status, undefined, 'not_found'));
    expect(own.map(notOffered)).toEqual([true, true, true]);
    expect(own.map(saysNotThere)).toEqual([true, false, false]);
    // A key that is refused may be answered alike, and is another matter.
    expect([notOffered, saysNotThere].map((says) => says(error(404, undefined, 'auth_error')))).toEqual([
      false,
      false,
    ]);
    expect([notOffered, listRefused].map((says) => says(error(403, undefined, 'auth_error')))).toEqual([
      false,
      true,
    ]);
  });
});
