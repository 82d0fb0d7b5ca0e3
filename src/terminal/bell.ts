/** Rings the terminal's bell, which marks the window for attention in most of them. */
export function bell(write: (text: string) => void): void {
  write('\x07');
}
