import type { Parts } from '../../parts.ts';

export type Block = {
  title?: string;
  lines: readonly Parts[];
  /** Lines that stay where there is little room. */
  keep: number;
};
export type Line = Parts | { rule: string };

const isBlank = (parts: Parts): boolean =>
  parts.every((part) => (typeof part === 'string' ? part : part[0]).trim() === '');

/**
 * Blocks below each other on `rows` lines. Where they do not all fit, blank lines go first, then the last lines of the
 * blocks from the bottom up, down to what each has to keep; a block of which nothing is left has no rule either.
 */
export function foldBlocks(blocks: readonly Block[], rows: number): Line[] {
  const now: Block[] = height(blocks) > rows ? packed(blocks) : [...blocks];
  for (const leaves of [(block: Block) => block.keep, () => 0]) {
    for (let index = now.length - 1; index >= 0; index -= 1) {
      const block = now[index] as Block;
      while (height(now) > rows && (now[index] as Block).lines.length > leaves(block))
        now[index] = { ...block, lines: (now[index] as Block).lines.slice(0, -1) };
    }
  }
  return drawn(now);
}

/** What is drawn, and how the person can move in it. */
export type Scrolled = {
  lines: Line[];
  /** How far down it can be scrolled: 0 where everything is in sight. */
  last: number;
  /** Lines out of sight, above and below; none where everything is in sight. */
  hidden?: { above: number; below: number };
};

/**
 * Blocks on `rows` lines, the last of which is left for the count of what is out of sight where there is such. At the
 * top (0) stands the most important of every block, as `foldBlocks` has it; scrolled down by so many lines, the blocks
 * stand there whole, line for line, so that each line is in sight at one place.
 */
export function scrolledBlocks(blocks: readonly Block[], rows: number, top: number): Scrolled {
  const whole = height(blocks) > rows ? packed(blocks) : blocks;
  const all = drawn(whole);
  if (all.length <= rows) return { lines: all, last: 0 };
  const room = Math.max(1, rows - 1);
  const last = all.length - room;
  const above = Math.max(0, Math.min(last, top));
  if (above === 0) {
    const lines = foldBlocks(blocks, room);
    return { lines, last, hidden: { above, below: all.length - lines.length } };
  }
  const lines = all.slice(above, above + room);
  return { lines, last, hidden: { above, below: all.length - above - lines.length } };
}

const height = (blocks: readonly Block[]): number => drawn(blocks).length;

const packed = (blocks: readonly Block[]): Block[] =>
  blocks.map((block) => ({ ...block, lines: block.lines.filter((line) => !isBlank(line)) }));

const drawn = (blocks: readonly Block[]): Line[] =>
  blocks.flatMap(({ title, lines }): Line[] =>
    lines.length === 0 ? [] : [...(title === undefined ? [] : [{ rule: title }]), ...lines],
  );
