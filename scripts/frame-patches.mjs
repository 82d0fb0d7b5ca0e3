/** How a build lets Ink tell the terminal of a frame. */
import { fileURLToPath } from 'node:url';
import { patched } from './patched.mjs';

const frameUpdate = fileURLToPath(new URL('frame-update/index.ts', import.meta.url));

/**
 * Ink writes a line that changed as a whole, and a step over each line that did not. A frame as high as the screen is
 * told by what differs in it (`frame-update/`), in one write, and as a synchronized update where it touches several rows.
 */
export const onlyWhatDiffers = patched('only-what-differs', /ink[\\/]build[\\/]log-update\.js$/, [
  [
    "import lineUpdate from './line-update.js';",
    `import lineUpdate from './line-update.js';
import { bsu, esu } from './write-synchronized.js';
import { frameUpdate } from ${JSON.stringify(frameUpdate)};`,
  ],
  [
    'const createIncremental = (stream, { showCursor = false } = {}) => {',
    `const createIncremental = (stream, { showCursor = false } = {}) => {
    const together = (bytes) => stream.isTTY && bytes !== '' ? bsu + bytes + esu : bytes;`,
  ],
  [
    `            stream.write(returnPrefix +
                ansiEscapes.eraseLines(previousLines.length) +
                text +
                cursorSuffix);`,
    `            stream.write(together(returnPrefix +
                ansiEscapes.eraseLines(previousLines.length) +
                text +
                cursorSuffix));`,
  ],
  [
    `        // We aggregate all chunks for incremental rendering into a buffer, and then write them to stdout at the end.
`,
    `        if (areColumnsUnchanged && !hasTrailingNewline && nextLines.length === stream.rows && previousLines.length === stream.rows) {
            const update = frameUpdate(previousLines, nextLines);
            const bytes = returnPrefix + update.bytes + buildCursorSuffix(nextLines.length - 1, activeCursor);
            if (bytes !== '') stream.write(update.rows > 1 ? together(bytes) : bytes);
            wasCursorShown = activeCursor !== undefined;
            previousCursorPosition = activeCursor ? { ...activeCursor } : undefined;
            previousOutput = text;
            previousLines = nextLines;
            return true;
        }
        // We aggregate all chunks for incremental rendering into a buffer, and then write them to stdout at the end.
`,
  ],
  ["        stream.write(buffer.join(''));", "        stream.write(together(buffer.join('')));"],
]);

/** The marks of a synchronized update are written with the frame, where there is one: see above. */
export const marksWithFrame = [
  [
    'const shouldSync = this.shouldSync();\n                if (shouldSync && shouldWrite) {',
    'const shouldSync = !this.options.incrementalRendering && this.shouldSync();\n                if (shouldSync && shouldWrite) {',
  ],
];
