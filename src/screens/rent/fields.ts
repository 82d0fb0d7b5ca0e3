import { disk, rate } from '../../base/format.ts';
import type { CreateRequest, ListReply, Offer, Template, Volume } from '../../client/wire.ts';
import type { KeyName } from '../../engine/keymap.ts';
import { isWhole, missingWords } from '../../engine/missing-rows.ts';
import { gpuPerHour } from '../../engine/money/money.ts';
import { creationFields } from '../../engine/rent/creation-fields.ts';
import { exportLine } from '../../engine/rent/rent-request.ts';
import { ignoredBecause, isRuntype, runtypeNames, runtypes } from '../../engine/rent/runtypes.ts';
import { templateImage } from '../../engine/rent/template-merge.ts';
import { consentWords } from '../../engine/rescue/rescue-consent.ts';
import type { FieldSpec, Option } from '../../tui/form/form-state.ts';
import type { RentValues } from './values.ts';

/** Field ids of the two pages, in their order; `review` is the button and closes both. */
export const rentPages: readonly (readonly string[])[] = [
  [
    'image',
    'label',
    'disk',
    'pay',
    'price',
    'runtype',
    'ports',
    'env',
    'env_ssh',
    'onstart',
    'cancel_unavail',
    'rescue',
    'rescue_tries',
    'rescue_cap',
    'review',
  ],
  [
    'template_hash_id',
    'args_str',
    'use_jupyter_lab',
    'jupyter_dir',
    'python_utf8',
    'lang_utf8',
    'image_login_user',
    'image_login_token',
    'image_login_registry',
    'target_state',
    'vm',
    'volume_info',
    'volume_path',
    'review-more',
  ],
];

/** The page on which a field stands, from 0. */
export const pageOf = (id: string): number => (rentPages[1]?.includes(id) ? 1 : 0);

export type RentFieldsInput = {
  offer: Offer;
  values: RentValues;
  /** What to say of a field's value, by field id. */
  errors: ReadonlyMap<string, string>;
  /** The template that is named, when the account's list has it. */
  template?: Template | undefined;
  /** The account's volumes, undefined while they are not known. */
  volumes?: ListReply<Volume> | undefined;
  /** They are being asked for. */
  volumesAsked?: boolean;
  words: { dot: string; sep: string };
  keyName: KeyName;
  review: () => void;
  /** $/h that a rescue may cost at the most, where nothing is typed; undefined while the total is not known. */
  usualCap?: number | undefined;
  /** The request is on its way: the button says so in place of its name. */
  isSent?: boolean;
};

const secretName = /KEY|TOKEN|SECRET|PASS/i;

/** A line of the env editor while nobody edits it: values whose name speaks of a secret are dots. */
export function maskEnvLine(line: string, dot: string): string {
  const at = line.indexOf('=');
  const value = at < 0 ? '' : line.slice(at + 1);
  return value.trim() !== '' && secretName.test(line.slice(0, at))
    ? `${line.slice(0, at)}=${dot.repeat(8)}`
    : line;
}

const reviewButton = (id: string, { isSent = false, review }: RentFieldsInput): FieldSpec => ({
  kind: 'button',
  id,
  label: '',
  text: isSent ? 'renting …' : 'Review and rent',
  note: isSent ? 'the answer is on its way' : 'buys nothing',
  press: review,
});

const portsOf = (name: string): string => {
  const ports = isRuntype(name) ? runtypes[name].ports : [];
  return ports.length === 0 ? '' : ports.join(', ');
};

const portWords = (name: string): string => {
  const ports = portsOf(name);
  return ports === '' ? 'no ports of its own' : `ports ${ports}`;
};

const runtypeOptions = (template: boolean): Option[] => [
  ...runtypeNames.map((name) => ({ value: name, label: runtypes[name].label, hint: portWords(name) })),
  ...(template ? [{ value: '', label: 'as the template says' }] : []),
];

/** The ports that come with a runtype, and whether interface.md recommends it (Runtypes). */
const runtypeNote = (name: string): string =>
  isRuntype(name) && runtypes[name].behaviour.includes('recommended')
    ? `${portWords(name)}, recommended`
    : portWords(name);

const consentOptions: readonly Option[] = Object.entries(consentWords).map(([value, label]) => ({
  value,
  label,
}));

const yesNo: readonly Option[] = [
  { value: '', label: 'as it comes' },
  { value: 'true', label: 'yes' },
  { value: 'false', label: 'no' },
];

/** Volumes of the account in a few words; the ones on this machine first, since others cannot be mounted. */
function volumeNote({ volumes, volumesAsked, offer }: RentFieldsInput): string {
  if (volumes === undefined && volumesAsked === true) return 'asking which volumes there are';
  if (volumes === undefined) return 'id of a volume that exists';
  if (volumes.rows.length === 0)
    return isWhole(volumes) ? 'the account has none' : missingWords(volumes.missing ?? 0, 'volume');
  const here = volumes.rows.filter((v) => v.machine_id === undefined || v.machine_id === offer.machine_id);
  const list = here.length > 0 ? here : volumes.rows;
  const names = list.map(({ id, disk_space, machine_id }) =>
    [id, disk_space === undefined ? '' : disk(disk_space), here.length > 0 ? '' : `on machine ${machine_id}`]
      .filter((part) => part !== '')
      .join(' '),
  );
  return here.length > 0 ? `yours: ${names.join(', ')}` : `none on this machine; yours: ${names.join(', ')}`;
}

function bare(input: RentFieldsInput): FieldSpec[] {
  const { offer, values, template, words, keyName } = input;
  const label = (name: keyof CreateRequest) => creationFields.find((row) => row.name === name)?.label ?? name;
  const isBid = values.pay === 'bid';
  const ports = portsOf(values.runtype ?? '');
  const brought = template === undefined ? undefined : templateImage(template);
  const diskOf = template?.recommended_disk_space;
  const text = (
    id: string,
    name: string,
    more: { note?: string; placeholder?: string; prefix?: string } = {},
  ) => ({ kind: 'text', id, label: name, ...more }) as const;
  const three = (id: keyof CreateRequest) =>
    ({ kind: 'choice', id, label: label(id), options: yesNo }) as const;
  const fields: (FieldSpec | undefined)[] = [
    text('image', label('image'), { placeholder: brought ?? 'such as pytorch/pytorch:2.6.0-cuda12.6' }),
    text('label', label('label'), { placeholder: 'empty: a mark, as rd-k7m2qx' }),
    text('disk', label('disk'), {
      placeholder: String(diskOf ?? 8),
      note: offer.disk_space === undefined ? 'GB' : `GB, host offers ${Math.floor(offer.disk_space)}`,
    }),
    {
      kind: 'choice',
      id: 'pay',
      label: 'Pay',
      options: [
        {
          value: 'on-demand',
          label: `on-demand ${rate(offer.is_bid === true ? undefined : gpuPerHour(offer))}`,
        },
        { value: 'bid', label: 'bid' },
      ],
    },
    isBid
      ? text('price', label('price'), {
          note: offer.min_bid === undefined ? '$/h' : `$/h, wins now from ${rate(offer.min_bid)}`,
        })
      : undefined,
    {
      kind: 'choice',
      id: 'runtype',
      label: label('runtype'),
      options: runtypeOptions((values.template_hash_id ?? '').trim() !== ''),
      ...(isRuntype(values.runtype ?? '') ? { note: runtypeNote(values.runtype ?? '') } : {}),
    },
    text('ports', 'Ports', {
      placeholder: 'such as 5000:5000',
      ...(ports === '' ? {} : { prefix: `${ports} + ` }),
    }),
    {
      kind: 'lines',
      id: 'env',
      label: 'Env',
      placeholder: 'NAME=value, one on a line',
      mask: (line) => maskEnvLine(line, words.dot),
    },
    { kind: 'switch', id: 'env_ssh', label: '', text: 'also visible in SSH sessions' },
    {
      kind: 'lines',
      id: 'onstart',
      label: label('onstart'),
      placeholder: `${keyName('form.editor')} opens $EDITOR`,
      ...(values.env_ssh === 'true' ? { note: `sent before it: ${exportLine}` } : {}),
    },
    {
      kind: 'switch',
      id: 'cancel_unavail',
      label: label('cancel_unavail'),
      text: 'fail at once, do not queue',
      ...(values.cancel_unavail === 'true'
        ? {}
        : { note: 'a stopped instance may be made, and its disk is charged' }),
    },
    { kind: 'choice', id: 'rescue', label: 'If no boot', options: consentOptions },
    ...(values.rescue === 'tell'
      ? []
      : [
          text('rescue_tries', 'Tries', { placeholder: '2', note: 'at the most' }),
          text('rescue_cap', 'Price cap', {
            ...(input.usualCap === undefined ? {} : { placeholder: rate(input.usualCap) }),
            note: '$/h, disk included',
          }),
        ]),
    reviewButton('review', input),
    text('template_hash_id', label('template_hash_id'), {
      placeholder: `hash; ${keyName('form.template')} picks one`,
      ...(template?.name === undefined ? {} : { note: template.name }),
    }),
    text('args_str', label('args_str')),
    three('use_jupyter_lab'),
    text('jupyter_dir', 'Jupyter dir'),
    three('python_utf8'),
    three('lang_utf8'),
    text('image_login_user', 'Login user', { placeholder: 'of a private registry' }),
    {
      kind: 'text',
      id: 'image_login_token',
      label: 'Login token',
      secret: true,
      placeholder: 'access token',
    },
    text('image_login_registry', 'Registry', { placeholder: 'such as registry.example.com' }),
    {
      kind: 'choice',
      id: 'target_state',
      label: 'Start as',
      options: [
        { value: '', label: 'running' },
        { value: 'stopped', label: 'stopped' },
      ],
    },
    three('vm'),
    text('volume_info', label('volume_info'), {
      note: volumeNote(input),
      ...(input.volumes?.rows.length ? { placeholder: `id; ${keyName('rent.volume')} picks` } : {}),
    }),
    text('volume_path', 'Mount path', { placeholder: 'optional, such as /data' }),
    reviewButton('review-more', input),
  ];
  return fields.filter((field) => field !== undefined);
}

/** Every field of the rent form, both pages, with what is wrong or without effect said beside it. */
export function rentFields(input: RentFieldsInput): FieldSpec[] {
  const runtype = isRuntype(input.values.runtype ?? '') ? input.values.runtype : undefined;
  return bare(input).map((field) => {
    const reason = ignoredBecause(field.id as keyof CreateRequest, runtype as CreateRequest['runtype']);
    const error = input.errors.get(field.id);
    return {
      ...field,
      ...(reason === undefined ? {} : { ignored: true, note: reason }),
      ...(error === undefined ? {} : { error }),
    };
  });
}
