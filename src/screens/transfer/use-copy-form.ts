import { useEffect, useState } from 'react';
import type { CloudConnection, Instance, ListReply } from '../../client/wire.ts';
import { nameOfId } from '../../engine/instances/names.ts';
import { isWhole, missingWords } from '../../engine/missing-rows.ts';
import { dataOf, type Loadable, whyFailing } from '../../engine/read-health.ts';
import { notOffered } from '../../engine/refusals.ts';
import { buildCopy, type CopyRead } from '../../engine/transfer/cloud-copy.ts';
import { type CopyRecord, copiesElsewhere } from '../../engine/transfer/copy-progress.ts';
import { useConnections, useInstances } from '../../hooks/resources.ts';
import { useDeck, useSession } from '../../hooks/use-deck.ts';
import { type FormAction, type FormView, useForm } from '../../hooks/use-form.ts';
import { useLackingReason } from '../../hooks/use-write.ts';
import { type FieldSpec, valuesOf, withValue } from '../../tui/form/form-state.ts';
import { useScreenLayer } from '../../tui/keys/use-layer.ts';
import { useTheme } from '../../tui/theme/theme.ts';
import { useStore } from '../../tui/use-store.ts';
import { type CopyAction, copyBindings } from './commands.ts';
import { connectionName, copyDraftOf, copyFields, directionOf } from './fields.ts';
import { copyingInstances, useCopy } from './use-copy.ts';
import { useCopyReview } from './use-copy-review.ts';
import { useFirstChoice } from './use-first-choice.ts';

export type CopyForm = {
  form: FormView;
  fields: readonly FieldSpec[];
  read: CopyRead;
  records: readonly CopyRecord[];
  elsewhere: readonly Instance[];
  nameOf: (instance: number) => string;
  connectionOf: (id: string) => string;
};

/** Why there is no list of connections to choose from; undefined while it is asked for, and when there is one. */
function whyNoList(read: Loadable<ListReply<CloudConnection>>): string | undefined {
  if (read.state === 'ready')
    return read.data.rows.length > 0
      ? undefined
      : isWhole(read.data)
        ? 'none yet: the web console makes them'
        : `its id: ${missingWords(read.data.missing ?? 0, 'connection')}`;
  if (read.state === 'loading') return undefined;
  if (notOffered(read.error)) return 'its id: no list is given here';
  return read.error.status === 403
    ? 'its id: this key may not list them'
    : `its id: no list (${whyFailing(read.error)})`;
}

/** The form of a cloud copy: what was typed, what is made of it, and the keys that work on it. */
export function useCopyForm(chosen: number | undefined): CopyForm {
  const deck = useDeck();
  const session = useSession();
  const { glyphs } = useTheme();
  const { form: store, records: recordStore } = deck.copy;
  const records = useStore(recordStore);
  const held = useStore(store);
  const [asked, setAsked] = useState(false);
  const [refusal, setRefusal] = useState<{ field: string; message: string; value: string }>();
  const instances = dataOf(useInstances())?.instances;
  const listed = useConnections();
  const connections = dataOf(listed)?.rows;
  const command = useCopy();
  // However the screen is left, the key goes.
  useEffect(() => () => deck.copy.forgetKey(), [deck]);
  useEffect(() => {
    if (chosen !== undefined) store.set((now) => withValue(now, 'instance_id', String(chosen)));
  }, [store, chosen]);
  useFirstChoice(instances, connections);

  const input = {
    instances,
    connections,
    noList: whyNoList(listed),
    keyTail: session?.keyTail ?? '',
    keyName: deck.keyName,
    isSent: command.pending,
    review: () => submit(),
  };
  const kinds = copyFields({ ...input, values: held.picks, errors: new Map() });
  const values = valuesOf(held, kinds);
  const direction = directionOf(values);
  const read = buildCopy(copyDraftOf(values));
  const wrong = new Map<string, string>(
    read.ok ? [] : read.errors.map(({ field, message }) => [field, message]),
  );
  // What the service said of a value holds until that value is changed.
  if (refusal !== undefined && values[refusal.field] === refusal.value && !wrong.has(refusal.field))
    wrong.set(refusal.field, refusal.message);
  const errors = new Map([...wrong].filter(([id]) => asked || (values[id] ?? '') !== ''));
  const fields = copyFields({ ...input, values, errors });

  const nameOf = (id: number) => nameOfId(instances, id);
  const connectionOf = (id: string) => {
    const row = connections?.find((one) => String(one.id) === id);
    return row === undefined ? `connection ${id}` : connectionName(row);
  };
  const review = useCopyReview({
    ...{ read, direction, records, nameOf, connectionOf, command, instances },
    refused: (field, message) => {
      setRefusal({ field, message, value: values[field] ?? '' });
      form.focus(field);
    },
  });
  const lacks = useLackingReason('instance_write');
  const blocked =
    session?.readOnly === true
      ? 'rigdeck is in read-only mode'
      : command.pending
        ? 'The last copy is still on its way'
        : lacks;
  const submit = () => {
    if (blocked !== undefined) return deck.messages.say('warn', blocked);
    setAsked(true);
    const first = fields.find(({ id }) => wrong.has(id));
    if (first === undefined) review();
    else form.focus(first.id);
  };
  const form = useForm(store, fields, submit);
  const elsewhere = copiesElsewhere(instances ?? [], records);
  useScreenLayer<CopyAction | FormAction>({
    ...form.bindings,
    ...copyBindings(deck, {
      ...{ form, read, records, nameOf, command, blocked, review: submit },
      flags: values.flags ?? '',
      copying: copyingInstances(records, elsewhere),
      hidden: glyphs.dot.repeat(4),
      labelOf: (field) => fields.find(({ id }) => id === field)?.label ?? field,
      set: (id, text) => store.set((was) => withValue(was, id, text)),
    }),
  });
  return { form, fields, read, records, elsewhere, nameOf, connectionOf };
}
