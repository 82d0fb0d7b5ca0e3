import type { CommandContext } from './context.ts';
import { failure } from './failure.ts';

type Question = {
  /** What is asked, as `Type box-1 to destroy it: `. */
  question: string;
  /** What counts as a yes, as it was typed but for blanks around it. */
  accepts: (typed: string) => boolean;
  /** Said where something else was typed, as `That is not its name.` */
  wrong?: string;
  /** What did not happen then, as a sentence. */
  nothing: string;
};

/** Has the person type a word before something is lost for good: anything else ends the command, with nothing sent. */
export async function askTyped(
  { io }: Pick<CommandContext, 'io'>,
  { question, accepts, wrong, nothing }: Question,
): Promise<void> {
  const typed = await io.ask(question);
  if (typed === undefined) throw failure('interrupted', 'interrupted', nothing);
  if (!accepts(typed.trim()))
    throw failure('guard', 'not_confirmed', wrong === undefined ? nothing : `${wrong} ${nothing}`);
}

/** Where nobody can be asked, --yes is needed before anything is sent. `effect` is what the command does. */
export function needYes(
  { io }: Pick<CommandContext, 'io'>,
  yes: boolean | undefined,
  command: string,
  effect: string,
): void {
  if (yes !== true && !io.canAsk)
    throw failure('guard', 'needs_yes', `${command} needs confirmation: ${effect}`, 'pass --yes');
}
