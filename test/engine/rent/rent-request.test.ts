import { describe, expect, test } from 'vitest';
import type { Offer } from '../../../src/client/wire.ts';
import {
  buildCreateRequest,
  draftFor,
  emptyDraft,
  exportLine,
  onstartScript,
  type RentDraft,
} from '../../../src/engine/rent/rent-request.ts';

const started: RentDraft = { ...emptyDraft, image: 'pytorch/pytorch:2.6.0', cancelUnavail: true };

function built(fields: Partial<RentDraft>, offer?: Offer) {
  const request = buildCreateRequest({ ...started, ...fields }, offer);
  if (!request.ok) throw new Error(JSON.stringify(request.errors));
  return request;
}

function errors(fields: Partial<RentDraft>) {
  const request = buildCreateRequest({ ...started, ...fields });
  return request.ok ? [] : request.errors;
}

describe('buildCreateRequest', () => {
  test('C072 untouched fields are left out', () => {
    expect(buildCreateRequest({ ...emptyDraft, image: 'ubuntu:24.04' })).toEqual({
      ok: true,
      body: { image: 'ubuntu:24.04' },
      warnings: [
        'If the machine cannot start at once, a stopped instance may be made, and its disk is charged.',
      ],
    });
  });

  test('every field of the creation table is sent in its own form', () => {
    const { body, warnings } = built({
      template: 'abc123',
      label: 'train-a',
      disk: '40.5',
      pay: 'bid',
      price: '.25',
      runtype: 'jupyter_direct',
      targetState: 'running',
      env: 'A=1\nB=two words',
      ports: '8080:80, 5000:5000/udp',
      onstart: 'echo one\necho two',
      jupyterLab: true,
      jupyterDir: '/work',
      pythonUtf8: true,
      langUtf8: false,
      imageLogin: { user: 'me', token: 'tok', registry: 'registry.example' },
      cancelUnavail: true,
      vm: false,
      volumeId: '501',
      volumePath: '/data',
    });
    expect(body).toEqual({
      image: 'pytorch/pytorch:2.6.0',
      template_hash_id: 'abc123',
      label: 'train-a',
      disk: 40.5,
      price: 0.25,
      runtype: 'jupyter_direct',
      target_state: 'running',
      env: { A: '1', B: 'two words', '-p 8080:80': '1', '-p 5000:5000/udp': '1' },
      onstart: 'echo one\necho two',
      use_jupyter_lab: true,
      jupyter_dir: '/work',
      python_utf8: true,
      lang_utf8: false,
      image_login: '-u me -p tok registry.example',
      cancel_unavail: true,
      vm: false,
      volume_info: { volume_id: 501, mount_path: '/data' },
    });
    expect(warnings).toEqual([]);
  });

  test('an image is needed unless a template supplies it', () => {
    expect(errors({ image: ' ' })).toEqual([{ field: 'image', message: 'an image or a template is needed' }]);
    expect(built({ image: '', template: 'abc' }).body).toEqual({
      template_hash_id: 'abc',
      cancel_unavail: true,
    });
    expect(errors({ image: 'a b' })).toMatchObject([{ field: 'image' }]);
  });

  test.each(['12abc', '1,5', '0', '-3', '1e3', '0x10', 'NaN', '..5', '4 0'])(
    'disk %s is refused, not cleaned',
    (disk) => {
      expect(errors({ disk })).toMatchObject([{ field: 'disk' }]);
    },
  );

  test('C018 a price goes with a bid only', () => {
    expect(built({ pay: 'bid', price: '0.2' }).body.price).toBe(0.2);
    const onDemand = built({ pay: 'on-demand', price: '0.2' });
    expect(onDemand.body).not.toHaveProperty('price');
    expect(onDemand.warnings).toEqual(['The bid is left out: this is paid on demand.']);
    expect(errors({ pay: 'bid' })).toEqual([{ field: 'price', message: 'a bid needs a price in $/h' }]);
    expect(errors({ pay: 'bid', price: '0.2x' })).toMatchObject([{ field: 'price' }]);
    expect(draftFor({ id: 1, is_bid: true }).pay).toBe('bid');
    expect(draftFor({ id: 1 }).pay).toBe('on-demand');
  });

  test('a label has at most 256 characters, whatever they are made of', () => {
    expect(built({ label: '😀'.repeat(256) }).body.label).toHaveLength(512);
    expect(errors({ label: 'x'.repeat(257) })).toMatchObject([{ field: 'label' }]);
  });

  test('C073 half a registry login is refused without repeating the token', () => {
    const half = errors({ imageLogin: { user: '', token: 'sesame', registry: 'r.example' } });
    expect(half).toEqual([{ field: 'image_login', message: 'user missing: fill in all three or none' }]);
    const blank = errors({ imageLogin: { user: 'me', token: 'open sesame', registry: 'r.example' } });
    expect(blank).toEqual([{ field: 'image_login', message: 'the token must not hold blanks' }]);
    expect(errors({ imageLogin: { user: '-p', token: 'x', registry: 'r' } })).toHaveLength(1);
  });

  test.each(['abc', '1.5', '0', '-1', '99999999999999999999'])('volume id %s is refused', (volumeId) => {
    expect(errors({ volumeId })).toMatchObject([{ field: 'volume_info' }]);
  });

  test('a volume path needs an id and begins at the root', () => {
    expect(errors({ volumePath: '/data' })).toMatchObject([{ field: 'volume_info' }]);
    expect(errors({ volumeId: '5', volumePath: 'data' })).toMatchObject([{ field: 'volume_info' }]);
  });

  test('a script has at most 4096 characters', () => {
    expect(errors({ onstart: 'x'.repeat(4097) })).toMatchObject([{ field: 'onstart' }]);
    expect(errors({ runtype: 'args', args: 'x'.repeat(4097) })).toMatchObject([{ field: 'args_str' }]);
  });

  test('all that is wrong is said at once, with the line of the env text', () => {
    expect(errors({ disk: 'x', env: 'A=1\nbroken\nA=2', ports: '80' })).toEqual([
      { field: 'disk', message: '"x" is not a number of GB' },
      { field: 'env', message: 'write NAME=VALUE', line: 2 },
      { field: 'env', message: 'A is given twice', line: 3 },
      { field: 'ports', message: '80: write HOST:CONTAINER, such as 8080:80 or 5000:5000/udp' },
    ]);
  });
});

describe('what a runtype ignores', () => {
  test('C072 args_str goes with args only, onstart with everything else', () => {
    const args = built({ runtype: 'args', args: '--serve', onstart: 'echo', jupyterLab: true });
    expect(args.body).toEqual({
      image: started.image,
      runtype: 'args',
      args_str: '--serve',
      cancel_unavail: true,
    });
    expect(args.warnings).toEqual([
      'With args there is no SSH or Jupyter: you cannot log in.',
      "On start is left out: args keeps the image's own entrypoint: the on-start script does not run.",
      'JupyterLab is left out: used only with a Jupyter runtype.',
    ]);
    const ssh = built({ runtype: 'ssh', args: '--serve', onstart: 'echo' });
    expect(ssh.body).toMatchObject({ onstart: 'echo' });
    expect(ssh.body).not.toHaveProperty('args_str');
    expect(ssh.warnings).toEqual(['Args is left out: used only with the runtype args.']);
  });

  test('C072 a direct runtype on a machine without open ports is warned of', () => {
    const offer = { id: 1, direct_port_count: 0 };
    const warning = 'This machine has no open port, and a direct connection needs one.';
    expect(built({ runtype: 'ssh_direct' }, offer)).toMatchObject({
      body: { runtype: 'ssh_direct' },
      warnings: [warning],
    });
    expect(built({ runtype: 'jupyter_direct' }, offer).warnings).toEqual([warning]);
    expect(built({ runtype: 'ssh_proxy' }, offer).warnings).toEqual([]);
    expect(built({ runtype: 'ssh_direct' }, { id: 1 }).warnings).toEqual([]);
  });
});

describe('warnings', () => {
  test.each([
    ['ubuntu', true],
    ['registry.example:5000/team/image', true],
    ['registry.example:5000/team/image:1', false],
    ['ubuntu@sha256:abc', false],
    ['ubuntu:24.04', false],
  ])('image %s without a tag: %s', (image, warned) => {
    const { warnings } = built({ image });
    expect(warnings.includes('The image has no tag: what it holds may change.')).toBe(warned);
  });

  test('C019 without cancel_unavail a stopped instance may be made', () => {
    const warning =
      'If the machine cannot start at once, a stopped instance may be made, and its disk is charged.';
    expect(built({ cancelUnavail: false }).warnings).toEqual([warning]);
    expect(built({ cancelUnavail: false, targetState: 'stopped' }).warnings).toEqual([]);
    expect(built({ cancelUnavail: true }).warnings).toEqual([]);
  });

  test('a disk larger than the machine and a bid too low to win', () => {
    const offer = { id: 1, disk_space: 96.4, min_bid: 0.2 };
    expect(built({ disk: '97', pay: 'bid', price: '0.1' }, offer).warnings).toEqual([
      'The machine offers only 96 GB.',
      'The lowest bid that wins now is 0.200 $/h.',
    ]);
  });
});

describe('variables that SSH sessions see', () => {
  test('the export line stands first in the script', () => {
    expect(onstartScript({ onstart: 'echo a\r\necho b', envInSsh: true })).toBe(
      `${exportLine}\necho a\necho b`,
    );
    expect(onstartScript({ onstart: '', envInSsh: true })).toBe(exportLine);
    expect(onstartScript({ onstart: 'echo', envInSsh: false })).toBe('echo');
  });

  test('it is not added twice', () => {
    const script = `${exportLine}\necho`;
    expect(onstartScript({ onstart: script, envInSsh: true })).toBe(script);
  });

  test("it takes the place of a template's script, and that is said", () => {
    const { body, warnings } = built({ template: 'abc', envInSsh: true });
    expect(body.onstart).toBe(exportLine);
    expect(warnings).toEqual(["The export line takes the place of the template's on-start script."]);
  });
});
