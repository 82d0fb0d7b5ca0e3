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

export type Documents = {
  read(path: string, stamp: Stamp): Promise<DocumentRead>;
  /** Replaces the whole file in one step; it and its folder are open to the user only. */
  write(path: string, stamp: Stamp, data: Record<string, unknown>): Promise<DocumentWrite>;
  /** A file that is not there counts as removed. */
  remove(path: string): Promise<DocumentWrite>;
};
