/**
 * What reads have answered last. A poll mostly brings what the one before it brought, byte for byte: that is not parsed,
 * cleaned and read again, and whoever gets it sees by identity that nothing has changed.
 */

/** An answer as it came, and what was made of it. */
export type LastReply = { bytes: Uint8Array; body: unknown; reply: unknown };

export type LastReplies = {
  /** What was answered last to this question, a read with all that it carries; undefined is none. */
  of(question: string | undefined): LastReply | undefined;
  /** Without its bytes an answer is not kept. */
  keep(
    question: string | undefined,
    answer: Omit<LastReply, 'bytes'> & { bytes: Uint8Array | undefined },
  ): void;
};

/** Questions that are remembered: those that a screen, and what watches beside it, ask again and again. */
const kept = 8;

export function createLastReplies(): LastReplies {
  const replies = new Map<string, LastReply>();
  return {
    of: (question) => (question === undefined ? undefined : replies.get(question)),
    keep(question, { bytes, ...made }) {
      if (question === undefined || bytes === undefined) return;
      // Behind all others, so that the one that was asked longest ago goes first.
      replies.delete(question);
      replies.set(question, { bytes, ...made });
      for (const oldest of replies.keys()) {
        if (replies.size <= kept) break;
        replies.delete(oldest);
      }
    },
  };
}

/** Longer bodies are not kept to be compared: their rows are read while they arrive. */
export const longestKeptBytes = 512 * 1024;

/** A body that comes in pieces, held against the one before it. */
export type Comparison = {
  /** What of the body is to be read now: nothing as long as it is that of before. */
  take(piece: Uint8Array): readonly Uint8Array[];
  /** Ends the body: what is still to be read of it, or that it is the one of before. */
  end(): readonly Uint8Array[] | 'same';
  /** The whole body once it has ended; undefined where it is too long to be kept. */
  whole(): Uint8Array | undefined;
};

export function comparedWith(before: Uint8Array | undefined): Comparison {
  let alike = before;
  let size = 0;
  let pieces: Uint8Array[] | undefined = [];
  /** The body is another one from here on: what was held back of it. */
  const differs = (): readonly Uint8Array[] => {
    const held = size === 0 || alike === undefined ? [] : [alike.subarray(0, size)];
    alike = undefined;
    pieces = [...held];
    return held;
  };
  return {
    take(piece) {
      let held: readonly Uint8Array[] = [];
      if (alike !== undefined) {
        const there = alike.subarray(size, size + piece.byteLength);
        if (Buffer.compare(there, piece) === 0) {
          size += piece.byteLength;
          return [];
        }
        held = differs();
      }
      size += piece.byteLength;
      if (size > longestKeptBytes) pieces = undefined;
      pieces?.push(piece);
      return [...held, piece];
    },
    end: () => (alike === undefined ? [] : size === alike.byteLength ? 'same' : differs()),
    whole: () => alike ?? (pieces === undefined ? undefined : Buffer.concat(pieces)),
  };
}
