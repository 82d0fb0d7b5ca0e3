import { useRef, useState } from 'react';
import {
  askForOne,
  backupFileName,
  backupFileText,
  type CopyKind,
  readBack,
  showAgain,
  withCopy,
} from '../../domain/backup-copy.ts';
import { dateTime } from '../../domain/format-time.ts';
import { useDeck } from '../../hooks/deck.ts';
import { useUser } from '../../hooks/resources.ts';
import { useStore } from '../../hooks/store.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { dataOf } from '../../loadable.ts';
import type { CopyNotes } from './codes-words.ts';
import { type Arrived, useCopyTwice } from './use-copy-twice.ts';

const lossText =
  'Quit now and these codes are lost; new ones can be made with B on Security. Once more quits';

const copiedTo: Record<Arrived, string> = {
  copied: 'to the clipboard, which may keep it in its history',
  sent: "sent to the terminal's clipboard, may be kept in its history",
};

/** Everything that can be done with new backup codes: keeping copies, and showing that one is readable. */
export function useKeepCodes(flow: TfaFlow) {
  const deck = useDeck();
  const { services, messages } = deck;
  const account = dataOf(useUser())?.email;
  const { run } = flow;
  const copy = useStore(run.copy);
  const codes = flow.state.codes?.codes ?? [];
  const [notes, setNotes] = useState<CopyNotes>({});
  const [warning, setWarning] = useState<string>();
  const [busy, setBusy] = useState(false);
  const quitting = useRef(false);
  const text = () => {
    const at = dateTime(services.clock.now(), services.timeZone);
    return backupFileText(codes, { at, ...(account === undefined ? {} : { account }) });
  };
  const keep = (kind: CopyKind, note?: string) => {
    run.copy.set((now) => withCopy(now, kind));
    if (note !== undefined) setNotes((now) => ({ ...now, [kind]: note }));
  };
  const once = (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    void work().finally(() => setBusy(false));
  };

  return {
    codes,
    copy,
    notes,
    warning,
    fileName: () => `~/${backupFileName(services.clock.now())}`,
    maySave: services.saveNewFile !== undefined,
    mayPrint: services.terminal.print !== undefined,
    save: (path: string, saved: () => void) =>
      once(async () => {
        const done = await services.saveNewFile?.(path, text());
        if (done === undefined) return;
        if (!done.ok) return messages.say('error', done.message);
        // What was said of an attempt that failed is no longer so.
        messages.dismiss();
        // As it was typed: the home folder in full would push the file's name off a narrow screen.
        keep('saved', `${path.trim().startsWith('~') ? path.trim() : done.path}  0600, new file`);
        setWarning(
          ['That file is on the same machine as your key. Move it elsewhere.', ...done.warnings].join(' '),
        );
        saved();
      }),
    print: () =>
      once(async () => {
        const done = await services.terminal.print?.(text());
        if (done === undefined) return;
        if (!done.ok) return messages.say('error', done.text);
        messages.dismiss();
        keep('printed', done.text);
      }),
    copyTwice: useCopyTwice(
      'The codes',
      () => codes.join('\n'),
      (how) => keep('copied', copiedTo[how]),
    ),
    written: () => run.copy.set((now) => withCopy(now, 'written', !now.kept.includes('written'))),
    ask: () => run.copy.set((now) => askForOne(now, codes.length, services.random)),
    show: () => run.copy.set(showAgain),
    answer: (typed: string) => {
      const next = readBack(run.copy.get(), codes, typed);
      run.copy.set(next);
      if (next.checked) flow.send({ kind: 'codesKept' });
    },
    /** The first press names the loss and the cure. */
    quit: () => {
      if (quitting.current) return deck.quit.current();
      quitting.current = true;
      messages.say('error', lossText);
    },
  };
}
