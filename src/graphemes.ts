/** Text taken apart into what a person takes for one character. */

let segmenter: Intl.Segmenter | undefined;

/**
 * The grapheme clusters of `text`. What takes them apart is made when the first text needs it: to load its tables takes
 * as long as a fifth of a start, and most texts are ASCII and ask for nothing.
 */
export function segmentsOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}
