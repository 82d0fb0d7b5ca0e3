import { useSWRConfig } from 'swr';
import type { ApiError } from '../client/errors.ts';
import type { Instance, InstanceListReply } from '../client/wire.ts';
import { advise } from '../domain/error-advice.ts';
import { disk, ratePerHour } from '../domain/format.ts';
import { canDestroy, canSsh, canStart, canStop, readInstance, sshTarget } from '../domain/lifecycle.ts';
import { instanceBurn, instancePrices } from '../domain/money.ts';
import { gpuLabel, instanceName, phraseFor } from '../domain/names.ts';
import type { ActionId, Bindings } from '../keymap.ts';
import type { Parts } from '../parts.ts';
import { type Deck, useDeck, useSession } from './deck.ts';
import { keys } from './resources.ts';
import { writeWantsLogin } from './tfa-login.ts';
import { useCommand } from './use-command.ts';

export const instanceActs = [
  'instance.ssh',
  'instance.copy-ssh',
  'instance.stop',
  'instance.start',
  'instance.destroy',
] as const satisfies readonly ActionId[];
export type InstanceAct = (typeof instanceActs)[number];

const reasonOf = (can: { ok: true } | { ok: false; reason: string }) => (can.ok ? undefined : can.reason);

/**
 * Says what became of a write that failed, and leads to the two-factor login where that is what it lacked. A key that
 * is refused altogether shows by the reads that follow.
 */
export function reportFailure(deck: Deck, what: string, error: ApiError): void {
  const { title, meaning, next } = advise(error);
  deck.messages.say('error', `${what}: ${title} ${meaning} ${next}`.replace(/\s+/g, ' ').trim());
  writeWantsLogin(deck, error);
}

/** Ssh, copy, stop, start and destroy of one instance: the same on the list and on its own screen. */
export function useInstanceActs(
  instance: Instance | undefined,
  after?: { destroyed?: () => void },
): Bindings<InstanceAct> {
  const deck = useDeck();
  const session = useSession();
  const { mutate } = useSWRConfig();
  const { terminal } = deck.services;
  const id = instance?.id ?? 0;
  const touches = [keys.instances, keys.instance(id), keys.user];
  const api = session?.api;
  const stop = useCommand((target: number) => (api as NonNullable<typeof api>).stopInstance(target), touches);
  const start = useCommand(
    (target: number) => (api as NonNullable<typeof api>).startInstance(target),
    touches,
  );
  const destroy = useCommand(
    (target: number) => (api as NonNullable<typeof api>).destroyInstance(target),
    touches,
  );
  const none = instance === undefined ? 'There is no instance here' : undefined;
  const busy =
    stop.pending || start.pending || destroy.pending ? 'The last request is still on its way' : undefined;
  const address = instance === undefined ? undefined : sshTarget(instance);
  const name = instance === undefined ? '' : instanceName(instance);

  const send = async (act: typeof stop, verb: string, done: string) => {
    const result = await act.run(id);
    if (result === undefined) return;
    if (result.ok) deck.messages.say('info', `${name}: ${done}`);
    else reportFailure(deck, `${verb} ${name}`, result.error);
  };
  const sendDestroy = async () => {
    const result = await destroy.run(id);
    if (result === undefined) return;
    if (!result.ok) return reportFailure(deck, `Destroy ${name}`, result.error);
    deck.destroyed.add(id);
    // The row goes only now that the service has said so; a list that was asked before cannot bring it back.
    await mutate<InstanceListReply>(
      keys.instances,
      (list) => list && { ...list, instances: list.instances.filter((row) => row.id !== id) },
      { revalidate: true },
    );
    if (session !== undefined) {
      deck.services.watches(session).remove(id, deck.services.clock.now());
      await deck.services.instanceKeys(session).forget(id);
    }
    deck.messages.say('info', `${name} is destroyed; nothing of it is charged any more`);
    after?.destroyed?.();
  };

  return {
    'instance.ssh': {
      run: () => {
        if (address === undefined) return;
        void terminal.ssh(address, id).then(({ ok, text, command }) => {
          deck.messages.say(ok ? 'info' : 'warn', text);
          if (command !== undefined)
            deck.open({ kind: 'pager', title: 'To forget the old host key, run', lines: [command] });
        });
      },
      blocked: none ?? (instance && reasonOf(canSsh(instance))),
    },
    'instance.copy-ssh': {
      run: () =>
        address &&
        void terminal
          .copy(address.command)
          .then(({ how, text }) => deck.messages.say(how === 'not-copied' ? 'warn' : 'info', text)),
      blocked: none ?? (instance && reasonOf(canSsh(instance))),
    },
    'instance.stop': {
      run: () =>
        instance &&
        deck.open({
          kind: 'confirm',
          action: 'instance.stop',
          title: 'Stop this instance?',
          body: stopBody(instance, session?.profile ?? ''),
          no: 'No, go back',
          yes: 'Stop it',
          run: () =>
            void send(stop, 'Stop', 'asked to stop; compute billing halts, the disk is still charged'),
        }),
      blocked: none ?? busy ?? (instance && reasonOf(canStop(instance))),
    },
    'instance.start': {
      run: () =>
        instance &&
        deck.open({
          kind: 'confirm',
          action: 'instance.start',
          title: 'Start this instance?',
          body: startBody(instance, session?.profile ?? ''),
          no: 'No, go back',
          yes: 'Start it',
          run: () => void send(start, 'Start', 'asked to start'),
        }),
      blocked: none ?? busy ?? (instance && reasonOf(canStart(instance))),
    },
    'instance.destroy': {
      run: () =>
        instance &&
        deck.open({
          kind: 'confirm',
          action: 'instance.destroy',
          title: 'Destroy this instance?',
          body: destroyBody(instance, session?.profile ?? ''),
          no: 'Keep it',
          yes: 'Destroy',
          typed: phraseFor(instance),
          run: () => void sendDestroy(),
        }),
      blocked: none ?? busy ?? (instance && reasonOf(canDestroy(instance))),
    },
  };
}

const identity = (instance: Instance): Parts => [
  [`${instance.id}  ${instance.label ?? ''}`.trim(), 'bold'],
  `  ${gpuLabel(instance) ?? ''}  ${readInstance(instance).word}`,
];

function stopBody(instance: Instance, profile: string): Parts[] {
  const { disk: perHour } = instancePrices(instance);
  const left = perHour === undefined ? 'at a price that is not known' : `at ${ratePerHour(perHour)}`;
  return [
    identity(instance),
    [],
    ['Compute billing halts. The disk stays and is still charged,'],
    [`${left}, until you destroy it.`],
    [[`To end every charge, destroy it instead (D). Profile ${profile}.`, 'dim']],
  ];
}

function startBody(instance: Instance, profile: string): Parts[] {
  const { total } = instancePrices(instance);
  return [
    identity(instance),
    [],
    [`It costs ${ratePerHour(total)} once it runs. It starts when a GPU of its host is free.`],
    [[`Profile ${profile}.`, 'dim']],
  ];
}

function destroyBody(instance: Instance, profile: string): Parts[] {
  const { perHour } = instanceBurn(instance);
  const size = instance.disk_space === undefined ? 'Its disk' : `Its disk (${disk(instance.disk_space)})`;
  return [
    [...identity(instance)],
    [],
    [`${size} is erased and cannot be brought back.`],
    [
      `${perHour === undefined ? 'All its charges end.' : `Saves ${ratePerHour(perHour)}.`} Profile ${profile}.`,
    ],
  ];
}
