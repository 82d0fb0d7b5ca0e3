import { describe, expect, it } from 'vitest';
import type { CreateRequest, Offer, Volume } from '../../src/client/wire.ts';
import { defaultKeymap, keyNames } from '../../src/engine/keymap.ts';
import { buildCreateRequest } from '../../src/engine/rent/rent-request.ts';
import { runtypeNames } from '../../src/engine/rent/runtypes.ts';
import {
  maskEnvLine,
  pageOf,
  type RentFieldsInput,
  rentFields,
  rentPages,
} from '../../src/screens/rent/fields.ts';
import {
  draftOf,
  emptyRentValues,
  errorsByField,
  firstValues,
  formFieldOf,
  keptValues,
} from '../../src/screens/rent/values.ts';
import type { FieldSpec } from '../../src/tui/form/form-state.ts';
import { creationTable } from '../support/creation-table.ts';

const offer: Offer = { id: 7, machine_id: 40, disk_space: 210.7, min_bid: 0.2104, dph_base: 0.31 };
const input = (
  values: Record<string, string> = {},
  more: Partial<RentFieldsInput> = {},
): RentFieldsInput => ({
  offer,
  values: { ...emptyRentValues, ...values },
  errors: new Map(),
  words: { dot: '•', sep: '·' },
  keyName: keyNames(defaultKeymap),
  review: () => {},
  ...more,
});
const fieldsOf = (...given: Parameters<typeof input>) => rentFields(input(...given));
const field = (id: string, ...given: Parameters<typeof input>): FieldSpec => {
  const found = fieldsOf(...given).find((one) => one.id === id);
  if (found === undefined) throw new Error(`no field ${id}`);
  return found;
};
const request = (values: Record<string, string>) =>
  buildCreateRequest(draftOf({ ...emptyRentValues, image: 'a:1', ...values }), offer);
const bodyOf = (values: Record<string, string>): CreateRequest => {
  const made = request(values);
  if (!made.ok) throw new Error(JSON.stringify(made.errors));
  return made.body;
};
const wrongOf = (values: Record<string, string>) => {
  const made = request(values);
  return errorsByField(made.ok ? [] : made.errors, { ...emptyRentValues, ...values });
};

/** Something in every field of the form. */
const filled = {
  image: 'pytorch/pytorch:2.6.0',
  template_hash_id: 'abc',
  label: 'train-a',
  disk: '40',
  pay: 'bid',
  price: '0.25',
  runtype: 'jupyter_direct',
  ports: '8000:8000',
  env: 'MODE=off',
  onstart: 'echo hello',
  args_str: '--serve',
  use_jupyter_lab: 'true',
  jupyter_dir: '/work',
  python_utf8: 'true',
  lang_utf8: 'false',
  image_login_user: 'me',
  image_login_token: 'sesame',
  image_login_registry: 'registry.example.com',
  target_state: 'stopped',
  vm: 'true',
  volume_info: '501',
  volume_path: '/data',
};

describe('the fields of the rent form', () => {
  it('has every field of the creation request on one of its pages', () => {
    const ids = fieldsOf({ pay: 'bid' }).map(({ id }) => id);
    const missing = creationTable.filter(
      (name) => !ids.some((id) => id === name || id.startsWith(`${name}_`)),
    );
    expect(missing).toEqual([]);
    expect(ids.filter((id) => !rentPages.flat().includes(id))).toEqual([]);
    expect(rentPages.flat().filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('sends every field of the creation request that is filled in', () => {
    const sent = new Set([
      ...Object.keys(bodyOf(filled)),
      ...Object.keys(bodyOf({ ...filled, runtype: 'args' })),
    ]);
    expect([...sent].sort()).toEqual([...creationTable].sort());
  });

  it('leaves out what nobody touched', () => {
    expect(bodyOf({})).toEqual({ image: 'a:1', runtype: 'jupyter_direct', cancel_unavail: true });
  });

  it('offers all seven runtypes and says the ports of each', () => {
    const runtype = field('runtype');
    const options = runtype.kind === 'choice' ? runtype.options : [];
    expect(options.map(({ value }) => value)).toEqual(runtypeNames);
    expect(options).toHaveLength(7);
    expect(options.map(({ hint }) => hint)).toEqual([
      'ports 8080, 22',
      'ports 22',
      ...Array<string>(5).fill('no ports of its own'),
    ]);
    expect(runtype.note).toBe('ports 8080, 22, recommended');
    expect(field('runtype', { runtype: 'ssh_direct' }).note).toBe('ports 22');
  });

  it('lets a template decide about the launch once there is one', () => {
    const values = { template_hash_id: 'abc', runtype: '' };
    const runtype = field('runtype', values);
    expect(runtype.kind === 'choice' && runtype.options.at(-1)).toMatchObject({ value: '' });
    expect(bodyOf({ ...values, image: '' })).not.toHaveProperty('runtype');
  });

  it('asks for a bid only where a bid is made, and says which one wins', () => {
    expect(fieldsOf().map(({ id }) => id)).not.toContain('price');
    expect(field('price', { pay: 'bid' }).note).toBe('$/h, wins now from 0.210');
    expect(bodyOf({ price: '0.3' })).not.toHaveProperty('price');
  });

  it('says how much disk the host offers', () => {
    expect(field('disk').note).toBe('GB, host offers 210');
    expect(field('disk', {}, { offer: { id: 7 } }).note).toBe('GB');
  });

  it('shows the line that makes variables visible in SSH sessions, and sends it first', () => {
    expect(field('onstart').note).toBeUndefined();
    expect(field('onstart', { env_ssh: 'true' }).note).toContain('env >> /etc/environment');
    expect(bodyOf({ env_ssh: 'true', onstart: 'echo hi' }).onstart).toBe('env >> /etc/environment\necho hi');
  });

  it('C072 says of a field without effect why, and does not send it', () => {
    const ignored = (runtype: string) =>
      fieldsOf({ runtype })
        .filter((one) => one.ignored === true)
        .map(({ id }) => id);
    expect(ignored('ssh_direct')).toEqual(['args_str', 'use_jupyter_lab', 'jupyter_dir']);
    expect(ignored('args')).toEqual(['onstart', 'use_jupyter_lab', 'jupyter_dir']);
    expect(ignored('jupyter_direct')).toEqual(['args_str']);
    expect(field('onstart', { runtype: 'args' }).note).toContain('does not run');
    expect(bodyOf({ runtype: 'args', onstart: 'echo hi' })).not.toHaveProperty('onstart');
    expect(bodyOf({ runtype: 'ssh_direct', args_str: '-x' })).toEqual({
      image: 'a:1',
      runtype: 'ssh_direct',
      cancel_unavail: true,
    });
  });

  it('C019 says what it means to queue, and sends the choice either way', () => {
    expect(field('cancel_unavail').note).toBeUndefined();
    expect(field('cancel_unavail', { cancel_unavail: '' }).note).toContain('stopped instance may be made');
    expect(bodyOf({ cancel_unavail: '' }).cancel_unavail).toBe(false);
  });

  it('sends a no of its own, so that a template can be overruled', () => {
    expect(bodyOf({ use_jupyter_lab: 'false', vm: 'false' })).toMatchObject({
      use_jupyter_lab: false,
      vm: false,
    });
    expect(bodyOf({})).not.toHaveProperty('use_jupyter_lab');
  });

  it('names the volumes of the account, those of this machine first', () => {
    const note = (rows: Volume[] | undefined) => field('volume_info', {}, { volumes: rows && { rows } }).note;
    expect(note(undefined)).toBe('id of a volume that exists');
    expect(note([])).toBe('the account has none');
    expect(
      note([
        { id: 501, machine_id: 40, disk_space: 100 },
        { id: 9, machine_id: 3 },
      ]),
    ).toBe('yours: 501 100G');
    expect(note([{ id: 9, machine_id: 3 }])).toBe('none on this machine; yours: 9 on machine 3');
  });

  it('shows what the template would bring', () => {
    const template = {
      id: 1,
      hash_id: 'abc',
      name: 'Plain SSH',
      image: 'ubuntu',
      tag: '24.04',
      recommended_disk_space: 30,
    };
    expect(field('image', {}, { template })).toMatchObject({ placeholder: 'ubuntu:24.04' });
    expect(field('disk', {}, { template })).toMatchObject({ placeholder: '30' });
    expect(field('template_hash_id', {}, { template }).note).toBe('Plain SSH');
  });

  it('knows the page of each field', () => {
    expect(pageOf('image')).toBe(0);
    expect(pageOf('vm')).toBe(1);
  });
});

describe('C071 variables and ports', () => {
  it('keeps blanks and equals signs of a value, and empty values', () => {
    expect(bodyOf({ env: "MSG='a b=c'\nEMPTY=", ports: '8080:80' }).env).toEqual({
      MSG: 'a b=c',
      EMPTY: '',
      '-p 8080:80': '1',
    });
  });

  it('refuses a bad port and a name that is given twice, each at its field', () => {
    expect(wrongOf({ ports: '80', env: 'A=1\nA=2' })).toEqual(
      new Map([
        ['env', 'line 2: A is given twice'],
        ['ports', '80: write HOST:CONTAINER, such as 8080:80 or 5000:5000/udp'],
      ]),
    );
  });

  it('masks the values whose names speak of a secret while nobody edits them', () => {
    for (const name of ['HF_TOKEN', 'AWS_SECRET', 'API_KEY', 'db_password'])
      expect(maskEnvLine(`${name}=sesame`, '•')).toBe(`${name}=••••••••`);
    expect(maskEnvLine('WANDB_MODE=off', '•')).toBe('WANDB_MODE=off');
    expect(maskEnvLine('TOKEN=', '•')).toBe('TOKEN=');
    expect(maskEnvLine('no value', '•')).toBe('no value');
  });
});

describe('C073 a registry login', () => {
  it('is sent in the form that the service documents', () => {
    expect(bodyOf(filled).image_login).toBe('-u me -p sesame registry.example.com');
  });

  it('is refused half filled, at the part that is missing', () => {
    const half = { image_login_user: 'me', image_login_registry: 'r.example' };
    expect([...wrongOf(half)]).toEqual([['image_login_token', 'token missing: fill in all three or none']]);
    expect(formFieldOf('image_login', {})).toBe('image_login_user');
  });

  it('hides the token', () => {
    expect(field('image_login_token')).toMatchObject({ kind: 'text', secret: true });
  });
});

describe('what a form opens with', () => {
  it('takes over what was used before, but nothing of another machine or bargain', () => {
    const values = firstValues(offer, filled);
    expect(values).toMatchObject({ image: 'pytorch/pytorch:2.6.0', env: 'MODE=off', disk: '40' });
    expect(values).toMatchObject({ pay: 'on-demand', price: '', volume_info: '', volume_path: '' });
  });

  it('bids the lowest bid that wins, never a hair below it', () => {
    const bid = { id: 7, is_bid: true };
    expect(firstValues({ ...bid, min_bid: 0.2101 }, filled)).toMatchObject({ pay: 'bid', price: '0.211' });
    expect(firstValues({ ...bid, min_bid: 0.21 })).toMatchObject({ price: '0.210' });
    expect(firstValues(bid)).toMatchObject({ pay: 'bid', price: '' });
  });

  it('ignores what no field of the form is called', () => {
    expect(firstValues(offer, { bogus: 'x' })).toEqual(emptyRentValues);
  });

  it('keeps no secret on the disk', () => {
    const kept = keptValues(filled);
    expect(JSON.stringify(kept)).not.toMatch(/sesame|MODE|registry\.example/);
    expect(kept).toMatchObject({ image: 'pytorch/pytorch:2.6.0', disk: '40', runtype: 'jupyter_direct' });
    expect(kept).not.toHaveProperty('label');
  });
});
