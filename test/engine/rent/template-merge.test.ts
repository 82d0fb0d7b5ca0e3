import { describe, expect, it } from 'vitest';
import type { CreateRequest, Template } from '../../../src/client/wire.ts';
import { readFlagEnv } from '../../../src/engine/rent/flag-env.ts';
import { mergeRows, mergeSentence, templateRuntype } from '../../../src/engine/rent/template-merge.ts';

const template: Template = {
  id: 402,
  hash_id: 'a402',
  name: 'PyTorch',
  image: 'pytorch/pytorch',
  tag: '2.6',
  runtype: 'jupyter',
  jup_direct: true,
  env: '-e WANDB_MODE=offline -e "GREETING=hello there" -p 8000:8000',
  onstart: 'echo one\necho two',
  use_jupyter_lab: true,
  jupyter_dir: '/workspace',
  recommended_disk_space: 40,
  docker_login_repo: 'registry.example.com',
  docker_login_user: 'puller',
  volume_info: { size: 50 },
};
const row = (name: string, body: CreateRequest) => {
  const found = mergeRows(template, body).find((one) => one.name === name);
  return found === undefined ? undefined : `${found.wins}: ${found.text}`;
};

describe('a template that meets a request', () => {
  it('gives what the request leaves open', () => {
    expect(mergeRows(template, {}).map(({ name, wins }) => [name, wins])).toEqual([
      ['Image', 'template'],
      ['Disk', 'template'],
      ['Connect', 'template'],
      ['On start', 'template'],
      ['JupyterLab', 'template'],
      ['Jupyter directory', 'template'],
      ['Env', 'template'],
      ['Ports', 'template'],
      ['Registry login', 'template'],
      ['Volume', 'ignored'],
    ]);
    expect(row('Image', {})).toBe('template: pytorch/pytorch:2.6');
    expect(row('Connect', {})).toBe('template: Jupyter + SSH, direct');
    expect(row('On start', {})).toBe('template: a script of 2 lines');
  });

  it('gives way to each value of the request, and says what to', () => {
    expect(row('Image', { image: 'a/b:1' })).toBe("form: a/b:1, not the template's pytorch/pytorch:2.6");
    expect(row('Disk', { disk: 20 })).toBe("form: 20 GB, not the template's 40 GB");
    expect(row('Disk', { disk: 40 })).toBe('form: 40 GB');
    expect(row('JupyterLab', { use_jupyter_lab: false })).toBe("form: no, not the template's yes");
    expect(row('On start', { onstart: 'date' })).toBe(
      "form: a script of 1 line, not the template's a script of 2 lines",
    );
  });

  it('has its env merged key by key, ports too, and tells no value', () => {
    const env = { WANDB_MODE: 'online', MINE: 'secret-value', '-p 9000:9000': '1' };
    expect(row('Env', { env })).toBe(
      'both: GREETING (from the template); WANDB_MODE (yours wins); MINE (added by you)',
    );
    expect(row('Ports', { env })).toBe('both: 8000:8000 (from the template); 9000:9000 (added by you)');
    const all = JSON.stringify(mergeRows(template, { env }));
    for (const value of ['offline', 'hello there', 'online', 'secret-value'])
      expect(all).not.toContain(value);
  });

  it('has its registry login carried over, unless the request brings one, and its volume ignored', () => {
    expect(row('Registry login', {})).toBe('template: puller at registry.example.com, carried over');
    expect(row('Registry login', { image_login: '-u me -p token r' })).toBe(
      "form: yours, not the template's puller at registry.example.com",
    );
    expect(row('Volume', {})).toMatch(/^ignored: .*only a hint/);
    expect(row('Volume', { volume_info: { volume_id: 501 } })).toBe(
      "form: volume 501; the template's is only a hint",
    );
  });

  it('is told in one sentence', () => {
    expect(mergeSentence(template, { disk: 20, env: { A: 'b' } })).toBe(
      'from it: Image, Connect, On start, JupyterLab, Jupyter directory, Ports, Registry login; merged: Env; yours wins: Disk; ignored: Volume',
    );
    expect(mergeSentence({ id: 1, hash_id: 'x' }, {})).toBe('');
  });

  it.each([
    [{ runtype: 'ssh', ssh_direct: true }, 'ssh_direct'],
    [{ runtype: 'ssh', ssh_direct: false }, 'ssh_proxy'],
    [{ runtype: 'ssh' }, 'ssh'],
    [{ runtype: 'jupyter', jup_direct: false }, 'jupyter_proxy'],
    [{ runtype: 'args' }, 'args'],
    [{ runtype: 'odd' }, undefined],
    [{}, undefined],
  ])('knows the launch mode of %j', (fields, runtype) => {
    expect(templateRuntype({ id: 1, hash_id: 'x', ...fields })).toBe(runtype);
  });
});

it.each([
  ['', [], []],
  ['-e A=1 --env B=2 -p 80:80 --publish=81:81', ['A', 'B'], ['80:80', '81:81']],
  [`-eA=1 -e "B=two words" -e 'C=x "y"' -p8:8`, ['A', 'B', 'C'], ['8:8']],
  ['-h box -e A -e', ['A'], []],
  ['-e A=a\\ b -e B=1', ['A', 'B'], []],
])('reads names and ports out of Docker flags: %j', (flags, names, ports) => {
  expect(readFlagEnv(flags)).toEqual({ names, ports });
});
