import { rate } from '../../base/format-number.ts';
import type { RescuePlan } from './rescue.ts';

export type Consent = RescuePlan['consent'];

/** The three ways, in the order of the form, and in its words. */
export const consentWords: Readonly<Record<Consent, string>> = {
  tell: 'only tell me',
  ask: 'ask before a rescue',
  'by-itself': 'rescue by itself',
};
const isConsent = (text: string): text is Consent => Object.hasOwn(consentWords, text);

/** More would be a search for luck. */
const mostTries = 9;
const usualTries = 2;
/** The cap over what the first machine costs, where the person sets none. */
const overTotal = 1.1;

/** What a rescue may cost when nothing is typed, in $/h; undefined while the total is not known. */
export const usualCap = (total: number | undefined): number | undefined =>
  total === undefined ? undefined : Math.round(total * overTotal * 1000) / 1000;

/** What is to be said of a cap that the first machine itself is over; undefined where there is nothing to say. */
export function lowCap(
  { consent, cap }: Pick<RescuePlan, 'consent' | 'cap'>,
  total: number | undefined,
): string | undefined {
  if (consent === 'tell' || cap === undefined || total === undefined || cap >= total) return undefined;
  return `The price cap of ${rate(cap)} $/h is below what this costs, so a rescue finds only what is cheaper. Type a new cap in the form, or leave it empty for ${rate(usualCap(total))}.`;
}

export type ConsentField = 'rescue' | 'rescue_tries' | 'rescue_cap';
export type ConsentRead =
  | { ok: true; plan: Omit<RescuePlan, 'search'> }
  | { ok: false; errors: { field: ConsentField; message: string }[] };

/**
 * The consent of a filled-in form. `total` is what the first machine costs, $/h. A malformed figure is refused and
 * never cleaned; nothing is rented by itself without a cap.
 */
export function readConsent(
  typed: Readonly<Record<ConsentField, string>>,
  total: number | undefined,
): ConsentRead {
  const errors: { field: ConsentField; message: string }[] = [];
  const consent = isConsent(typed.rescue) ? typed.rescue : 'ask';
  // Nothing is asked of them while they are not shown.
  if (consent === 'tell') {
    const cap = usualCap(total);
    return { ok: true, plan: { consent, tries: usualTries, ...(cap === undefined ? {} : { cap }) } };
  }
  const tries = typed.rescue_tries.trim() === '' ? usualTries : Number(typed.rescue_tries.trim());
  if (!/^\d*$/.test(typed.rescue_tries.trim()) || tries < 1 || tries > mostTries)
    errors.push({ field: 'rescue_tries', message: `a whole number from 1 to ${mostTries}` });
  const text = typed.rescue_cap.trim();
  const cap = text === '' ? usualCap(total) : Number(text);
  if (text !== '' && (!/^(?:\d+(?:\.\d+)?|\.\d+)$/.test(text) || !(Number(text) > 0)))
    errors.push({ field: 'rescue_cap', message: `"${text}" is not a number of $/h above 0` });
  else if (cap === undefined && consent === 'by-itself')
    errors.push({ field: 'rescue_cap', message: 'what this costs is not known: type the most it may cost' });
  return errors.length > 0
    ? { ok: false, errors }
    : { ok: true, plan: { consent, tries, ...(cap === undefined ? {} : { cap }) } };
}

/** `2 tries`, `1 try` */
const triesWords = (tries: number): string => `${tries} ${tries === 1 ? 'try' : 'tries'}`;

/** What was agreed to: `ask before a rescue, 2 tries, cap 0.341 $/h`. */
export function planParts({ consent, tries, cap, guessed }: Omit<RescuePlan, 'search'>): string[] {
  if (consent === 'tell') return [consentWords.tell];
  return [
    guessed === true ? 'ask first: it has no mark' : consentWords[consent],
    triesWords(tries),
    cap === undefined ? 'no price cap' : `cap ${rate(cap)} $/h`,
  ];
}
