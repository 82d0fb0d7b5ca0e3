import { Waiting } from '../../components/waiting.tsx';
import { useUser } from '../../hooks/resources.ts';
import { useBody } from '../../hooks/use-viewport.ts';
import type { ScreenDef } from '../screen.ts';

function Security() {
  const { columns } = useBody();
  return <Waiting read={useUser()} columns={columns} empty={[]} />;
}

export const security: ScreenDef<'security'> = {
  title: () => 'Security',
  jump: { key: '5', name: 'Security' },
  needs: 'api-key',
  actions: [],
  View: Security,
};
