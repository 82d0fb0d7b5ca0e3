/** An act that no service has: the three things of which an act is made. */

import { write } from '../../src/client/endpoint-row.ts';
import { endpoints } from '../../src/client/endpoints.ts';
import { isRecord } from '../../src/client/fields.ts';
import type { Instance } from '../../src/client/wire.ts';
import { instanceNoun, instanceWrites } from '../../src/engine/instances/writes.ts';
import { type ActionRow, actions } from '../../src/engine/keymap.ts';
import { defineWrite, type Noun } from '../../src/engine/write.ts';
import type { Route } from '../../src/sandbox/index.ts';

/** One: the row of its endpoint. */
const rows = {
  ...endpoints,
  hibernateInstance: write('PUT', '/api/v0/instances/hibernate/:id/', {
    minIntervalMs: 1000,
    source: 'public',
    needs: 'instance_write',
    request: (id: number) => ({ id, body: {} }),
    reply: (body: unknown) => (isRecord(body) && body.success === true ? { success: true } : undefined),
  }),
};

/** One that no action has. */
export const freeKey = [...'XVZQK'].find((key) =>
  Object.values(actions).every(({ keys }: ActionRow) => !keys.includes(key)),
) as string;

/** Two: its record, with its messages. */
const define = defineWrite<unknown, typeof rows>()(instanceNoun as Noun<Instance>);
const hibernate = define(
  'instance.hibernate',
  'hibernateInstance',
)({
  action: { keys: [freeKey], label: 'hibernate', help: 'Hibernate instance' },
  on: 'rows',
  danger: 'confirm',
  holdMs: 5_000,
  needsFreshData: true,
  disabledReason: (row) => (row.actual_status === 'running' ? undefined : 'Only a running instance sleeps'),
  request: (id) => [id],
  touches: () => [instanceNoun.list],
  confirmedBy: (row) => row.label === 'asleep',
  messages: {
    title: (name) => `Hibernate ${name}`,
    ask: ({ targets }) => ({
      title: `Hibernate ${targets.length === 1 ? 'this instance' : `${targets.length} instances`}?`,
      body: [['Memory is kept on disk.']],
      no: 'Cancel',
      yes: 'Hibernate',
    }),
    done: ({ name }) => `${name} is asleep`,
    refused: 'It was not hibernated.',
    unconfirmed: {
      title: "Couldn't confirm the hibernation.",
      meaning: 'The instance may be awake.',
      next: 'Check the list.',
    },
    doneTogether: 'Asleep',
    none: 'hibernated',
    shows: (row) => `${row.id} is ${row.label === 'asleep' ? 'asleep' : 'awake'}`,
    again: (id, keyName) => `Retry with ${keyName('app.palette')}hibernate ${id}.`,
  },
  command: {
    name: 'hibernate',
    help: 'Hibernate an instance (keeps its memory)',
    done: (id) => `${id}: asleep`,
  },
});

/** Three: its route in the sandbox, which shows it by the label. */
const route: Route = {
  method: 'PUT',
  path: '/api/v0/instances/hibernate/:id',
  auth: { category: 'instance_write' },
  handler: ({ store, id }) => {
    const instance = store.instance(id);
    if (instance === undefined) return { status: 404, body: { success: false, error: 'no_such_instance' } };
    store.save({ ...instance, label: 'asleep' });
    return { body: { success: true } };
  },
};

/** The registries of the program, each with the made-up act as well. */
export const withMadeUpAct = {
  endpoints: rows,
  writes: [...instanceWrites, hibernate],
  routes: [route],
};
