import type { EndpointGroup, Template } from '../../client/wire.ts';
import { endpointGroupFields } from '../../engine/groups/endpoint-group.ts';
import { endpointStates, type GroupField } from '../../engine/groups/group-fields.ts';
import { maskLaunchArgs } from '../../engine/groups/worker-group.ts';
import { workerGroupFields } from '../../engine/groups/worker-group-fields.ts';
import type { KeyName } from '../../engine/keymap.ts';
import type { GroupForm } from '../../engine/route.ts';
import type { FieldSpec } from '../../tui/form/form-state.ts';

/** The fields of a form, as the domain lists them. */
export const fieldsOf = ({ kind, change }: GroupForm): readonly GroupField[] =>
  (kind === 'worker' ? workerGroupFields : endpointGroupFields).filter(
    ({ changeOnly }) => changeOnly !== true || change !== undefined,
  );

export type GroupFieldsInput = {
  of: GroupForm;
  /** What stood in the fields at first. */
  before: Readonly<Record<string, string>>;
  /** What to say of a field's value, by field. */
  errors: ReadonlyMap<string, string>;
  /** Lists of the account, undefined while they are not known. */
  endpoints: readonly EndpointGroup[] | undefined;
  templates: readonly Template[] | undefined;
  dot: string;
  keyName: KeyName;
  isSent: boolean;
  review: () => void;
};

const most = 3;

/** What is known of a field beyond its value: its unit, or what there is to choose from. */
function noteOf(
  { name, unit }: GroupField,
  { endpoints, templates, of, keyName }: GroupFieldsInput,
): string | undefined {
  if (name === 'endpoint_id' && endpoints !== undefined && endpoints.length > 0) {
    const shown = endpoints.slice(0, most).map((one) => `${one.id} ${one.endpoint_name ?? ''}`.trimEnd());
    return `yours: ${shown.join(', ')}${endpoints.length > most ? ', …' : ''}`;
  }
  if (name === 'template_hash' && templates !== undefined && templates.length > 0)
    return `${keyName('form.template')} picks one`;
  if (name === 'search_params') return of.change === undefined ? 'or a template' : undefined;
  return unit;
}

/** What stands dim in an empty field: the value that holds then. */
function placeholderOf({ name, usual, kind }: GroupField, { of, before }: GroupFieldsInput): string {
  if (name === 'launch_args') return 'none';
  if (of.change !== undefined) return before[name] === '' ? 'not told' : `stays ${before[name]}`;
  return usual ?? (kind === 'id' || kind === 'text' ? '' : 'as the service has it');
}

/** Every field of a group form, with what is wrong said beside it; the documented defaults stand dim. */
export function groupFormFields(input: GroupFieldsInput): FieldSpec[] {
  const { of, dot, errors, isSent, review } = input;
  const fields = fieldsOf(of).map((field): FieldSpec => {
    const { name: id, label, kind } = field;
    const note = noteOf(field, input);
    const error = errors.get(id);
    const common = {
      id,
      label,
      ...(note === undefined ? {} : { note }),
      ...(error === undefined ? {} : { error }),
    };
    const placeholder = placeholderOf(field, input);
    if (kind === 'state')
      return { ...common, kind: 'choice', options: endpointStates.map((value) => ({ value, label: value })) };
    // Several lines, because such a field can be drawn without the secrets in it while nobody edits it.
    if (id === 'launch_args')
      return { ...common, kind: 'lines', placeholder, mask: (line) => maskLaunchArgs(line, dot.repeat(4)) };
    return { ...common, kind: 'text', ...(placeholder === '' ? {} : { placeholder }) };
  });
  const doing = of.change === undefined ? 'create' : 'change';
  return [
    ...fields,
    {
      kind: 'button',
      id: 'review',
      label: '',
      text: isSent ? 'sending …' : `Review and ${doing}`,
      note: isSent ? 'the answer is on its way' : 'sends nothing yet',
      press: review,
    },
  ];
}
