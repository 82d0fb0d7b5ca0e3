import { useState } from 'react';
import type { Store } from '../base/store.ts';
import type { ActionId } from '../engine/keymap.ts';
import { type BackupCopy, type CopyKind, withCopy } from '../engine/two-factor/backup-copy.ts';
import { useDeck } from '../hooks/use-deck.ts';
import { useStore } from '../tui/use-store.ts';
import type { CopyNotes } from './copy-rows.ts';
import { type Arrived, useCopyTwice } from './use-copy-twice.ts';

const copiedTo: Record<Arrived, string> = {
  copied: 'to the clipboard, which may keep it in its history',
  sent: "sent to the terminal's clipboard, may be kept in its history",
};

type Secret = {
  /** How it is called in a message, as `The codes`. */
  name: string;
  /** Which copies of it were kept. */
  store: Store<BackupCopy>;
  /** What a file says, and a printed sheet where that says more. */
  fileText(): string;
  sheetText?(): string;
  clipboardText(): string;
  /** What copies it, on its second press. */
  copyAction: ActionId;
  fileName(): string;
  /** Why a file of it should not stay where it is. */
  beside?: string;
};

/** The ways to keep a copy of a secret that is shown once: a new file, the clipboard, a printer, a pen. */
export function useKeepCopies({
  name,
  store,
  clipboardText,
  copyAction,
  fileName,
  beside,
  ...texts
}: Secret) {
  const { services, messages } = useDeck();
  const copy = useStore(store);
  const [notes, setNotes] = useState<CopyNotes>({});
  const [warning, setWarning] = useState<string>();
  const [busy, setBusy] = useState(false);
  const keep = (kind: CopyKind, note?: string) => {
    store.set((now) => withCopy(now, kind));
    if (note !== undefined) setNotes((now) => ({ ...now, [kind]: note }));
  };
  const once = (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    void work().finally(() => setBusy(false));
  };

  return {
    copy,
    notes,
    /** What could carry the saved file away, or expose it. */
    warning,
    fileName: () => `~/${fileName()}`,
    maySave: services.saveNewFile !== undefined,
    mayPrint: services.terminal.print !== undefined,
    save: (path: string, saved: () => void) =>
      once(async () => {
        const done = await services.saveNewFile?.(path, texts.fileText());
        if (done === undefined) return;
        if (!done.ok) return messages.say('error', done.message);
        // What was said of an attempt that failed is no longer so.
        messages.dismiss();
        // As it was typed: the home folder in full would push the file's name off a narrow screen.
        keep('saved', `${path.trim().startsWith('~') ? path.trim() : done.path}  0600, new file`);
        const said = [beside, ...done.warnings].filter((text) => text !== undefined).join(' ');
        setWarning(said === '' ? undefined : said);
        saved();
      }),
    print: () =>
      once(async () => {
        const done = await services.terminal.print?.((texts.sheetText ?? texts.fileText)());
        if (done === undefined) return;
        if (!done.ok) return messages.say('error', done.text);
        messages.dismiss();
        keep('printed', done.text);
      }),
    copyTwice: useCopyTwice(name, clipboardText, copyAction, (how) => keep('copied', copiedTo[how])),
    written: () => store.set((now) => withCopy(now, 'written', !now.kept.includes('written'))),
  };
}

export type KeepCopies = ReturnType<typeof useKeepCopies>;
