import type { Instance } from '../../client/wire.ts';
import { advise } from '../../engine/error-advice.ts';
import { type CopyDirection, type CopyRead, copyDanger } from '../../engine/transfer/cloud-copy.ts';
import type { CopyRecord } from '../../engine/transfer/copy-progress.ts';
import { useDeck, useSession } from '../../hooks/use-deck.ts';
import { useTheme } from '../../tui/theme/theme.ts';
import { useTerminalSize } from '../../tui/use-viewport.ts';
import { formFieldOf } from './fields.ts';
import { copyReviewBody } from './review.ts';
import type { CopyCommands } from './use-copy.ts';

/** Cells and lines of a question that are not its body, and the widest body. */
const frame = { cells: 6, rows: 9 };
const widest = 60;

type ReviewOptions = {
  read: CopyRead;
  direction: CopyDirection;
  records: readonly CopyRecord[];
  instances: readonly Instance[] | undefined;
  nameOf: (instance: number) => string;
  connectionOf: (id: string) => string;
  command: CopyCommands;
  /** A refusal that a field can mend. */
  refused: (field: string, message: string) => void;
};

/** The question before a copy, and the copy after its yes. */
export function useCopyReview(options: ReviewOptions): () => void {
  const { read, direction, records, instances, nameOf, connectionOf, command, refused } = options;
  const deck = useDeck();
  const session = useSession();
  const { glyphs } = useTheme();
  const size = useTerminalSize();
  if (!read.ok || session === undefined) return () => {};
  const { body } = read;
  const send = async () => {
    const error = await command.start(body);
    // A key that may be the one that was refused stays to be corrected.
    if (error?.reason !== 'two-keys') deck.copy.forgetKey();
    if (error === undefined) return;
    const { field, title } = advise(error);
    if (field !== undefined) refused(formFieldOf(field, direction), error.msg ?? title);
  };
  return () =>
    deck.open({
      kind: 'confirm',
      action: 'copy.review',
      title: 'Start this copy?',
      body: copyReviewBody(
        {
          ...{ body, direction, records },
          instance: instances?.find(({ id }) => String(id) === body.instance_id),
          name: nameOf(Number(body.instance_id)),
          connection: connectionOf(body.selected),
          cells: Math.min(widest, size.columns - frame.cells),
          rows: size.rows - frame.rows,
        },
        glyphs,
      ),
      no: 'No, go back',
      yes: 'Start the copy',
      ...(copyDanger(body).deletes ? { typed: 'delete' } : {}),
      run: () => void send(),
    });
}
