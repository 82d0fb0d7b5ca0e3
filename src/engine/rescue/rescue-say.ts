import { ratePerHour } from '../../base/format.ts';
import type { Alert } from '../alerts.ts';
import { followWords } from '../auto-stop/messages.ts';
import { limitsOf, openLimits } from '../auto-stop/rules.ts';
import type { Deck } from '../deck.ts';
import { nameOfId, saidAct } from '../instances/names.ts';
import type { MessageLevel } from '../messages.ts';
import { instancePrices } from '../money/instance-burn.ts';
import { currentRoute } from '../route.ts';
import { overCap, type Rescue, type RescueStep, unread } from './rescue.ts';
import { bound } from './rescue-memory.ts';
import { rescueHoldMs } from './rescue-move.ts';
import { calledOffWords, endWords, missedWords, phaseWords } from './rescue-words.ts';

/** What is to be expected of a boot that failed, by what was agreed to. */
function whatNow(deck: Deck, { rescue, plan, id }: Rescue): string {
  const request = deck.rescue.get().requests.get(rescue);
  const destroys = `${saidAct(deck, 'destroy', id)} destroys it`;
  const rescues = saidAct(deck, 'rescue', id);
  const rescueKey = deck.keyName('instance.rescue');
  if (request === undefined)
    return `${rescues} opens the form for the next best offer: what it was rented with is not kept.`;
  const why = bound(request);
  if (why !== undefined) return `${why}: no rescue. ${destroys}.`;
  if (plan.consent === 'tell') return `${destroys}, ${rescues} rescues it.`;
  if (plan.consent === 'ask')
    return `${rescueKey} rescues it, asking first; ${deck.keyName('app.needs-you')} goes there.`;
  return plan.cap === undefined
    ? `No rescue by itself without a price cap: ${rescueKey} rescues it, asking first.`
    : `Its rescue begins in ${rescueHoldMs / 1000}s: ${deck.keyName('app.undo')} calls it off.`;
}

/** What is to become of one that was rented over the cap. */
function dearWords(deck: Deck, { id, plan }: Rescue): string {
  const row = deck.latest.current?.find((one) => one.id === id);
  const costs = `costs ${ratePerHour(row && instancePrices(row).total)}, over the cap of ${ratePerHour(plan.cap)}.`;
  if (plan.consent === 'by-itself') return `${costs} Destroying it.`;
  return `${costs} ${saidAct(deck, 'rescue', id)} replaces it, ${saidAct(deck, 'destroy', id)} destroys it.`;
}

/** What a person has limited the old machine to is true of the new one. */
function limitsGoOn(deck: Deck, id: number | undefined): string {
  const session = deck.session.get();
  if (session === undefined || id === undefined) return '';
  const around = { now: deck.services.clock.now(), timeZone: deck.services.timeZone };
  const limits = limitsOf(openLimits(deck.services.journal(session).events()), id);
  return limits.map((limit) => ` ${followWords(limit, around)}.`).join('');
}

function said(
  deck: Deck,
  step: RescueStep,
  before: Rescue | undefined,
  after: Rescue,
): { level: MessageLevel; text: string; quiet?: true } | undefined {
  const name = nameOfId(deck.latest.current, after.id);
  switch (step.step) {
    case 'boot-failed':
      return step.why === overCap
        ? { level: 'error', text: `${name} ${dearWords(deck, after)}` }
        : { level: 'warn', text: `${name} will not boot: ${step.why}. ${whatNow(deck, after)}` };
    case 'destroying':
      return {
        level: 'warn',
        text: `Rescue of ${name}: destroying it, then the next best is rented. ${deck.keyName('app.undo')} calls it off.`,
      };
    case 'gone':
    case 'renting':
      return after.phase === 'ended' ? undefined : { level: 'info', text: `Rescue: ${phaseWords(after)}.` };
    case 'not-rented':
      return {
        level: 'warn',
        text: `Rescue: offer ${step.offer_id} ${missedWords(step.why)}, nothing was created.${step.why === unread ? ' Trying again soon.' : ''}`,
      };
    case 'rented':
      return {
        level: 'warn',
        text: `Rescue: rented as ${step.id} from offer ${step.offer_id}. Watching its boot.${limitsGoOn(deck, step.id)}`,
      };
    case 'called-off':
      return { level: 'warn', text: `Rescue of ${name} called off. ${calledOffWords(before ?? after)}` };
    case 'failed':
      return { level: 'error', text: `Rescue of ${name} ended. ${endWords[after.end ?? 'not-destroyed']}.` };
    case 'running':
      // Every boot ends so; only one that came of a rescue is news of it.
      return after.used === 0 ? undefined : { level: 'info', text: `Rescue: ${name} runs.` };
  }
}

/** A failed boot and a machine that runs are seen in the list as well: whichever comes first is told. */
const eventOf = ({ step, why }: RescueStep): Pick<Alert, 'event' | 'step'> =>
  (step === 'boot-failed' && why !== overCap) || step === 'running'
    ? { event: step }
    : { event: 'rescue', step: why === overCap ? overCap : step };

/** Says each step once, calls the person, and goes on to the new machine where the old one was looked at. */
export function announceStep(
  deck: Deck,
  step: RescueStep,
  { before, after }: { before: Rescue | undefined; after: Rescue },
): void {
  const words = said(deck, step, before, after);
  if (words === undefined) return;
  deck.messages.say(words.level, words.text);
  deck.alerts.raise({ ...eventOf(step), id: after.id, text: words.text });
  if (step.step !== 'rented' || step.id === undefined) return;
  const route = currentRoute(deck.nav.get());
  if (route.screen !== 'instance' || !after.ids.includes(route.id)) return;
  deck.go({ go: 'replace', route: { screen: 'instance', id: step.id } });
}
