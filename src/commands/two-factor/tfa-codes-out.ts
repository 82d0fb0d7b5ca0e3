import { dateTime } from '../../base/format-time.ts';
import { backupFileText } from '../../engine/two-factor/tfa-flow.ts';
import type { UnkeptMark } from '../../engine/two-factor/unkept-codes.ts';
import { writeNewFile } from '../../platform/files/new-file.ts';
import { placesOf } from '../../platform/files/typed-path.ts';
import type { CommandContext } from '../cli/context.ts';
import { mustBeNew, pathFrom } from '../cli/new-file-out.ts';
import { gaveUp, type NewCodes } from './tfa-ask.ts';

/** What takes care of new backup codes: where they go, and that the mark goes once they are kept. */
export type CodesOut = {
  /** Takes codes the moment they come: into the file, where one was named. */
  keep(codes: readonly string[]): Promise<void>;
  /** Runs what brings and tells them; codes that it fails to tell are said before it ends. */
  orSaid<T>(run: () => Promise<T>): Promise<T>;
  show(codes: NewCodes, mark: UnkeptMark): Promise<void>;
  /** What is told of them in JSON. */
  fields(): Record<string, unknown>;
  /** After the last word on standard output. */
  finish(): Promise<void>;
};

/**
 * Takes care of new backup codes, which are shown once. A file that could not be written is found out before any
 * codes are made; one that fails all the same has them printed instead, since they come once. They count as kept when
 * the file is written, when somebody at the terminal says so (`asks`), or when they went elsewhere and were taken.
 */
export async function prepareCodes(
  { io, json, composition }: CommandContext,
  { file, asks }: { file: string | undefined; asks: boolean },
): Promise<CodesOut> {
  const { redactor, clock, env } = composition;
  const places = placesOf(env);
  if (file !== undefined) await mustBeNew(pathFrom(file, places));
  let told: Record<string, unknown> = {};
  /** The mark of codes that standard output has yet to tell. */
  let untold: UnkeptMark | undefined;
  /** Codes that came and are neither in the file nor told. */
  let owed: readonly string[] = [];
  let saved: readonly string[] | undefined;

  async function save(path: string, codes: readonly string[]): Promise<boolean> {
    const text = backupFileText(codes, { at: dateTime(clock.now(), env.TZ) });
    const written = await writeNewFile(path, text, places);
    if (!written.ok) {
      io.say(`The codes could not be written: ${written.message}`);
      return false;
    }
    told = { codes_file: written.path };
    io.say(`The ${codes.length} backup codes are in ${written.path}, which only you can read.`);
    for (const { message } of written.warnings) io.say(message);
    return true;
  }

  async function askKept(mark: UnkeptMark): Promise<'kept' | 'not-kept' | 'given-up'> {
    const answer = (await io.ask('Have you kept a copy of them? (y/n): '))?.trim().toLowerCase();
    if (answer === 'y') {
      await mark.drop();
      return 'kept';
    }
    io.say('Without a copy they are lost: write them down, or make new ones with rigdeck 2fa codes.');
    return answer === undefined ? 'given-up' : 'not-kept';
  }

  const onceTaken = async (mark: UnkeptMark) => void ((await io.taken()) && (await mark.drop()));

  const tell = (codes: readonly string[], write: (line: string) => void) => {
    owed = [];
    for (const code of codes) write(code);
  };

  return {
    fields() {
      owed = [];
      return told;
    },
    async keep(codes) {
      owed = codes;
      for (const code of codes) redactor.add(code);
      if (file === undefined || !(await save(file, codes))) return;
      saved = codes;
      owed = [];
    },
    async orSaid(run) {
      try {
        return await run();
      } catch (error) {
        if (owed.length > 0) {
          io.say('Backup codes had come. They are shown this once: keep a copy elsewhere now.');
          tell(owed, io.say);
        }
        throw error;
      }
    },
    async show({ codes, more }, mark) {
      if (saved?.join() === codes.join()) return mark.drop();
      told = { backup_codes: codes };
      io.say('Backup codes. They are shown this once: keep a copy elsewhere now. Each works once.');
      // The one JSON value comes last, and never if what follows fails: whoever sits there sees the codes before.
      const early = json && more && asks;
      if (json && !early) {
        untold = mark;
        return;
      }
      tell(codes, early ? io.say : (code) => io.out(`${code}\n`));
      if (!early && !io.outIsTerminal) return onceTaken(mark);
      if (!asks) return;
      const answer = await askKept(mark);
      if (answer === 'given-up' && more) throw gaveUp();
      if (answer !== 'kept' && !io.outIsTerminal) untold = mark;
    },
    async finish() {
      if (untold === undefined) return;
      if (!io.outIsTerminal) await onceTaken(untold);
      else if (asks) await askKept(untold);
    },
  };
}
