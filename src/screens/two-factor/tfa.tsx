import type { FC } from 'react';
import type { StoredTfaMethod } from '../../client/wire.ts';
import type { RouteOf } from '../../engine/route.ts';
import type { TfaState, TfaStep } from '../../engine/two-factor/tfa-flow-state.ts';
import { type TfaFlow, useTfaFlow } from '../../hooks/use-tfa-flow.ts';
import type { ScreenDef } from '../screen.ts';
import { Choose } from './choose.tsx';
import { Codes } from './codes.tsx';
import { Done } from './done.tsx';
import { Legacy } from './legacy.tsx';
import { Phone } from './phone.tsx';
import { Prove } from './prove.tsx';
import { SessionOver } from './session-over.tsx';
import { Stuck } from './stuck.tsx';
import { TextCode } from './text-code.tsx';
import { TotpCode } from './totp-code.tsx';
import { TurnOff } from './turn-off.tsx';
import { Unclear } from './unclear.tsx';
import { flowActions, useFlowKeys } from './use-flow-keys.ts';
import { useLockBell } from './use-lock-bell.ts';
import { AwaitSecret, AwaitStatus } from './wait.tsx';

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
