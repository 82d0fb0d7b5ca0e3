import type { CommandContext, ProgramPorts } from './cli/context.ts';

/** `rigdeck` alone: the deck, or where it cannot be drawn the status. Resolves with the exit code, if it is another one. */
export async function deckOrStatus(
  context: CommandContext,
  ports: Pick<ProgramPorts, 'deck' | 'startDeck'>,
): Promise<unknown> {
  const { composition, flags, json, io } = context;
  if (ports.deck.ok && !json) return ports.startDeck(composition, flags);
  if (ports.deck.ok === false && ports.deck.reason !== undefined) io.say(ports.deck.reason);
  return (await import('./status.ts')).statusCommand(context);
}
