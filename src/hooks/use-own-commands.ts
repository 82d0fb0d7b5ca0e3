import { rate } from '../base/format.ts';
import type { Instance, Offer } from '../client/wire.ts';

import type { Deck } from '../engine/deck.ts';
import { gpuLabel } from '../engine/instances/names.ts';
import { readInstance, sshTarget } from '../engine/instances/reading.ts';
import { instanceBurn, offerPrice } from '../engine/money/money.ts';
import {
  type CommandPlace,
  type CommandValues,
  commandBlock,
  commandRun,
  commandVariables,
  type OwnCommand,
} from '../engine/own-commands.ts';
import { useLayer } from '../tui/keys/use-layer.ts';
import { useDeck } from './use-deck.ts';

/** The keys of the person's own commands on a screen, for the row under the cursor: none while there is no row. */
export function useOwnCommands(place: CommandPlace, values: CommandValues | undefined): void {
  const deck = useDeck();
  const commands = deck.commands.filter(({ spec }) => spec.on.includes(place));
  useLayer(
    commands.length === 0
      ? undefined
      : {
          kind: 'screen',
          bindings: Object.fromEntries(
            commands.map((command) => [
              command.id,
              {
                row: command.row,
                run: () => values && void run(deck, command, values),
                blocked: commandBlock(command, values),
              },
            ]),
          ),
        },
  );
}

async function run(deck: Deck, command: OwnCommand, values: CommandValues): Promise<void> {
  const { terminal } = deck.services;
  const { label } = command.row;
  const apart = command.spec.background === true;
  if (apart) deck.messages.say('info', `${label} runs`);
  const end = await terminal.run(
    { name: label, run: commandRun(command, values), variables: commandVariables(values) },
    { apart },
  );
  deck.messages.say(end.ok ? 'info' : 'warn', end.text);
}

const text = (value: number | undefined): string | undefined =>
  value === undefined ? undefined : String(value);

/** A price in $/h with the digits that a list shows of it. */
const price = (perHour: number | undefined): string | undefined =>
  perHour === undefined || !Number.isFinite(perHour) ? undefined : rate(perHour);

/** Without what is not known: a command that speaks of it says so. */
const known = (values: Record<string, string | undefined>): CommandValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as CommandValues;

/** What a command is told of an instance; a label that nobody gave is an empty one. */
export function instanceValues(instance: Instance, sshUser: string): CommandValues {
  const at = sshTarget(instance, sshUser);
  return known({
    id: String(instance.id),
    label: instance.label ?? '',
    state: readInstance(instance).word,
    host: at?.host,
    port: text(at?.port),
    user: sshUser,
    gpu: gpuLabel(instance),
    price: price(instanceBurn(instance).perHour),
    place: instance.geolocation,
  });
}

/** What a command is told of an offer. */
export const offerValues = (offer: Offer): CommandValues =>
  known({
    id: String(offer.id),
    gpu: gpuLabel(offer),
    price: price(offerPrice(offer)),
    place: offer.geolocation,
  });
