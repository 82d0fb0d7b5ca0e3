/** What a part of a case hangs by. */
export type Hold = {
  /** The file below `test/` and the name of the test, as it stands there, that fails once `anchor` is gone. */
  test: readonly [file: string, name: string];
  /** The file that holds the behaviour. */
  source: string;
  /** A stretch of that file which stands in it once: what the behaviour hangs by. */
  anchor: string;
  /** What takes its place where leaving it out would be no program any more; nothing otherwise. */
  instead?: string;
};

/**
 * A case: trouble that people have had with tools of this kind, told in a few words, and how it is known that it cannot
 * come back.
 */
export type Case = Hold & {
  id: string;
  /** What must not happen again, in our own words. */
  title: string;
  /** Where the case asks for several things: what each of the others hangs by. */
  also?: readonly Hold[];
};

/** Each thing that a case hangs by, under its id. */
export const holdsOf = ({ id, also = [], ...first }: Case): (Hold & { id: string })[] =>
  [first, ...also].map(({ test, source, anchor, instead }) => ({
    id,
    test,
    source,
    anchor,
    ...(instead === undefined ? {} : { instead }),
  }));
