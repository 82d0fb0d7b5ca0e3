import { rate } from '../../base/format.ts';
import type { Offer, Template } from '../../client/wire.ts';
import { buildCreateRequest, type RentDraft } from '../../engine/rent/rent-request.ts';
import type { RescuePlan } from '../../engine/rescue/rescue.ts';
import { lowCap } from '../../engine/rescue/rescue-consent.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useMoney } from '../../hooks/use-money.ts';
import type { RentView } from '../../hooks/use-rent.ts';
import { useTheme } from '../../tui/theme/theme.ts';
import { useTerminalSize } from '../../tui/use-viewport.ts';
import { type RentCost, rentCost, reviewBody, whyTyped } from './review.ts';

/** A price older than this, by our own time, is read again before anybody says yes to it. */
const priceStaysMs = 30_000;
const defaultConfirmAbove = 5;
/** Cells and lines of a question that are not its body: edges, margins, buttons, and the word to type. */
const frame = { cells: 6, rows: 9 };
const widest = 60;

type ReviewOptions = {
  rent: RentView;
  draft: RentDraft;
  /** The template that is named, when the account's list has it. */
  template: Template | undefined;
  /** What is agreed to should the boot fail, where it costs `total` $/h; undefined while the form does not say it right. */
  rescueFor: (total: number | undefined) => Omit<RescuePlan, 'search'> | undefined;
  /** What is to be said beside the warnings of the request. */
  alsoSaid: readonly string[];
  /** A refusal that a field can mend. */
  refused: (refusal: { field: string; message: string }) => void;
};

/**
 * The question before a rent. It names a price that is fresh when it opens, and is asked again when that price has
 * aged and moved by the time of the yes: what is bought is what was read.
 */
export function useReview({
  rent,
  draft,
  template,
  rescueFor,
  alsoSaid,
  refused,
}: ReviewOptions): () => void {
  const templateDisk = template?.recommended_disk_space;
  const deck = useDeck();
  const money = useMoney();
  const size = useTerminalSize();
  const { glyphs } = useTheme();
  const { clock } = deck.services;
  const fresh = (readAt: number | undefined) => readAt !== undefined && deck.own() - readAt <= priceStaysMs;
  const moved = (a: RentCost, b: RentCost) => rate(a.total) !== rate(b.total);

  const ask = (offer: Offer, readAt: number, shown: RentCost, unprotected?: string) => {
    const request = buildCreateRequest(draft, offer);
    if (!request.ok || !rent.showing()) return;
    const cost = rentCost(offer, draft, templateDisk);
    const confirmAbove = deck.services.confirmAbove ?? defaultConfirmAbove;
    const typedBecause = whyTyped(cost, money, clock.now(), confirmAbove);
    const rescue = rescueFor(cost.total);
    if (rescue === undefined) return;
    const low = lowCap(rescue, cost.total);
    const yes = async () => {
      if (!fresh(readAt)) {
        const again = await rent.recheck();
        if (again === undefined) return;
        if (moved(rentCost(again, draft, templateDisk), cost))
          return ask(again, deck.own(), cost, unprotected);
      }
      const agreed = {
        ...{ rescue, diskGb: cost.diskGb, agreed: cost.total },
        unprotected: unprotected !== undefined,
      };
      const refusal = await rent.send(request.body, agreed);
      if (refusal === undefined) return;
      if ('unprotected' in refusal) ask(offer, readAt, cost, refusal.unprotected);
      else refused(refusal);
    };
    deck.open({
      kind: 'confirm',
      action: 'rent.review',
      title: 'Rent this machine?',
      body: reviewBody(
        {
          offer,
          draft,
          body: request.body,
          template,
          cost,
          was: moved(shown, cost) ? shown.total : undefined,
          age: deck.own() - readAt,
          money,
          rescue,
          warnings: [...(low === undefined ? [] : [low]), ...alsoSaid, ...request.warnings],
          unprotected,
          typedBecause,
          now: clock.now(),
          cells: Math.min(widest, size.columns - frame.cells),
          rows: size.rows - frame.rows,
        },
        { ...glyphs, jsonKey: deck.keyName('form.json') },
      ),
      no: 'No, go back',
      yes: 'Yes, rent',
      ...(unprotected !== undefined || typedBecause !== undefined ? { typed: 'rent' } : {}),
      run: () => void yes(),
    });
  };

  return () => {
    const shown = rentCost(rent.offer, draft, templateDisk);
    void (async () => {
      // Both before the question is put: what is not protected is part of what is agreed to.
      const [unprotected, offer] = await Promise.all([
        rent.unprotected(),
        fresh(rent.readAt) ? rent.offer : rent.recheck(),
      ]);
      if (offer === undefined) return;
      const readAt = offer === rent.offer && rent.readAt !== undefined ? rent.readAt : deck.own();
      ask(offer, readAt, shown, unprotected);
    })();
  };
}
