import { sweepable } from '../../engine/instances/rules.ts';
import { destroy } from '../../engine/instances/writes.ts';
import { isWhole, missingWords } from '../../engine/missing-rows.ts';
import { dataOf } from '../../engine/read-health.ts';
import { useInstances } from '../../hooks/resources.ts';
import { useDeck, useSession } from '../../hooks/use-deck.ts';
import { useLackingReason, useStaleBlock } from '../../hooks/use-write.ts';

import { useAsk } from '../../hooks/use-writes.ts';
import type { MenuEntry } from '../../tui/dialog/modal.ts';
import { goReadOnly } from './go-read-only.ts';
import { readOnlySaid } from './use-settings.ts';

/** The palette's entries against forgotten machines and against oneself: `:sweep` and `:read-only`. */
export function useGuardEntries(): () => readonly MenuEntry[] {
  const deck = useDeck();
  const session = useSession();
  const list = dataOf(useInstances());
  const ask = useAsk();
  const old = useStaleBlock();
  const lacks = useLackingReason('instance_write');
  return () => {
    if (session === undefined || session.loggedOut !== undefined) return [];
    const targets = sweepable(list?.instances ?? []);
    const blocked =
      list === undefined
        ? 'Your instances are not known yet'
        : targets.length === 0
          ? isWhole(list)
            ? 'Nothing is broken or stopped'
            : missingWords(list.missing ?? 0, 'instance')
          : session.readOnly
            ? 'rigdeck is in read-only mode'
            : (lacks ?? old);
    const sweep: MenuEntry = {
      label: 'Sweep: destroy what is broken or stopped',
      names: ['sweep'],
      ...(blocked === undefined ? {} : { hint: blocked }),
      run: () =>
        blocked === undefined
          ? ask(destroy, targets, { sweep: true })
          : deck.messages.say('info', `${blocked}.`),
    };
    const readOnly: MenuEntry = {
      label: 'Read-only until restart',
      names: ['read-only'],
      run: () => {
        if (goReadOnly(deck)) deck.messages.say('info', readOnlySaid);
      },
    };
    return session.readOnly ? [sweep] : [sweep, readOnly];
  };
}
