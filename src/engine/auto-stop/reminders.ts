import { dollars, span } from '../../base/format.ts';
import type { Instance } from '../../client/wire.ts';
import type { Deck } from '../deck.ts';
import { instanceName } from '../instances/names.ts';
import { saidAct } from '../instances/said-act.ts';
import { instanceBurn } from '../money/money.ts';
import { contractEnd, contractEndWords } from './contract-end.ts';
import { IDLE_REMINDER_MS, type IdleSince, idleAfter } from './idle-gpu.ts';

/** Says once what a person may have forgotten: a contract that ends, a GPU that does nothing. */
export function createReminders(deck: Deck): (rows: readonly Instance[], at: number) => void {
  const { alerts, messages, services } = deck;
  const stages = new Map<number, number>();
  const reminded = new Set<number>();
  let idle: IdleSince = new Map();
  let before: number | undefined;

  const ofContract = (row: Instance, at: number) => {
    const end = contractEnd(row, at);
    if (end === undefined || end.stage <= (stages.get(row.id) ?? 0)) return;
    stages.set(row.id, end.stage);
    const text = `${instanceName(row)}: ${contractEndWords(end, at, services.timeZone)}`;
    if (end.stage === 2) alerts.raise({ event: 'contract-end', id: row.id, text });
    messages.say('warn', text);
  };

  const ofIdleness = (row: Instance, at: number) => {
    const since = idle.get(row.id);
    if (since === undefined) return void reminded.delete(row.id);
    const forMs = at - since;
    if (forMs < IDLE_REMINDER_MS || reminded.has(row.id)) return;
    reminded.add(row.id);
    const { perHour } = instanceBurn(row);
    const cost = perHour === undefined ? '' : `, ${dollars((perHour * forMs) / 3_600_000)} spent meanwhile`;
    const text = `${instanceName(row)}: ${span(forMs)} at 0 % GPU${cost}`;
    alerts.raise({ event: 'idle', id: row.id, text });
    messages.say(
      'warn',
      `${text}; ${saidAct(deck, 'stop', row.id)} stops it, ${saidAct(deck, 'limit', row.id)} sets a limit`,
    );
  };

  /** The list was read at `at` (epoch ms by the service's clock). */
  return (rows, at) => {
    idle = idleAfter(idle, rows, at, before);
    before = at;
    for (const row of rows) {
      ofContract(row, at);
      ofIdleness(row, at);
    }
  };
}
