import { dateTime } from '../../base/format-time.ts';
import { dataOf } from '../../engine/read-health.ts';
import {
  askForOne,
  backupFileName,
  backupFileText,
  readBack,
  showAgain,
} from '../../engine/two-factor/backup-copy.ts';
import { useUser } from '../../hooks/resources.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { useKeepCopies } from '../use-keep-copies.ts';

/** Everything that can be done with new backup codes: keeping copies, and showing that one is readable. */
export function useKeepCodes(flow: TfaFlow) {
  const deck = useDeck();
  const { services } = deck;
  const account = dataOf(useUser())?.email;
  const { run } = flow;
  const codes = flow.state.codes?.codes ?? [];
  const copies = useKeepCopies({
    name: 'The codes',
    store: run.copy,
    fileText: () => {
      const at = dateTime(services.clock.now(), services.timeZone);
      return backupFileText(codes, { at, ...(account === undefined ? {} : { account }) });
    },
    copyAction: 'tfa.copy',
    clipboardText: () => codes.join('\n'),
    fileName: () => backupFileName(services.clock.now()),
    beside: 'That file is on the same machine as your key. Move it elsewhere.',
  });

  return {
    ...copies,
    codes,
    ask: () => run.copy.set((now) => askForOne(now, codes.length, services.random)),
    show: () => run.copy.set(showAgain),
    answer: (typed: string) => {
      const next = readBack(run.copy.get(), codes, typed);
      run.copy.set(next);
      if (next.checked) flow.send({ kind: 'codesKept' });
    },
  };
}
