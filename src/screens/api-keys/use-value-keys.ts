import { letGoOfKey, type NewKey } from '../../engine/api-keys/new-key.ts';
import { type Bindings, elsewhereActions } from '../../engine/keymap.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useLayer } from '../../tui/keys/use-layer.ts';
import type { KeepCopies } from '../use-keep-copies.ts';

/** The keys of a value that is shown once. Nothing leads elsewhere before a copy is kept, or its loss is agreed to. */
export function useValueKeys(
  made: NewKey & { state: 'made' },
  keep: KeepCopies,
  view: { saving: boolean; save(): void; hide(): void },
): void {
  const deck = useDeck();
  const stay = `This key is shown once: keep a copy, then press ${deck.keyName('key.done')}`;
  const isKept = keep.copy.kept.length > 0;
  const leave = () => {
    if (isKept) return letGoOfKey(deck);
    deck.open({
      kind: 'confirm',
      action: 'key.done',
      title: 'Leave without a copy?',
      body: [
        [[`The value of key ${made.id} (${made.name}) is lost.`, 'bold']],
        ['The key itself stays until you delete it.'],
      ],
      no: 'Stay',
      yes: 'Leave it',
      run: () => letGoOfKey(deck),
    });
  };
  const away = Object.fromEntries(elsewhereActions.map((id) => [id, { run: () => {}, blocked: stay }]));
  useLayer({
    kind: 'screen',
    bindings: {
      ...(away as Partial<Bindings>),
      'app.back': { run: leave, blocked: isKept ? undefined : stay },
      'app.escape': {
        run: () => (deck.messages.open() ? deck.messages.dismiss() : leave()),
        blocked: deck.messages.open() || isKept ? undefined : stay,
      },
      ...(view.saving
        ? {}
        : {
            'key.done': { run: leave },
            'key.save': {
              run: view.save,
              blocked: keep.maySave ? undefined : 'Files cannot be written here',
            },
            'key.copy': keep.copyTwice,
            'key.print': { run: keep.print, blocked: keep.mayPrint ? undefined : 'There is no printer here' },
            'key.written': { run: keep.written },
            'key.hide': { run: view.hide },
          }),
    },
  });
}
