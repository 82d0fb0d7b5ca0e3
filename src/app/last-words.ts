import { cut } from '../base/cells.ts';
import { limitsEndingWithDeck } from '../engine/auto-stop/rules.ts';
import type { Deck } from '../engine/deck.ts';
import { pendingOf } from '../engine/engine.ts';
import { isUnkept, limitsComingBack } from '../engine/note-down.ts';
import { keys } from '../engine/read-keys.ts';
import { unsettled } from '../engine/rent/rent-journal-machine.ts';
import { armedRescues } from '../engine/rescue/armed-rescues.ts';
import { currentRoute } from '../engine/route.ts';
import type { WriteUnderWay } from '../engine/services.ts';
import { lostCodes, nameOfWrite, writesOut } from '../engine/unfinished.ts';
import { nameOf } from '../engine/writes.ts';
import { goodbye } from './goodbye.ts';

/**
 * What a person reads on the ordinary screen when the deck has ended, whichever way it did: by a key, by a signal or by
 * a bug. Nothing is asked of the service for it. `columns` are the cells of a line there, `sandbox` is what was asked for.
 */
export function lastWords(deck: Deck | undefined, columns?: number, sandbox = false): string {
  const session = deck?.session.get();
  const rows = deck?.latest.current;
  const missing = deck?.latest.missing;
  if (deck === undefined || session === undefined) {
    const unread = rows === undefined && mayHaveKey(deck);
    return goodbye({ rows, missing, columns, unread, watched: [], sandbox }, cut);
  }
  const { journal, watches } = deck.services;
  const events = journal(session).events();
  const unkept = journal(session).unkept();
  // What the list said is no news about what was rented after it was read.
  const readAt = deck.reads.askedAt(keys.instances) ?? Number.NEGATIVE_INFINITY;
  const watched = watches(session).list();
  const pending = pendingOf(deck);
  return goodbye(
    {
      rows,
      missing,
      columns,
      unread: rows === undefined,
      watched: rows === undefined ? watched : watched.filter(({ at }) => at > readAt),
      beside: deck.spentBeside.current,
      sandbox: session.sandbox,
      unsettled: unsettled(events).length,
      unlooked: unsettled(events).filter(({ rent }) => isUnkept(rent, unkept)).length,
      unsent: pending.filter(({ sending }) => !sending).map(nameOf),
      unanswered: [
        ...pending.filter(({ sending }) => sending).map(nameOf),
        ...writesOut(deck).flatMap((write) => nameAtEnd(deck, write)),
      ],
      codesLost: lostCodes(deck).includes('codesAwaited'),
      limits: limitsEndingWithDeck(events).map(({ id }) => id),
      back: limitsComingBack(events, unkept),
      rescues: armedRescues(events),
      lostKeys: deck.services
        .unkeptKeys(session)
        .list()
        .map(({ id }) => id),
    },
    cut,
  );
}

/** What another process says in place of a deck that hangs, and so before it is known what it would have said. */
export const wordsWhenHung = (sandbox: boolean): string =>
  `rigdeck stopped responding and was ended.${
    sandbox ? '' : ' Your instances may still be billed; run rigdeck status to check.'
  }\n`;

/** A write without an answer, as the deck names it to somebody who leaves. */
function nameAtEnd(deck: Deck, write: WriteUnderWay): string[] {
  const { endpoint } = write;
  // The journal knows of a rent, and with a login nothing is lost.
  if (endpoint === 'createInstance' || endpoint === 'tfaLogin') return [];
  return [endpoint === 'tfaAuthorizeConfirm' ? 'a two-factor code' : nameOfWrite(deck, write)];
}

/** Without a session: whether a key is still looked for, or there is one that cannot be used now. */
function mayHaveKey(deck: Deck | undefined): boolean {
  if (deck === undefined || deck.lookingUp.get()) return true;
  const route = currentRoute(deck.nav.get());
  return route.screen === 'sign-in' && route.reason !== undefined;
}
