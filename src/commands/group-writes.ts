import { buildEndpointGroup, endpointGroupFields } from '../engine/groups/endpoint-group.ts';
import { buildWorkerGroup } from '../engine/groups/worker-group.ts';
import { workerGroupFields } from '../engine/groups/worker-group-fields.ts';
import { type Account, type CommandContext, requireAccount } from './cli/context.ts';
import { failure } from './cli/failure.ts';
import { handOut } from './cli/hand-out.ts';
import { readId } from './cli/numbers.ts';
import { type Printed, printJson } from './cli/output.ts';
import { changeOnce, seenFields } from './cli/settle-lost.ts';
import {
  agreeTo,
  type Consent,
  costOfChange,
  costOfDraft,
  costOfEndpointChange,
  type Doing,
  needConsent,
  readConsent,
  type WorkersCost,
} from './group-consent.ts';
import { createGroup } from './group-create.ts';
import { explainGroupErrors, type GroupOptions, readGroupFlags } from './group-flags.ts';

type Purpose = 'create' | 'change';

async function workerGroup(context: CommandContext, options: GroupOptions, purpose: Purpose) {
  if (options.launchArgsStdin === true && context.composition.flags.apiKeyStdin === true)
    throw failure(
      'usage',
      'bad_value',
      'Standard input can be only one of the key and the launch arguments.',
    );
  const draft = await readGroupFlags(context.io, options, workerGroupFields);
  const built = buildWorkerGroup(draft, purpose);
  if (built.ok) return { draft, body: built.body };
  throw failure('usage', 'bad_request', explainGroupErrors(built.errors, workerGroupFields));
}

/** `rigdeck groups create …`: one request, once what all its workers may cost is agreed to. */
export async function createWorkerGroupCommand(
  context: CommandContext,
  options: GroupOptions,
): Promise<void> {
  const { io, json } = context;
  const consent = readConsent(options);
  if (options.endpointName === undefined && options.endpointId === undefined)
    throw failure('usage', 'bad_request', 'missing --endpoint-name or --endpoint-id');
  const { draft, body } = await workerGroup(context, options, 'create');
  needConsent(context, consent, 'create');
  const account = await requireAccount(context);
  // What is refused here anyway needs no prices.
  const refused = context.composition.readOnly(account.profile);
  const cost = refused ? undefined : await costOfDraft(context, account, draft);
  if (cost !== undefined) await agreeTo(context, consent, cost, 'create');
  const id = await createGroup(context, account, { kind: 'worker', body });
  const fields: Printed = { schema: 1, worker_group_id: id, worst_case_per_hour: cost?.perHour ?? null };
  await tellCreated(context, 'worker group', id, fields);
  if (json) return;
  io.say('Its workers are instances and are billed as such. See them: rigdeck instances');
}

/** Gives the id, which is the answer. */
const tellCreated = (
  { io, json }: CommandContext,
  what: string,
  id: number,
  fields: Printed,
): Promise<void> =>
  handOut(
    io,
    () => (json ? printJson(io, fields) : io.out(io.outIsTerminal ? `Created: ${what} ${id}\n` : `${id}\n`)),
    {
      made: `The ${what} ${id} was created.`,
      next: 'The same command again creates another one. See what is there: rigdeck groups',
    },
  );

/** `rigdeck groups change ID …`: the fields that are given, and no other. */
export async function changeWorkerGroupCommand(
  context: CommandContext,
  typedId: string,
  options: GroupOptions,
): Promise<void> {
  const id = readId(typedId, 'worker group id');
  const consent = readConsent(options);
  const { body } = await workerGroup(context, options, 'change');
  const account = await requireAccount(context);
  const { api } = account;
  await agreeToChange(context, account, consent, 'change', () => costOfChange(context, account, id, body));
  const { signal } = context;
  await changeOnce(
    context,
    { read: () => api.listWorkerGroups({ signal }), seen: seenFields(`worker group ${id}`, id, body) },
    () => api.changeWorkerGroup(id, body, { signal }),
  );
  done(context, { worker_group_id: id }, `Worker group ${id} is changed: ${Object.keys(body).join(', ')}.`);
}

/** Asks, where a change can raise what is rented. What can only lower it is its own consent. */
async function agreeToChange(
  context: CommandContext,
  { profile }: Account,
  consent: Consent,
  doing: Doing,
  costOf: () => Promise<WorkersCost | undefined>,
): Promise<void> {
  const isAgreed = consent.yes && consent.cap === undefined;
  // What is refused here anyway needs no prices.
  if (isAgreed || context.composition.readOnly(profile)) return;
  const cost = await costOf();
  if (cost === undefined) return;
  needConsent(context, consent, doing);
  await agreeTo(context, consent, cost, doing);
}

async function endpointGroup({ io }: CommandContext, options: GroupOptions, purpose: Purpose) {
  const built = buildEndpointGroup(await readGroupFlags(io, options, endpointGroupFields), purpose);
  if (built.ok) return built.body;
  throw failure('usage', 'bad_request', explainGroupErrors(built.errors, endpointGroupFields));
}

/** `rigdeck groups endpoint-create …`. By itself an endpoint group rents nothing. */
export async function createEndpointGroupCommand(
  context: CommandContext,
  options: GroupOptions,
): Promise<void> {
  const { io, json } = context;
  if (options.endpointName === undefined) throw failure('usage', 'bad_request', 'missing --endpoint-name');
  const body = await endpointGroup(context, options, 'create');
  const account = await requireAccount(context);
  const id = await createGroup(context, account, { kind: 'endpoint', body });
  await tellCreated(context, 'endpoint group', id, { schema: 1, endpoint_group_id: id });
  if (json) return;
  io.say(`It rents nothing yet. Give it workers: rigdeck groups create --endpoint-id ${id} …`);
}

/** `rigdeck groups endpoint-change ID …`. */
export async function changeEndpointGroupCommand(
  context: CommandContext,
  typedId: string,
  options: GroupOptions,
): Promise<void> {
  const id = readId(typedId, 'endpoint group id');
  const consent = readConsent(options);
  const body = await endpointGroup(context, options, 'change');
  const account = await requireAccount(context);
  const { api } = account;
  await agreeToChange(context, account, consent, 'endpoint-change', () =>
    costOfEndpointChange(context, account, id, body),
  );
  const { signal } = context;
  await changeOnce(
    context,
    { read: () => api.listEndpointGroups({ signal }), seen: seenFields(`endpoint group ${id}`, id, body) },
    () => api.changeEndpointGroup(id, body, { signal }),
  );
  done(
    context,
    { endpoint_group_id: id },
    `Endpoint group ${id} is changed: ${Object.keys(body).join(', ')}.`,
  );
}

function done({ io, json }: CommandContext, ids: Record<string, number>, words: string): void {
  if (json) printJson(io, { schema: 1, ...ids, success: true });
  else io.say(words);
}
