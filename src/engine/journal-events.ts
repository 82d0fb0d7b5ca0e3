import type { SearchBody } from '../client/wire.ts';

/**
 * What the rent journal records, one event a line, oldest first. Times (`at`) are epoch ms, prices $/h. No event holds
 * a secret: of the body of a creation request, whose variables and logins are secrets, there are a hash, the label and
 * the image only.
 */
export type JournalEvent = (RentEvent | LimitEvent | RescueEvent) & Account;

/** Whether an event is on the disk; it counts for the run in any case. */
export type Noted = { ok: true } | { ok: false; message: string };

/** Whose event it is. Ids are the service's own: the same number at another base URL is another machine. */
export type Account = {
  base_url: string;
  /** Fingerprint of the key, never the key. */
  key_id: string;
  /** The service's id of the user whose key it is, where that was known. */
  user_id?: number;
};

/** A confirmed rent from before its request goes out until its outcome is known. `rent` is its own id, made here. */
export type RentEvent =
  | {
      t: 'intent';
      rent: string;
      at: number;
      offer_id: number;
      body_hash: string;
      /** Ids of the instances that existed then; absent when the list could not be read. */
      known_ids?: readonly number[];
      /** `instances_found` of the same list. */
      known_count?: number;
      /** Stands in `label` when the person left it empty, so that the machine can be told from others. */
      tag?: string;
      label?: string;
      gpu?: string;
      /** Absent when a template decides. */
      image?: string;
      host_id?: number;
      machine_id?: number;
      /** $/h with its disk that the person has agreed to; absent where no price was known. */
      agreed?: number;
      /** The search that the offer is of, and what was agreed to should its boot fail, for a rescue. */
      search?: SearchBody;
      rescue?: { consent: 'tell' | 'ask' | 'by-itself'; cap?: number; tries: number };
      /** What a command was asked for, as a hash; absent where the deck has rented. */
      wish?: string;
      /** Never written: the key that sent it may be of another account (journal-account.ts). */
      other_key?: true;
    }
  /** The answer did not come or could not be read; from here on the list is asked whether it was made. */
  | { t: 'unclear'; rent: string; at: number }
  /** The command that was asked for it has named the machine. */
  | { t: 'handed-over'; rent: string; at: number }
  /** The same was asked for again while it was not handed over. */
  | { t: 'asked-again'; rent: string; at: number }
  /** Refused, or found not to exist: nothing was created. */
  | {
      t: 'not-created';
      rent: string;
      at: number;
      why: 'refused' | 'not-listed' | 'person';
      /** The person has said so of a machine that carries the mark, too. */
      insisted?: true;
    }
  /** The person has typed that another rent may go out although this one is not settled. */
  | { t: 'overridden'; rent: string; at: number }
  /** It exists and was paid for: `id` is the `new_contract` of the reply, or was found in the list. */
  | {
      t: 'rented';
      /** Absent in journals of the first version. */
      rent?: string;
      id: number;
      offer_id: number;
      at: number;
      label?: string;
      gpu?: string;
      host_id?: number;
      machine_id?: number;
      /** Neither a reply nor the mark says that it is of this rent: it was the only new one, or the person named it. */
      guessed?: true;
    }
  /** Destroyed, or no longer known to the service. */
  | { t: 'gone'; id: number; at: number };

/** A limit that a person has set on an instance. `limit` is its own id. */
export type LimitEvent =
  | {
      t: 'limit';
      limit: string;
      at: number;
      id: number;
      act: 'stop' | 'destroy';
      /** Epoch ms at which it is done. */
      until?: number;
      /** The same moment as `at`, by the machine's own clock: no Date header moves it. Absent in older journals. */
      own_at?: number;
      /** Dollars that may be spent from `at` on. */
      budget?: number;
      /** Who does it: this program while it runs, or a scheduled job of the service. */
      kept: 'here' | 'service';
      job_id?: number;
    }
  /**
   * What of a budget was spent by then, at the most, and $/h from then on: a restart goes on from here. `at` is by the
   * machine's own clock: it is a span of ours that is counted.
   */
  | { t: 'limit-spent'; limit: string; at: number; dollars: number; per_hour: number }
  /** It is about to be done. With no end after it, what came of it is not known, and nothing more is done unasked. */
  | { t: 'limit-tried'; limit: string; at: number }
  | { t: 'limit-ended'; limit: string; at: number; why: 'done' | 'called-off' | 'failed' | 'gone' };

/** What is to happen when a boot fails. `rescue` is its own id. */
export type RescueEvent =
  | {
      t: 'rescue';
      rescue: string;
      at: number;
      /** The instance that is watched first. */
      id: number;
      offer_id: number;
      consent: 'tell' | 'ask' | 'by-itself';
      /** $/h, disk included, that no rent of it may exceed. */
      cap?: number;
      tries: number;
      /** `by-itself` was agreed to, and `ask` took its place since the machine is a guess. */
      guessed?: true;
      search: SearchBody;
      host_id?: number;
      machine_id?: number;
    }
  /**
   * `boot-failed`: `id` will not run, `why` is its state, or `over-cap` where it is to be replaced for its price.
   * `not-rented`: the offer was taken, busy, over the cap or its price could not be read; the next one may be asked for. `failed` ends the rescue, `why` says how.
   */
  | {
      t: 'rescue-step';
      rescue: string;
      at: number;
      step:
        | 'boot-failed'
        | 'destroying'
        | 'gone'
        | 'renting'
        | 'not-rented'
        | 'rented'
        | 'failed'
        | 'called-off'
        | 'running';
      id?: number;
      offer_id?: number;
      host_id?: number;
      machine_id?: number;
      why?: string;
    };
