import type { Parts } from '../../parts.ts';

export type Block = {
  title?: string;
  lines: readonly Parts[] /** Lines that stay where there is little room. */;
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
  const height = (all: readonly Block[]) =>
    all.reduce(
      (sum, { title, lines }) => sum + lines.length + (title === undefined || lines.length === 0 ? 0 : 1),
      0,
    );
  let now: Block[] = [...blocks];
  if (height(now) > rows)
    now = now.map((block) => ({ ...block, lines: block.lines.filter((line) => !isBlank(line)) }));
  for (const leaves of [(block: Block) => block.keep, () => 0]) {
    for (let index = now.length - 1; index >= 0; index -= 1) {
      const block = now[index] as Block;
      while (height(now) > rows && (now[index] as Block).lines.length > leaves(block))
        now[index] = { ...block, lines: (now[index] as Block).lines.slice(0, -1) };
    }
  }
  return now.flatMap(({ title, lines }): Line[] =>
    lines.length === 0 ? [] : [...(title === undefined ? [] : [{ rule: title }]), ...lines],
  );
}
