import { dateTime, epochMs, timeOrDate } from '../../base/format-time.ts';
import type { TfaMethod } from '../../client/wire.ts';
import { maskPhone } from '../../engine/two-factor/phone.ts';
import { isLegacy } from '../../engine/two-factor/tfa-flow.ts';
import { type CommandContext, serviceTime } from '../cli/context.ts';
import { listEnd, wholeness } from '../cli/missing-rows.ts';
import { type PrintColumn, printFields, printJson, printRows } from '../cli/output.ts';
import { methodWord, readTfaStatusWord, requireTfaStatus } from './tfa-account.ts';
import { sessionFields, sessionText } from './tfa-session-text.ts';

/** `rigdeck 2fa status`: whether it is on, the methods, backup codes left, the add-method window, the session. */
export async function tfaStatusCommand(context: CommandContext): Promise<number> {
  const { io, json, composition, signal } = context;
  const { account, status, mark } = await requireTfaStatus(context);
  const tfaStatus = await readTfaStatusWord(account.api, signal);
  // Of use only while there are codes that could be lost.
  const unkept = status.tfa_enabled ? mark.since() : undefined;
  if (json) {
    const { missing: _counted, ...tfa } = status;
    printJson(io, {
      schema: 1,
      tfa,
      tfa_status: tfaStatus ?? null,
      unkept_codes_since: unkept === undefined ? null : Math.floor(unkept / 1000),
      session: sessionFields(account),
      ...wholeness(status),
    });
    return listEnd(io, methodWord, status);
  }
  const now = serviceTime(context, account.api);
  const legacy = isLegacy({ status, tfaStatus });
  const lines: [string, string][] = [
    [
      'two-factor',
      legacy ? 'on, of the old kind: make new backup codes first' : status.tfa_enabled ? 'on' : 'off',
    ],
    ['backup codes', status.tfa_enabled ? `${status.backup_codes_remaining ?? '·'} left` : 'none'],
    ['add window', status.new_method_authorized ? 'open, for 30 minutes at most' : 'shut'],
    ['session', sessionText(account, now)],
  ];
  printFields(io, lines);
  if (status.methods.length > 0) printRows(io, columns(now, composition.env.TZ), status.methods);
  if (unkept !== undefined)
    io.say(
      `The backup codes of ${dateTime(unkept, composition.env.TZ)} were not shown to be kept: without a copy they are lost, and rigdeck 2fa codes makes new ones.`,
    );
  return listEnd(io, methodWord, status);
}

function columns(now: number, timeZone: string | undefined): readonly PrintColumn<TfaMethod>[] {
  const locked = ({ locked_until: until }: TfaMethod) =>
    typeof until === 'number' && epochMs(until) > now ? epochMs(until) : undefined;
  return [
    { title: 'ID', text: (m) => String(m.id), raw: (m) => m.id, right: true },
    { title: 'METHOD', text: (m) => m.method, raw: (m) => m.method },
    { title: 'LABEL', text: (m) => m.label || '·', raw: (m) => m.label, least: 10 },
    {
      title: 'PHONE',
      text: (m) => (m.phone_number === undefined ? '·' : maskPhone(m.phone_number)),
      raw: (m) => m.phone_number,
    },
    { title: 'PRIMARY', text: (m) => (m.is_primary ? 'yes' : '·'), raw: (m) => m.is_primary },
    {
      title: 'LOCKED',
      text: (m) => (locked(m) === undefined ? '·' : `until ${timeOrDate(locked(m), now, timeZone)}`),
      raw: (m) => m.locked_until,
    },
    { title: 'FAILED', text: (m) => String(m.fail_count ?? '·'), raw: (m) => m.fail_count, right: true },
    {
      title: 'LAST USED',
      text: (m) => (m.last_used === undefined ? '·' : dateTime(epochMs(m.last_used), timeZone)),
      raw: (m) => m.last_used,
    },
  ];
}
