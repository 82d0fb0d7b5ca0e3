import { cut, width } from '../../base/cells.ts';
import { countdown } from '../../base/format-time.ts';
import type { Part } from '../../base/parts.ts';
import type { ErrorCode } from '../../client/errors.ts';
import { maskPhone } from '../../engine/two-factor/phone.ts';
import type { Way, WayRow } from '../../engine/two-factor/tfa-methods.ts';
import type { Glyphs } from '../../tui/theme/theme.ts';

export const wayKinds: Readonly<Record<Way['kind'], string>> = {
  totp: 'app',
  sms: 'text',
  email: 'e-mail',
  backup: 'backup',
};

/** A way as a person knows it, in `cells`: the label, the end of the number, the address. The number's end stays longest. */
export function wayName(way: Way, glyphs: Glyphs, email: string | undefined, cells: number): string {
  switch (way.kind) {
    case 'totp':
      return way.label ?? 'authenticator app';
    case 'sms': {
      const number = way.phone === undefined ? 'the number on file' : maskPhone(way.phone, glyphs.dot);
      if (way.label === undefined) return number;
      const room = cells - width(number) - 2;
      return room < 3 ? number : `${cut(way.label, room, glyphs.ellipsis)}  ${number}`;
    }
    case 'email':
      return email ?? 'the address of the account';
    case 'backup':
      return 'one of your codes';
  }
}

const refusals: Readonly<Partial<Record<ErrorCode, string>>> = {
  email_not_verified: 'e-mail not verified',
  missing_email: 'no e-mail address',
  sms_rate_limited: 'too many texts for now',
  twilio_rate_limited: 'provider is busy',
  preauth_phone_cap: 'number used too often',
  sms_blocked_number: 'number is blocked',
  sms_fraud_detected: 'texts are turned off',
  missing_phone_number: 'no number',
  not_found: 'gone',
  tfa_method_not_configured: 'broken',
};

/** How a way stands now, a sign and a word. */
export function wayState(
  { usable, why, fails, way }: WayRow,
  codesLeft: number | undefined,
  glyphs: Glyphs,
): Part {
  if (why?.kind === 'locked') return [`${glyphs.warn} locked ${countdown(why.leftMs)}`, 'warn'];
  if (why?.kind === 'none-left') return [`${glyphs.fail} none left`, 'warn'];
  if (why?.kind === 'refused') return [`${glyphs.warn} ${refusals[why.code] ?? 'refused last time'}`, 'warn'];
  const count = way.kind === 'backup' && codesLeft !== undefined ? ` ${glyphs.sep} ${codesLeft} left` : '';
  const failed = fails === undefined || fails === 0 ? '' : ` ${glyphs.sep} ${fails} failed`;
  return [`${glyphs.running} ready${count}${failed}`, usable ? 'ok' : 'dim'];
}
