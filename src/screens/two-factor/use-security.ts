import { useEffect } from 'react';
import type { Parts } from '../../base/parts.ts';
import type { TfaMethod, TfaStatusReply } from '../../client/wire.ts';
import { dataOf, type Loadable } from '../../engine/read-health.ts';
import { keys } from '../../engine/read-keys.ts';
import type { Session } from '../../engine/services.ts';
import type { TfaAt, TfaWindow } from '../../engine/two-factor/tfa-flow.ts';
import type { TfaMemory } from '../../engine/two-factor/tfa-memory.ts';
import { useAnswerAge, useShownRead } from '../../hooks/live-reads.ts';
import { useTfaStatus, useUser } from '../../hooks/resources.ts';
import { useDeck, useSession } from '../../hooks/use-deck.ts';
import { type Tells, useToldNow } from '../../hooks/use-now.ts';
import { freshness } from './head.ts';
import { lockLeft, type Protection, protectionOf } from './protection.ts';
import { useLockEnd } from './use-lock-end.ts';
import { useTfaWindow } from './use-window.ts';
import { windowNow } from './window.ts';
import { statusTrouble, type Trouble } from './words.ts';

/** Everything that the Security screen knows at the moment of a drawing. */
export type SecurityView = {
  read: Loadable<TfaStatusReply>;
  /** Undefined while none ever came. */
  status: TfaStatusReply | undefined;
  protection: Protection | undefined;
  methods: readonly TfaMethod[];
  /** Methods that the list lacks. */
  missing: number;
  codesLeft: number | undefined;
  /** When the backup codes came (epoch ms), where nobody has shown that they are kept. */
  unkeptSince: number | undefined;
  email: string | undefined;
  /** What the key is called that makes new backup codes. */
  codesKey: string;
  /** Why the last read of the status failed. */
  trouble: Trouble | undefined;
  /** It is not as it is now: drawn dim. */
  old: boolean;
  /** When a read of the status that failed is tried again, in words. */
  again: string | undefined;
  /** How old the status is, in words. */
  age: Parts;
  window: TfaWindow;
  memory: TfaMemory;
  session: Session | undefined;
  at: TfaAt;
  timeZone: string;
};

/** What of it depends on the time, and what it is at another. */
export type SecurityAt = (now: number) => SecurityView;

/**
 * Reads the status and the account, and keeps their clocks. `tells` is to be called in each drawing with what the screen
 * says of the time: it is drawn again when that changes.
 */
export function useSecurity(): { view: SecurityView; viewAt: SecurityAt; tells: Tells } {
  const deck = useDeck();
  const session = useSession();
  const { now, tells } = useToldNow();
  const ageOf = useAnswerAge();
  const at: TfaAt = { now };
  const read = useTfaStatus();
  const { old, again } = useShownRead(keys.tfaStatus, read, 'Status');
  const user = dataOf(useUser());
  const status = dataOf(read);
  const methods = status?.methods ?? [];
  const locked = methods.filter((method) => lockLeft(method, at) > 0).map(({ id }) => id);
  useLockEnd(locked, read.refresh);
  // An answer that says the same draws nothing: when it came is asked each time.
  const lastRead = () => (status === undefined ? undefined : deck.reads.askedAt(keys.tfaStatus));
  const readAt = lastRead();
  const { memory, window } = useTfaWindow(status, at);
  const isOld = memory.changedAt !== undefined && readAt !== undefined && readAt <= memory.changedAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change; `refresh` is a new function at each render
  useEffect(() => {
    if (isOld) read.refresh();
  }, [memory.changedAt, isOld]);
  const ageAt = (time: number): Parts => {
    const at = lastRead();
    return freshness(read, {
      ...{ at, retryAt: deck.reads.retryAt(keys.tfaStatus), now: time },
      age: at === undefined ? undefined : ageOf(keys.tfaStatus, at, time),
    });
  };
  const view: SecurityView = {
    read,
    status,
    protection: status && protectionOf(status, user?.tfa_status),
    methods,
    missing: status?.missing ?? 0,
    codesLeft: status?.backup_codes_remaining,
    unkeptSince: session && deck.services.unkeptCodes(session).since(),
    email: user?.email,
    trouble:
      read.state === 'failed' ? statusTrouble(read.error, deck.keyName('app.refresh'), again) : undefined,
    codesKey: deck.keyName('security.codes'),
    old,
    again,
    age: ageAt(now),
    window,
    memory,
    session,
    at,
    timeZone: deck.services.timeZone,
  };
  const viewAt: SecurityAt = (time) => ({
    ...view,
    at: { now: time },
    age: ageAt(time),
    window: windowNow(memory.window, { status, readAt: deck.reads.askedAt(keys.tfaStatus) }, { now: time }),
  });
  return { view, viewAt, tells };
}
