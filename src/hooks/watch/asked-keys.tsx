import { useLayer } from '../../tui/keys/use-layer.ts';
import { useStore } from '../../tui/use-store.ts';
import { useDeck } from '../use-deck.ts';

/** While what a key has asked for is waited for, Esc gives that up before it leads anywhere. Draws nothing. */
export function AskedKeys() {
  const { asked, messages } = useDeck();
  const newest = useStore(asked).at(-1);
  const giveUp = () => {
    newest?.giveUp();
    if (newest !== undefined) messages.say('info', `${newest.what}: not waited for any more`);
  };
  useLayer(newest && { kind: 'screen', bindings: { 'app.escape': { run: giveUp } } });
  return null;
}
