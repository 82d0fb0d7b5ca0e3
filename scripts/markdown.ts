/** Pieces of a page in Markdown, and how they get into it. */

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

export const code = (text: string): string => `\`${text}\``;

/** The page with each block in its place. Throws when a place is missing, or a place has no block. */
export function fillBlocks(page: string, blocks: Record<string, string>): string {
  const used = new Set<string>();
  const filled = page.replace(
    /(<!-- ([a-z-]+):begin -->)[\s\S]*?(<!-- \2:end -->)/g,
    (_, begin: string, name: string, end: string) => {
      const block = blocks[name];
      if (block === undefined) throw new Error(`there is no block ${name}`);
      used.add(name);
      return `${begin}\n${block}\n${end}`;
    },
  );
  const missing = Object.keys(blocks).filter((name) => !used.has(name));
  if (missing.length > 0) throw new Error(`the page has no place for: ${missing.join(', ')}`);
  return filled;
}
