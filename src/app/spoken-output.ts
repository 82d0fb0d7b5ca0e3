import type { Clock } from '../base/clock.ts';
import { createSpokenStdout } from '../platform/terminal/spoken-stdout.ts';
import { announce, fieldOf, kept, parseFrame, recital, type SpokenFrame } from '../tui/reader/announcer.ts';
import { createLineWriter } from '../tui/reader/spoken-line-writer.ts';
import { marks } from '../tui/reader/spoken-marks.ts';

/** Frames that follow each other this quickly are one: a key changes a store, and effects change others. */
const gatherMs = 45;
/** What a field's text changes elsewhere is said once the person has stopped typing for so long. */
const typingMs = 600;
/** A change so soon after a key is the answer to it. */
const answerMs = 1500;

export type SpokenOutput = {
  /** For Ink to draw on. */
  stdout: NodeJS.WriteStream;
  /** Says the whole place anew. */
  readAll(): void;
  /** Says what waits to be said, and nothing more. */
  close(): void;
};

/**
 * The deck as lines that are appended. Ink makes of each frame a text in reading order; what of it is new is written
 * to `stdout`, and nothing that stands there is touched again but the line that is typed into.
 */
export function openSpokenOutput({
  stdout,
  clock,
  lastKeyAt,
}: {
  stdout: Pick<NodeJS.WriteStream, 'write' | 'columns'>;
  clock: Clock;
  /** By the same clock. */
  lastKeyAt(): number;
}): SpokenOutput {
  const writer = createLineWriter(
    (text) => void stdout.write(text),
    () => (stdout.columns > 0 ? stdout.columns : undefined),
  );
  let said: SpokenFrame | undefined;
  let latest: SpokenFrame | undefined;
  let waiting: AbortController | undefined;
  let isClosed = false;

  const flush = () => {
    waiting?.abort();
    waiting = undefined;
    if (latest === undefined) return;
    const isAnswer = clock.now() - lastKeyAt() < answerMs;
    const lines = announce(said, latest, { isAnswer });
    said = kept(said, latest);
    writer.say(lines, fieldOf(latest));
  };
  const flushIn = (ms: number) => {
    waiting?.abort();
    waiting = new AbortController();
    const { signal } = waiting;
    void clock.sleep(ms, signal).then(
      () => signal.aborted || flush(),
      () => {},
    );
  };

  const out = createSpokenStdout({
    frameStart: marks.title,
    frame(text) {
      if (isClosed) return;
      const before = latest;
      latest = parseFrame(text);
      const was = before && fieldOf(before);
      const field = fieldOf(latest);
      const isTyping = was !== undefined && field?.of === was.of && before?.key === latest.key;
      if (!isTyping) return flushIn(gatherMs);
      if (field?.text === was.text && field.cursor === was.cursor) {
        if (waiting === undefined) flushIn(gatherMs);
        return;
      }
      // The echo of a key waits for nothing.
      if (said !== undefined && said.key === latest.key && fieldOf(said)?.of === field?.of)
        writer.say([], field);
      flushIn(typingMs);
    },
    pastes(on) {
      if (!on) {
        if (waiting !== undefined) flush();
        writer.leave();
      }
      stdout.write(on ? '\x1b[?2004h' : '\x1b[?2004l');
    },
  });
  return {
    stdout: out,
    readAll() {
      if (latest !== undefined) writer.say(recital(latest), fieldOf(latest));
    },
    close() {
      if (waiting !== undefined) flush();
      isClosed = true;
    },
  };
}
