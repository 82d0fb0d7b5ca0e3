import type { Rehearsal, RehearsalPort } from '../engine/services.ts';
import type { Sandbox } from '../sandbox/index.ts';

/** More calls than anybody will make before everything works again. */
const endless = 1_000_000;

/** What can be made to happen on the embedded sandbox, over its control surface (design.md 7). */
export function rehearsalPort(service: Sandbox): RehearsalPort {
  let aheadMs = 0;
  const act = (what: Rehearsal): string | undefined => {
    if (what.kind === 'pass') aheadMs += what.seconds * 1000;
    return happen(service, what);
  };
  return {
    aheadMs: () => aheadMs,
    messages: () =>
      service.control.outbox().messages.map(({ channel, to, code, sent_at }) => ({
        channel,
        to,
        code,
        at: sent_at * 1000,
      })),
    run(what) {
      try {
        return act(what);
      } catch (error) {
        // A refusal of the control surface: an offer that does not exist, an instance that was destroyed meanwhile.
        if (error instanceof Error && error.name === 'Rejection') return `Not possible: ${error.message}`;
        throw error;
      }
    },
  };
}

function happen({ control, apiKey }: Sandbox, what: Rehearsal): string | undefined {
  switch (what.kind) {
    case 'pass':
      control.clock({ advance_s: what.seconds });
      return;
    case 'no-answer':
      control.addFault({ kind: 'drop', times: what.calls ?? endless });
      return;
    case 'lose-rent-answer':
      control.addFault({ kind: 'drop-after', method: 'PUT', path: '/api/v0/asks/*' });
      return;
    case 'too-many-requests':
      control.addFault({
        kind: 'status',
        status: 429,
        headers: { 'Retry-After': String(what.waitSeconds) },
        body: { success: false, error: 'too_many_requests', msg: 'API requests too frequent' },
      });
      return;
    case 'heal':
      control.clearFaults();
      control.account({ tfa_required: false });
      return;
    case 'instance':
      control.instance(what.id, fates[what.fate]);
      return;
    case 'offer':
      control.offer(
        what.id,
        what.fate === 'dearer' ? { dph_base: control.offerNow(what.id).dph_base * 1.1 } : offers[what.fate],
      );
      return;
    case 'revoke-key':
      control.revoke({ key: apiKey });
      return;
    case 'require-two-factor':
      control.account({ tfa_required: true });
      return;
    case 'lock-methods':
      return control.lockMethods().locked === 0 ? 'The account has no two-factor method to lock' : undefined;
    case 'credit':
      control.account({ credit: what.dollars });
      return;
  }
}

type Fate<K extends Rehearsal['kind']> = Extract<Rehearsal, { kind: K; fate: string }>['fate'];

const fates: Record<Fate<'instance'>, Record<string, unknown>> = {
  exited: { actual_status: 'exited' },
  unknown: { actual_status: 'unknown' },
  offline: { actual_status: 'offline' },
  outbid: { outbid: true },
  'by-itself': { actual_status: 'auto', outbid: false },
};

const offers: Record<Exclude<Fate<'offer'>, 'dearer'>, Record<string, unknown>> = {
  taken: { rentable: false },
  busy: { busy: true },
  'as-it-was': { rentable: true, busy: false, dph_base: null },
};
