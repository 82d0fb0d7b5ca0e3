import { Waiting } from '../../components/waiting.tsx';
import { useUser } from '../../hooks/resources.ts';
import { useBody } from '../../hooks/use-viewport.ts';
import type { ScreenDef } from '../screen.ts';

function Tfa() {
  const { columns } = useBody();
  return <Waiting read={useUser()} columns={columns} empty={[]} />;
}

export const tfa: ScreenDef<'tfa'> = {
  title: () => 'Two-factor',
  needs: 'api-key',
  actions: [],
  View: Tfa,
};
