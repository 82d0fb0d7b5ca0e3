import { atStart } from '../../base/key-text.ts';
import { maskPhone } from '../../engine/two-factor/phone.ts';
import { tfaClocks } from '../../engine/two-factor/tfa-clocks.ts';
import { type Way, wayKey } from '../../engine/two-factor/tfa-methods.ts';
import { isSendingTo } from '../../engine/two-factor/tfa-outcome.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import type { Glyphs } from '../../tui/theme/theme.ts';

/** What is to be entered, and where it comes from. */
export function proofWords(
  { state, at, keyName }: Pick<TfaFlow, 'state' | 'at' | 'keyName'>,
  way: Way,
  glyphs: Glyphs,
  email: string | undefined,
): string {
  if (way.kind === 'backup') return 'Enter one of your backup codes. It works once.';
  if (way.kind === 'totp') {
    const app = way.label === undefined ? 'your authenticator app' : `the authenticator app "${way.label}"`;
    return `Enter the 6 digits that ${app} shows now.`;
  }
  const place =
    way.kind === 'email'
      ? `by e-mail to ${email ?? 'the address of the account'}`
      : `by text to ${way.phone === undefined ? 'the number on file' : maskPhone(way.phone, glyphs.dot)}`;
  if (isSendingTo(state, wayKey(way))) return `A code is being sent ${place}.`;
  const { challenge } = tfaClocks(state, at);
  return challenge === undefined
    ? `No code is under way ${place}: ${keyName('tfa.resend')} sends one.`
    : `A code was sent ${place}. Enter its 6 digits.`;
}

/** What leads to another way from where one types: letters are text there. */
export const otherWay = ({ keyName }: Pick<TfaFlow, 'keyName'>): string =>
  atStart(keyName('tfa.other', 'typing'));
