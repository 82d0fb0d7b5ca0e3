import { dateTime } from '../domain/format-time.ts';
import { backupFileText } from '../domain/tfa-flow.ts';
import { expandPath, writeNewFile } from '../local/new-file.ts';
import type { CommandContext } from './context.ts';
import { mustBeNew } from './new-file-out.ts';

/** Where new backup codes went: `file` is the path of a new one. */
export type CodesOut = { codes: readonly string[]; file?: string };

/**
 * Takes care of new backup codes, which are shown once. A file that could not be written is found out before any
 * codes are made; one that fails all the same has them printed instead, since they come once.
 */
export async function prepareCodes(
  { io, json, composition }: CommandContext,
  file: string | undefined,
): Promise<{ show: (codes: readonly string[]) => Promise<void>; out: () => CodesOut | undefined }> {
  const places = { home: composition.env.HOME ?? '/', cwd: process.cwd() };
  if (file !== undefined) await mustBeNew(expandPath(file, places));
  let done: CodesOut | undefined;
  return {
    out: () => done,
    async show(codes) {
      for (const code of codes) composition.redactor.add(code);
      if (file !== undefined) {
        const at = dateTime(composition.clock.now(), composition.env.TZ);
        const written = await writeNewFile(file, backupFileText(codes, { at }), places);
        if (written.ok) {
          done = { codes, file: written.path };
          io.say(`The ${codes.length} backup codes are in ${written.path}, which only you can read.`);
          for (const { message } of written.warnings) io.say(message);
          return;
        }
        io.say(`The codes could not be written: ${written.message}`);
      }
      done = { codes };
      io.say('Backup codes. They are shown this once: keep a copy elsewhere now. Each works once.');
      if (json) return;
      for (const code of codes) io.out(`${code}\n`);
    },
  };
}

/** What is told of them in JSON. */
export function codesFields(out: CodesOut | undefined): Record<string, unknown> {
  if (out === undefined) return {};
  return out.file === undefined ? { backup_codes: out.codes } : { codes_file: out.file };
}
