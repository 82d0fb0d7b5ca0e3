import type { EndpointName } from '../../client/endpoints.ts';
import { ApiError } from '../../client/errors.ts';
import type { InstanceListReply } from '../../client/wire.ts';
import type { Deck } from '../deck.ts';
import { heldError } from '../held-calls.ts';
import { isNotListed } from '../known-gone.ts';
import { absentAfterMs } from '../lost-creation.ts';
import { type LostWrite, noteLost } from '../lost-writes.ts';
import { noteDown } from '../note-down.ts';
import { keys } from '../read-keys.ts';
import { reportFailure } from '../report-failure.ts';
import type { Session } from '../services.ts';
import type { Target } from './act-targets.ts';
import { nameOfId } from './names.ts';
import { saidAct } from './said-act.ts';

/** What was confirmed and ends something waits this long in plain sight before it is sent. */
export const holdMs = 5_000;

export type ActName = 'stop' | 'start' | 'destroy' | 'reboot' | 'recycle';

/** Something that was confirmed, from then on until the service has answered for each of its targets. */
export type HeldAct = {
  /** Its own, from when it was confirmed on: the rest of it changes while it is held. */
  id: symbol;
  act: ActName;
  targets: readonly Target[];
  /** Whose instances they are: under another key nothing of it is sent. */
  session: Session;
  /** When it was confirmed, by the machine's clock. */
  at: number;
  /** When it goes out, by the machine's clock. */
  due: number;
  /** Its requests are on their way: it cannot be called back any more. */
  sending: boolean;
  /** Since when, by the machine's clock. */
  sentAt?: number;
  /** How many of its targets the service has answered for. */
  answered: number;
  /** The program is being stopped: nothing is sent before it goes on. */
  paused?: boolean;
};

/** A target of a destroy that failed, and when that was sent (own ms): no list that was asked for before tells of it. */
export type Undestroyed = Target & { at: number; unclear: boolean };

/** An instance whose destruction the service has confirmed, and when (own ms). */
export type Leaving = { id: number; name: string; at: number };

/** The call that does an act to one instance. */
export const callOf = {
  stop: 'stopInstance',
  start: 'startInstance',
  destroy: 'destroyInstance',
  reboot: 'rebootInstance',
  recycle: 'recycleInstance',
} as const satisfies Record<ActName, EndpointName>;

/**
 * What ends or loses something waits first; a start, which nobody regrets for an hour's price, goes out at once. While the
 * service wants no such call for longer than that, it is refused here: it would wait only to fail.
 */
export function holdAct(deck: Deck, session: Session, act: ActName, targets: readonly Target[]): void {
  const held = heldError(deck, callOf[act], holdMs);
  if (held !== undefined) {
    reportFailure(deck, heldTitle({ act, targets }), held);
    return;
  }
  const at = deck.local.now();
  const due = at + (act === 'start' ? 0 : holdMs);
  deck.held.set((now) => [
    ...now,
    { id: Symbol(act), act, targets, session, at, due, sending: false, answered: 0 },
  ]);
}

const newestWaiting = (deck: Deck): HeldAct | undefined => deck.held.get().findLast((one) => !one.sending);

/** Calls the newest act back that still waits, and answers it; undefined when none does. Nothing of it was sent. */
export function callBack(deck: Deck): HeldAct | undefined {
  const called = newestWaiting(deck);
  if (called !== undefined) dropHeld(deck, called);
  return called;
}

/** Lets everything that waits go out now. */
export function sendNow(deck: Deck): void {
  const now = deck.local.now();
  deck.held.set((all) => all.map((one) => (one.sending ? one : { ...one, due: Math.min(one.due, now) })));
}

/** The program is about to be stopped: what waits is not sent while nobody sees it. */
export function pauseHeld(deck: Deck): void {
  const now = deck.local.now();
  deck.held.set((all) => all.map((one) => (one.sending || one.due <= now ? one : { ...one, paused: true })));
}

/** Gives what waits its whole time again, and says so: nobody could call it back while the program stood still. */
export function holdAnew(deck: Deck, which: (act: HeldAct) => boolean = () => true): void {
  const isMeant = (one: HeldAct) => !one.sending && one.due > one.at && which(one);
  const anew = deck.held.get().filter(isMeant);
  if (anew.length === 0) return;
  const at = deck.local.now();
  deck.held.set((all) =>
    all.map((one) => (isMeant(one) ? { ...one, at, due: at + holdMs, paused: false } : one)),
  );
  const names = anew.map(heldName).join(', ');
  const key = deck.keyName('app.undo');
  deck.messages.say(
    'warn',
    `Not sent while rigdeck stood still: ${names}. It waits ${holdMs / 1000}s anew; ${key} calls it back.`,
  );
}

const isSame = (a: HeldAct, b: HeldAct): boolean => a.id === b.id;

export function dropHeld(deck: Deck, act: HeldAct): void {
  deck.held.set((all) => all.filter((one) => !isSame(one, act)));
}

export function changeHeld(deck: Deck, act: HeldAct, change: (now: HeldAct) => Partial<HeldAct>): void {
  deck.held.set((all) => all.map((one) => (isSame(one, act) ? { ...one, ...change(one) } : one)));
}

/** What an act is called before the name of its target. */
export const actVerb: Readonly<Record<ActName, string>> = {
  stop: 'Stop',
  start: 'Start',
  destroy: 'Destroy',
  reboot: 'Reboot',
  recycle: 'Recycle',
};

/** `destroy lora-x`, `stop 3 instances`. */
export function heldName({ act, targets }: Pick<HeldAct, 'act' | 'targets'>): string {
  const [first] = targets;
  return targets.length === 1 ? `${act} ${first?.name}` : `${act} ${targets.length} instances`;
}

/** The same at the beginning of a line: `Destroy box-1`. */
export const heldTitle = (act: Pick<HeldAct, 'act' | 'targets'>): string =>
  actVerb[act.act] + heldName(act).slice(act.act.length);

/** Why nothing else can be asked of these instances just now; undefined when something can. */
export function heldReason(
  { held, keyName }: Pick<Deck, 'held' | 'keyName'>,
  ids: readonly number[],
): string | undefined {
  const one = held.get().find(({ targets }) => targets.some(({ id }) => ids.includes(id)));
  if (one === undefined) return undefined;
  return one.sending
    ? 'The last request is still on its way'
    : `Waiting to ${heldName(one)}: ${keyName('app.undo')} calls it back first`;
}

export type ActResult = { ok: true } | { ok: false; error: ApiError };

/** What is noted of an act where its answer is lost. */
type Lost = Omit<LostWrite, 'at'>;

async function sent(
  deck: Deck,
  id: number,
  request: () => Promise<unknown>,
  lost?: Lost,
): Promise<ActResult> {
  try {
    await (lost === undefined ? request() : noteLost(deck, lost, request));
    return { ok: true };
  } catch (error) {
    if (error instanceof ApiError) return { ok: false, error };
    throw error;
  } finally {
    for (const key of [keys.instances, keys.instance(id), keys.user]) void deck.reads.refresh(key);
  }
}

/** Asks the service to stop an instance, once and at once. The reads are made anew whichever way it ends. */
export async function stopInstance(
  deck: Deck,
  session: Session,
  id: number,
  lost?: Lost,
): Promise<ActResult> {
  const status = deck.latest.current?.find((row) => row.id === id)?.actual_status;
  const result = await sent(deck, id, () => session.api.stopInstance(id), lost);
  if (result.ok) {
    const asked = { at: deck.services.clock.now(), status };
    deck.stopAsked.set((now) => new Map(now).set(id, asked));
  }
  return result;
}

/** Asks the service to start an instance, once and at once. */
export async function startInstance(
  deck: Deck,
  session: Session,
  id: number,
  lost?: Lost,
): Promise<ActResult> {
  const result = await sent(deck, id, () => session.api.startInstance(id), lost);
  if (result.ok) forgetStop(deck, id);
  return result;
}

/** Asks the service to reboot an instance, or to make its container anew, once and at once. */
export const restartInstance =
  (how: 'reboot' | 'recycle') =>
  (deck: Deck, session: Session, id: number): Promise<ActResult> =>
    sent(deck, id, () =>
      how === 'reboot' ? session.api.rebootInstance(id) : session.api.recycleInstance(id),
    );

/**
 * Destroys an instance, at once. Resolves once the service has confirmed it or has not: only then does the row go. That it
 * is gone is for the list to tell (settleLeaving). Nobody is asked and nothing is said here.
 */
export async function destroyInstance(
  deck: Deck,
  session: Session,
  id: number,
  lost?: Lost,
): Promise<ActResult> {
  const name = nameOfId(deck.latest.current, id);
  const result = await sent(deck, id, () => session.api.destroyInstance(id), lost);
  if (!result.ok) return result;
  deck.destroyed.add(id);
  deck.leaving.set((now) => [...now.filter((one) => one.id !== id), { id, name, at: deck.own() }]);
  deck.undestroyed.set((now) => now.filter((target) => target.id !== id));
  forgetStop(deck, id);
  // The row goes only now that the service has said so; a list that was asked before cannot bring it back.
  deck.reads.change<InstanceListReply>(keys.instances, (list) => withoutRow(list, id));
  void deck.reads.refresh(keys.instances);
  return result;
}

/**
 * What a list that was asked for at `askedAt` (own ms) tells of the instances whose destruction was confirmed. Only one that
 * a whole list lacks is noted in the journal as gone, and only its restricted key is forgotten; one that stays is told of.
 */
export function settleLeaving(deck: Deck, session: Session, list: InstanceListReply, askedAt: number): void {
  for (const one of deck.leaving.get()) {
    const { id, name, at } = one;
    const gone = askedAt >= at && isNotListed(list, id);
    const stays = askedAt >= at + absentAfterMs && list.instances.some((row) => row.id === id);
    if (!gone && !stays) continue;
    deck.leaving.set((now) => now.filter((other) => other !== one));
    if (gone) {
      void noteDown(deck, session, { t: 'gone', id, at: deck.services.clock.now() });
      void deck.services.instanceKeys(session).forget(id);
      continue;
    }
    deck.destroyed.delete(id);
    const again = `${saidAct(deck, 'destroy', id)} destroys it again.`;
    deck.messages.say(
      'error',
      `${name} is still in the list, ${absentAfterMs / 1000}s after its destroy was confirmed. It may still be billed. ${again}`,
    );
  }
}

function withoutRow(list: InstanceListReply, id: number): InstanceListReply {
  const instances = list.instances.filter((row) => row.id !== id);
  return { ...list, instances, instances_found: instances.length + (list.missing ?? 0) };
}

function forgetStop(deck: Deck, id: number): void {
  deck.stopAsked.set((now) => new Map([...now].filter(([key]) => key !== id)));
}
