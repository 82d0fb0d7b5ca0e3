import { atStart } from '../../base/key-text.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { TextStep } from './text-step.tsx';

/** The two-factor status is on its way, or could not be read. */
export function AwaitStatus({ flow }: { flow: TfaFlow }) {
  const reading = flow.can('wait') !== undefined;
  const mayGoOn = flow.can('goOn') !== undefined;
  if (reading) return <TextStep flow={flow} paragraphs={['Reading how two-factor stands on this account']} />;
  const press = mayGoOn
    ? `${flow.keyName('tfa.ask-again')} asks again. ${atStart(flow.keyName('tfa.go'))} goes on without knowing which methods there are.`
    : `${flow.keyName('tfa.ask-again')} or ${flow.keyName('tfa.go')} asks again.`;
  const go = { run: () => flow.send({ kind: mayGoOn ? 'goOn' : 'readStatus' }) };
  return (
    <TextStep
      flow={flow}
      go={go}
      paragraphs={[
        'How two-factor stands on this account could not be read.',
        { text: press, style: 'dim', drop: 1 },
      ]}
    />
  );
}

/** The secret of a new authenticator is on its way, or did not come. */
export function AwaitSecret({ flow }: { flow: TfaFlow }) {
  if (flow.can('wait') !== undefined)
    return <TextStep flow={flow} paragraphs={['Asking for a new secret']} />;
  return (
    <TextStep
      flow={flow}
      go={{ run: () => flow.send({ kind: 'newSecret' }) }}
      paragraphs={[
        'No secret has come.',
        { text: `${atStart(flow.keyName('tfa.go'))} asks for one again.`, style: 'dim', drop: 1 },
      ]}
    />
  );
}
