import type { FC } from 'react';
import type { StoredTfaMethod } from '../../client/wire.ts';
import type { TfaState, TfaStep } from '../../domain/tfa-flow-state.ts';
import { type TfaFlow, useTfaFlow } from '../../hooks/use-tfa-flow.ts';
import type { RouteOf } from '../../route.ts';
import type { ScreenDef } from '../screen.ts';
import { Choose } from './steps/choose.tsx';
import { Codes } from './steps/codes.tsx';
import { Done } from './steps/done.tsx';
import { Legacy } from './steps/legacy.tsx';
import { Phone } from './steps/phone.tsx';
import { Prove } from './steps/prove.tsx';
import { SessionOver } from './steps/session-over.tsx';
import { Stuck } from './steps/stuck.tsx';
import { TextCode } from './steps/text-code.tsx';
import { TotpCode } from './steps/totp-code.tsx';
import { TurnOff } from './steps/turn-off.tsx';
import { Unclear } from './steps/unclear.tsx';
import { AwaitSecret, AwaitStatus } from './steps/wait.tsx';
import { flowActions, useFlowKeys } from './use-flow-keys.ts';
import { useLockBell } from './use-lock-bell.ts';

type Step = FC<{ flow: TfaFlow }>;

const steps: Record<Exclude<TfaStep['at'], 'left' | 'secret' | 'confirm'>, Step> = {
  status: AwaitStatus,
  legacy: Legacy,
  'turn-off': TurnOff,
  choose: Choose,
  prove: Prove,
  unclear: Unclear,
  session: SessionOver,
  stuck: Stuck,
  codes: Codes,
  done: Done,
};
const adding: Record<StoredTfaMethod, Record<'secret' | 'confirm', Step>> = {
  sms: { secret: Phone, confirm: TextCode },
  totp: { secret: AwaitSecret, confirm: TotpCode },
};

function stepOf({ step: { at }, goal }: TfaState): Step | undefined {
  if (at === 'left') return undefined;
  if (at !== 'secret' && at !== 'confirm') return steps[at];
  return goal.kind === 'add' ? adding[goal.method][at] : undefined;
}

function Tfa({ route }: { route: RouteOf<'tfa'> }) {
  const flow = useTfaFlow(route);
  useFlowKeys(flow);
  useLockBell(flow);
  const Shown = stepOf(flow.state);
  return Shown === undefined ? null : <Shown flow={flow} />;
}

function titleOf({ goal }: RouteOf<'tfa'>): string {
  switch (goal.kind) {
    case 'login':
      return 'Verify';
    case 'add':
      return goal.method === 'totp' ? 'Add authenticator app' : 'Add phone number';
    case 'remove':
      return 'Remove a method';
    case 'regen':
      return 'New backup codes';
  }
}

export const tfa: ScreenDef<'tfa'> = {
  title: titleOf,
  needs: 'api-key',
  actions: [
    ...flowActions,
    'tfa.go',
    'tfa.copy',
    'tfa.invert',
    'tfa.full',
    'tfa.words',
    'tfa.field',
    'tfa.save',
    'tfa.print',
    'tfa.written',
    'tfa.hide',
    'list.down',
    'list.up',
    'app.quit',
  ],
  View: Tfa,
};
