/** What a deck says of an account beside what the service has in its books. */

import type { TestWorld } from '../support/test-services.ts';

/** The rents of the journal: how many were to be sent, and the ids that came of them, in their order. */
export function rentsOf({ journal }: TestWorld): { intents: number; rented: number[] } {
  const events = journal.events();
  const rented = events.flatMap((event) => (event.t === 'rented' ? [event.id] : []));
  return {
    intents: events.filter(({ t }) => t === 'intent').length,
    rented: [...new Set(rented)].sort((a, b) => a - b),
  };
}

/** Every instance that there ever was, and what it was charged in $. */
export function inLedger({ sandbox }: TestWorld): { id: number; charged: number }[] {
  const { instances, charges } = sandbox.control.ledger();
  return instances
    .map(({ id }) => ({
      id,
      charged: charges
        .filter(({ instance_id }) => instance_id === id)
        .reduce((sum, { amount }) => sum + amount, 0),
    }))
    .sort((a, b) => a.id - b.id);
}

/** What the Instances screen of 80 columns shows: the credit, and of each row in view what it has cost. */
export function inSight(text: string) {
  const rows = text.split('\n').flatMap((line) => {
    const [, id, bound, spent] = /^.{1,5} (\d{7}) .* ([≥≤]?)(\d+\.\d\d) *$/.exec(line) ?? [];
    return id === undefined ? [] : [{ id: Number(id), bound, spent: Number(spent) }];
  });
  return { rows, credit: Number(/\$([\d.,]+) credit/.exec(text)?.[1]?.replaceAll(',', '')) };
}
