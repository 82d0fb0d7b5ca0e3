import { isObject, type JsonObject, jsonParameter } from '../body.ts';
import type { Call, Route } from '../call.ts';
import { reject } from '../errors.ts';
import { readQuery } from '../market/query.ts';
import type { Reply } from '../reply.ts';

function search(call: Call, body: JsonObject): Reply {
  const query = readQuery(body);
  const offers = call.store.market.search(query, call.now / 1000, call.store.offerStates());
  return { json: `{"success":true,"offers":${offers}}` };
}

const tenAMinute = { interval: 6, burst: 10 };

/** Offers: search by body, by `q` in the body, by `q` in the query; and the names that GPUs have. */
export const offerRoutes: Route[] = [
  {
    method: 'POST',
    path: '/api/v0/bundles',
    auth: { category: 'misc' },
    reads: true,
    ...tenAMinute,
    handler: (call) => search(call, call.body),
  },
  {
    method: 'GET',
    path: '/api/v0/bundles',
    auth: { category: 'misc' },
    ...tenAMinute,
    handler: (call) => {
      const q = jsonParameter(call.query, 'q') ?? {};
      return isObject(q) ? search(call, q) : reject('bad_request', '"q" must be an object');
    },
  },
  {
    method: 'PUT',
    path: '/api/v0/search/asks',
    auth: { category: 'misc' },
    reads: true,
    ...tenAMinute,
    handler: (call) => {
      const q = call.body.q ?? {};
      return isObject(q) ? search(call, q) : reject('bad_request', '"q" must be an object');
    },
  },
  {
    method: 'GET',
    path: '/api/v0/gpu_names/unique',
    auth: {},
    handler: (call) => ({ body: { success: true, gpu_names: call.store.market.gpuNames() } }),
  },
  {
    method: 'GET',
    path: '/api/v0/gpu_types',
    auth: {},
    handler: (call) => ({ body: { success: true, gpu_types: call.store.market.gpuNames() } }),
  },
];
