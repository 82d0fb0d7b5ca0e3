import { countdown } from '../../base/format-time.ts';
import type { Parts } from '../../base/parts.ts';
import type { TfaMethod } from '../../client/wire.ts';
import type { AdviceInput } from '../../engine/error-advice.ts';
import { adviseRead } from '../../engine/read-health.ts';
import { notOffered } from '../../engine/refusals.ts';
import type { TfaAt } from '../../engine/two-factor/tfa-flow.ts';
import { partsWidth } from '../../tui/text/parts.ts';
import type { Glyphs } from '../../tui/theme/theme.ts';
import { paragraph } from './facts.ts';
import { lockLeft, type Protection } from './protection.ts';

/** What it means that two-factor is off, and how it is turned on. */
export function offLines(email: string | undefined, columns: number): Parts[] {
  const to = email === undefined ? 'the e-mail of the account' : email;
  return [
    ...paragraph('Nobody who logs in is asked for a second proof.', columns, 'bold'),
    ...paragraph(
      `a adds the first method. The service begins by mailing a code to ${to}, so that address must be verified; whether it is cannot be seen from here.`,
      columns,
    ),
    ...paragraph('With the first method come ten backup codes, shown once.', columns, 'dim'),
  ];
}

/** C054: an account of the old kind, in plain words, and what comes first. */
export function legacyLines(methods: number, columns: number, glyphs: Glyphs): Parts[] {
  return [
    ...paragraph(
      `${glyphs.warn} This account uses old two-factor${methods === 0 ? ': it is on, and lists no method' : ''}.`,
      columns,
      'warn',
    ),
    ...paragraph(
      'First make backup codes: B. With them the service takes the phone number on file over as a method; then methods can be added and removed as usual.',
      columns,
      'plain',
      `${glyphs.warn} `,
    ),
  ];
}

/** `reason` says why keys are blocked by it; `lasting` that a status which was read before is no use either. */
export type Trouble = { title: string; meaning: string; next: string; reason: string; lasting?: true };

/**
 * Why there is no status to show, and what that keeps from being done; `refreshKey` asks again, and `again` says when
 * that is done by itself.
 */
export function statusTrouble(error: AdviceInput, refreshKey: string, again: string | undefined): Trouble {
  const { title, meaning, next } = adviseRead(error, again);
  if (error.code === 'team_user_forbidden') {
    return {
      title,
      meaning: `${meaning} The key stays signed in and is good for everything else.`,
      next,
      reason: 'Two-factor belongs to a person, not a team: use a personal key',
      lasting: true,
    };
  }
  if (notOffered(error)) {
    return {
      title: 'This service answers nothing about two-factor.',
      meaning: 'It may not have it. Whether the account is protected is not known.',
      next: `Everything else works as before; ${refreshKey} asks again.`,
      reason: 'This service answers nothing about two-factor',
      lasting: true,
    };
  }
  return {
    ...{ title, meaning, next: next === '' ? `It is asked again by itself: ${again}.` : next },
    reason: `The two-factor status is not known: ${refreshKey} asks again`,
  };
}

export function troubleLines({ title, meaning, next }: Trouble, columns: number, glyphs: Glyphs): Parts[] {
  return [
    [],
    ...paragraph(`${glyphs.warn} ${title}`, columns, 'bad'),
    ...(meaning === '' ? [] : paragraph(meaning, columns, 'plain', `${glyphs.warn} `)),
    ...paragraph(next, columns, 'dim', `${glyphs.warn} `),
  ];
}

type Hinted = {
  protection: Protection | undefined;
  methods: readonly TfaMethod[];
  codesLeft: number | undefined;
  unkeptSince?: number | undefined;
  at: TfaAt;
  /** What the key is called that makes new backup codes. */
  codesKey: string;
};

/** What the message line says while there is no message: a lock with what still works, or what comes first. */
export function securityHint(known: Hinted, glyphs: Glyphs, columns: number): Parts {
  const { protection, methods, codesLeft, unkeptSince, at, codesKey } = known;
  const locked = methods.filter((method) => lockLeft(method, at) > 0);
  const [first] = [...locked].sort((a, b) => lockLeft(a, at) - lockLeft(b, at));
  if (first !== undefined) {
    const left = countdown(lockLeft(first, at));
    const several = locked.length > 1;
    const open = methods.filter((method) => !locked.includes(method)).map(({ method }) => method);
    const others = [...new Set(open), 'e-mail', ...(codesLeft === 0 ? [] : ['backup codes'])];
    const who = several ? `${locked.length} methods are locked, one` : `${first.method} is locked`;
    const work = `${listed(others)} still ${others.length === 1 ? 'works' : 'work'}.`;
    const long: Parts = [[`${glyphs.warn} ${who} for ${left} more.`, 'warn'], ` ${work}`];
    if (partsWidth(long) <= columns - 4) return long;
    const short = several ? `${locked.length} locked, one` : `${first.method} locked`;
    return [[`${glyphs.warn} ${short} ${left}`, 'warn'], `; use ${others.join(', ')}`];
  }
  if (protection === 'legacy')
    return [[`${glyphs.warn} Old two-factor: make new backup codes first (${codesKey}).`, 'warn']];
  if (protection !== 'off' && unkeptSince !== undefined) {
    return [[`${glyphs.warn} Backup codes not shown to be kept.`, 'warn'], ` ${codesKey} makes new ones.`];
  }
  if (protection === 'on' && codesLeft === 0) {
    return [[`${glyphs.warn} No backup code is left.`, 'warn'], ` ${codesKey} makes ten new ones.`];
  }
  return [];
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
