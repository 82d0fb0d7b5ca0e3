/**
 * What tells the announcer the parts of a spoken frame from each other (tui/reader/announcer.ts). They are characters that
 * `sanitize.ts` lets through from nobody, so that no text of the service and no label can pass for one.
 */
export const marks = {
  /** `TITLE key TITLE text` begins each frame: which place it is, and what that is called. */
  title: '\ufff0',
  /** Begins the line where the person is: a row, a field, a choice. */
  focus: '\ufff1',
  /** Stands on either side of the text of a field that is being typed into. */
  field: '\ufff2',
  /** The cursor in such a text. */
  caret: '\ufff3',
  /** Begins a line that is read when it is asked for. */
  quiet: '\ufff4',
  /** `MESSAGE id MESSAGE text`: something that has been said, once. */
  message: '\ufff5',
  /** Begins the title of what stands over the screen; all that follows belongs to it. */
  modal: '\ufff6',
  /** `ORDER count`: each new count asks for the money line. */
  order: '\ufff7',
  /** Stands on either side of somebody else's text within a line of ours. */
  verbatim: '\ufff8',
  /** `PAGE which`: which part of a long text follows; another one is read from its beginning. */
  page: '\ufff9',
} as const;

const any = /[\ufff0-\ufff9]/g;

/** `text` without a mark in it. */
export const unmarked = (text: string): string => text.replace(any, '');

/** Somebody else's text, of which nothing is made when the line around it is told: a label `5m` is no time. */
export const markedVerbatim = (text: string): string => `${marks.verbatim}${unmarked(text)}${marks.verbatim}`;

/** A field that is being typed into, with its cursor, as it goes into a line. */
export const markedField = (text: string, cursor: number): string =>
  `${marks.field}${unmarked(text.slice(0, cursor))}${marks.caret}${unmarked(text.slice(cursor))}${marks.field}`;
