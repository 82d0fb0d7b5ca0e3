import * as v from 'valibot';
import { type JsonObject, readShape, text } from '../body.ts';
import { type Route, success } from '../call.ts';
import { reject } from '../errors.ts';
import type { Store } from '../store.ts';

const named = v.object({ key: text });
const valued = v.object({ value: v.pipe(text, v.regex(/^[\w.-]*$/)) });

/** What is not there has a code of its own here; what has the wrong type is a bad request as everywhere. */
function want(body: JsonObject, name: 'key' | 'value'): void {
  if (body[name] === undefined || body[name] === null || (name === 'key' && body[name] === ''))
    reject('missing_input', `"${name}" is missing`);
}

/** The name as it is kept: in capitals. */
function keyOf(body: JsonObject): string {
  want(body, 'key');
  return readShape(named, body).key.toUpperCase();
}

const set = (store: Store, body: JsonObject, exists: boolean) => {
  const key = keyOf(body);
  want(body, 'value');
  const { value } = readShape(valued, body);
  if (Object.hasOwn(store.state.secrets, key) !== exists) {
    reject(exists ? 'nonexistent_key' : 'existing_key', `${key} ${exists ? 'does not exist' : 'exists'}`);
  }
  store.state.secrets[key] = value;
  return success();
};

const path = '/api/v0/secrets';
const write = { category: 'user_write' } as const;

/** Environment variables of the account. */
export const secretRoutes: Route[] = [
  {
    method: 'GET',
    path,
    auth: { category: 'user_read' },
    interval: 5,
    handler: ({ store }) => success({ secrets: store.state.secrets }),
  },
  { method: 'POST', path, auth: write, interval: 3, handler: ({ store, body }) => set(store, body, false) },
  { method: 'PUT', path, auth: write, interval: 3, handler: ({ store, body }) => set(store, body, true) },
  {
    method: 'DELETE',
    path,
    auth: write,
    interval: 3,
    handler: ({ store, body }) => {
      const key = keyOf(body);
      if (!Object.hasOwn(store.state.secrets, key)) reject('nonexistent_key', `${key} does not exist`);
      delete store.state.secrets[key];
      return success();
    },
  },
];
