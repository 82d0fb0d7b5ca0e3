import type { Parts } from '../../base/parts.ts';
import { type Scrolled, scrolled } from '../scrolled.ts';

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

/** Blocks on `rows` lines, scrolled down by `top`: blank lines go first where they do not all fit. */
export function scrolledBlocks(blocks: readonly Block[], rows: number, top: number): Scrolled<Line> {
  const whole = height(blocks) > rows ? packed(blocks) : blocks;
  return scrolled(drawn(whole), rows, top, (room) => foldBlocks(blocks, room));
}

const height = (blocks: readonly Block[]): number => drawn(blocks).length;

const packed = (blocks: readonly Block[]): Block[] =>
  blocks.map((block) => ({ ...block, lines: block.lines.filter((line) => !isBlank(line)) }));

const drawn = (blocks: readonly Block[]): Line[] =>
  blocks.flatMap(({ title, lines }): Line[] =>
    lines.length === 0 ? [] : [...(title === undefined ? [] : [{ rule: title }]), ...lines],
  );
