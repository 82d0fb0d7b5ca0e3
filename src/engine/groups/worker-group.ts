import { withoutTold } from '../../base/secret-words.ts';
import type { WorkerGroupRequest } from '../../client/wire.ts';
import { type GroupDraft, type GroupError, readGroupDraft } from './group-fields.ts';
import { type WorkerGroupName, workerGroupFields } from './worker-group-fields.ts';

export type WorkerGroupDraft = GroupDraft<WorkerGroupName>;
export type WorkerGroupError = GroupError<WorkerGroupName>;
export type WorkerGroupBody =
  | { ok: true; body: WorkerGroupRequest }
  | { ok: false; body: WorkerGroupRequest; errors: WorkerGroupError[] };

type Touched = (name: WorkerGroupName) => boolean;

/** Of two ways to say one thing only one may be taken (interface.md, Worker group create body). */
function oneOf(touched: Touched, purpose: 'create' | 'change'): WorkerGroupError[] {
  const errors: WorkerGroupError[] = [];
  const hasTemplate = touched('template_hash') || touched('template_id');
  if (touched('endpoint_name') && touched('endpoint_id'))
    errors.push({ field: 'endpoint_id', message: 'the endpoint by its name or by its id: leave one out' });
  if (purpose === 'create' && !touched('endpoint_name') && !touched('endpoint_id'))
    errors.push({ field: 'endpoint_name', message: 'name the endpoint group, or give its id' });
  if (touched('template_hash') && touched('template_id'))
    errors.push({ field: 'template_id', message: 'the template by its hash or by its id: leave one out' });
  if (hasTemplate && touched('search_params'))
    errors.push({ field: 'search_params', message: 'a template or a search: leave one of them out' });
  return errors;
}

/**
 * The body that creates a worker group, or changes one: what was typed and nothing else, so that the service's own
 * defaults hold for the rest. Launch arguments that were emptied are taken off; any other emptied field stays.
 */
export function buildWorkerGroup(draft: WorkerGroupDraft, purpose: 'create' | 'change'): WorkerGroupBody {
  const { values, errors } = readGroupDraft(workerGroupFields, draft);
  const touched: Touched = (name) => (draft[name] ?? '').trim() !== '';
  const all = [...oneOf(touched, purpose), ...errors];
  const body = values as WorkerGroupRequest;
  if (purpose === 'change' && draft.launch_args?.trim() === '') body.launch_args = '';
  if (purpose === 'change' && all.length === 0 && Object.keys(body).length === 0)
    all.push({ message: 'Nothing is changed so far' });
  return all.length === 0 ? { ok: true, body } : { ok: false, body, errors: all };
}

/** Launch arguments as they may be shown: a registry login, and what is told to be a secret, are dots. */
export const maskLaunchArgs = (args: string, dots: string): string => withoutTold(args, dots);
