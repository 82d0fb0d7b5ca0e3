/** Text taken apart into what a person takes for one character. */

let segmenter: Intl.Segmenter | undefined;

/**
 * What takes clusters apart is made when the first text needs it: to load its tables takes as long as a fifth of a start,
 * and most texts are ASCII and ask for nothing.
 */
const inClusters = (text: string): Intl.Segments => {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
};

/** V8 takes quadratic time for one long text: minutes for a paste of 100 kB. */
const blockLength = 512;

/** `text` in blocks of whole clusters, put together the text again. A cluster begins in a text as it does in its block. */
export function* blocksOf(text: string): Generator<string> {
  let from = 0;
  let length = blockLength;
  while (text.length - from > length) {
    // Half of a sign joins nothing, and the whole one may.
    const half = /[\ud800-\udbff]/.test(text[from + length - 1] ?? '') ? 1 : 0;
    const block = text.slice(from, from + length - half);
    // The last one may go on behind the block.
    const last = inClusters(block).containing(block.length - 1)?.index ?? 0;
    if (last === 0) {
      length *= 2;
      continue;
    }
    yield block.slice(0, last);
    from += last;
    length = blockLength;
  }
  if (from < text.length) yield text.slice(from);
}

/** The grapheme clusters of `text`. */
export function* clustersOf(text: string): Generator<string> {
  for (const block of blocksOf(text)) for (const { segment } of inClusters(block)) yield segment;
}
