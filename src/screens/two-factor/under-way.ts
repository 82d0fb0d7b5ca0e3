import { countdown } from '../../base/format-time.ts';
import type { Part, Parts } from '../../base/parts.ts';
import type { TfaMethod } from '../../client/wire.ts';
import { challengeMs, challengeShown, windowLeft } from '../../engine/two-factor/tfa-clocks.ts';
import { type TfaAt, type TfaWindow, wayKey } from '../../engine/two-factor/tfa-flow.ts';
import type { SentCode, TfaMemory } from '../../engine/two-factor/tfa-memory.ts';
import type { Glyphs } from '../../tui/theme/theme.ts';
import { lockLeft } from './protection.ts';

type Known = { memory: TfaMemory; window: TfaWindow; methods: readonly TfaMethod[]; at: TfaAt };

const names: readonly (readonly [prefix: string, name: string])[] = [
  ['email', 'mail code'],
  ['new:sms', 'new sms code'],
  ['sms', 'sms code'],
];
const nameOf = (key: string): string => names.find(([prefix]) => key.startsWith(prefix))?.[1] ?? 'code';

/** A code is of interest for as long as it can be valid, a used one as long after its use. */
const isRecent = ({ at, usedAt }: SentCode, now: number): boolean => now - (usedAt ?? at) < challengeMs;

const ago = (ms: number): string => `${countdown(Math.max(1000, ms))} ago`;

/** Codes that were sent and how each stands; none of their digits are known here. */
export function underWayLines(
  { memory, window, methods, at }: Known,
  { done, sep }: Glyphs,
  columns: number,
): Parts[] {
  const narrow = columns < 80;
  const agoCells = narrow ? 15 : 17;
  return memory.sent
    .filter((code) => isRecent(code, at.now))
    .map((code): Parts => {
      const { key, at: sentAt, usedAt, voidAt } = code;
      const start = `    ${nameOf(key).padEnd(14)}`;
      if (usedAt !== undefined) {
        const { proof } = memory;
        const opened = proof !== undefined && wayKey(proof.way) === key && windowLeft(window, at) > 0;
        return [
          start,
          [`used ${ago(at.now - usedAt)}`.padEnd(agoCells), 'dim'],
          [`${done} ${opened ? 'it opened the add window' : 'it was accepted'}`, 'ok'],
        ];
      }
      const { agoMs, leftMs } = challengeShown(sentAt, at);
      const was: Part = [`sent ${ago(agoMs)}`.padEnd(agoCells), 'dim'];
      if (voidAt !== undefined)
        return [start, was, [narrow ? 'given up' : 'given up: it proves nothing any more', 'dim']];
      const method = methods.find(({ id }) => key === `sms:${id}`);
      const locked = method !== undefined && lockLeft(method, at) > 0;
      return [
        start,
        was,
        `valid ${countdown(leftMs)} more`,
        locked
          ? [narrow ? ', locked' : ', but sms is locked, see above', 'warn']
          : narrow
            ? ''
            : ` ${sep} the newest counts`,
      ];
    });
}
