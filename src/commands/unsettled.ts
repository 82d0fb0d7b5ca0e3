import { span } from '../base/format.ts';
import { settledByPerson, type Unsettled, unsettled } from '../engine/rent/rent-journal-machine.ts';
import { carries, contradiction } from '../engine/rent/rent-match.ts';
import { noteOutcome } from '../engine/rent/rent-once.ts';
import { judgeRents, type ListReading, readingOf, type Verdict } from '../engine/rent/rent-verdict.ts';
import { damageWords, settledWords } from '../engine/rent/unsettled-words.ts';
import { absentAfterMs } from '../engine/write.ts';
import { type Account, type CommandContext, requireAccount } from './cli/context.ts';
import { exitCodes } from './cli/exit-codes.ts';
import { CommandFailure, failure } from './cli/failure.ts';
import { handOut } from './cli/hand-out.ts';
import { readId } from './cli/numbers.ts';
import { type PrintColumn, printJson, printRows } from './cli/output.ts';
import {
  type AccountJournal,
  asWriter,
  correctByMarks,
  journalFor,
  settleByList,
  settleCommand,
} from './rent-journal.ts';

/** Between looks at the list. */
const lookEveryMs = 5_000;

/**
 * `rigdeck unsettled`: the rents of the account whose outcome is not known, and whether that is all of them. What counts as
 * not created and is in the list all the same is corrected first.
 */
export async function unsettledCommand(context: CommandContext): Promise<void> {
  const { io, json, composition } = context;
  const account = await requireAccount(context);
  await correctByMarks(context, account);
  const rents = unsettled(journalFor(context, account).events());
  const { problem, damage } = composition.journal;
  const isWhole = problem === undefined && damage === undefined;
  if (problem !== undefined) io.say(problem);
  if (damage !== undefined) io.say(damageWords(damage));
  if (json)
    return printJson(io, {
      ...{ schema: 1, unsettled: rents.map(fieldsOf) },
      ...{ complete: isWhole, unreadable_lines: damage?.lines ?? 0 },
    });
  printRows(io, columnsAt(composition.clock.now()), rents);
  const [first] = rents;
  if (first === undefined)
    io.say(isWhole ? 'Every rent has its outcome.' : 'Every rent that can be read has its outcome.');
  else io.say(`Settle one with: ${settleCommand(first.rent)}`);
}

/** Times in epoch seconds, as the service gives its own. */
function fieldsOf({ rent, offerId, at, since, gpu, tag, label, overridden }: Unsettled) {
  const seconds = (ms: number | undefined) => (ms === undefined ? null : Math.round(ms / 1000));
  return {
    ...{ id: rent, offer_id: offerId, sent_at: seconds(at), unclear_since: seconds(since) },
    ...{ gpu: gpu ?? null, label: label ?? tag ?? null, overridden },
  };
}

const columnsAt = (now: number): readonly PrintColumn<Unsettled>[] => [
  { title: 'ID', text: ({ rent }) => rent, raw: ({ rent }) => rent },
  { title: 'OFFER', text: ({ offerId }) => String(offerId), raw: ({ offerId }) => offerId, right: true },
  { title: 'GPU', text: ({ gpu }) => gpu ?? '·', raw: ({ gpu }) => gpu, least: 10 },
  { title: 'SENT', text: ({ at }) => `${span(now - at)} ago`, raw: ({ at }) => Math.round(at / 1000) },
  {
    title: 'LABEL',
    text: ({ label, tag }) => label ?? tag ?? '·',
    raw: ({ label, tag }) => label ?? tag,
    least: 10,
  },
];

/**
 * `rigdeck unsettled settle ID`: looks at the list until that settles the rent, for as long as it takes to say that
 * nothing was created; or takes the person's word. What only a person can tell is asked, or ends the command with 7.
 */
export async function settleRentCommand(
  context: CommandContext,
  rent: string,
  options: { adopt?: string; notCreated?: boolean; yes?: boolean },
): Promise<void> {
  const adopt = options.adopt === undefined ? undefined : readId(options.adopt, '--adopt');
  if (adopt !== undefined && options.notCreated === true)
    throw failure('usage', 'usage', '--adopt and --not-created cannot be used together');
  const account = await requireAccount(context);
  await asWriter(context, account, async (journal) => {
    const open = unsettled(journal.events()).find((one) => one.rent === rent);
    if (open === undefined)
      throw failure(
        'refused',
        'not_unsettled',
        `There is no rent ${rent} without an outcome.`,
        'See: rigdeck unsettled',
      );
    if (options.notCreated === true) {
      if (options.yes !== true) await refuseWhileMarked(context, account, open);
      await byPerson(context, journal, rent, 'not-created', options.yes);
    } else if (adopt === undefined) await lookUntilSettled(context, account, journal, open);
    else {
      const { list } = await settleByList(context, account, journal);
      if (!list.rows.some(({ id }) => id === adopt))
        throw failure(
          'refused',
          'no_instance',
          `The list of instances has no ${adopt}.`,
          'See: rigdeck instances',
        );
      if (unsettled(journal.events()).some((one) => one.rent === rent))
        await byPerson(context, journal, rent, { id: adopt });
    }
    await tell(context, journal, open);
  });
}

/**
 * Looks at the list before a person's word ends the search: what carries the mark of the rent was created, whatever
 * anybody says. A list that cannot be read ends the command. What may have come of it is named.
 */
async function refuseWhileMarked(
  { io, signal, composition }: CommandContext,
  { api }: Account,
  open: Unsettled,
): Promise<void> {
  const at = composition.clock.now();
  const list = readingOf(await api.listInstances({ signal }), at);
  const own = list.rows.find((row) => carries(row, open.tag));
  if (own !== undefined)
    throw failure(
      'guard',
      'was_created',
      `Instance ${own.id} carries the mark of this rent, ${open.tag}: it was created and is charged. Nothing was settled.`,
      `Settle it as that one: ${settleCommand(open.rent)}; or pass --yes.`,
    );
  const others = list.rows.filter(({ id }) => open.knownIds?.includes(id) === false).map(({ id }) => id);
  if (others.length > 0) io.say(`New since then, and as you say not of it: ${others.join(', ')}.`);
}

async function byPerson(
  { composition }: CommandContext,
  journal: AccountJournal,
  rent: string,
  became: { id: number } | 'not-created',
  insisted = false,
): Promise<void> {
  const event = settledByPerson(journal.events(), rent, became, composition.clock.now(), insisted);
  if (event === undefined)
    throw failure(
      'refused',
      'not_possible',
      'That instance is known to be of another rent.',
      'See: rigdeck instances',
    );
  await noteOutcome(journal, event);
}

async function lookUntilSettled(
  context: CommandContext,
  account: Account,
  journal: AccountJournal,
  open: Unsettled,
): Promise<void> {
  const { rent, offerId } = open;
  const { io, composition, signal } = context;
  let rows: ListReading['rows'] = [];
  const verdictNow = async (): Promise<Verdict | undefined> => {
    const { list } = await settleByList(context, account, journal);
    rows = list.rows;
    return judgeRents(journal.events(), list).find((one) => one.rent.rent === rent)?.verdict;
  };
  let verdict = await verdictNow();
  if (verdict?.kind === 'wait')
    io.say(`Nothing of offer ${offerId} is in the list yet; looking for up to ${absentAfterMs / 1000} s.`);
  while (verdict?.kind === 'wait') {
    await composition.clock.sleep(lookEveryMs, signal).catch(() => {
      throw failure('interrupted', 'interrupted', 'It is still not settled.');
    });
    verdict = await verdictNow();
  }
  if (verdict?.kind !== 'ask') return;
  const named = verdict.ids.map((id) => {
    const row = rows.find((one) => one.id === id);
    const other = row && contradiction(open, row);
    return other === undefined ? String(id) : `${id} (${other}: not what was rented)`;
  });
  await askPerson(context, journal, open, verdict.ids, named);
}

async function askPerson(
  context: CommandContext,
  journal: AccountJournal,
  { rent, otherKey }: Unsettled,
  ids: readonly number[],
  named: readonly string[],
): Promise<void> {
  const { io } = context;
  const what =
    otherKey === true
      ? 'It was sent with another API key'
      : ids.length === 0
        ? 'The list counts more instances than it shows'
        : `Any of these may have come of it, or none: ${named.join(', ')}`;
  if (!io.canAsk)
    throw new CommandFailure(
      exitCodes.outcomeUnknown,
      'unsettled',
      `${what}. Only you can tell.`,
      `Say which: ${settleCommand(rent)} --adopt ID, or --not-created`,
    );
  io.say(`${what}. Only you can tell.`);
  const typed = (await io.ask('Type its id, or none: '))?.trim().toLowerCase();
  if (typed === undefined) throw failure('interrupted', 'interrupted', 'It is still not settled.');
  const id = ids.find((one) => String(one) === typed);
  if (id === undefined && typed !== 'none')
    throw failure('guard', 'not_confirmed', 'That is none of them. It is still not settled.');
  await byPerson(context, journal, rent, id === undefined ? 'not-created' : { id });
}

/** What became of it, out of the journal. */
async function tell({ io, json }: CommandContext, journal: AccountJournal, open: Unsettled): Promise<void> {
  const { rent, offerId } = open;
  const outcome = journal
    .events()
    .find((event) => (event.t === 'rented' || event.t === 'not-created') && event.rent === rent);
  if (outcome?.t !== 'rented' && outcome?.t !== 'not-created') return;
  const id = outcome.t === 'rented' ? outcome.id : null;
  const { text } = settledWords(open, outcome);
  const print = () => {
    if (json) printJson(io, { schema: 1, id: rent, offer_id: offerId, outcome: outcome.t, instance_id: id });
    else if (id !== null) io.out(io.outIsTerminal ? `Rented: instance ${id}\n` : `${id}\n`);
  };
  await handOut(io, print, { made: text, next: 'See: rigdeck instances' });
  if (!json) io.say(text);
}
