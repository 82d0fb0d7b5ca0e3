/**
 * How this folder reads and writes its files. `local/` does the writing (`stampedFiles` there); it is handed in,
 * so that one place knows about modes, atomic replacement and read-only homes.
 */
export type Stamp = {
  /** What is written, and the newest that can be read. */
  version: number;
  /** Holds secrets: not read when others may read it or when it is a link, and never written through a link. */
  secret?: boolean;
  /** Brings the content of an older version up to `version`. */
  migrate?: (data: Record<string, unknown>, from: number) => Record<string, unknown>;
};

export type DocumentRead =
  | { ok: true; data: Record<string, unknown> }
  | {
      ok: false;
      reason: 'missing' | 'not-private' | 'link' | 'damaged' | 'newer' | 'unreadable';
      message: string;
    };

export type DocumentWrite =
  | { ok: true }
  | { ok: false; reason: 'link' | 'read-only' | 'full' | 'failed'; message: string };

/** `foreign`: the file could not be read, and was left as it is. */
export type DocumentChange = DocumentWrite | { ok: false; reason: 'foreign'; message: string };

export type Documents = {
  read(path: string, stamp: Stamp): Promise<DocumentRead>;
  /**
   * Replaces the whole file in one step by what `of` makes of it, or removes it; no other process changes it meanwhile.
   * Without a file `of` is given `undefined`. The file and its folder are open to the user only.
   */
  change(
    path: string,
    stamp: Stamp,
    of: (now: Record<string, unknown> | undefined) => Record<string, unknown> | undefined,
  ): Promise<DocumentChange>;
};
