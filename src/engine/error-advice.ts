import { countdown, epochMs, timeOrDate } from '../base/format-time.ts';
import type { EndpointRow } from '../client/endpoint-row.ts';
import { type EndpointName, endpoints } from '../client/endpoints.ts';
import type { ErrorCode, ResultCall } from '../client/errors.ts';
import { type Advice, type AdviceInput, sentences, serviceSays } from './advice.ts';
import { codeAdvice } from './code-advice.ts';
import { keyAdvice } from './key-advice.ts';
import { records } from './records.ts';
import { wayAdvice } from './way-advice.ts';
import { isServicesWord, isUnclear, wasNeverSent, writeFacts } from './write-advice.ts';

export type { Advice, AdviceExit, AdviceInput, AdvicePlace } from './advice.ts';

function isErrorCode(code: string | undefined): code is ErrorCode {
  return code !== undefined && Object.hasOwn(codeAdvice, code);
}

/** What rigdeck itself did not send. */
function refusedHere({ reason }: AdviceInput, refused: string | undefined): Advice {
  const meaning = sentences('The request was not sent.', refused);
  if (reason === 'unusable-key') {
    const next = 'Paste the key again: it holds characters that no header can carry.';
    return { title: 'This key cannot be sent.', meaning, next, exitCode: 4, place: 'sign-in' };
  }
  if (reason === 'bad-id') {
    const next = 'Give the id as a whole number.';
    return { title: 'This is no id.', meaning, next, exitCode: 1, place: 'message' };
  }
  const next =
    'Start it again without read-only (--read-only, RIGDECK_READ_ONLY, config.toml), or let the profile write: rigdeck profiles set NAME --writes allow.';
  return { title: 'rigdeck is in read-only mode.', meaning, next, exitCode: 3, place: 'message' };
}

/** Why a text behind a `result_url` is not to be had, a sentence. */
function whyNoResult({ kind, status, reason }: AdviceInput): string {
  if (reason === 'no-result-url') return 'The provider gave no address for it.';
  if (reason === 'bad-result-url') return 'Its address is not safe to read.';
  if (reason === 'too-large') return 'It is longer than rigdeck takes.';
  if (kind === 'timeout') return 'It was not written in time.';
  return kind === 'http' ? `Fetching it failed (HTTP ${status}).` : 'The connection for it failed.';
}

/**
 * The call itself was accepted, whatever became of the fetch of what it printed. A command may have run by then; a log
 * can be asked for again.
 */
function withoutResult(after: ResultCall, error: AdviceInput): Advice {
  const ended = error.kind === 'aborted';
  if (after === 'requestLogs') {
    const isOffline = error.kind === 'network' || error.kind === 'timeout';
    return {
      title: ended ? 'Canceled.' : 'Log not available.',
      meaning: ended ? '' : whyNoResult(error),
      next: error.kind === 'refused' ? 'Look in the web console instead.' : 'Request it again.',
      exitCode: ended ? 130 : isOffline ? 6 : 1,
      place: 'message',
    };
  }
  return {
    title: ended ? 'Canceled after the command was accepted.' : 'Command accepted, output not available.',
    meaning: sentences(!ended && whyNoResult(error), 'The command may have run.'),
    next: writeFacts({ endpoint: after })?.unconfirmed.next ?? '',
    exitCode: ended ? 130 : 7,
    place: 'message',
  };
}

function withoutAnswer(error: AdviceInput): Advice | undefined {
  // A read says nothing of what was changed: a write may have gone out just before it.
  const facts = writeFacts(error);
  if (error.kind === 'refused') return refusedHere(error, facts?.refused);
  const notDone = facts === undefined ? '' : facts.refused || 'Nothing was changed.';
  if (error.kind === 'aborted') {
    const isSent = facts !== undefined && !wasNeverSent(error);
    const { title = '', meaning = notDone, next = '' } = (isSent && facts.unconfirmed) || {};
    return {
      title: 'Canceled.',
      meaning: sentences(title, meaning),
      next: next || 'Try again when you want to.',
      exitCode: 130,
      place: 'message',
    };
  }
  if (error.kind === 'http' || (facts !== undefined && !wasNeverSent(error))) return undefined;
  const isSearch = error.endpoint === 'searchOffers';
  if (error.kind === 'shape' && error.reason === 'too-large') {
    return {
      title: `The answer is longer than the ${mostOfReply} that rigdeck takes.`,
      meaning: '',
      next: isSearch ? shorterReply : 'Check that the base URL is that of the service.',
      exitCode: 1,
      place: 'message',
    };
  }
  if (error.kind === 'shape') {
    return {
      title: 'The service answered with something rigdeck cannot read.',
      meaning: '',
      next: 'Check that the base URL is that of the service.',
      exitCode: 1,
      place: 'message',
    };
  }
  const { title, next } = wayAdvice(error);
  const sooner = isSearch && error.kind === 'timeout' && !error.unsent;
  return {
    title,
    meaning: notDone,
    next: sentences(next, sooner && 'A search with a lower limit is answered sooner.'),
    exitCode: 6,
    place: 'message',
  };
}

/** A refusal by which the service asks for a pause, or one of our own while that lasts; `wait` is what is left of it. */
function tooMany(error: AdviceInput, wait: number | undefined): Advice {
  const refused = writeFacts(error)?.refused;
  const isOurs = error.reason === 'paused';
  return {
    title:
      isOurs && refused !== undefined
        ? 'The service has asked to wait.'
        : 'The service asks for fewer requests.',
    meaning: sentences(
      isOurs && 'This one was not sent.',
      refused ?? (!isOurs && 'This one was not carried out.'),
      serviceSays(error.msg),
    ),
    next: wait === undefined ? 'Wait a little, then try again.' : tryAgain(wait),
    exitCode: 9,
    place: 'message',
  };
}

/** When it is worth to try again; once it is, that it is. */
const tryAgain = (leftMs: number): string =>
  leftMs > 0 ? `Try again in ${countdown(leftMs)}.` : 'Try again.';

/** The row of a known code, with the figures that came along. */
function known(code: ErrorCode, error: AdviceInput, { timeZone, now }: AdviceAt): Advice {
  const row = codeAdvice[code];
  const { failCount, lockedUntil } = error;
  const end = typeof lockedUntil === 'number' ? epochMs(lockedUntil) : undefined;
  const until = end === undefined ? undefined : timeOrDate(end, now ?? end, timeZone);
  const title =
    code === 'tfa_locked' && until !== undefined ? `Locked until ${until}, this method only.` : row.title;
  const fails = failCount !== undefined && failCount > 0 && `${failCount} failed so far.`;
  const words = code === 'bad_request' && serviceSays(error.msg);
  return { ...row, title, meaning: sentences(row.meaning, fails, words) };
}

/** Whether interface.md has a call of this method and path. */
const isShown = ({ method, path }: EndpointRow): boolean =>
  Object.values(endpoints).some(
    (row) => row.source === 'interface' && row.method === method && row.path === path,
  );
/** A path that names an instance and nothing else that may be missing. */
const ofInstance = /\/instances\/(?!.*:key).*:id/;
/** A refusal that names what is missing: publicly `no_such_instance`, for a log `invalid_id`. */
const namesInstance = /instance|invalid_id/i;
/** Statuses by which a service says that an act does not fit the state that something is in. */
const notNow = new Set([400, 409, 422]);

function refusal(error: AdviceInput): Advice {
  const { status = 0, msg, endpoint } = error;
  const facts = writeFacts(error);
  const meaning =
    sentences(facts?.refused, serviceSays(msg)) || (facts === undefined ? '' : 'Nothing was changed.');
  if (endpoint === 'searchOffers' && status === 400) {
    const next = 'Change the search.';
    return { title: 'The service does not accept this search.', meaning, next, exitCode: 1, place: 'field' };
  }
  const rest = { exitCode: 1, place: 'message' } as const;
  const row: EndpointRow | undefined = endpoints[endpoint as EndpointName];
  if (row !== undefined && ofInstance.test(row.path) && isServicesWord(error)) {
    if (status === 404) {
      // Of a path that interface.md does not show it may mean that the service has no such call.
      if (!isShown(row) && !namesInstance.test(`${error.code} ${msg}`)) {
        const next = 'Check whether the instance is still in the list.';
        return {
          title: 'This service does not offer this, or the instance is gone.',
          meaning,
          next,
          ...rest,
        };
      }
      const next = 'Read the list of instances again.';
      // What is not there costs nothing; the list has the last word on that.
      const gone = 'Nothing was changed. An instance is billed only while the list has it.';
      const said = facts === undefined ? meaning : sentences(gone, serviceSays(msg));
      return { title: 'The service knows no such instance.', meaning: said, next, ...rest };
    }
    // It carries nothing that could be wrong: what is refused does not fit the state that the instance is in.
    const record = records.find((one) => one.endpoint === endpoint);
    if (notNow.has(status) && record?.on === 'rows' && record.removes !== true) {
      const next = 'Look at what state the instance is in before you do it again.';
      return { title: 'The instance cannot do that as it is.', meaning, next, ...rest };
    }
  }
  return {
    // A refusal in an answer of success has no status that says so.
    title: status >= 400 ? `The service refused (HTTP ${status}).` : 'The provider refused the request.',
    meaning,
    next: 'The log has the request; nothing is sent again by itself.',
    ...rest,
  };
}

type AdviceAt = {
  /** An IANA name for the times in it. */
  timeZone?: string | undefined;
  /** How many ms are left of the pause that the service has asked for; as many as at the refusal when absent. */
  leftMs?: number | undefined;
  /** Epoch ms: a time of another day is told with its date. */
  now?: number | undefined;
};

/** What happened, what it means for money or the account, and what to do next, for every error of the client. */
export function advise(error: AdviceInput, at: AdviceAt = {}): Advice {
  const wait = at.leftMs ?? error.waitMs ?? (error.status === 429 ? error.retryAfterMs : undefined);
  const advice = adviceOf(error, wait, at);
  if (error.status !== 503 || wait === undefined || wait <= 0) return advice;
  return { ...advice, next: sentences(advice.next, `The service can be asked again in ${countdown(wait)}.`) };
}

function adviceOf(error: AdviceInput, wait: number | undefined, at: AdviceAt): Advice {
  if (error.after !== undefined) return withoutResult(error.after, error);
  const none = withoutAnswer(error);
  if (none !== undefined) return none;
  const { endpoint, code, status = 0 } = error;
  const facts = writeFacts(error);
  const twoFactor = endpoint.startsWith('tfa');
  if (facts !== undefined && isUnclear(error) && !(twoFactor && error.kind === 'http' && isErrorCode(code))) {
    const { title, meaning, next } = facts.unconfirmed;
    // Where it was sent on to is the one thing that helps: the base URL is wrong.
    const elsewhere = error.reason === 'moved' && error.msg;
    return { title, meaning: sentences(meaning, elsewhere), next, exitCode: 7, place: 'dialog' };
  }
  const key = keyAdvice(error);
  if (key !== undefined) return key;
  if (twoFactor && isErrorCode(code)) return known(code, error, at);
  if (status === 429) return tooMany(error, wait);
  if (status >= 500) {
    return {
      title: `The service has a fault of its own (HTTP ${status}).`,
      meaning: serviceSays(error.msg),
      next: 'Try again in a moment.',
      exitCode: 6,
      place: 'message',
    };
  }
  const about = endpoint === 'createInstance' ? createAdvice(error) : copyAdvice(error);
  if (about !== undefined) {
    // Nothing goes on where there was nothing to call off.
    const refused = endpoint === 'cancelCloudCopy' ? undefined : facts?.refused;
    return { ...about, meaning: sentences(refused, serviceSays(error.msg, about.title)), exitCode: 1 };
  }
  const general = code === 'bad_request' || code === 'not_found';
  return isErrorCode(code) && !general ? known(code, error, at) : refusal(error);
}

type Row = Pick<Advice, 'title' | 'next' | 'place' | 'field'>;

// interface.md leaves the bodies of these refusals open, so codes and texts are judged together and the
// service's words are always shown beside what is made of them.
const rows: readonly { when: (words: string, status: number | undefined) => boolean; row: Row }[] = [
  {
    when: (words, status) => /no_such_ask/.test(words) || status === 404 || status === 409 || status === 410,
    row: {
      title: 'The offer is gone: somebody else has it, or it cannot start now.',
      next: 'Take the next comparable offer, or search again.',
      place: 'dialog',
    },
  },
  {
    when: (words, status) => status === 402 || /insufficient|credit|balance/i.test(words),
    row: {
      title: 'There is not enough credit for this.',
      next: 'Add credit in the web console, or choose a cheaper offer.',
      place: 'dialog',
    },
  },
  {
    when: (words) => /no_ssh_key/.test(words),
    row: {
      title: 'The account has no SSH key, and this launch mode needs one.',
      next: 'Add a public key to the account, then rent.',
      place: 'dialog',
    },
  },
  {
    when: (words) => /spend_rate_limit/.test(words),
    row: {
      title: 'The account may not spend faster for now.',
      next: 'Stop or destroy something, or rent later.',
      place: 'dialog',
    },
  },
];

/** The field that a refusal names, as `"disk" is missing or has the wrong type`. */
export function namedField({ code, msg }: AdviceInput): string | undefined {
  if (code === 'invalid_price') return 'price';
  return /"([a-z_]+)(?:[.[][^"]*)?"/.exec(msg ?? '')?.[1];
}

/** What a refused rent (4xx) means, undefined for a refusal that has nothing to do with renting. */
export function createAdvice(error: AdviceInput): (Row & { field?: string }) | undefined {
  const { code = '', msg = '', status } = error;
  const found = rows.find(({ when }) => when(`${code} ${msg}`, status));
  if (found !== undefined) return found.row;
  if (status !== 400 && status !== 422) return undefined;
  const field = namedField(error);
  return {
    title: 'The provider rejected the request.',
    next: 'Correct it and rent again.',
    place: 'field',
    ...(field === undefined ? {} : { field }),
  };
}

/** Which side of the copy a field of the body stands for depends on the direction; the form finds it by these. */
const next = 'Correct it and start the copy again.';

/** What a refused copy (4xx) means, undefined for a refusal that has nothing to do with copying. */
export function copyAdvice(error: AdviceInput): Row | undefined {
  const { endpoint, status = 0, code = '', msg = '' } = error;
  const words = `${code} ${msg}`;
  if (endpoint === 'cancelCloudCopy' && status === 404) {
    return {
      title: 'Nothing is being copied there.',
      next: 'The status of the instance says how the last copy ended.',
      place: 'message',
    };
  }
  if (endpoint !== 'cloudCopy') return undefined;
  if (status === 404)
    return { title: 'The service knows no such instance.', next, place: 'field', field: 'instance_id' };
  if (status !== 400 && status !== 422) return undefined;
  if (/\bVM\b/i.test(words))
    return {
      title: 'There is no cloud copy for a VM.',
      next: 'Copy over SSH instead.',
      place: 'field',
      field: 'instance_id',
    };
  // Such services are known for a 400 that does not say what is missing, when the connection is.
  const field = namedField(error) ?? (/connection|integration/i.test(words) ? 'selected' : undefined);
  const hint = field === undefined ? 'Check the connection and both paths, then start it again.' : next;
  return {
    title: 'The service does not accept this copy.',
    next: hint,
    place: 'field',
    ...(field === undefined ? {} : { field }),
  };
}

/** What the client takes of one reply, in words; its own limit is `bodyLimitBytes`. */
export const mostOfReply = '64 MiB';
/** Offers that fit into that: with every field of interface.md each is some 2.4 kB. */
export const offersInReply = 25_000;

const count = offersInReply.toLocaleString('en-US');

/** What is to be known before so many offers are asked for; undefined while they fit into a reply. */
export const tooManyAsked = (limit: number): string | undefined =>
  limit > offersInReply
    ? `No reply over ${mostOfReply} is taken, some ${count} offers: lower the limit.`
    : undefined;

/** What to do about a reply that was too long. */
export const shorterReply = `Lower the limit of the search, or add conditions: some ${count} offers fit into ${mostOfReply}.`;
