import * as v from 'valibot';
import { flag, jsonParameter, num, optional, readShape, text } from '../body.ts';
import type { CanonicalRuntype, TemplateRecord } from '../entities.ts';
import { reject } from '../errors.ts';
import { readTests } from '../record-filter.ts';
import type { Store } from '../store.ts';
import { type Call, type Route, success } from './call.ts';

/** A template as it goes over the wire; the password of its registry is masked. */
function present(store: Store, template: TemplateRecord): Record<string, unknown> {
  return {
    id: template.id,
    hash_id: template.hash,
    name: template.name,
    image: template.image,
    tag: template.tag,
    default_tag: template.tag,
    env: template.env,
    onstart: template.onstart,
    args_str: template.argsStr,
    runtype: template.runtype.split('_')[0],
    ssh_direct: template.runtype === 'ssh_direct' || template.runtype === 'jupyter_direct',
    jup_direct: template.runtype === 'jupyter_direct',
    use_ssh: template.runtype !== 'args',
    use_jupyter_lab: template.jupyterLab,
    jupyter_dir: template.jupyterDir,
    docker_login_repo: template.registry?.repo ?? null,
    docker_login_user: template.registry?.user ?? null,
    docker_login_pass: template.registry === null ? null : '********',
    recommended_disk_space: template.recommendedDisk,
    volume_info: template.volumeInfo,
    desc: template.desc,
    readme: '',
    private: template.private,
    recommended: !template.private,
    creator_id: store.state.account.id,
    created_at: template.createdAt / 1000,
    recent_create_date: template.createdAt / 1000,
    count_created: store.state.instances.filter((one) => one.template?.id === template.id).length,
  };
}

const shape = v.object({
  name: optional(text),
  image: optional(text),
  tag: optional(text),
  env: optional(text),
  onstart: optional(text),
  args_str: optional(text),
  runtype: optional(v.picklist(['ssh', 'jupyter', 'args'])),
  ssh_direct: optional(flag),
  jup_direct: optional(flag),
  use_jupyter_lab: optional(flag),
  jupyter_dir: optional(text),
  docker_login_repo: optional(text),
  docker_login_user: optional(text),
  docker_login_pass: optional(text),
  recommended_disk_space: optional(num),
  desc: optional(text),
  private: optional(flag),
  volume_info: optional(v.record(v.string(), v.unknown())),
  hash_id: optional(text),
  template_id: optional(num),
});
type Given = v.InferOutput<typeof shape>;

function runtypeOf(given: Given, before: CanonicalRuntype): CanonicalRuntype {
  if (given.runtype === undefined) return before;
  if (given.runtype === 'args') return 'args';
  const direct = given.runtype === 'ssh' ? given.ssh_direct : given.jup_direct;
  return `${given.runtype}_${direct === true ? 'direct' : 'proxy'}`;
}

/** The template with what was given laid over it. */
const changed = (before: TemplateRecord, given: Given): TemplateRecord => ({
  ...before,
  name: given.name ?? before.name,
  image: given.image ?? before.image,
  tag: given.tag ?? before.tag,
  env: given.env ?? before.env,
  onstart: given.onstart ?? before.onstart,
  argsStr: given.args_str ?? before.argsStr,
  runtype: runtypeOf(given, before.runtype),
  jupyterLab: given.use_jupyter_lab ?? before.jupyterLab,
  jupyterDir: given.jupyter_dir ?? before.jupyterDir,
  registry: given.docker_login_repo
    ? {
        repo: given.docker_login_repo,
        user: given.docker_login_user ?? '',
        pass: given.docker_login_pass ?? '',
      }
    : before.registry,
  recommendedDisk: given.recommended_disk_space ?? before.recommendedDisk,
  desc: given.desc ?? before.desc,
  private: given.private ?? before.private,
  volumeInfo: given.volume_info ?? before.volumeInfo,
});

function create({ store, body }: Call) {
  const given = readShape(shape, body);
  if (!given.name) reject('bad_request', '"name" is missing');
  if (!given.image) reject('bad_request', '"image" is missing');
  const empty: TemplateRecord = {
    id: store.nextId('template'),
    hash: store.secret(32),
    name: '',
    image: '',
    tag: '',
    env: '',
    onstart: '',
    argsStr: '',
    runtype: 'ssh_proxy',
    jupyterLab: false,
    jupyterDir: null,
    registry: null,
    recommendedDisk: 8,
    desc: '',
    volumeInfo: null,
    private: true,
    createdAt: store.now(),
  };
  const template = changed(empty, given);
  store.state.templates.push(template);
  return success({ msg: 'template created', template: present(store, template) });
}

function find(store: Store, given: Given): number {
  const at = store.state.templates.findIndex(
    (one) => one.deleted !== true && (one.hash === given.hash_id || one.id === given.template_id),
  );
  return at === -1 ? reject('not_found', 'there is no such template') : at;
}

const path = '/api/v0/template';
const write = { category: 'user_write' } as const;

export const templateRoutes: Route[] = [
  {
    method: 'GET',
    path,
    auth: { category: 'user_read' },
    interval: 3,
    handler: ({ store, query }) => {
      const tests = readTests(jsonParameter(query, 'select_filters'));
      const templates = store.state.templates
        .filter((one) => one.deleted !== true)
        .map((one) => present(store, one))
        .filter((row) => tests.every((test) => test(row)));
      return success({ templates_found: templates.length, templates });
    },
  },
  { method: 'POST', path, auth: write, interval: 3, handler: create },
  {
    method: 'PUT',
    path,
    auth: write,
    interval: 3,
    handler: ({ store, body }) => {
      const given = readShape(shape, body);
      const at = find(store, given);
      // A changed template has another hash and keeps its id.
      const template = {
        ...changed(store.state.templates[at] as TemplateRecord, given),
        hash: store.secret(32),
      };
      store.state.templates[at] = template;
      return success({ msg: 'template updated', template: present(store, template) });
    },
  },
  {
    method: 'DELETE',
    path,
    auth: write,
    interval: 3,
    handler: ({ store, body }) => {
      const at = find(store, readShape(shape, body));
      (store.state.templates[at] as TemplateRecord).deleted = true;
      return success({ msg: 'template deleted' });
    },
  },
];
