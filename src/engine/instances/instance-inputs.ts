/** Longest label that such a service takes for an instance that is there. */
export const labelLimit = 1024;
/** Longest command, and the programs that one may run. */
export const commandLimit = 512;
const programs = ['ls', 'rm', 'du'];

/** A typed label as it is sent: null takes the label off. */
export function readLabel(typed: string): { ok: true; label: string | null } | { ok: false; reason: string } {
  const label = typed.trim();
  const length = [...label].length;
  if (length > labelLimit)
    return { ok: false, reason: `A label has at most ${labelLimit} characters, and this has ${length}.` };
  if (/[\x00-\x1f\x7f-\x9f]/.test(label)) return { ok: false, reason: 'A label is one line of text.' };
  return { ok: true, label: label === '' ? null : label };
}

/** What is wrong with a command before it is sent; undefined where nothing is. */
export function commandFlaw(typed: string): string | undefined {
  const command = typed.trim();
  if (command === '') return `Type a command: ${programs.join(', ')}, as ls -l /workspace.`;
  if (command.length > commandLimit) return `A command has at most ${commandLimit} characters.`;
  const [program = ''] = command.split(/\s+/);
  return programs.includes(program)
    ? undefined
    : `Only ${programs.slice(0, -1).join(', ')} and ${programs.at(-1)} can run here. Use SSH for anything else.`;
}

/** Whether a command takes something away. */
export const removes = (command: string): boolean => /^\s*rm\b/.test(command);
