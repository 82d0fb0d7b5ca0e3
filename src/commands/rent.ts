import { ApiError } from '../client/errors.ts';
import type { CreateRequest, Offer } from '../client/wire.ts';
import type { Account } from '../composition.ts';
import { describeSource } from '../credentials/sources.ts';
import { ratePerHour } from '../domain/format.ts';
import { offerCost } from '../domain/money.ts';
import { gpuLabel } from '../domain/names.ts';
import { rentOutcome } from '../domain/rent-outcome.ts';
import { buildCreateRequest } from '../domain/rent-request.ts';
import { type CommandContext, requireAccount } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import { apiFailure, CommandFailure, failure } from './failure.ts';
import { readId, readPositive } from './numbers.ts';
import { comparableOffer, findOffer } from './offer-lookup.ts';
import { printJson } from './output.ts';
import { explainRentErrors, type RentOptions, readRentDraft } from './rent-flags.ts';

/** GB that the service takes when `disk` is left out (interface.md, Limits). */
const defaultDiskGb = 8;

/** `rigdeck rent OFFER_ID …`. The command is the consent. The request goes out once, whatever comes of it. */
export async function rentCommand(
  context: CommandContext,
  typedId: string,
  options: RentOptions,
): Promise<void> {
  const { io, json, composition, signal } = context;
  const offerId = readId(typedId, 'OFFER_ID');
  const maxPrice = options.maxPrice === undefined ? undefined : readPositive(options.maxPrice, '--max-price');
  const draft = await readRentDraft(options, {
    env: composition.env,
    stdin: io.readAll,
    stdinTaken: composition.flags.apiKeyStdin === true,
  });
  const request = buildCreateRequest(draft);
  if (!request.ok) throw failure('usage', 'bad_request', explainRentErrors(request.errors));

  const account = await requireAccount(context);
  const isBid = draft.pay === 'bid';
  const offer =
    maxPrice === undefined
      ? undefined
      : await guardPrice(context, account, { offerId, isBid, maxPrice, body: request.body });
  const checked = offer === undefined ? request : buildCreateRequest(draft, offer);
  for (const warning of checked.ok ? checked.warnings : []) io.say(warning);

  const reply = await account.api
    .createInstance(offerId, request.body, { signal })
    .catch(async (error: unknown) => {
      throw error instanceof ApiError ? await explained(error, account, { offerId, isBid, offer }) : error;
    });
  const id = reply.new_contract;
  // First of all the id is kept: it has been paid for, whatever becomes of the output.
  await remember(context, account, {
    id,
    offerId,
    offer,
    label: request.body.label,
    key: reply.instance_api_key,
  });
  if (json) return printJson(io, { schema: 1, instance_id: id, new_contract: id });
  io.out(io.outIsTerminal ? `Rented: instance ${id}\n` : `${id}\n`);
  io.say(`It is charged until you destroy it. See how it boots: rigdeck instances ${id}`);
}

/** The offer as it stands now, when it costs at most `maxPrice`; else the command ends and nothing was sent. */
async function guardPrice(
  { signal }: CommandContext,
  { api }: Account,
  want: { offerId: number; isBid: boolean; maxPrice: number; body: CreateRequest },
): Promise<Offer> {
  const { offerId, isBid, maxPrice, body } = want;
  const offer = await findOffer(api, offerId, isBid, signal);
  const bid = body.price;
  const price =
    offer &&
    offerCost(offer, { diskGb: body.disk ?? defaultDiskGb, ...(bid !== undefined && { bid }) }).total;
  if (offer === undefined || price === undefined) {
    const what =
      offer === undefined
        ? `Offer ${offerId} is not among the offers`
        : `The price of offer ${offerId} is not known`;
    throw failure(
      'guard',
      'price_unknown',
      `${what}, so --max-price cannot be checked. Nothing was sent.`,
      'Search again: rigdeck offers',
    );
  }
  if (price <= maxPrice) return offer;
  throw failure(
    'guard',
    'over_max_price',
    `Offer ${offerId} costs ${ratePerHour(price)} with its disk, more than ${ratePerHour(maxPrice)}. Nothing was sent.`,
    'Take a cheaper offer, or raise --max-price.',
  );
}

/** The failure of the request; where the offer has gone to somebody else, with the next one like it. */
async function explained(
  error: ApiError,
  { api, source }: Account,
  about: { offerId: number; isBid: boolean; offer: Offer | undefined },
): Promise<CommandFailure> {
  const plain = apiFailure(error, { keySource: describeSource(source) });
  if (plain.exit === exitCodes.outcomeUnknown)
    return new CommandFailure(
      plain.exit,
      plain.code,
      plain.message,
      `${plain.next} See it with: rigdeck instances`,
    );
  const outcome = rentOutcome(error);
  if (outcome !== 'taken' && outcome !== 'busy') return plain;
  // A search that fails here must not hide what happened.
  const next = await comparableOffer(api, about).catch(() => undefined);
  if (next === undefined) return plain;
  const { id, dph_total } = next;
  const name = [gpuLabel(next) ?? 'offer', ratePerHour(dph_total)].join(', ');
  return new CommandFailure(
    plain.exit,
    plain.code,
    plain.message,
    `The next one like it is ${id} (${name}): rigdeck rent ${id} …`,
  );
}

async function remember(
  { io, composition }: CommandContext,
  { secrets, baseUrl, keyId, sandbox }: Account,
  rented: {
    id: number;
    offerId: number;
    offer: Offer | undefined;
    label: string | undefined;
    key: string | undefined;
  },
): Promise<void> {
  const { id, offerId, offer, label, key } = rented;
  if (!sandbox) {
    const gpu = offer && gpuLabel(offer);
    const written = await composition.journal.append({
      t: 'rented',
      id,
      offer_id: offerId,
      at: composition.clock.now(),
      base_url: baseUrl,
      key_id: keyId,
      ...(label !== undefined && { label }),
      ...(gpu !== undefined && { gpu }),
    });
    if (!written.ok) io.say(`Instance ${id} was rented, and could not be noted down: ${written.message}`);
  }
  if (key === undefined) return;
  composition.redactor.add(key);
  const kept = await secrets.keepInstanceKey(id, key);
  if (kept.failure !== undefined) io.say(`Its own key lasts for this command only: ${kept.failure.message}`);
}
