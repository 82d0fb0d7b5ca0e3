import { dollars } from '../../base/format.ts';
import type { StyleName } from '../../base/parts.ts';
import type { InstanceListReply, User } from '../../client/wire.ts';
import { type AdviceInput, advise } from '../../engine/error-advice.ts';

/** The answer to one harmless GET, as useCommand gives it. */
export type Answer<T> = { ok: true; value: T } | { ok: false; error: AdviceInput & { path: string } };

/** What was found out about a key by asking; only what was really asked stands in it. */
export type Check =
  | {
      kind: 'works';
      email?: string;
      credit?: number;
      account: boolean;
      /** Undefined when it was not asked, or the answer does not tell. */
      instances?: boolean;
      twoFactor?: 'enabled' | 'disabled' | 'legacy' | 'required';
      readOnly: boolean;
    }
  | { kind: 'refused'; source: string }
  | { kind: 'no-answer'; url: string; why: string }
  | { kind: 'trouble'; what: string; error: AdviceInput };

export type Asked = {
  baseUrl: string;
  /** Where the key comes from, in words. */
  source: string;
  keyTail: string;
  readOnly: boolean;
  user: Answer<User>;
  instances?: Answer<InstanceListReply>;
};

/** Whether the second question can tell more: a key may lack user_read and be good for the rest. */
export function worthAsking(user: Answer<User>): boolean {
  if (user.ok) return true;
  return user.error.status === 403 && advise(user.error).exitCode === 4;
}

/** Reads the answers. The advice for an error says what kind of trouble it is; its text is not matched here. */
export function readCheck({ baseUrl, source, keyTail, readOnly, user, instances }: Asked): Check {
  const mayList = instances === undefined ? undefined : mayRead(instances);
  const known = { readOnly, ...(mayList === undefined ? {} : { instances: mayList }) };
  if (user.ok) {
    const { email, credit, tfa_status } = user.value;
    return {
      kind: 'works',
      account: true,
      ...known,
      ...(email === undefined ? {} : { email }),
      ...(credit === undefined ? {} : { credit }),
      ...(tfa_status === undefined ? {} : { twoFactor: tfa_status }),
    };
  }
  if (mayList === true) return { kind: 'works', account: false, ...known };
  const { error } = user;
  const { place, exitCode, title, meaning } = advise(error);
  if (place === 'two-factor') return { kind: 'works', account: false, readOnly, twoFactor: 'required' };
  if (exitCode === 4) {
    return { kind: 'refused', source: keyTail === '' ? source : `${source} (…${keyTail})` };
  }
  if (error.kind === 'network' || error.kind === 'timeout') {
    return { kind: 'no-answer', url: baseUrl + error.path, why: title.replace(/\.$/, '') };
  }
  return { kind: 'trouble', what: `${title} ${meaning}`.trim(), error };
}

/** A refusal is an answer too; trouble on the way is none. */
function mayRead(answer: Answer<InstanceListReply>): boolean | undefined {
  if (answer.ok) return true;
  return advise(answer.error).exitCode === 4 ? false : undefined;
}

/** Whether two-factor is on, or stands before the key's answers: the person may verify at once. */
export function wantsCode(check: Check): boolean {
  return check.kind === 'works' && check.twoFactor !== undefined && check.twoFactor !== 'disabled';
}

/** A line of the result: its mark, what was asked, what came of it. */
export type ResultLine = {
  /** `unknown` was not and cannot be tried; `none` goes on with the line above. */
  mark: 'done' | 'fail' | 'unknown' | 'warn' | 'none';
  what: string;
  more: string;
};

export const markStyle: Record<ResultLine['mark'], StyleName> = {
  done: 'ok',
  fail: 'bad',
  unknown: 'dim',
  warn: 'warn',
  none: 'plain',
};

/** The block under the fields, the most important line first. `leftMs` is left of a pause that the service asked for. */
export function resultLines(check: Check, sep: string, leftMs?: number): ResultLine[] {
  switch (check.kind) {
    case 'refused':
      return [
        { mark: 'fail', what: 'not accepted', more: 'mistyped, revoked, or without user_read' },
        { mark: 'none', what: 'the key', more: check.source },
      ];
    case 'no-answer':
      return [
        { mark: 'fail', what: 'no answer', more: check.url },
        { mark: 'none', what: 'reason', more: `${check.why}; the key may be good` },
      ];
    case 'trouble':
      return [
        { mark: 'fail', what: 'not checked', more: check.what },
        { mark: 'none', what: 'next', more: advise(check.error, { leftMs }).next },
      ];
    case 'works':
      return worksLines(check, sep);
  }
}

const write = (readOnly: boolean): ResultLine => ({
  mark: 'unknown',
  what: 'may write instances',
  more: readOnly
    ? 'not in read-only mode, whatever the key may do'
    : 'cannot be tried without changing something',
});

function worksLines(check: Check & { kind: 'works' }, sep: string): ResultLine[] {
  const { email, credit, account, instances, twoFactor, readOnly } = check;
  if (twoFactor === 'required') {
    return [
      { mark: 'done', what: 'key works', more: '' },
      {
        mark: 'warn',
        what: 'two-factor is asked for',
        more: 'the service answers little else before you verify',
      },
      write(readOnly),
    ];
  }
  const who = [email, credit === undefined ? undefined : `${dollars(credit)} credit`];
  const may = [account && 'account', instances === true && 'instances'].filter((part) => part !== false);
  const lines: (ResultLine | false | undefined)[] = [
    { mark: 'done', what: 'key works', more: who.filter((part) => part !== undefined).join(` ${sep} `) },
    may.length > 0 && { mark: 'done', what: `may read ${may.join(', ')}`, more: '' },
    !account && { mark: 'fail', what: 'may not read account', more: 'no user_read: credit stays unknown' },
    instances === false && { mark: 'fail', what: 'may not read instances', more: 'no instance_read' },
    instances === undefined && { mark: 'unknown', what: 'may read instances', more: 'no clear answer' },
    twoFactorLine(twoFactor),
    write(readOnly),
  ];
  return lines.filter((line) => line !== false && line !== undefined);
}

function twoFactorLine(status: (Check & { kind: 'works' })['twoFactor']): ResultLine | undefined {
  if (status === 'enabled')
    return { mark: 'warn', what: 'two-factor is on', more: 'verify now, or when an action needs it' };
  if (status === 'legacy') {
    return { mark: 'warn', what: 'two-factor is on, legacy', more: 'by SMS to the number on file' };
  }
  return undefined;
}
