/** Something that a person lets happen on the embedded sandbox, to see how it looks and what to do about it. */
export type Rehearsal =
  | { kind: 'pass'; seconds: number }
  /** `calls` left out: no call is answered until `heal`. */
  | { kind: 'no-answer'; calls?: number }
  | { kind: 'lose-rent-answer' }
  /** One call is answered with 429, and asks for `waitSeconds`. */
  | { kind: 'too-many-requests'; waitSeconds: number }
  /** Every call is answered again, and none asks for two-factor; machines, offers and money stay as they are. */
  | { kind: 'heal' }
  | { kind: 'instance'; id: number; fate: 'exited' | 'unknown' | 'offline' | 'outbid' | 'by-itself' }
  | { kind: 'offer'; id: number; fate: 'taken' | 'busy' | 'dearer' | 'as-it-was' }
  | { kind: 'revoke-key' }
  | { kind: 'require-two-factor' }
  | { kind: 'lock-methods' }
  | { kind: 'credit'; dollars: number };

/** A code that the service sent, as the phone or the mailbox of the account would show it; `at` in epoch ms. */
export type SentMessage = { channel: 'sms' | 'email'; to: string; code: string; at: number };

export type RehearsalPort = {
  /** Lets it happen at once; answers why not when that is not possible. */
  run(what: Rehearsal): string | undefined;
  /** Oldest first. */
  messages(): readonly SentMessage[];
  /** How far the sandbox's clock is ahead of the machine's, in ms; the deck's goes with it. */
  aheadMs(): number;
};
