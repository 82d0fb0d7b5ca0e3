import { withoutSecrets } from '../base/record-secrets.ts';
import type { Instance } from '../client/wire.ts';
import { changesOf, withUnseen } from '../engine/instances/changes.ts';
import { missingWords } from '../engine/missing-rows.ts';
import { chargesWhileDrawn } from './charges.ts';
import { type CommandContext, requireAccount, serviceTime } from './cli/context.ts';
import { failure } from './cli/failure.ts';
import { readId, readWhole } from './cli/numbers.ts';
import { type PrintColumn, printJson, printRows } from './cli/output.ts';
import { patientReads, pausesWhileRead } from './cli/pause.ts';
import { instanceColumns } from './instance-columns.ts';

const usualSeconds = 10;
const enterScreen = '\x1b[?1049h\x1b[?25l';
const leaveScreen = '\x1b[?25h\x1b[?1049l';
const clearScreen = '\x1b[H\x1b[2J';

/**
 * `rigdeck instances --watch[=10]`: in a terminal the list, drawn again on a screen of its own, which Ctrl+C leaves;
 * elsewhere, and with --json, a JSON line for each change,
 * until nobody reads them.
 */
export async function watchCommand(
  context: CommandContext,
  typedId: string | undefined,
  every: string | true,
): Promise<void> {
  const { io, json, composition, signal } = context;
  const id = typedId === undefined ? undefined : readId(typedId, 'instance id');
  const seconds = every === true ? usualSeconds : readWhole(every, '--watch', 1, 3600);
  if (io.rowFields !== undefined)
    throw failure('usage', 'usage', '--json=… goes with a list, not with --watch.', 'Say --json alone.');
  const { api } = await requireAccount(context);
  const read = patientReads(context);
  const charges = chargesWhileDrawn(context, api);
  const pause = pausesWhileRead(context);
  const asScreen = io.outIsTerminal && !json && composition.env.TERM !== 'dumb';
  let before: readonly Instance[] | undefined;
  let said = 0;
  if (asScreen) io.out(enterScreen);
  try {
    do {
      const reply = await read(() => api.listInstances({ signal }));
      const rows = reply?.instances.filter((row) => id === undefined || row.id === id);
      const missing = reply?.missing ?? 0;
      if (rows !== undefined && asScreen) {
        const charged = await charges(rows);
        drawScreen(
          context,
          rows,
          instanceColumns(serviceTime(context, api), composition.sshUser, charged),
          seconds,
          missing,
        );
      } else if (rows !== undefined) {
        const at = Math.round(serviceTime(context, api) / 1000);
        // What a list lacks that is not whole may still be there.
        const now = missing === 0 ? rows : withUnseen(before ?? [], rows);
        for (const change of changesOf(before, now))
          printJson(io, { schema: 1, at, ...change, instance: withoutSecrets(change.instance) });
        if (missing > 0 && missing !== said) io.say(`${missingWords(missing, 'instance')}.`);
        said = missing;
        before = now;
      }
    } while (await pause(seconds * 1000));
  } finally {
    if (asScreen) io.out(leaveScreen);
  }
}

/** What does not fit below the heading is counted: a screen that scrolls shows its end and not its beginning. */
function drawScreen(
  { io }: CommandContext,
  rows: readonly Instance[],
  columns: readonly PrintColumn<Instance>[],
  seconds: number,
  missing: number,
): void {
  const room = Math.max(1, (io.rows ?? 24) - (missing > 0 ? 5 : 4));
  const shown = rows.length > room ? rows.slice(0, room) : rows;
  io.out(clearScreen);
  printRows(io, columns, shown);
  if (rows.length === 0 && missing === 0) io.out('no instances\n');
  if (missing > 0) io.out(`${missingWords(missing, 'instance')}\n`);
  if (shown.length < rows.length) io.out(`and ${rows.length - shown.length} more\n`);
  io.out(`\nevery ${seconds} s, Ctrl+C ends it\n`);
}
