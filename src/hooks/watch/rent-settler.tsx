import { useEffect } from 'react';
import type { Deck } from '../../engine/deck.ts';
import { saysOnce } from '../../engine/messages.ts';
import { dataOf } from '../../engine/read-health.ts';
import { keys } from '../../engine/read-keys.ts';
import { unsettled } from '../../engine/rent/rent-journal-machine.ts';
import { becomeWriter, noteFound, settleRents } from '../../engine/rent/rent-settling.ts';
import { damageWords, unsettledBeforeWords } from '../../engine/rent/unsettled-words.ts';
import type { Session } from '../../engine/services.ts';
import { useLayer } from '../../tui/keys/use-layer.ts';
import { useStore } from '../../tui/use-store.ts';
import { useUser } from '../resources.ts';
import { useDeck, useSession } from '../use-deck.ts';
import { useRead } from '../use-read.ts';
import { useListReading, useUnsettled } from '../use-unsettled.ts';
import { openSettleMenu } from './settle-menu.ts';

/** Between looks at the list while a rent has no outcome, in seconds. */
const lookEverySeconds = 5;

/**
 * Makes this deck the one that rents on the account, and settles from the list of instances what got no clear answer,
 * of this run and of those before it. Says as an account is opened that some are of before, and when the journal is not
 * whole. Draws nothing.
 */
export function RentSettler() {
  const deck = useDeck();
  const session = useSession();
  const writer = useStore(deck.writer);
  const list = useListReading();
  const user = dataOf(useUser())?.id;
  const open = useUnsettled();
  const isOpen = open.length > 0;
  const every = isOpen ? lookEverySeconds : 0;
  // The same read as every other of this list, only more often.
  useRead(keys.instances, (api, options) => api.listInstances(options), { every });

  useEffect(() => {
    if (session === undefined || session.readOnly || session.loggedOut !== undefined) return undefined;
    const stop = new AbortController();
    becomeWriter(deck, session, stop.signal).catch(() => {});
    return () => {
      stop.abort();
      deck.services.journal(session).release();
      deck.writer.set({ state: 'asking' });
    };
  }, [deck, session]);

  useEffect(() => {
    if (session === undefined || list === undefined || !isOpen || writer.state !== 'mine') return;
    void settleRents(deck, session, list);
  }, [deck, session, list, isOpen, writer]);

  useEffect(() => {
    if (session === undefined || list === undefined || writer.state !== 'mine') return;
    void noteFound(deck, session, list);
  }, [deck, session, list, writer]);

  useEffect(() => {
    if (session === undefined || session.readOnly || session.loggedOut !== undefined) return undefined;
    if (user === undefined || !deck.services.journal(session).isOf(user)) return undefined;
    const stop = new AbortController();
    becomeWriter(deck, session, stop.signal).catch(() => {});
    return () => stop.abort();
  }, [deck, session, user]);

  useEffect(() => {
    const damage = session && deck.services.journal(session).damage();
    if (damage !== undefined) deck.messages.say('warn', damageWords(damage));
  }, [deck, session]);

  useEffect(() => {
    if (session !== undefined) tellOfBefore(deck, session);
  }, [deck, session]);
  useEffect(() => {
    if (!isOpen) deck.messages.settle(ofBefore);
  }, [deck, isOpen]);

  const settlesHere = session !== undefined && !session.readOnly && writer.state !== 'other';
  const blocked = settlesHere ? undefined : 'The rigdeck that rents on this account settles it';
  useLayer(
    session === undefined || !isOpen
      ? undefined
      : {
          kind: 'global',
          bindings: { 'rent.settle': { run: () => openSettleMenu(deck, session, open), blocked } },
        },
  );
  return null;
}

/** What the sentence about rents of before is of. */
const ofBefore = 'rents of before';

/** Says as an account is opened that an earlier run left a rent without an outcome, wherever the person is: once. */
function tellOfBefore(deck: Deck, session: Session): void {
  if (!saysOnce(deck, ofBefore, session)) return;
  const sending = deck.sending.get();
  const open = unsettled(deck.services.journal(session).events()).filter(({ rent }) => !sending.has(rent));
  if (open.length === 0) return;
  const text = unsettledBeforeWords(open.length, deck.keyName('rent.settle'));
  deck.messages.say('info', text, { stays: true, coming: true, of: ofBefore });
}
