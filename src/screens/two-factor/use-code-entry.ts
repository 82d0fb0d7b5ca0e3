import { useEffect, useRef, useState } from 'react';
import { codeLength, digitsOf, readCode } from '../../engine/two-factor/code-input.ts';
import { codeKey } from '../../engine/two-factor/tfa-clocks.ts';
import type { TfaNotice } from '../../engine/two-factor/tfa-flow-state.ts';
import { isSubmitting } from '../../engine/two-factor/tfa-outcome.ts';
import { codeAway } from '../../engine/two-factor/tfa-wait.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { strokeToEdit } from '../../tui/keys/edit-keys.ts';
import type { LayerStroke } from '../../tui/keys/layers.ts';
import { useLayer } from '../../tui/keys/use-layer.ts';
import { type EditState, edit, editState } from '../../tui/text/text-edit.ts';

/** After the sixth digit a slip can be seen for this long before the code goes out. */
const autoSubmitMs = 150;
/** A timer that rings this much too late rings in a program that stood still. */
const lateMs = 1_000;

/** Signs that stand between the digits of a code; they are no commands here. */
const fillers = new Set([' ', '-', '.']);

/** What would change the field. Esc is no such thing while its code is away: it leads elsewhere. */
const isTyping = (stroke: LayerStroke): boolean =>
  stroke.key !== 'esc' &&
  (stroke.text === undefined
    ? strokeToEdit(stroke) !== undefined
    : digitsOf(stroke.text) !== '' || fillers.has(stroke.text));

/** The code was judged, or can be of no more use. */
function isSpent(notice: TfaNotice | undefined): boolean {
  if (notice?.kind === 'remark') return notice.remark === 'already-tried' || notice.remark === 'expired';
  if (notice?.kind !== 'error') return notice !== undefined;
  return /^2fa_|challenge_(not_)?found$/.test(notice.code ?? '');
}

export type CodeEntry = {
  state: EditState;
  /** What stood here before was refused, and nothing was typed since. */
  refused: boolean;
  /** It is with the service: what was sent stands here, and nothing can be typed. */
  isAway: boolean;
  submit(): void;
};

type Options = {
  flow: TfaFlow;
  /** False while another field of the step has the keys. */
  active: boolean;
  /** Sends it on the sixth digit, once for each code. */
  auto: boolean;
  /** A backup code was pasted. */
  onBackup?(code: string): void;
  /** Esc in the empty field; true when it had a meaning here. */
  onEscape?(): boolean;
  /** A digit was typed. */
  onType?(): void;
};

/** Six boxes that are one field. Digits go into it, a paste is read as a whole, and letters stay commands. */
export function useCodeEntry({ flow, active, auto, onBackup, onEscape, onType }: Options): CodeEntry {
  const { local: clock } = useDeck();
  const [state, change] = useState<EditState>(() => editState(codeAway(flow.state) ?? ''));
  const [refused, setRefused] = useState(false);
  // Under which request each text went out. A new request makes an old code no better, so it never goes out again by itself.
  const sent = useRef(new Map<string, number | undefined>());
  const { notice, sendings } = flow.state;
  const isAway = isSubmitting(flow.state);
  const key = codeKey(flow.state);
  const challenge = key === undefined ? undefined : sendings[key]?.challenge?.flight;

  useEffect(() => {
    if (!isSpent(notice)) return;
    change(editState(''));
    setRefused(notice?.kind === 'error');
  }, [notice]);

  const { send } = flow;
  const { text } = state;
  useEffect(() => {
    // One that was typed before its request was known has gone nowhere yet.
    const wasEarly =
      sent.current.has(text) && sent.current.get(text) === undefined && challenge !== undefined;
    if (!auto || !active || isAway || text.length !== codeLength || (sent.current.has(text) && !wasEarly))
      return;
    const changed = new AbortController();
    const due = clock.now() + autoSubmitMs;
    clock.sleep(autoSubmitMs, changed.signal).then(
      () => {
        // The machine slept in between: the code is one of before, and a try that it costs is for the person to decide.
        if (clock.now() - due > lateMs) return;
        sent.current.set(text, challenge);
        send({ kind: 'submit', text });
      },
      () => {},
    );
    return () => changed.abort();
  }, [auto, active, isAway, text, challenge, clock, send]);

  const put = (next: EditState) => {
    setRefused(false);
    onType?.();
    change(next);
  };
  const edits = (stroke: LayerStroke): boolean => {
    if (isAway) return isTyping(stroke);
    if (stroke.key === 'esc') {
      if (state.text === '') return onEscape?.() === true;
      change(editState(''));
      return true;
    }
    if (stroke.text !== undefined) {
      const digit = digitsOf(stroke.text);
      if (digit === '') return fillers.has(stroke.text);
      if (state.text.length < codeLength) put(edit(state, { insert: digit }));
      return true;
    }
    const command = strokeToEdit(stroke);
    if (command === undefined) return false;
    change((now) => edit(now, command));
    return true;
  };
  useLayer(
    active
      ? {
          kind: 'text',
          digitsOnly: true,
          bindings: {},
          edits,
          paste: (text) => {
            if (isAway) return;
            const reading = readCode(text);
            if (reading.kind === 'code') return put(editState(reading.code));
            if (reading.kind === 'backup') onBackup?.(reading.code);
            // The machine says what is wrong with it, or opens the other field; neither sends anything.
            send({ kind: 'submit', text });
          },
        }
      : undefined,
  );
  return {
    state,
    refused,
    isAway,
    submit: () => {
      sent.current.set(text, challenge);
      send({ kind: 'submit', text });
    },
  };
}
