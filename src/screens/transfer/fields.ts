import type { CloudConnection, Instance } from '../../client/wire.ts';
import { instanceName } from '../../engine/instances/names.ts';
import { readInstance } from '../../engine/instances/reading.ts';
import type { KeyName } from '../../engine/keymap.ts';
import { type CopyDirection, type CopyDraft, pathLabels } from '../../engine/transfer/cloud-copy.ts';
import type { FieldSpec, Option } from '../../tui/form/form-state.ts';

export type CopyValues = Readonly<Record<string, string>>;

export type CopyFieldsInput = {
  values: CopyValues;
  errors: ReadonlyMap<string, string>;
  /** Undefined while they are not known. */
  instances: readonly Instance[] | undefined;
  connections: readonly CloudConnection[] | undefined;
  /** Why there is no list of connections, where there is none. */
  noList: string | undefined;
  /** The end of the key that is in use. */
  keyTail: string;
  keyName: KeyName;
  isSent: boolean;
  review: () => void;
};

export const directionOf = (values: CopyValues): CopyDirection =>
  values.direction === 'from-cloud' ? 'from-cloud' : 'to-cloud';

/** The form as the body is built from. */
export const copyDraftOf = (values: CopyValues): CopyDraft => ({
  instance: values.instance_id ?? '',
  direction: directionOf(values),
  instancePath: values.instance_path ?? '',
  cloudPath: values.cloud_path ?? '',
  connection: values.selected ?? '',
  flags: values.flags ?? '',
  apiKey: values.api_key ?? '',
});

/** The form field of a field that the service names. */
export function formFieldOf(field: string, direction: CopyDirection): string {
  const [src, dst] =
    direction === 'to-cloud' ? ['instance_path', 'cloud_path'] : ['cloud_path', 'instance_path'];
  return field === 'src' ? src : field === 'dst' ? dst : field === 'transfer' ? 'direction' : field;
}

export const connectionName = ({ id, name }: CloudConnection): string =>
  name === undefined || name === '' ? `connection ${id}` : name;

const instanceOption = (row: Instance): Option => ({
  value: String(row.id),
  label: instanceName(row) === String(row.id) ? String(row.id) : `${row.id} ${instanceName(row)}`,
  hint: readInstance(row).word,
});

const connectionOption = (row: CloudConnection): Option => ({
  value: String(row.id),
  label: `${row.id} ${row.name ?? ''}`.trim(),
  ...(row.cloud_type === undefined ? {} : { hint: row.cloud_type }),
});

/** A list to choose from where there is one, else a field to type an id into. */
function idField(id: string, label: string, options: readonly Option[] | undefined, note: string): FieldSpec {
  return options === undefined || options.length === 0
    ? { kind: 'text', id, label, note }
    : { kind: 'choice', id, label, options };
}

function keyNote({ values, keyTail }: CopyFieldsInput): string {
  const key = (values.api_key ?? '').trim();
  if (key === '') return 'optional, a scoped one';
  if (keyTail !== '' && key.endsWith(keyTail))
    return 'it looks like the key in use: whoever has it can rent and destroy; a scoped one cannot';
  return 'goes to the service with the copy; a scoped key can do no more than its permissions say';
}

/** The fields of a cloud copy, the source above the destination, with what is wrong beside them. */
export function copyFields(input: CopyFieldsInput): FieldSpec[] {
  const { values, errors, instances, connections, noList, isSent, keyName } = input;
  const direction = directionOf(values);
  const labels = pathLabels[direction];
  const instancePath: FieldSpec = {
    kind: 'text',
    id: 'instance_path',
    label: labels.instance,
    placeholder: 'a path, such as /workspace/out',
  };
  const cloudPath: FieldSpec = {
    kind: 'text',
    id: 'cloud_path',
    label: labels.cloud,
    placeholder: 'a path in the storage, such as /runs/7',
  };
  const fields: FieldSpec[] = [
    {
      kind: 'choice',
      id: 'direction',
      label: 'Direction',
      options: [
        { value: 'to-cloud', label: 'to the cloud' },
        { value: 'from-cloud', label: 'to the instance' },
      ],
    },
    idField(
      'instance_id',
      'Instance',
      instances?.map(instanceOption),
      instances?.length === 0 ? 'its id; nothing is rented now' : 'its id',
    ),
    idField('selected', 'Connection', connections?.map(connectionOption), noList ?? 'its id'),
    ...(direction === 'to-cloud' ? [instancePath, cloudPath] : [cloudPath, instancePath]),
    {
      kind: 'text',
      id: 'flags',
      label: 'Flags',
      placeholder: 'none',
      note: `${keyName('copy.flags')} picks`,
    },
    {
      kind: 'text',
      id: 'api_key',
      label: 'API key',
      secret: true,
      placeholder: 'none is sent',
      note: keyNote(input),
    },
    {
      kind: 'button',
      id: 'review',
      label: '',
      text: isSent ? 'starting …' : 'Review and copy',
      note: isSent ? 'the answer is on its way' : 'copies nothing yet',
      press: input.review,
    },
  ];
  return fields.map((field) => {
    const error = errors.get(field.id);
    return error === undefined ? field : { ...field, error };
  });
}
