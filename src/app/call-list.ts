import { secretsOf } from '../client/redact.ts';
import type { CallList } from '../commands/cli/context.ts';
import type { SeenCall, WriteUnderWay } from '../engine/services.ts';
import { writeSubject } from '../engine/write-words.ts';
import type { Redactor } from '../platform/log/redact.ts';

/** Calls that are kept, and items of each list in them: enough to see what was asked and what came. */
const kept = 200;
const itemsKept = 10;
const depthKept = 8;

/**
 * Remembers the last calls with what they carried. A secret is taken out before anything is remembered, and nothing of
 * it reaches a disk. A value that makes a key, given out once, is known by its field in one reply alone. Of a write that
 * is under way only its subject is kept; `now` is the machine's clock.
 */
export function openCallList(redactor: Redactor, now: () => number): CallList {
  let calls: readonly SeenCall[] = [];
  let underWay: readonly WriteUnderWay[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();
  const mask = (body: unknown): unknown => redactor.value(firstOf(body));
  /** Bodies as they were masked, by identity: a read that is answered as before gives the same body again. */
  let masks = new WeakMap<object, unknown>();
  let masksKnow = 0;
  function masked(body: unknown): unknown {
    if (typeof body !== 'object' || body === null) return mask(body);
    // What was masked before a secret was known is not what it is masked as now.
    if (masksKnow !== redactor.known()) masks = new WeakMap();
    masksKnow = redactor.known();
    if (!masks.has(body)) masks.set(body, mask(body));
    return masks.get(body);
  }
  const tell = () => {
    for (const listener of [...listeners]) listener();
  };
  return {
    list: () => calls,
    underWay: () => underWay,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    heard(event, bodies = { query: '' }) {
      lastId += 1;
      const { query, sent, got } = bodies;
      for (const secret of keptOut(sent)) redactor.add(secret);
      const reply = event.endpoint === 'createApiKey' ? withoutKey(got) : got;
      const call: SeenCall = {
        ...event,
        id: lastId,
        query: redactor.text(query),
        ...(sent === undefined ? {} : { sent: masked(sent) }),
        ...(reply === undefined ? {} : { got: masked(reply) }),
      };
      calls = [...calls, call].slice(-kept);
      tell();
    },
    heardWrite(write) {
      const begun: WriteUnderWay = { endpoint: write.endpoint, subject: writeSubject(write), since: now() };
      underWay = [...underWay, begun];
      tell();
      return () => {
        underWay = underWay.filter((one) => one !== begun);
        tell();
      };
    },
  };
}

/** A body whose long lists are cut, with a line in their place that counts the rest: thousands of offers may come. */
function firstOf(body: unknown, depth = 0): unknown {
  if (typeof body !== 'object' || body === null) return body;
  if (depth > depthKept) return '…';
  if (Array.isArray(body)) {
    const first = body.slice(0, itemsKept).map((item) => firstOf(item, depth + 1));
    return body.length > itemsKept ? [...first, `… ${body.length - itemsKept} more`] : first;
  }
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, firstOf(value, depth + 1)]));
}

/**
 * What of a request has to be known for a secret wherever the service says it again, later too, as in a status message.
 * Of variables those whose names or shapes tell: a value such as `training` would be blotted out of every sentence.
 */
function keptOut(sent: unknown): string[] {
  if (typeof sent !== 'object' || sent === null) return [];
  const { env, ...others } = sent as { env?: unknown };
  const pairs = typeof env === 'object' && env !== null ? Object.entries(env) : [];
  const telling = pairs.filter(
    ([name, value]) =>
      /key|token|secret|pass|pwd|cred|auth/i.test(name) || /^[\w+=-]{20,}$/.test(String(value)),
  );
  return secretsOf(undefined, { ...others, env: Object.fromEntries(telling) });
}

function withoutKey(reply: unknown): unknown {
  return typeof reply === 'object' && reply !== null && 'key' in reply
    ? { ...reply, key: '[redacted]' }
    : reply;
}
