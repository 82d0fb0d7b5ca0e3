import { inFours } from '../../engine/two-factor/base32.ts';
import { readProvisioning } from '../../engine/two-factor/otpauth.ts';
import { planQr, type QrRun } from '../../engine/two-factor/qr-blocks.ts';
import { qrModules } from '../../engine/two-factor/qr-modules.ts';
import type { CommandContext } from '../cli/context.ts';
import { printFields } from '../cli/output.ts';

/** More rows than any code takes. */
const anyRows = 1000;
/** The question behind it. */
const rowsBelow = 1;

/**
 * Shows what an authenticator is set up with: the secret in fours and the address, and on a terminal a QR code, last,
 * so that the question behind it leaves it in sight. Standard output is left to the one JSON value where that was
 * asked for.
 */
export function showSecret(context: CommandContext, secret: string, uri: string): void {
  const { io, json, composition } = context;
  composition.redactor.add(secret);
  const read = readProvisioning(uri);
  const how = read.ok ? ` (${read.algorithm}, ${read.digits} digits, every ${read.period} s)` : '';
  const fields: [string, string][] = [
    ['secret', `${inFours(secret).join(' ')}${how}`],
    ['address', uri],
  ];
  if (json) for (const [name, value] of fields) io.say(`${name.padEnd(9)}${value}`);
  else printFields(io, fields);
  if (io.outIsTerminal && !json) drawQr(context, uri);
}

function drawQr({ io, flags, composition }: CommandContext, uri: string): void {
  const bare = flags.color === 'never' || (composition.env.NO_COLOR ?? '') !== '';
  const look = { ascii: flags.ascii === true, level: bare ? 0 : 1, background: 'dark' } as const;
  const modules = qrModules(uri);
  const { columns } = io;
  const rows = (io.rows ?? anyRows) - rowsBelow;
  const { drawing, needs } = planQr(modules, { columns, rows }, look);
  if (needs.columns > columns) {
    io.say(`A QR code needs ${needs.columns} columns; here are ${columns}.`);
    return;
  }
  const drawn = drawing ?? planQr(modules, { columns, rows: anyRows }, look).drawing;
  for (const runs of drawn?.lines ?? []) io.out(`${runs.map(paint).join('')}\n`);
  if (drawing === undefined) {
    const lines = needs.rows + rowsBelow;
    io.say(
      `The QR code takes ${lines} lines; here are ${io.rows}. Make the window higher, or type the secret.`,
    );
  }
}

/** Both colours are set, black on white: no theme may turn a code round. */
function paint({ text, color, backgroundColor }: QrRun): string {
  if (color === undefined || backgroundColor === undefined) return text;
  const ink = color === 'black' ? 30 : 97;
  const paper = backgroundColor === 'black' ? 40 : 107;
  return `\x1b[${ink};${paper}m${text}\x1b[0m`;
}
