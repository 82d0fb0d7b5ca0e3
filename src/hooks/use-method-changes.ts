import { useRef, useState } from 'react';
import { ApiError } from '../client/errors.ts';
import type { TfaMethod, TfaStatusReply } from '../client/wire.ts';

import { saidNow } from '../engine/held-calls.ts';
import { noteLacking } from '../engine/lacking.ts';
import { keys } from '../engine/read-keys.ts';
import { writeWantsLogin } from '../engine/tfa-login.ts';
import { useDeck, useSession } from './use-deck.ts';

export type MethodChange = { label: string } | { is_primary: true };

/** The status as it will be once a method is changed. There is one primary method. */
export function withChange(status: TfaStatusReply, id: number, change: MethodChange): TfaStatusReply {
  const methods = status.methods.map((method): TfaMethod => {
    if (method.id === id) return { ...method, ...change };
    return 'is_primary' in change ? { ...method, is_primary: false } : method;
  });
  return { ...status, methods };
}

/**
 * Another label, or the primary mark, for a stored method (interface.md, PUT tfa/update). What was asked shows at
 * once, goes back when the service refuses, and is then read again: an answer that got lost may have acted. It is sent
 * once, and no second change while one is on its way.
 */
export function useMethodChanges(): {
  change(method: TfaMethod, change: MethodChange, done: string): void;
  pending: boolean;
} {
  const deck = useDeck();
  const session = useSession();
  const running = useRef(false);
  const [pending, setPending] = useState(false);
  const send = async ({ id }: TfaMethod, change: MethodChange, done: string) => {
    if (session === undefined || running.current) return;
    running.current = true;
    setPending(true);
    const { reads } = deck;
    const was = reads.data<TfaStatusReply>(keys.tfaStatus);
    const show = (to: (now: TfaStatusReply) => TfaStatusReply) => reads.change(keys.tfaStatus, to);
    try {
      show((now) => withChange(now, id, change));
      const { method } = await session.api.tfaUpdate({ tfa_method_id: id, ...change });
      // Whatever was read meanwhile may be from before.
      show((now) => {
        const next = withChange(now, id, change);
        return { ...next, methods: next.methods.map((one) => (one.id === method?.id ? method : one)) };
      });
      deck.messages.say('info', done);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      show((now) => was ?? now);
      noteLacking(session, error);
      const { text, now } = saidNow(
        deck.session.get()?.api,
        error,
        ({ title, meaning, next }) => `${title} ${meaning} ${next}`,
      );
      deck.messages.say('error', text, { now });
      writeWantsLogin(deck, error);
    } finally {
      void reads.refresh(keys.tfaStatus);
      running.current = false;
      setPending(false);
    }
  };
  return { change: (method, change, done) => void send(method, change, done), pending };
}
