/**
 * API keys of an account that were made here and whose value, which comes once, nobody has shown to be kept: written
 * down without it, so that no crash hides that such a key is there.
 */
export type UnkeptKeys = {
  /** Their ids, and when they were made (epoch ms). */
  list(): readonly { id: number; at: number }[];
  /** Resolves once it is on the disk, or cannot be; so does `drop`. */
  note(id: number, at: number): Promise<void>;
  drop(id: number): Promise<void>;
};

/** What to do about them, a sentence; undefined when there are none. */
export function unkeptKeyWords(ids: readonly number[]): string | undefined {
  const [first, ...more] = ids;
  if (first === undefined) return undefined;
  return more.length === 0
    ? `The value of API key ${first} was not kept: delete it and make another.`
    : `The values of API keys ${ids.join(', ')} were not kept: delete them and make others.`;
}
