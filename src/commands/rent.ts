import { ratePerHour } from '../base/format.ts';
import { ApiError } from '../client/errors.ts';
import type { CreateRequest, InstanceListReply, Offer } from '../client/wire.ts';
import { gpuLabel } from '../engine/instances/names.ts';
import { dearerThanAgreed, dearerWords } from '../engine/money/agreed-price.ts';
import { offerTotal } from '../engine/money/money.ts';
import { isUnkept } from '../engine/note-down.ts';
import { wishOf } from '../engine/rent/late-answer.ts';
import { type RentEnd, rentOnce } from '../engine/rent/rent-once.ts';
import { rentOutcome } from '../engine/rent/rent-outcome.ts';
import { buildCreateRequest } from '../engine/rent/rent-request.ts';
import { describeSource } from '../platform/credentials/sources.ts';
import { type Account, type CommandContext, requireAccount, serviceTime } from './cli/context.ts';
import { exitCodes } from './cli/exit-codes.ts';
import { apiFailure, CommandFailure, failure } from './cli/failure.ts';
import { handOut } from './cli/hand-out.ts';
import { readId, readPositive } from './cli/numbers.ts';
import { printJson } from './cli/output.ts';
import { askTyped } from './cli/typed-consent.ts';
import { findLate, handOver } from './late-rent.ts';
import { comparableOffer } from './offer-lookup.ts';
import { bestOffer, confirmOffer, guardPrice, readRentQuery } from './rent-choice.ts';
import { explainRentErrors, type RentOptions, readRentDraft } from './rent-flags.ts';
import { type AccountJournal, asWriter, refuseWhileUnsettled, settleCommand } from './rent-journal.ts';

/** What is rented: an offer whose record may not have been read, and the most in $/h that was agreed to. */
type Choice = { offerId: number; offer: Offer | undefined; agreed?: number | undefined };

/**
 * `rigdeck rent OFFER_ID …`, or `--query` for the best offer of a search. The command is the consent. The request goes
 * out once, whatever comes of it, and never while it is not known what became of another one. Where the same command has
 * rented before and its answer got lost, that machine is the answer, so that a loop buys one.
 */
export async function rentCommand(
  context: CommandContext,
  typedId: string | undefined,
  options: RentOptions,
): Promise<void> {
  const { io, composition } = context;
  const { query, yes = false } = options;
  if (typedId === undefined && query === undefined)
    throw failure('usage', 'usage', 'missing <offer-id> or --query');
  if (typedId !== undefined && query !== undefined)
    throw failure('usage', 'usage', '<offer-id> and --query cannot be used together');
  const offerId = typedId === undefined ? undefined : readId(typedId, 'offer id');
  const filters = query === undefined ? undefined : readRentQuery(query);
  const maxPrice = options.maxPrice === undefined ? undefined : readPositive(options.maxPrice, '--max-price');
  if (filters !== undefined && maxPrice === undefined)
    throw failure('usage', 'usage', '--query needs --max-price (max price of GPU and disk, in $/h)');
  if (yes && maxPrice === undefined)
    throw failure('usage', 'usage', '--yes needs --max-price (max price of GPU and disk, in $/h)');
  const draft = await readRentDraft(options, {
    env: composition.env,
    stdin: io.readAll,
    stdinTaken: composition.flags.apiKeyStdin === true,
  });
  if (draft.image.trim() === '' && draft.template.trim() === '')
    throw failure('usage', 'bad_request', 'missing --image or --template');
  const request = buildCreateRequest(draft);
  if (!request.ok) throw failure('usage', 'bad_request', explainRentErrors(request.errors));
  const { body } = request;

  const account = await requireAccount(context);
  const isBid = draft.pay === 'bid';
  const wish = wishOf(offerId ?? { filters, isBid }, body);
  const choose = async (): Promise<Choice> => {
    if (offerId === undefined && filters !== undefined && maxPrice !== undefined) {
      const best = await bestOffer(context, account, { filters, isBid, maxPrice, body });
      await confirmOffer(context, best, yes);
      return { offerId: best.offer.id, offer: best.offer, agreed: yes ? maxPrice : best.perHour };
    }
    const id = offerId as number;
    if (maxPrice === undefined) return { offerId: id, offer: undefined };
    const offer = await guardPrice(context, account, { offerId: id, isBid, maxPrice, body });
    return { offerId: id, offer, agreed: maxPrice };
  };
  const rentIt = async (journal: AccountJournal, unguarded: string | undefined) => {
    const just = await refuseWhileUnsettled(context, account, journal);
    const late = await findLate(context, account, journal, { wish, just });
    if (late !== undefined) {
      await tellRented(context, { id: late.id, late: true });
      return void (await handOver(context, journal, late.rent));
    }
    await acceptDamage(context, options.damagedJournal === true);
    const choice = await choose();
    const checked = choice.offer === undefined ? request : buildCreateRequest(draft, choice.offer);
    for (const warning of checked.ok ? checked.warnings : []) io.say(warning);
    const unprotected = await acceptUnprotected(context, journal, unguarded, options.journal === false);
    const end = await send(context, account, { choice, body, wish, journal, unprotected });
    await finish(context, account, journal, { end, choice, isBid });
  };
  // What is refused here anyway needs no lock and no list.
  if (composition.readOnly(account.profile))
    throw apiFailure({ kind: 'refused', reason: 'read-only', endpoint: 'createInstance' });
  await asWriter(context, account, rentIt);
}

const withoutJournal = 'Free some space or set HOME, or pass --no-journal to rent without it.';

/** Has it accepted that lines of the journal cannot be read: a rent without an outcome may be in them. */
async function acceptDamage({ io, composition }: CommandContext, accepted: boolean): Promise<void> {
  if (composition.journal.damage === undefined || accepted) return;
  await consent(
    io,
    'damaged_journal',
    'Check for unknown instances (rigdeck instances), then pass --damaged-journal or move the file away.',
  );
}

/** Has a person type that a rent goes out all the same; `next` is the way where nobody can be asked. */
async function consent(io: CommandContext['io'], code: string, next: string): Promise<void> {
  if (!io.canAsk) throw failure('guard', code, 'Nothing was sent.', next);
  const accepts = (typed: string) => typed === 'rent';
  await askTyped({ io }, { question: 'Type rent to go on: ', accepts, nothing: 'Nothing was sent.' });
}

/** Says that the rent could not be found again after a crash, if so, and has that accepted. Answers whether it was so. */
async function acceptUnprotected(
  { io }: CommandContext,
  journal: AccountJournal,
  unguarded: string | undefined,
  accepted: boolean,
): Promise<boolean> {
  const kept = await journal.check();
  const why = kept.ok ? unguarded : kept.message;
  if (why === undefined) return false;
  io.say(`Not protected: ${why} If the answer is lost, nothing will look for this rent.`);
  if (!accepted) await consent(io, 'unprotected', withoutJournal);
  return true;
}

async function send(
  context: CommandContext,
  { api }: Account,
  what: {
    choice: Choice;
    body: CreateRequest;
    wish: string;
    journal: AccountJournal;
    unprotected: boolean;
  },
): Promise<RentEnd> {
  const { choice, body, wish, journal, unprotected } = what;
  const { composition, signal } = context;
  const { clock, random } = composition;
  return rentOnce(
    {
      now: clock.now,
      serviceNow: () => serviceTime(context, api),
      random,
      ...journal,
      known: (): Promise<InstanceListReply | undefined> =>
        api.listInstances({ signal }).catch(() => undefined),
      create: (named) => api.createInstance(choice.offerId, named, { signal }),
      asApiError: (thrown) => (thrown instanceof ApiError ? thrown : undefined),
    },
    { offer: choice.offer ?? { id: choice.offerId }, body, agreed: choice.agreed, wish, unprotected },
  );
}

async function finish(
  context: CommandContext,
  account: Account,
  journal: AccountJournal,
  { end, choice, isBid }: { end: RentEnd; choice: Choice; isBid: boolean },
): Promise<void> {
  if (end.kind === 'unprotected')
    throw failure('guard', 'unprotected', `${end.why} Nothing was sent.`, withoutJournal);
  if (end.kind !== 'rented') throw await explained(end, account, journal, { ...choice, isBid });
  const { id, rent, reply } = end;
  const { signal } = context;
  // The key comes once: it is kept while the id goes out, and whatever becomes of that.
  const kept = keepKey(context, account, reply.instance_api_key, id);
  await tellRented(context, { id, late: false }).catch(async (error) => {
    await within(context, afterwardsMs, () => kept);
    throw error;
  });
  const inTime = await within(context, afterwardsMs, (ends) =>
    Promise.all([kept, tellDearer(context, account, { id, agreed: choice.agreed, signal: ends })]),
  );
  if (!inTime && !signal.aborted)
    context.io.say(`Couldn't read the price of instance ${id} or keep its key in time.`);
  // Whoever was told to end may not have passed the id on, as under timeout: the same command names it again.
  if (!signal.aborted) await handOver(context, journal, rent);
}

/**
 * For how long a command goes on once it has named the machine: whoever waits for it may start another one after that. No
 * other wait is as long, so that a test can tell it by its length.
 */
export const afterwardsMs = 1_900;

/** Whether some work was done within `ms`; it is given up then, and at a signal that ends the command. */
async function within(
  { composition, signal }: CommandContext,
  ms: number,
  work: (ends: AbortSignal) => Promise<unknown>,
): Promise<boolean> {
  const over = new AbortController();
  const ends = AbortSignal.any([signal, over.signal]);
  const late = composition.clock.sleep(ms, ends).then(
    () => false,
    () => false,
  );
  try {
    return await Promise.race([work(ends).then(() => true), late]);
  } finally {
    over.abort();
  }
}

/** Names the machine, which is the answer. Ends the command where nobody can have read the id whole. */
async function tellRented(
  { io, json }: CommandContext,
  { id, late }: { id: number; late: boolean },
): Promise<void> {
  const print = () =>
    json
      ? printJson(io, { schema: 1, instance_id: id, new_contract: id, ...(late && { late }) })
      : io.out(io.outIsTerminal ? `Rented: instance ${id}\n` : `${id}\n`);
  await handOut(io, print, {
    made: `Instance ${id} was rented and is billed.`,
    next: 'Run the same command again; it prints the ID and rents nothing more.',
  });
  if (!json) io.say(`It is charged until you destroy it. See how it boots: rigdeck instances ${id}`);
}

/** Says it when the record asks for more than was agreed to: the price may have moved while the request went out. */
async function tellDearer(
  { io }: CommandContext,
  { api }: Account,
  { id, agreed, signal }: { id: number; agreed: number | undefined; signal: AbortSignal },
): Promise<void> {
  if (agreed === undefined) return;
  // It is rented whatever this read says.
  const reply = await api.getInstance(id, { signal }).catch(() => undefined);
  if (reply === undefined && !signal.aborted) io.say(`Couldn't check the price of instance ${id}.`);
  const row = reply?.instances ?? undefined;
  const dearer = row && dearerThanAgreed(row, agreed);
  if (dearer !== undefined)
    io.say(`Instance ${id} ${dearerWords(dearer)}. End it with: rigdeck destroy ${id}`);
}

/** The failure of the request; where the offer has gone to somebody else, with the next one like it. */
async function explained(
  end: Extract<RentEnd, { error: ApiError }>,
  { api, source }: Account,
  journal: AccountJournal,
  about: { offerId: number; isBid: boolean; offer: Offer | undefined },
): Promise<CommandFailure> {
  const { error } = end;
  const plain = apiFailure(error, { keySource: describeSource(source) });
  const withNext = (next: string) => new CommandFailure(plain.exit, plain.code, plain.message, next);
  if (end.kind === 'unknown') {
    if (isUnkept(end.rent, journal.unkept()))
      return withNext(
        'It is not on the disk, so nothing will look for it: see rigdeck instances before you rent again.',
      );
    const settle = `Settle it with: ${settleCommand(end.rent)}`;
    return withNext(
      plain.exit === exitCodes.outcomeUnknown ? `Do not rent again before that. ${settle}` : settle,
    );
  }
  const outcome = rentOutcome(error);
  if (outcome !== 'taken' && outcome !== 'busy') return plain;
  // A search that fails here must not hide what happened.
  const next = await comparableOffer(api, about).catch(() => undefined);
  if (next === undefined) return plain;
  const name = [gpuLabel(next) ?? 'offer', ratePerHour(offerTotal(next))].join(', ');
  const { id } = next;
  return withNext(`The next one like it is ${id} (${name}): rigdeck rent ${id} …`);
}

/** The restricted key of the new instance (interface.md, Authentication 6). */
async function keepKey(
  { io, composition }: CommandContext,
  { secrets }: Account,
  key: string | undefined,
  id: number,
): Promise<void> {
  if (key === undefined) return;
  composition.redactor.add(key);
  const kept = await secrets.keepInstanceKey(id, key);
  if (kept.failure !== undefined) io.say(`Its own key lasts for this command only: ${kept.failure.message}`);
}
