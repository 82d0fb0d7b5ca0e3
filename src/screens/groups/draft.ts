import { createStore } from '../../base/store.ts';
import type { Deck, GroupDraftHeld } from '../../engine/deck.ts';
import { buildEndpointGroup, type EndpointGroupBody } from '../../engine/groups/endpoint-group.ts';
import { changedFields, draftOf, type GroupDraft } from '../../engine/groups/group-fields.ts';
import { buildWorkerGroup, type WorkerGroupBody } from '../../engine/groups/worker-group.ts';
import type { GroupForm } from '../../engine/route.ts';
import { type FormState, fieldValue, formState } from '../../tui/form/form-state.ts';
import { fieldsOf } from './fields.ts';

export const draftKey = ({ kind, change }: GroupForm): string => `${kind} ${change?.id ?? 'new'}`;

/** The form as it was left, else with what the group has now; a new one with the endpoint group it was opened on. */
export function heldDraft(deck: Deck, of: GroupForm): GroupDraftHeld {
  const key = draftKey(of);
  const before = draftOf(fieldsOf(of), of.change ?? {});
  const wanted = of.kind === 'worker' && of.change === undefined ? of.endpointId : undefined;
  const values = wanted === undefined ? before : { ...before, endpoint_id: String(wanted) };
  const kept = deck.groupDrafts.get(key);
  const held = kept ?? {
    store: createStore(
      formState(values, wanted === undefined ? (fieldsOf(of)[0]?.name ?? '') : 'template_hash'),
    ),
    before,
  };
  held.store.set((was) => ({ ...was, editing: true }));
  deck.groupDrafts.set(key, held);
  return held;
}

/** What stands in the form now, by field. A text that was broken over lines is one line. */
export function typedOf(of: GroupForm, state: FormState): Record<string, string> {
  return Object.fromEntries(
    fieldsOf(of).map(({ name, kind }) => {
      const value = fieldValue(state, { id: name, kind: kind === 'state' ? 'choice' : 'text' });
      return [name, value.replace(/\s*\n\s*/g, ' ')];
    }),
  );
}

export type GroupBody = WorkerGroupBody | EndpointGroupBody;

/** What would be sent: of a new group what was typed, of a change what is other than before. */
export function bodyOf(of: GroupForm, typed: GroupDraft, before: GroupDraft): GroupBody {
  const purpose = of.change === undefined ? 'create' : 'change';
  const draft = purpose === 'change' ? changedFields(before, typed) : typed;
  return of.kind === 'worker' ? buildWorkerGroup(draft, purpose) : buildEndpointGroup(draft, purpose);
}

export const errorsOf = (body: GroupBody): ReadonlyMap<string, string> =>
  new Map(body.ok ? [] : [...body.errors].reverse().map(({ field, message }) => [field ?? '', message]));

/** What is said of a form that can be sent. */
export function willBeSent({ body }: GroupBody): string {
  const count = Object.keys(body).length;
  return `${count} ${count === 1 ? 'field' : 'fields'} will be sent, the rest is left to the service`;
}
