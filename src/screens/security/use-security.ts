import { useEffect } from 'react';
import type { TfaMethod, TfaStatusReply } from '../../client/wire.ts';
import type { TfaAt, TfaWindow } from '../../domain/tfa-flow.ts';
import { useDeck, useSession } from '../../hooks/deck.ts';
import { useShownRead } from '../../hooks/live-reads.ts';
import { keys, useTfaStatus, useUser } from '../../hooks/resources.ts';
import type { TfaMemory } from '../../hooks/tfa-memory.ts';
import { useNow } from '../../hooks/use-now.ts';
import { dataOf, type Loadable } from '../../loadable.ts';
import type { Parts } from '../../parts.ts';
import type { Session } from '../../services.ts';
import { freshness } from './head.ts';
import { lockLeft, type Protection, protectionOf } from './protection.ts';
import { useLockEnd } from './use-lock-end.ts';
import { useTfaWindow } from './use-window.ts';
import { statusTrouble, type Trouble } from './words.ts';

/** Everything that the Security screen knows at the moment of a drawing. */
export type SecurityView = {
  read: Loadable<TfaStatusReply>;
  /** Undefined while none ever came. */
  status: TfaStatusReply | undefined;
  protection: Protection | undefined;
  methods: readonly TfaMethod[];
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

/** Reads the status and the account, and keeps their clocks: redrawn each second. */
export function useSecurity(): SecurityView {
  const deck = useDeck();
  const session = useSession();
  const now = useNow();
  const at: TfaAt = { now };
  const read = useTfaStatus();
  const { old, again } = useShownRead(keys.tfaStatus, read, 'Status');
  const user = dataOf(useUser());
  const status = dataOf(read);
  const methods = status?.methods ?? [];
  const locked = methods.filter((method) => lockLeft(method, at) > 0).map(({ id }) => id);
  useLockEnd(locked, read.refresh);
  const readAt = status === undefined ? undefined : deck.freshAt.get(keys.tfaStatus);
  const { memory, window } = useTfaWindow(status, at);
  const isOld = memory.changedAt !== undefined && readAt !== undefined && readAt <= memory.changedAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change; `refresh` is a new function at each render
  useEffect(() => {
    if (isOld) read.refresh();
  }, [memory.changedAt, isOld]);
  const times = { at: readAt, retryAt: deck.retryAt.get(keys.tfaStatus), now };
  return {
    read,
    status,
    protection: status && protectionOf(status, user?.tfa_status),
    methods,
    codesLeft: status?.backup_codes_remaining,
    unkeptSince: session && deck.services.unkeptCodes(session).since(),
    email: user?.email,
    trouble: read.state === 'failed' ? statusTrouble(read.error, deck.keyName('app.refresh')) : undefined,
    codesKey: deck.keyName('security.codes'),
    old,
    again,
    age: freshness(read, times),
    window,
    memory,
    session,
    at,
    timeZone: deck.services.timeZone,
  };
}
