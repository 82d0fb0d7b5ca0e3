import { atStart } from '../../base/key-text.ts';
import type { TfaResult } from '../../engine/two-factor/tfa-flow-state.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { type Paragraph, TextStep } from './text-step.tsx';
import { leaveFlow } from './use-flow-keys.ts';

const names = { totp: 'The authenticator app', sms: 'The phone number' } as const;

function said(result: TfaResult, codesKey: string): readonly Paragraph[] {
  switch (result.kind) {
    case 'logged-in':
      return result.reply.session_key === undefined
        ? [
            { text: 'You are verified.', style: 'ok' },
            'The service set the session for the web login and gave no session key: rigdeck goes on with the API key.',
          ]
        : [{ text: 'You are verified.', style: 'ok' }];
    case 'added':
      if (result.codesLost === true) {
        return [
          { text: `${names[result.method]} was added, and two-factor is on.`, style: 'ok' },
          { text: 'Its backup codes were in an answer that got lost. Nobody has seen them.', style: 'bad' },
          { text: `${codesKey} makes ten new ones.`, style: 'bold' },
        ];
      }
      return [
        {
          text: `${names[result.method]} was added${result.first ? ', and two-factor is on' : ''}.`,
          style: 'ok',
        },
        result.first
          ? 'From now on the service may ask for a code. Your backup codes are the way in without it.'
          : 'Both it and the methods you had prove that it is you. The backup codes stay as they are.',
      ];
    case 'removed':
      return result.remaining === 0
        ? [
            {
              text: 'The method was removed. Two-factor is off, and the backup codes are void.',
              style: 'warn',
            },
            'Only the password and the API keys protect the account now.',
          ]
        : [
            { text: 'The method was removed.', style: 'ok' },
            `${result.remaining} ${result.remaining === 1 ? 'method is' : 'methods are'} left.`,
          ];
    case 'codes-renewed':
      return [
        { text: 'The new backup codes count from now on; the old ones are void.', style: 'ok' },
        'Each works once in place of a code.',
      ];
  }
}

/** What has changed, and where to go. */
export function Done({ flow }: { flow: TfaFlow }) {
  const deck = useDeck();
  const { step } = flow.state;
  if (step.at !== 'done') return null;
  return (
    <TextStep
      flow={flow}
      go={{ run: () => leaveFlow(deck, flow.run) }}
      paragraphs={[
        ...said(step.result, flow.keyName('security.codes')),
        { text: `${atStart(flow.keyName('tfa.go'))} goes back.`, style: 'dim', drop: 1 },
      ]}
    />
  );
}
