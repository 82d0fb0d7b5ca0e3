import type { Deck } from '../deck.ts';
import { pendingOf } from '../engine.ts';
import { heldMs } from '../held-calls.ts';
import { nameOfId } from '../instances/names.ts';
import { destroy as destroyWrite, instanceNoun } from '../instances/writes.ts';
import type { Noted } from '../journal-events.ts';
import { noteDown } from '../note-down.ts';
import { staleBlock } from '../read-health.ts';
import { keys } from '../read-keys.ts';
import { saysNotThere } from '../refusals.ts';
import { type HeldRequest, withEntry } from '../rent/held-request.ts';
import { rentBlock, sendRent } from '../rent/rent-run.ts';
import { reportFailure } from '../report-failure.ts';
import type { Session } from '../services.ts';
import { isUnclear } from '../write-advice.ts';
import { isGone } from './is-gone.ts';
import { type Rescue, rescuesOf, underWay } from './rescue.ts';
import { holdRescuesAnew, stoodStillSince } from './rescue-anew.ts';
import { bodyFor, bound, priceWith } from './rescue-memory.ts';
import { dearRescues, nextMove, type RescueDesk, type RescueMove, wantedAt } from './rescue-move.ts';
import { findOffer, hasChanged, type Missed } from './rescue-offers.ts';
import { announceStep } from './rescue-say.ts';
import { beginMove, endStep, type RescueEffect, type RescueOutcome } from './rescue-steps.ts';

/** A search that failed is not asked again before this. */
const searchAgainMs = 15_000;
/** Between looks at whether a destroyed machine is gone, and how many there are (interface.md gives no time for it). */
const goneEveryMs = 2_500;
const goneLooks = 12;

/** What a journal told, by its events, which are another list with each line: it is asked for each second, and kept for years. */
const told = new WeakMap<object, readonly Rescue[]>();

/** Every rescue of the account, out of its journal. */
export function knownRescues(deck: Deck, session: Session): readonly Rescue[] {
  const events = deck.services.journal(session).events();
  const known = told.get(events) ?? rescuesOf(events);
  told.set(events, known);
  return known;
}

/** Why no step may be taken just now: what is known is old, or a rent that is not settled may stand against it. */
export function rescueBlock(deck: Deck, session: Session): string | undefined {
  const { clock } = deck.services;
  return (
    staleBlock(deck.reads.askedAt(keys.instances), clock.now(), deck.keyName('app.refresh')) ??
    rentBlock(deck, session) ??
    (deck.services.journal(session).damage() === undefined
      ? undefined
      : 'the rent journal is damaged: nothing is rented without your consent') ??
    (deck.renting.get() === undefined ? undefined : 'another rent is on its way: wait for its answer')
  );
}

const isHeld = (deck: Deck): boolean =>
  heldMs(deck.session.get()?.api, 'destroyInstance') > 0 ||
  heldMs(deck.session.get()?.api, 'createInstance') > 0;

function deskNow(deck: Deck, session: Session): RescueDesk {
  const now = deck.local.now();
  const rescues = knownRescues(deck, session);
  const { requests, wanted, failing, seen, busy, pausedUntil } = deck.rescue.get();
  const movable = [...requests].filter(([, request]) => bound(request) === undefined);
  const paused = [...pausedUntil].filter(([, until]) => until > now).map(([rescue]) => rescue);
  // What the person has just asked to stop or destroy is theirs.
  const asked = new Set(pendingOf(deck).flatMap(({ targets }) => targets.map(({ id }) => id)));
  return {
    rescues,
    seen: new Map([...seen].filter(([id]) => !asked.has(id))),
    wanted,
    failing,
    dear: dearRescues(rescues, deck.latest.current ?? []),
    held: new Set(movable.map(([rescue]) => rescue)),
    busy: new Set([...busy, ...paused]),
    // A step is sent once: not while the service wants no such call.
    blocked: rescueBlock(deck, session) ?? (isHeld(deck) ? 'the service has asked to wait' : undefined),
    now,
  };
}

/** Takes the next step of whichever rescue has one, if any, and says what came of it. */
export async function advanceRescue(deck: Deck, session: Session): Promise<void> {
  const since = stoodStillSince(deck);
  // A deck that only reads only watches, and so does a second one: the first may be in the middle of a rescue.
  if (session.readOnly || session.loggedOut !== undefined || deck.writer.get().state !== 'mine') return;
  if (knownRescues(deck, session).length === 0) return;
  const desk = deskNow(deck, session);
  if (since !== undefined) holdRescuesAnew(deck, desk, since);
  const move = nextMove(since === undefined ? desk : deskNow(deck, session));
  if (move === undefined) return;
  const { rescue } = move.rescue;
  const busy = (is: boolean) =>
    deck.rescue.set((now) => ({
      ...now,
      busy: new Set(is ? [...now.busy, rescue] : [...now.busy].filter((one) => one !== rescue)),
    }));
  busy(true);
  try {
    await carryOut(deck, session, move);
  } finally {
    busy(false);
  }
}

/**
 * Notes a step, then sends it. What stops it, in this order: no offer could be read (it rests), the move is no longer the
 * next one, the note is not on the disk (a destroy only: of a rent `sendRent` sees to that), or the rescue was ended
 * meanwhile. After that only `hasChanged` stops a rent, right before its request.
 */
async function carryOut(deck: Deck, session: Session, move: RescueMove): Promise<void> {
  const { rescue } = move.rescue;
  const request = deck.rescue.get().requests.get(rescue);
  const needsOffer = (move.do === 'destroy' && move.dear !== true) || move.do === 'rent';
  const found = needsOffer && request ? await findOffer(deck, session, move.rescue, request) : {};
  if (found === undefined) return pause(deck, rescue);
  if (!isStill(deck, session, move)) return;
  const { note, effect } = beginMove(move, found.offer);
  const noted = await noteStep(deck, session, rescue, note);
  if (effect === undefined || request === undefined) return;
  if (!noted.ok && effect.do === 'destroy') {
    await noteStep(deck, session, rescue, { step: 'failed', why: 'unprotected' });
    return;
  }
  // Called off while the disk took the note: nothing has been sent yet.
  if (rescueNow(deck, session, rescue)?.phase === 'ended') return;
  const outcome = await carry(deck, session, move.rescue, request, effect);
  if (outcome.kind === 'unread') pause(deck, rescue);
  await noteStep(deck, session, rescue, endStep(effect, outcome));
}

/** Lets a rescue rest after a search that failed. */
function pause(deck: Deck, rescue: string): void {
  const until = deck.local.now() + searchAgainMs;
  deck.rescue.set((now) => ({ ...now, pausedUntil: withEntry(now.pausedUntil, rescue, until) }));
}

const rescueNow = (deck: Deck, session: Session, rescue: string): Rescue | undefined =>
  knownRescues(deck, session).find((one) => one.rescue === rescue);

/** Whether what was decided before something was waited for still is what is to be done. */
function isStill(deck: Deck, session: Session, move: RescueMove): boolean {
  const desk = deskNow(deck, session);
  const busy = new Set([...desk.busy].filter((rescue) => rescue !== move.rescue.rescue));
  const again = nextMove({ ...desk, busy });
  return again?.do === move.do && again.rescue.rescue === move.rescue.rescue;
}

/** The line goes into the journal, and what it means onto the screen. */
async function noteStep(
  deck: Deck,
  session: Session,
  rescue: string,
  note: ReturnType<typeof endStep>,
): Promise<Noted> {
  const step = { t: 'rescue-step' as const, rescue, at: deck.services.clock.now(), ...note };
  const before = rescueNow(deck, session, rescue);
  // The time in which it can be called off begins, and no Date header ends it sooner.
  if (note.step === 'boot-failed')
    deck.rescue.set((memory) => ({
      ...memory,
      failing: withEntry(memory.failing, rescue, deck.local.now()),
    }));
  const noted = await noteDown(deck, session, step);
  const after = rescueNow(deck, session, rescue);
  if (after !== undefined) announceStep(deck, step, { before, after });
  return noted;
}

async function carry(
  deck: Deck,
  session: Session,
  rescue: Rescue,
  request: HeldRequest,
  effect: RescueEffect,
): Promise<RescueOutcome> {
  if (effect.do === 'destroy') return destroy(deck, session, effect.id);
  const { offer } = effect;
  let missed: Missed | undefined;
  const result = await sendRent(deck, session, {
    offer,
    body: bodyFor(request, offer),
    agreed: priceWith(request, offer),
    refuse: async () => {
      missed = await hasChanged(session, rescue, request, offer);
      return missed !== undefined;
    },
  });
  if (missed !== undefined) return { kind: missed };
  switch (result.kind) {
    case 'rented':
      return { kind: 'rented', id: result.id };
    case 'taken':
      deck.gone.set((before) => withEntry(before, offer.id, 'Taken by somebody else'));
      return { kind: 'taken' };
    case 'busy':
    case 'unknown':
      return { kind: result.kind };
    case 'refused':
      reportFailure(deck, 'Rescue', result.error);
      return { kind: 'refused' };
    default:
      deck.messages.say('warn', `${result.why} Nothing was sent.`);
      return { kind: 'refused' };
  }
}

/** Destroys it once, and looks until the service no longer has it. */
async function destroy(deck: Deck, session: Session, id: number): Promise<RescueOutcome> {
  const { clock } = deck.services;
  const engine = deck.engine.get();
  if (engine?.session !== session) return { kind: 'not-destroyed' };
  const name = nameOfId(deck.latest.current, id);
  const result = await engine.writes.send(destroyWrite, { id, name });
  if (!result.ok) {
    reportFailure(deck, `Destroy ${name}`, result.error);
    if (!isUnclear(result.error) && !saysNotThere(result.error)) return { kind: 'not-destroyed' };
  }
  for (let look = 0; look < goneLooks; look += 1) {
    if (look > 0) await clock.sleep(goneEveryMs);
    if (await isGone(session, id)) {
      engine.writes.reconciler.markRemoved(instanceNoun, id);
      if (!result.ok) void noteDown(deck, session, { t: 'gone', id, at: clock.now() });
      void deck.reads.refresh(keys.instances);
      return { kind: 'gone' };
    }
  }
  return { kind: 'not-destroyed' };
}

/** The same for the one that is under way, or about to begin. */
export function callOffCurrent(deck: Deck): boolean {
  const session = deck.session.get();
  if (session === undefined) return false;
  const desk = deskNow(deck, session);
  const about = desk.rescues.find((rescue) => wantedAt(rescue, desk) !== undefined);
  return callOff(deck, session, underWay(desk.rescues) ?? about);
}

/** Ends whatever of a rescue has not ended, and says what has happened by then; false when there is nothing to end. */
export function callOff(deck: Deck, session: Session, rescue: Rescue | undefined): boolean {
  if (rescue === undefined || rescue.phase === 'ended') return false;
  deck.rescue.set((memory) => ({
    ...memory,
    wanted: new Map([...memory.wanted].filter(([id]) => id !== rescue.id)),
  }));
  void noteStep(deck, session, rescue.rescue, { step: 'called-off' });
  return true;
}
