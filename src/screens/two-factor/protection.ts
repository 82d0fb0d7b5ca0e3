import { epochMs, span } from '../../base/format-time.ts';
import type { TfaMethod, TfaStatusReply, TfaStatusWord } from '../../client/wire.ts';
import { isLegacy, type TfaAt } from '../../engine/two-factor/tfa-flow.ts';
import type { Glyphs } from '../../tui/theme/theme.ts';

/** interface.md, Limits: backup codes per set. */
export const codesPerSet = 10;

export type Protection = 'on' | 'off' | 'legacy';

/** On, off or of the old kind. The status knows on and off alone; the account's `tfa_status` knows the old kind. */
export function protectionOf(status: TfaStatusReply, word: TfaStatusWord | undefined): Protection {
  if (isLegacy({ status, tfaStatus: word })) return 'legacy';
  return status.tfa_enabled ? 'on' : 'off';
}

/** The time at the service in ms: its epoch seconds are compared with that, and not with this computer's clock. */
export const serviceTime = ({ now, offsetMs = 0 }: TfaAt): number => now + offsetMs;

/** `2h`: a span in its largest unit alone. */
export const roughly = (ms: number): string => span(Math.max(0, ms)).split(' ')[0] ?? '';

/** How long a method is still locked, in ms; 0 when it is not. */
export function lockLeft({ locked_until: until }: TfaMethod, at: TfaAt): number {
  return until === undefined || until === null ? 0 : Math.max(0, epochMs(until) - serviceTime(at));
}

/** `•••• 4417`: the four digits that the service shows, however it masks the rest. */
export function maskedPhone(phone: string | undefined, { dot }: Pick<Glyphs, 'dot'>): string {
  if (phone === undefined) return '';
  const last = /\d{4}$/.exec(phone)?.[0];
  return last === undefined ? phone : `${dot.repeat(4)} ${last}`;
}

/** A method as a person calls it. */
export function methodName(method: TfaMethod, glyphs: Pick<Glyphs, 'dot'>): string {
  const label = method.label?.trim() ?? '';
  return [method.method, label === '' ? maskedPhone(method.phone_number, glyphs) : label]
    .filter((word) => word !== '')
    .join(' ');
}
