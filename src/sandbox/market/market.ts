import { assumptions } from '../assumptions.ts';
import { gpuModels } from './catalogue.ts';
import { createColumns, type OfferChange, takenByItself } from './columns.ts';
import { fixedFields, machineIdAt, offerIdAt, offerIndex } from './fixed-fields.ts';
import { type Ground, layGround } from './ground.ts';
import { gpuPrice, remaining, winningBid } from './live-fields.ts';
import type { Query } from './query.ts';
import { select } from './select.ts';
import { createOfferWriter } from './write.ts';

/** What never changes about an offer; the fields that the sandbox itself reads are named. */
export type OfferFacts = Readonly<Record<string, unknown>> & {
  id: number;
  machine_id: number;
  gpu_name: string;
  num_gpus: number;
  disk_space: number;
  storage_cost: number;
  direct_port_count: number;
  public_ipaddr: string;
  verification: string;
};

/** What the account and the control surface did to offers, by offer id. `version` grows with each change. */
export type OfferStates = {
  version: number;
  byId: ReadonlyMap<number, { taken?: boolean; mine?: boolean; price?: number }>;
};

export type Market = ReturnType<typeof createMarket>;

/** A market of `size` offers that is the same for a seed; prices move with time as a pure function of it. */
export function createMarket(seed: number, size: number, lively = false) {
  const ground = layGround(seed, size);
  const viewAt = createColumns(ground, lively);
  const changesOf = (states: OfferStates): Map<number, OfferChange> => {
    const changes = new Map<number, OfferChange>();
    for (const [id, state] of states.byId) {
      const i = offerIndex(id, size);
      if (i !== undefined) changes.set(i, state);
    }
    return changes;
  };
  const kept = new Map<number, OfferFacts>();
  const write = createOfferWriter(ground);
  const scratch = new Uint32Array(size);
  const step = (at: number) => Math.floor(at / assumptions.priceStep) * assumptions.priceStep;

  return {
    size,
    /** The offers that a query finds at an epoch second, in its order, as a JSON array. */
    search(query: Query, at: number, states: OfferStates): string {
      const view = viewAt({ at, diskGb: query.diskGb, bid: query.bid }, changesOf(states), states.version);
      return `[${Array.from(select(view, scratch, query), write(view)).join(',')}]`;
    },
    /**
     * The fields of one offer that never change, or undefined when there is none with that id. The same object
     * for the same offer as long as it is kept; it is not to be changed.
     */
    facts(id: number): OfferFacts | undefined {
      const i = offerIndex(id, size);
      if (i === undefined) return undefined;
      let facts = kept.get(i);
      if (facts === undefined) {
        facts = readFacts(ground, i);
        if (kept.size >= keptFacts) kept.clear();
        kept.set(i, facts);
      }
      return facts;
    },
    /** Seconds for which the offer can still be rented at an epoch second. */
    remaining(id: number, at: number): number {
      const i = offerIndex(id, size);
      return i === undefined ? 0 : remaining(ground, i, at);
    },
    /** GPU price and lowest winning bid of an offer at an epoch second, in $/h. */
    price(id: number, at: number, changed?: number): { dphBase: number; minBid: number } | undefined {
      const i = offerIndex(id, size);
      if (i === undefined) return undefined;
      const dphBase = changed ?? gpuPrice(ground, i, step(at));
      return { dphBase, minBid: winningBid(ground, i, dphBase) };
    },
    /** Whether, in a lively market, somebody else holds the offer at an epoch second. */
    takenByItself(id: number, at: number): boolean {
      const i = offerIndex(id, size);
      return lively && i !== undefined && takenByItself(ground, i, step(at));
    },
    machineId: (i: number): number => machineIdAt(ground, i),
    offerId: offerIdAt,
    gpuNames: (): string[] => gpuModels.map((model) => model.name).sort(),
  };
}

/** Facts that are kept: those of the offers that instances run on are asked for at every poll. */
const keptFacts = 500;

function readFacts(ground: Ground, i: number): OfferFacts {
  const facts: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fixedFields)) {
    const value = field.of(ground, i);
    facts[name] = Number.isNaN(value) ? null : value;
  }
  return facts as OfferFacts;
}
