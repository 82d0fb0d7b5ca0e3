import { codeKey } from '../../engine/two-factor/tfa-clocks.ts';
import { useSession } from '../../hooks/use-deck.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { prose, type Row } from '../../tui/text/row-lines.tsx';

/** In the sandbox nothing arrives anywhere: where the message with the code is read. */
export function useSandboxNote(
  { state, keyName }: Pick<TfaFlow, 'state' | 'keyName'>,
  columns: number,
): Row[] {
  const session = useSession();
  const key = codeKey(state) ?? '';
  if (session?.rehearsal === undefined || !/email|sms/.test(key)) return [];
  return prose(
    `Sandbox: "${keyName('app.palette')}" and "phone" shows the messages sent.`,
    columns,
    'dim',
    4,
  );
}
