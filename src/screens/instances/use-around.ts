import type { Instance } from '../../client/wire.ts';
import { canSsh } from '../../engine/instances/lifecycle.ts';
import type { ActionId, Bindings } from '../../engine/keymap.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useCopyMenu } from '../connect/use-copy-menu.ts';
import { useJupyter } from '../connect/use-jupyter.ts';
import { useTunnel } from '../connect/use-tunnel.ts';
import { useExecute } from './use-execute.ts';
import { useLabelChange } from './use-label-change.ts';

export const aroundActs = [
  'instance.copy',
  'instance.logs',
  'instance.label',
  'instance.tunnel',
  'instance.jupyter',
  'instance.execute',
] as const satisfies readonly ActionId[];
export type AroundAct = (typeof aroundActs)[number];

/** What is done around the instance under the cursor without changing whether it runs. */
export function useAround(instance: Instance | undefined): Bindings<AroundAct> {
  const deck = useDeck();
  const tunnel = useTunnel();
  const none = instance === undefined ? 'There is no instance here' : undefined;
  const can = instance === undefined ? undefined : canSsh(instance);
  return {
    'instance.copy': useCopyMenu(instance, (row) => tunnel(row, 'copy')),
    'instance.logs': {
      run: () => instance && deck.go({ go: 'push', route: { screen: 'logs', id: instance.id } }),
      blocked: none,
    },
    'instance.label': useLabelChange(instance),
    'instance.tunnel': {
      run: () => instance && tunnel(instance, 'open'),
      blocked: none ?? (can?.ok === false ? can.reason : undefined),
    },
    'instance.jupyter': useJupyter(instance),
    'instance.execute': useExecute(instance),
  };
}
