import type { Offer } from '../../client/wire.ts';
import { placeOf, type RescueEnd, type RescueStep, unread } from './rescue.ts';
import type { RescueMove } from './rescue-move.ts';

/** A step as it is decided; the runner adds whose it is and when. */
export type StepNote = Omit<RescueStep, 't' | 'rescue' | 'at'>;

/** What is sent to the service for a step, once it is in the journal. */
export type RescueEffect = { do: 'destroy'; id: number } | { do: 'rent'; offer: Offer };

export type RescueOutcome =
  /** Of a destruction: the service no longer has it, or it may still be there. */
  | { kind: 'gone' }
  | { kind: 'not-destroyed' }
  /** Of a rent; see RentResult. */
  | { kind: 'rented'; id: number }
  | { kind: 'taken' | 'busy' | 'dear' | 'unread' | 'refused' | 'unknown' };

const failed = (why: RescueEnd): { note: StepNote } => ({ note: { step: 'failed', why } });

const placeOfOffer = ({ id, host_id, machine_id }: Offer) =>
  placeOf({
    offer_id: id,
    ...(host_id === undefined ? {} : { host_id }),
    ...(machine_id === undefined ? {} : { machine_id }),
  });

/**
 * The line that a move begins with, and what is then sent. `offer` is the next best one as it was read just now: with
 * none nothing is destroyed but what costs more than the cap, and nothing is rented.
 */
export function beginMove(
  move: RescueMove,
  offer: Offer | undefined,
): { note: StepNote; effect?: RescueEffect } {
  const { id, place } = move.rescue;
  switch (move.do) {
    case 'note-running':
      return { note: { step: 'running', id } };
    case 'note-failed':
      return { note: { step: 'boot-failed', id, why: move.word, ...place } };
    case 'end':
      return failed(move.why);
    case 'destroy':
      if (offer === undefined && move.dear !== true) return failed('no-offer');
      return { note: { step: 'destroying', id, ...place }, effect: { do: 'destroy', id } };
    case 'rent':
      if (offer === undefined) return failed('no-offer');
      return { note: { step: 'renting', ...placeOfOffer(offer) }, effect: { do: 'rent', offer } };
  }
}

/** The line that a step ends with. */
export function endStep(effect: RescueEffect, outcome: RescueOutcome): StepNote {
  if (effect.do === 'destroy')
    return outcome.kind === 'gone' ? { step: 'gone', id: effect.id } : failed('not-destroyed').note;
  const place = placeOfOffer(effect.offer);
  switch (outcome.kind) {
    case 'rented':
      return { step: 'rented', id: outcome.id, ...place };
    case 'taken':
    case 'busy':
    case 'dear':
    case unread:
      return { step: 'not-rented', why: outcome.kind, ...place };
    case 'unknown':
      return failed('unknown').note;
    default:
      return failed('refused').note;
  }
}
