import { Box } from 'ink';
import { Grid } from '../../components/grid.tsx';
import { Line, Lines } from '../../components/line.tsx';
import { TroubleLine } from '../../components/trouble-line.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { notOffered } from '../../domain/not-offered.ts';
import { useDeck } from '../../hooks/deck.ts';
import { useShownRead } from '../../hooks/live-reads.ts';
import { keys as reads, useSshKeys } from '../../hooks/resources.ts';
import { type CursorAction, cursorActions, useCursor } from '../../hooks/use-cursor.ts';
import { useHint } from '../../hooks/use-hint.ts';
import { useScreenLayer } from '../../hooks/use-layer.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useBody } from '../../hooks/use-viewport.ts';
import { dataOf } from '../../loadable.ts';
import type { ScreenDef } from '../screen.ts';
import { sshKeyColumns } from './columns.ts';
import { type SshKeyAct, sshKeyActs, useSshKeyBindings } from './commands.ts';

/** The public keys that the account gives to new instances. */
function SshKeys() {
  const deck = useDeck();
  const { columns, rows } = useBody();
  const now = useNow();
  const read = useSshKeys();
  const { trouble, old, again } = useShownRead(reads.sshKeys, read, 'SSH keys');
  // A service without keys for the account may answer 404; adding one tells whether it takes any.
  const none = read.state === 'failed' && notOffered(read.error);
  const known = none ? [] : dataOf(read);
  const cursor = useCursor('ssh keys', known ?? [], ({ id }) => id);
  useScreenLayer<CursorAction | SshKeyAct>({
    ...cursor.bindings,
    ...useSshKeyBindings(known, cursor.row),
  });
  useHint(['New instances take these; for others: A on Instances.']);
  const warning = known === undefined || none ? [] : trouble;
  const count = known === undefined ? '' : `${known.length} SSH ${known.length === 1 ? 'key' : 'keys'}`;
  return (
    <Box flexDirection="column">
      <Line parts={[[`   ${count}`, 'dim']]} columns={columns} />
      <TroubleLine words={warning} columns={columns} />
      {known === undefined ? (
        <Waiting read={read} columns={columns} empty={[]} again={again} />
      ) : known.length === 0 ? (
        <Lines
          lines={[[], ['   There are no SSH keys: add one with a, or no instance opens for you.']]}
          columns={columns}
        />
      ) : (
        <Grid
          columns={sshKeyColumns(deck.services.timeZone, columns)}
          rows={known}
          rowKey={({ id }) => id}
          cursor={cursor.index}
          height={Math.max(3, rows - 1 - (warning.length > 0 ? 1 : 0))}
          width={columns}
          now={now}
          dimmed={old}
        />
      )}
    </Box>
  );
}

export const sshKeys: ScreenDef<'ssh-keys'> = {
  title: () => 'SSH keys',
  needs: 'api-key',
  actions: [...cursorActions, ...sshKeyActs],
  View: SshKeys,
};
