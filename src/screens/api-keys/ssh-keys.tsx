import { Box } from 'ink';
import type { SshKey } from '../../client/wire.ts';
import { plainListActions, sidewaysActions } from '../../engine/keymap.ts';
import { isWhole } from '../../engine/missing-rows.ts';
import { dataOf } from '../../engine/read-health.ts';
import { keys as reads } from '../../engine/read-keys.ts';
import { saysNotThere } from '../../engine/refusals.ts';
import { useSideways } from '../../hooks/list-columns.ts';
import { pick } from '../../hooks/list-keys.ts';
import { useShownRead } from '../../hooks/live-reads.ts';
import { useSshKeys } from '../../hooks/resources.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useFilterField } from '../../hooks/use-filter-field.ts';
import { useHint } from '../../hooks/use-hint.ts';
import { useList } from '../../hooks/use-list.ts';
import { useScreenLayer } from '../../tui/keys/use-layer.ts';
import { Grid } from '../../tui/list/grid.tsx';
import { Line, Lines } from '../../tui/text/line.tsx';
import { spread } from '../../tui/text/parts.ts';
import { TroubleLine } from '../../tui/text/trouble-line.tsx';
import { useTheme } from '../../tui/theme/theme.ts';
import { useBody } from '../../tui/use-viewport.ts';
import { gridOf } from '../list-look.ts';
import { filterParts, noMatch } from '../list-words.ts';
import type { ScreenDef } from '../screen.ts';
import { Waiting } from '../waiting.tsx';
import { sshKeyColumns } from './ssh-keys-columns.ts';
import { type SshKeyAct, sshKeyActs, useSshKeyBindings } from './ssh-keys-commands.ts';

/** The public keys that the account gives to new instances. */
function SshKeys() {
  const deck = useDeck();
  const { columns, rows } = useBody();
  const { glyphs } = useTheme();
  const read = useSshKeys();
  const { trouble, old, again } = useShownRead(reads.sshKeys, read, 'SSH keys');
  // A service without keys for the account may answer 404; adding one tells whether it takes any.
  const none = read.state === 'failed' && saysNotThere(read.error);
  const data = dataOf(read);
  const known = none ? [] : data?.rows;
  const list = useList<SshKey>({
    name: 'ssh-keys',
    rows: known ?? [],
    columns: sshKeyColumns(deck.services.timeZone, columns),
    keyOf: ({ id }) => id,
    nameOf: ({ id }) => `SSH key ${id}`,
    page: Math.max(1, rows - 3),
    raw: (key) => key,
  });
  useFilterField(list);
  useScreenLayer<(typeof plainListActions)[number] | SshKeyAct>({
    ...pick(list.bindings, plainListActions),
    ...useSshKeyBindings(known, list.row),
  });
  useSideways(list);
  useHint([`New instances take these; for others: ${deck.keyName('instance.attach-key')} on Instances.`]);
  const warning = known === undefined || none ? [] : trouble;
  const count = known === undefined ? '' : `${known.length} SSH ${known.length === 1 ? 'key' : 'keys'}`;
  return (
    <Box flexDirection="column">
      <Line parts={spread([[`   ${count}`, 'dim']], filterParts(list, glyphs), columns)} columns={columns} />
      <TroubleLine words={warning} columns={columns} />
      {known === undefined ? (
        <Waiting read={read} what="the SSH keys" columns={columns} empty={[]} again={again} />
      ) : known.length === 0 && !none && !isWhole(data ?? {}) ? null : known.length === 0 ? (
        <Lines
          lines={[[], ['   There are no SSH keys: add one with a, or no instance opens for you.']]}
          columns={columns}
        />
      ) : list.rows.length === 0 ? (
        <Lines lines={[[], [`   ${noMatch(list, 'SSH key').join(' ')}`]]} columns={columns} />
      ) : (
        <Grid
          {...gridOf(list)}
          height={Math.max(3, rows - 1 - (warning.length > 0 ? 1 : 0))}
          width={columns}
          now={list.now}
          dimmed={old}
        />
      )}
    </Box>
  );
}

export const sshKeys: ScreenDef<'ssh-keys'> = {
  title: () => 'SSH keys',
  needs: 'api-key',
  actions: [...plainListActions, ...sidewaysActions, ...sshKeyActs],
  View: SshKeys,
};
