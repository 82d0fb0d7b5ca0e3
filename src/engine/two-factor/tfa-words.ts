import { countdown, epochMs, span, timeOrDate } from '../../base/format-time.ts';
import { sentences } from '../advice.ts';
import { codeAdvice } from '../code-advice.ts';
import { advise } from '../error-advice.ts';
import type { TfaCallName } from './tfa-calls.ts';
import { codeKey, usesTotp } from './tfa-clocks.ts';
import type { TfaAt, TfaInsight, TfaNotice, TfaRemark, TfaState } from './tfa-flow-state.ts';
import { lockLeft, type WayKey } from './tfa-methods.ts';
import { isLoggedOut } from './tfa-place.ts';
import { isWrongCode, wordsHere } from './tfa-words-here.ts';

/** What is to be said at a step. `title` is a sentence; `more` are further ones, `next` what to do. */
export type TfaWords = { tone: 'plain' | 'warn' | 'bad'; title: string; more: string; next: string };

type Row = Omit<TfaWords, 'more'> & { more?: string };

const remarks: Readonly<Record<TfaRemark, Row>> = {
  'not-a-code': { tone: 'bad', title: 'That is no code.', next: 'Nothing was sent. Enter it again.' },
  'not-a-phone': { tone: 'bad', title: 'That is no phone number to text to.', next: 'Nothing was sent.' },
  'already-tried': {
    tone: 'warn',
    title: 'That code was tried already.',
    next: 'It was not sent again. Enter another one.',
  },
  expired: { tone: 'warn', title: 'That code is too old.', next: 'It was not sent. Ask for a new one.' },
  'no-code-sent': { tone: 'warn', title: 'No code is under way.', next: 'Ask for a new one.' },
  'still-sending': { tone: 'plain', title: 'The code is still being sent.', next: 'Wait for a moment.' },
  'too-soon': {
    tone: 'plain',
    title: 'A code is on its way.',
    next: 'rigdeck waits a little before it asks for another one.',
  },
  locked: {
    tone: 'warn',
    title: 'This method is locked, the others are not.',
    next: 'Use another one, or wait.',
  },
  'newest-counts': {
    tone: 'plain',
    title: 'A new code is on its way.',
    next: 'Only the newest one counts; earlier ones are void.',
  },
  'on-its-way': {
    tone: 'plain',
    title: 'A code is already on its way.',
    next: 'Enter it, or have it sent again.',
  },
  'which-method': {
    tone: 'warn',
    title: 'The service wants to know which method.',
    more: 'The account may have several of this kind. Each has an id; nobody logged out may list them.',
    next: 'Give the id of the method, or prove with a backup code.',
  },
  'not-an-id': {
    tone: 'bad',
    title: 'An id is a whole number.',
    next: 'Nothing was sent. rigdeck 2fa status lists the ids, with an API key.',
  },
  'web-login-over': {
    tone: 'bad',
    title: 'The service does not know this web login.',
    more: 'Its secret is mistyped, used up or too old; another code would not help.',
    next: 'Begin a new web login and give its secret.',
  },
  'backup-pasted': { tone: 'plain', title: 'That is a backup code.', next: 'Enter it here to use it up.' },
  'method-gone': { tone: 'warn', title: 'That method is gone.', next: 'Read the two-factor status again.' },
  'two-factor-off': {
    tone: 'warn',
    title: 'Two-factor is off for this account.',
    next: 'There is nothing to verify with; add a method to turn it on.',
  },
  'codes-held': {
    tone: 'warn',
    title: 'These codes are shown only once.',
    next: 'Keep a copy and show that you have it before you leave.',
  },
  'codes-replaced-unseen': {
    tone: 'bad',
    title: 'New backup codes were made, and they did not arrive.',
    more: 'The old ones are void.',
    next: 'Make another set.',
  },
  'no-secret-came': {
    tone: 'bad',
    title: 'The service sent a code and not what belongs to it.',
    next: 'Ask for a new one.',
  },
  'label-too-long': { tone: 'warn', title: 'A label has at most 30 characters.', next: '' },
};

const whatWas: Readonly<Partial<Record<TfaCallName, string>>> = {
  authorizeStart: 'the backup code was taken',
  authorizeConfirm: 'the code was taken',
  confirmNew: 'the method was added',
  login: 'you were signed in',
  remove: 'the method was removed',
  regen: 'new backup codes were made',
};

const spentNote = 'The code is not sent again by itself; it may have been counted.';

/** What the notice of a state says, in words; undefined when there is nothing to say. */
export function tfaWords(state: TfaState, at: TfaAt, timeZone?: string): TfaWords | undefined {
  const { notice } = state;
  if (notice === undefined) return undefined;
  switch (notice.kind) {
    case 'remark': {
      const row = remarks[notice.remark];
      return { ...row, more: sentences(row.more, notice.detail, lockWords(state, notice.way, at, timeZone)) };
    }
    case 'unclear': {
      const what = whatWas[notice.call] ?? 'it was done';
      const reading = state.step.at === 'unclear' && state.step.checked === 'reading';
      const more = notice.call === 'regen' ? `${spentNote} The old backup codes may be void.` : spentNote;
      const next = reading ? 'The two-factor status is being read to find out.' : 'Go on with a new code.';
      return { tone: 'warn', title: `It is not known whether ${what}.`, more, next };
    }
    case 'not-done':
      return {
        tone: 'warn',
        title: 'No clear answer came, and the status shows that nothing was done.',
        more: spentNote,
        next: 'Go on with a new code.',
      };
    case 'error':
      return errorWords(state, notice, at, timeZone);
  }
}

/** How long the lock of a way lasts, and until when. */
function lockWords(
  state: TfaState,
  way: WayKey | undefined,
  at: TfaAt,
  timeZone: string | undefined,
): string | false {
  const left = way === undefined ? 0 : lockLeft(state, way, at);
  return left > 0 && `It opens in ${countdown(left)}, at ${timeOrDate(at.now + left, at.now, timeZone)}.`;
}

function errorWords(
  state: TfaState,
  notice: TfaNotice & { kind: 'error' },
  at: TfaAt,
  timeZone?: string,
): TfaWords {
  const { error } = notice;
  // Ends of locks are by the service's clock; the person looks at another.
  const until =
    typeof error.lockedUntil === 'number' ? epochMs(error.lockedUntil) - (at.offsetMs ?? 0) : undefined;
  const leftMs = error.waitMs === undefined ? undefined : at.heldMs?.(error.endpoint);
  // Somebody logged out has no key that could be too narrow.
  const { title, meaning, next } =
    notice.code === 'auth_error' && isLoggedOut(state)
      ? codeAdvice.auth_error
      : advise(until === undefined ? error : { ...error, lockedUntil: until / 1000 }, {
          timeZone,
          leftMs,
          now: at.now,
        });
  if (state.step.at === 'unclear') {
    const what = whatWas[state.step.call] ?? 'it was done';
    return {
      tone: 'warn',
      title: `It is not known whether ${what}.`,
      more: sentences('The status could not be read either.', title, spentNote),
      next: 'Read the status again, or go on with a new code.',
    };
  }
  const own = wordsHere(state, notice);
  const key = codeKey(state);
  const left = key === undefined ? 0 : lockLeft(state, key, at);
  const insight = insightWords(state.insight);
  const clock = usesTotp(state) && insight === '' && isWrongCode(notice.code);
  return {
    tone: notice.code === 'tfa_challenge_exists' ? 'plain' : 'bad',
    title: own.title ?? title,
    more: sentences(
      own.meaning ?? meaning,
      insight,
      clock && 'Take a code that has just appeared.',
      left > 0 && `It opens in ${countdown(left)}.`,
    ),
    next: own.next ?? next,
  };
}

/** C051: which clock is off, and by how much. */
function insightWords(insight: TfaInsight | undefined): string {
  const { computerOffMs, codeOffSteps } = insight ?? {};
  const about = (ms: number) => (ms >= 60_000 ? `${Math.round(ms / 60_000)} min` : span(ms));
  return sentences(
    codeOffSteps !== undefined &&
      `The code is right for a time ${about(Math.abs(codeOffSteps) * 30_000)} ${codeOffSteps < 0 ? 'ago' : 'ahead'}: set the clock of the device that shows it.`,
    computerOffMs !== undefined &&
      `This computer's clock is about ${about(Math.abs(computerOffMs))} ${computerOffMs > 0 ? 'behind' : 'ahead of'} the service's.`,
  );
}

/** `16:54:25`, with the date where that is not today: when a lock ends, by the clock that the person looks at. */
export function lockEnd(untilMs: number, { now, offsetMs = 0 }: TfaAt, timeZone?: string): string {
  return timeOrDate(untilMs - offsetMs, now, timeZone);
}
