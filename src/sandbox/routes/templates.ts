import { jsonParameter, readShape } from '../body.ts';
import { type Call, type Route, success } from '../call.ts';
import type { TemplateRecord } from '../entities.ts';
import { reject } from '../errors.ts';
import type { Store } from '../store.ts';
import { changedTemplate, presentTemplate, type TemplateInput, templateShape } from '../template-fields.ts';
import { readTests } from './record-filter.ts';

function create({ store, body }: Call) {
  const given = readShape(templateShape, body);
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
  const template = changedTemplate(empty, given);
  store.state.templates.push(template);
  return success({ msg: 'template created', template: presentTemplate(store, template) });
}

function find(store: Store, given: TemplateInput): number {
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
        .map((one) => presentTemplate(store, one))
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
      const given = readShape(templateShape, body);
      const at = find(store, given);
      // A changed template has another hash and keeps its id.
      const template = {
        ...changedTemplate(store.state.templates[at] as TemplateRecord, given),
        hash: store.secret(32),
      };
      store.state.templates[at] = template;
      return success({ msg: 'template updated', template: presentTemplate(store, template) });
    },
  },
  {
    method: 'DELETE',
    path,
    auth: write,
    interval: 3,
    handler: ({ store, body }) => {
      const at = find(store, readShape(templateShape, body));
      (store.state.templates[at] as TemplateRecord).deleted = true;
      return success({ msg: 'template deleted' });
    },
  },
];
