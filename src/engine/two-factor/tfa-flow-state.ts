import type { ErrorCode } from '../../client/errors.ts';
import type { StoredTfaMethod, TfaLoginReply, TfaStatusReply, TfaStatusWord } from '../../client/wire.ts';
import type { AdviceInput } from '../advice.ts';
import type { TfaCall, TfaCallName, TfaReply } from './tfa-calls.ts';
import type { Way, WayKey, WayMark } from './tfa-methods.ts';

/** At how many steps from `serviceNow` (ms) a code fits an authenticator's secret; undefined when at none. */
export type TotpDrift = (secret: string, code: string, serviceNow: number) => number | undefined;

/**
 * When something happens, and what there is to judge it by: `now` is this computer's clock in ms, `offsetMs` how far
 * the service's is ahead of it, `computerOffMs` how far that is ahead of this computer where `now` is not the
 * computer's own, `heldMs` for how long no call of a name is sent.
 */
export type TfaAt = {
  now: number;
  offsetMs?: number;
  computerOffMs?: number;
  totpDrift?: TotpDrift;
  heldMs?: (call: string) => number;
};

/** What it is all for. With `tfaSecret` the login is that of somebody logged out (2FA matrix, first column). */
export type TfaGoal =
  | { kind: 'login'; admin?: boolean; tfaSecret?: string }
  | { kind: 'add'; method: StoredTfaMethod }
  /** `turnOff`: the person has said in words that two-factor may go off with the last method. */
  | { kind: 'remove'; targetId: number; turnOff?: true }
  | { kind: 'regen' };

/** `opened`: here, at a known moment (ms). `found`: the service said so, and it may be any age up to 30 minutes. */
export type TfaWindow = { kind: 'shut' } | { kind: 'opened' | 'found'; at: number };

/** A code under way. `secret` names it to the service; `sentAt` (ms) is when we asked for it. */
export type TfaChallenge = { secret: string; sentAt: number; flight: number };
/** What was sent to one way. `waitUntil` (ms) is rigdeck's own patience, not the service's. */
export type TfaSending = { challenge?: TfaChallenge; sends: number; waitUntil?: number; phone?: string };

export type TfaStep =
  /** The two-factor status is being read, or could not be read. */
  | { at: 'status' }
  /** An account of the old kind is better renewed first (new backup codes) before a method is added. */
  | { at: 'legacy' }
  /** Removing the last method turns two-factor off: that is said and agreed to before anything proves or ends it. */
  | { at: 'turn-off' }
  /** Which way of proving: `listWays`. `from` is the one that the person turned away from, and may turn back to. */
  | { at: 'choose'; from?: Way }
  /** A code, or a backup code, is entered. */
  | { at: 'prove'; way: Way }
  /** Adding: the authenticator's secret is on its way, or the phone number is typed. */
  | { at: 'secret' }
  /** Adding: the new method's code is entered. */
  | { at: 'confirm' }
  /** A code went out and no clear answer came; the status is read to find out. */
  | {
      at: 'unclear';
      call: TfaCallName;
      checked: 'reading' | 'failed' | 'cannot';
      /** The read that will tell; an older one knows nothing of the call. */
      read?: number;
      back: TfaStep;
      before?: TfaStatusReply;
    }
  /** The session or the key is no longer good; `back` is where the person goes on. */
  | { at: 'session'; back: TfaStep }
  /** Nothing more can be done at `back` as things are; the notice says why. */
  | { at: 'stuck'; back: TfaStep }
  | { at: 'codes' }
  | { at: 'done'; result: TfaResult }
  | { at: 'left' };

export type TfaResult =
  | { kind: 'logged-in'; reply: TfaLoginReply; by: Way['kind']; backupCodesLeft?: number }
  /** `codesLost`: it was the first method and its backup codes never arrived. */
  | { kind: 'added'; method: StoredTfaMethod; first: boolean; codesLost?: true }
  | { kind: 'removed'; remaining: number }
  | { kind: 'codes-renewed' };

/** What rigdeck itself has to say; the words are in tfa-words.ts. */
export type TfaRemark =
  | 'not-a-code'
  | 'not-a-phone'
  | 'already-tried'
  | 'expired'
  | 'no-code-sent'
  | 'still-sending'
  | 'too-soon'
  | 'locked'
  | 'newest-counts'
  | 'on-its-way'
  | 'which-method'
  | 'not-an-id'
  | 'web-login-over'
  | 'backup-pasted'
  | 'method-gone'
  | 'two-factor-off'
  | 'codes-held'
  | 'codes-replaced-unseen'
  | 'no-secret-came'
  | 'label-too-long';

export type TfaNotice =
  | { kind: 'error'; error: AdviceInput; code?: ErrorCode }
  /** `way`: which one is locked. */
  | { kind: 'remark'; remark: TfaRemark; detail?: string; way?: WayKey }
  /** It is not known whether `call` was carried out. */
  | { kind: 'unclear'; call: TfaCallName }
  /** The status shows that `call` was not carried out. */
  | { kind: 'not-done'; call: TfaCallName };

/** What a failed authenticator code may come from: clocks. `computerOffMs` is how far the service's is ahead. */
export type TfaInsight = { computerOffMs?: number; codeOffSteps?: number };

/** A call under way. `spent` is the mark of the code that it carries. */
export type TfaFlight = {
  id: number;
  at: number;
  call: TfaCall;
  key?: WayKey;
  spent?: string;
  phone?: string;
};

/** Backup codes as they came, once, in plaintext. */
export type TfaHeldCodes = {
  codes: readonly string[];
  from: 'first' | 'regen';
  method?: StoredTfaMethod;
  flight: number;
};

export type TfaState = {
  readonly goal: TfaGoal;
  /** What is done once the present goal is reached: adding, after a renewal of an old account. */
  readonly after?: TfaGoal | undefined;
  readonly step: TfaStep;
  /** A way that was asked for beforehand; it opens first, once. */
  readonly prefer?: Way | undefined;
  readonly status?: TfaStatusReply | undefined;
  readonly tfaStatus?: TfaStatusWord | undefined;
  /** The person wants to go on although the account is of the old kind. */
  readonly legacyAccepted: boolean;
  readonly window: TfaWindow;
  readonly sendings: Readonly<Partial<Record<WayKey, TfaSending>>>;
  readonly marks: Readonly<Partial<Record<WayKey, WayMark>>>;
  /** Why no code can be sent at all: the account's e-mail, or texts as a whole. */
  readonly mailOff?: ErrorCode | undefined;
  readonly textsOff?: ErrorCode | undefined;
  /** Kinds of which the service wants to know the method's id (interface.md, tfa_method_id); nobody may list them. */
  readonly idsWanted?: readonly StoredTfaMethod[] | undefined;
  /** The new authenticator's secret, as it came. */
  readonly totp?: { secret: string; uri: string } | undefined;
  /** Typed for the new method; kept whatever happens. */
  readonly label: string;
  readonly phone: string;
  /** Marks of codes that the service has judged, or may have. None of them goes out again. */
  readonly spent: readonly string[];
  readonly flights: readonly TfaFlight[];
  /** The person went elsewhere while a code was with the service: the flow goes on until that has its end. */
  readonly leaving?: true | undefined;
  readonly nextId: number;
  readonly notice?: TfaNotice | undefined;
  readonly insight?: TfaInsight | undefined;
  readonly codes?: TfaHeldCodes | undefined;
  /** The code of a way that the service accepted last, and when (ms). A code that was merely left is not among them. */
  readonly accepted?: { key: WayKey; at: number } | undefined;
  /** What opened the window, and when (ms). */
  readonly proof?: { way: Way; at: number } | undefined;
};

export type TfaEvent =
  | { kind: 'choose'; way: Way }
  | { kind: 'anotherWay' }
  /** The id of the method at hand, as it was typed: where nobody may list them, only the person can name it. */
  | { kind: 'methodId'; text: string }
  /** A code as it was typed or pasted. */
  | { kind: 'submit'; text: string }
  /** A new code is asked for. */
  | { kind: 'resend' }
  /** This step again from its beginning: what was sent is dropped. */
  | { kind: 'startStep' }
  | { kind: 'label'; text: string }
  | { kind: 'phone'; text: string }
  /** A text to the number that was typed. */
  | { kind: 'sendText' }
  | { kind: 'editPhone' }
  | { kind: 'newSecret' }
  | { kind: 'proveAgain' }
  /** On, past what stands in the way: an old account, an unclear outcome, a dead end, a status that is not known. */
  | { kind: 'goOn' }
  | { kind: 'regenFirst' }
  /** The person agrees that two-factor goes off with the last method. */
  | { kind: 'turnOff' }
  | { kind: 'withoutAdmin' }
  | { kind: 'readStatus' }
  /** The deck has noticed that the two-factor session ended, by a call that is none of this flow. */
  | { kind: 'sessionOver' }
  | { kind: 'sessionBack' }
  | { kind: 'codesKept' }
  | { kind: 'startAgain' }
  | { kind: 'leave' }
  /** The person is back at a flow that was left while a code was with the service. */
  | { kind: 'comeBack' }
  /** A status that somebody else read; `readAt` (ms) is when it was asked for. */
  | { kind: 'status'; status: TfaStatusReply; tfaStatus?: TfaStatusWord; readAt?: number }
  | { kind: 'reply'; id: number; reply: TfaReply }
  | { kind: 'failed'; id: number; error: AdviceInput };

/** A call to make; its answer comes back as `reply` or `failed` with the same id. */
export type TfaEffect = { id: number; call: TfaCall };
export type TfaOutcome = { state: TfaState; effects: readonly TfaEffect[] };
