import { nextSteps } from '../../engine/two-factor/tfa-actions.ts';
import {
  listWays,
  type TfaAt,
  type TfaEvent,
  type TfaNotice,
  type TfaState,
} from '../../engine/two-factor/tfa-flow.ts';
import type { CommandContext } from '../cli/context.ts';
import { failure } from '../cli/failure.ts';
import type { Decide } from './tfa-runner.ts';
import {
  codeQuestion,
  lastMethodFailure,
  lastMethodText,
  noticeLine,
  stateFailure,
  wayText,
  whyNot,
} from './tfa-words.ts';

/** What a flow needs beside codes: what is shown of a new method, and what becomes of new backup codes. */
export type TfaShow = {
  /** A new authenticator's secret, once for each that comes. */
  secret?: (totp: { secret: string; uri: string }) => void;
  codes?: (codes: NewCodes) => Promise<void>;
};

/** `more`: the flow goes on behind them, and may fail. */
export type NewCodes = { codes: readonly string[]; more: boolean };

export const gaveUp = () => failure('interrupted', 'interrupted', 'Given up. Nothing more was sent.');

/** Decides as a person at the terminal says: each step is a question, and a refusal is told before the next one. */
export function askedDecide({ io, composition }: CommandContext, show: TfaShow): Decide {
  const timeZone = composition.env.TZ;
  const { say } = io;
  const ask = async (question: string): Promise<string> => {
    const typed = await io.ask(question);
    if (typed === undefined) throw gaveUp();
    return typed.trim();
  };
  const isYes = async (question: string): Promise<boolean> => {
    for (;;) {
      const answer = (await ask(question)).toLowerCase();
      if (answer === 'y' || answer === 'n') return answer === 'y';
      say('Type y or n.');
    }
  };
  const shown = onlyNew(show);
  let told: TfaNotice | undefined;
  let tried: string | undefined;
  const tell = (state: TfaState, at: TfaAt) => {
    if (state.notice === undefined || state.notice === told) return;
    told = state.notice;
    say(noticeLine(state, at, timeZone));
  };

  return async (state, at) => {
    const { step } = state;
    switch (step.at) {
      case 'status':
        // A login needs no list of methods: each kind is offered.
        if (state.goal.kind !== 'login') throw stateFailure(state, at, timeZone);
        tell(state, at);
        return { kind: 'goOn' };
      case 'legacy': {
        tell(state, at);
        say('This account uses old two-factor. New backup codes come first, or the method may be refused.');
        return (await isYes('Make them now? (y/n): ')) ? { kind: 'regenFirst' } : { kind: 'goOn' };
      }
      case 'turn-off':
        say(lastMethodText);
        if ((await ask('Type turn off to go on: ')).toLowerCase() !== 'turn off') throw lastMethodFailure();
        return { kind: 'turnOff' };
      case 'choose':
        tell(state, at);
        return choose(state, at);
      case 'secret':
        tell(state, at);
        return phoneStep(state, at);
      case 'prove':
      case 'confirm':
        shown.secret(state);
        tell(state, at);
        return code(state, at);
      case 'codes':
        await shown.codes(state);
        return { kind: 'codesKept' };
      default:
        throw stateFailure(state, at, timeZone);
    }
  };

  async function choose(state: TfaState, at: TfaAt): Promise<TfaEvent> {
    const rows = listWays(state, at);
    if (!rows.some(({ selectable }) => selectable)) throw stateFailure(state, at, timeZone);
    for (const [index, row] of rows.entries()) {
      const why = whyNot(row, at, timeZone);
      say(`  ${index + 1}  ${wayText(row.way)}${why === '' ? '' : `: ${why}`}`);
    }
    for (;;) {
      const typed = await ask(`Prove that it is you by (1-${rows.length}): `);
      const picked = rows[Number(typed) - 1];
      if (picked !== undefined) return { kind: 'choose', way: picked.way };
      // What was typed may be a code, and is not repeated.
      say(`That is none of them: a number from 1 to ${rows.length}.`);
    }
  }

  async function phoneStep(state: TfaState, at: TfaAt): Promise<TfaEvent> {
    if (state.goal.kind !== 'add' || state.goal.method !== 'sms') throw stateFailure(state, at, timeZone);
    // A number is tried once; after a refusal it is asked for again.
    if (state.phone !== '' && state.phone !== tried) {
      tried = state.phone;
      return { kind: 'sendText' };
    }
    tried = undefined;
    return { kind: 'phone', text: await ask('Phone number with its country code, as +15555550100: ') };
  }

  async function code(state: TfaState, at: TfaAt): Promise<TfaEvent> {
    const can = nextSteps(state, at).map(({ kind }) => kind);
    if (can.includes('methodId')) {
      const text = await ask(`Id of the method (${keyHint('t', 'another way')}): `);
      return text === 't' ? { kind: 'anotherWay' } : { kind: 'methodId', text };
    }
    const again = can.includes('resend');
    const way = can.includes('anotherWay') && listWays(state, at).length > 1;
    const keys = [again && keyHint('r', 'another code'), way && keyHint('t', 'another way')]
      .filter(Boolean)
      .join(', ');
    const typed = await ask(`${codeQuestion(state, at)}${keys === '' ? '' : ` (${keys})`}: `);
    if (typed === 'r' && again) return { kind: 'resend' };
    if (typed === 't' && way) return { kind: 'anotherWay' };
    return { kind: 'submit', text: typed };
  }
}

/** A blank that no line is broken at: a key alone at the end of one reads as a word. */
const keyHint = (key: string, does: string): string => `${key}\u00a0${does}`;

/** Shows each secret once, however often the flow comes by. */
export function onlyNew(show: TfaShow) {
  let secret: string | undefined;
  return {
    secret({ totp, step, goal }: TfaState) {
      if (step.at !== 'confirm' || goal.kind !== 'add' || totp === undefined || totp.secret === secret)
        return;
      secret = totp.secret;
      show.secret?.(totp);
    },
    codes: async ({ codes, after }: TfaState) => {
      if (codes !== undefined) await show.codes?.({ codes: codes.codes, more: after !== undefined });
    },
  };
}
