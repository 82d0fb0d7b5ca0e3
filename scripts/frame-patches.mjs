/** How a build lets Ink tell the terminal of a frame. */
import { fileURLToPath } from 'node:url';
import { patched } from './patched.mjs';

const frameUpdate = fileURLToPath(new URL('frame-update/index.ts', import.meta.url));

/**
 * Ink writes a line that changed as a whole, and a step over each line that did not. A frame as high as the screen is
 * told by what differs in it (`frame-update/`), in one write, and as a synchronized update where that is long.
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
    `const createIncremental = (target, { showCursor = false } = {}) => {
    const together = (bytes) => stream.isTTY && bytes !== '' ? bsu + bytes + esu : bytes;
    // What Ink writes itself starts on the last row, where a frame that told only what differs has not left the cursor.
    let isAway = false;
    const back = () => {
        const bytes = isAway && previousLines.length > 0 ? \`\\x1b[\${previousLines.length}H\` : '';
        isAway = false;
        return bytes;
    };
    const stream = new Proxy(target, {
        get: (_, key) => key === 'write' ? (bytes) => target.write(bytes === '' ? '' : back() + bytes) : target[key],
    });`,
  ],
  [
    `            stream.write(returnPrefix +
                ansiEscapes.eraseLines(previousLines.length) +
                text +
                cursorSuffix);`,
    `            stream.write(together(returnPrefix +
                ansiEscapes.eraseLines(previousLines.length) +
                (stream.firstFrame === undefined ? text : stream.firstFrame(text)) +
                cursorSuffix));`,
  ],
  [
    `        // We aggregate all chunks for incremental rendering into a buffer, and then write them to stdout at the end.
`,
    `        if (areColumnsUnchanged && !hasTrailingNewline && nextLines.length === stream.rows && previousLines.length === stream.rows) {
            const update = frameUpdate(previousLines, nextLines);
            if (update.bytes !== '' || wasCursorShown) isAway = true;
            const rests = !render.isAlternate || activeCursor !== undefined ? back() : '';
            const bytes = (wasCursorShown ? hideCursorEscape : '') + update.bytes + rests + buildCursorSuffix(nextLines.length - 1, activeCursor);
            if (bytes !== '') target.write(update.isSynchronized ? together(bytes) : bytes);
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
  [
    "        previousColumns = stream.columns;\n        const lines = text.split('\\n');",
    "        isAway = false;\n        previousColumns = stream.columns;\n        const lines = text.split('\\n');",
  ],
]);

/** The marks of a synchronized update are written with the frame, where there is one: see above. */
export const marksWithFrame = [
  [
    'this.alternateScreen = this.resolveAlternateScreenOption(isEnabled, this.interactive);',
    `this.alternateScreen = this.resolveAlternateScreenOption(isEnabled, this.interactive);
        // The cursor comes back with the screen that is left; on the ordinary one the last frame stays above it.
        this.log.isAlternate = this.alternateScreen;`,
  ],
  [
    'const shouldSync = this.shouldSync();\n                if (shouldSync && shouldWrite) {',
    'const shouldSync = !this.options.incrementalRendering && this.shouldSync();\n                if (shouldSync && shouldWrite) {',
  ],
];

/**
 * A terminal that takes nothing at the moment is drawn on once it has taken what was written: of all frames until then the
 * newest. Nobody waits for it, neither for the first frame nor at the end.
 */
export const onlyWhatIsTaken = [
  [
    '        const startTime = performance.now();',
    `        const { stdout } = this.options;
        if (stdout.writableLength > 0) {
            if (this.waitsForTerminal || this.isUnmounting) return;
            this.waitsForTerminal = true;
            stdout.write('', error => {
                this.waitsForTerminal = false;
                if (!error) this.onRender();
            });
            return;
        }
        const startTime = performance.now();`,
  ],
  [
    '        if (canWriteToStdout) {\n            await new Promise(',
    '        if (canWriteToStdout && !(stdout.writableLength > 0)) {\n            await new Promise(',
  ],
  [
    '            else if (canWriteToStdout) {\n                this.options.stdout.write(',
    '            else if (canWriteToStdout && !(stdout.writableLength > 0)) {\n                stdout.write(',
  ],
];

/**
 * A row into which the same is written at the same columns as into a row of the last frame, wherever that stood, is that
 * row; one of texts beside each other is put together from them. Neither is laid into cells.
 */
export const rowsOfLastFrame = [
  [
    '    lines = new Map();\n',
    `    lines = new Map();
    rows = new Map();
    stretches = new Map();
    /** What looks the same in a line of signs that each stand alone: one of each stretch is taken apart for its look. */
    getStretches(line) {
        let cached = this.stretches.get(line) ?? this.kept('stretches', line);
        if (cached === undefined && alone.test(line)) {
            // Few are the looks that follow each other in a line.
            const looked = line.replace(/(\\x1b\\[[0-9;]*m)|[^\\x1b]+/g, (_, look) => look ?? 'x');
            let looks = known.get(looked);
            if (looks === undefined) {
                looks = styledCharsFromTokens(tokenize(looked));
                if (known.size >= 500) known.clear();
                known.set(looked, looks);
            }
            cached = line.split(/(?:\\x1b\\[[0-9;]*m)+/)
                .filter(stretch => stretch !== '')
                .map((value, index) => ({ value, styles: looks[index].styles }));
            this.stretches.set(line, cached);
        }
        return cached;
    }
`,
  ],
  [
    'class OutputCaches {',
    `const known = new Map();
const looks = new WeakMap();
let lastLook = 0;
/** A number for what a transformer does; Text has one for each look, which is the same in all frames. */
function numberOf(transformer) {
    if (!looks.has(transformer)) looks.set(transformer, ++lastLook);
    return looks.get(transformer);
}
const isWithin = (x, width, { x1, x2, y1, y2 }) =>
    (x1 === undefined) === (x2 === undefined) && (y1 === undefined) === (y2 === undefined) &&
        (x1 === undefined || (x >= x1 && x + width <= x2));
class OutputCaches {`,
  ],
  [
    `        if (cached === undefined) {
            // Standalone invisible`,
    `        if (cached === undefined && alone.test(line)) {
            cached = this.getStretches(line).flatMap(({ value, styles }) =>
                value.split('').map(sign => ({ type: 'char', value: sign, fullWidth: false, styles })));
            this.styledChars.set(line, cached);
        }
        if (cached === undefined) {
            // Standalone invisible`,
  ],
  [
    '    write(x, y, text, options) {',
    `    /** A row of texts beside each other, from left to right; undefined where they are anything else. */
    rowAtOnce(key, writes) {
        const parts = [];
        let end = 0;
        for (const { x, line, index, transformers, clip } of writes) {
            if (x < end || (clip !== undefined && !isWithin(x, this.caches.getStringWidth(line), clip))) return undefined;
            const stretches = this.caches.getStretches(transformers.reduce((text, transform) => transform(text, index), line));
            if (stretches === undefined) return undefined;
            if (x > end) parts.push({ value: ' '.repeat(x - end), styles: [] });
            end = x;
            for (const stretch of stretches) {
                parts.push(stretch);
                end += stretch.value.length;
            }
        }
        if (end > this.width) return undefined;
        const made = styledCharsToString([...parts, { value: ' '.repeat(this.width - end), styles: [] }]).trimEnd();
        this.caches.rows.set(key, made);
        return made;
    }
    write(x, y, text, options) {`,
  ],
  [
    'const characterWidth = Math.max(1, this.caches.getStringWidth(character.value));',
    "const characterWidth = character.value.length === 1 && character.value < '\\x7f' ? 1 : Math.max(1, this.caches.getStringWidth(character.value));",
  ],
  [
    `        // Initialize output array with a specific set of rows, so that margin/padding at the bottom is preserved
        const output = [];
        for (let y = 0; y < this.height; y++) {
            const row = [];`,
    `        const keys = Array.from({ length: this.height }, () => this.width + '');
        const writes = keys.map(() => []);
        const around = [];
        for (const operation of this.operations) {
            if (operation.type === 'clip') around.push(intersectClips(around.at(-1), operation.clip));
            else if (operation.type === 'unclip') around.pop();
            else {
                const { x, y, text, transformers } = operation;
                const clip = around.at(-1);
                const looked = transformers.map(numberOf).join();
                for (const [index, line] of this.caches.getLines(text).entries()) {
                    if (keys[y + index] === undefined) continue;
                    const cuts = clip?.y1 !== undefined && clip.y2 !== undefined;
                    const hidden = cuts && (y + index < clip.y1 || y + index >= clip.y2);
                    if (hidden) continue;
                    keys[y + index] += '\\n' + [x, index, looked, clip?.x1, clip?.x2, line.length, line];
                    writes[y + index].push({ x, line, index, transformers, clip });
                }
            }
        }
        const known = keys.map((key, y) => this.caches.kept('rows', key) ?? this.rowAtOnce(key, writes[y]));
        // Initialize output array with a specific set of rows, so that margin/padding at the bottom is preserved
        const output = [];
        for (let y = 0; y < this.height; y++) {
            if (known[y] !== undefined) {
                output.push(undefined);
                continue;
            }
            const row = [];`,
  ],
  [
    `                this.applyWriteOperation(output, operation, clips.at(-1));`,
    `                const { y, text } = operation;
                let end = y + this.caches.getLines(text).length;
                while (end > y && output[end - 1] === undefined) end--;
                if (end > y) this.applyWriteOperation(output, operation, clips.at(-1));`,
  ],
  [
    `            .map(line => {
`,
    `            .map((line, y) => {
            if (line === undefined) return known[y];
`,
  ],
  [
    'return styledCharsToString(lineWithoutEmptyItems).trimEnd();',
    `const made = styledCharsToString(lineWithoutEmptyItems).trimEnd();
            this.caches.rows.set(keys[y], made);
            return made;`,
  ],
  [
    `                    const to = x + width > clip.x2 ? clip.x2 - x : width;
`,
    `                    const to = x + width > clip.x2 ? clip.x2 - x : width;
`,
  ],
];

/** A text of signs and looks alone is what Ink would make of it: there is nothing in it that a layout cannot bear. */
export const textsAsTheyAre = patched('texts-as-they-are', /ink[\\/]build[\\/]squash-text-nodes\.js$/, [
  [
    'const squashTextNodes = (node) => {',
    `const bearable = /^(?:[ -~\\n\\u00b7\\u2018-\\u201d\\u2026\\u2190-\\u21f0\\u2500-\\u25d3]|\\x1b\\[[0-9;]*m)*$/;
const squashTextNodes = (node) => {`,
  ],
  [
    "    text = sanitizeAnsi(text.replaceAll('\\r\\n', '\\n'));",
    `    if (bearable.test(text)) return text;
    text = sanitizeAnsi(text.replaceAll('\\r\\n', '\\n'));`,
  ],
]);

/**
 * Text makes a function and a style at each drawing, so that all that is drawn again counts as changed and is measured
 * and laid out again. The same look is the same function.
 */
export const looksOnce = patched('looks-once', /ink[\\/]build[\\/]components[\\/]Text\.js$/, [
  [
    '/**\nThis component can display text',
    `const styles = new Map();
const styleOf = (textWrap) => {
    if (!styles.has(textWrap)) styles.set(textWrap, { flexGrow: 0, flexShrink: 1, flexDirection: 'row', textWrap });
    return styles.get(textWrap);
};
const transforms = new Map();
const once = (look, transform) => {
    const key = look.join();
    if (!transforms.has(key)) {
        if (transforms.size >= 1000) transforms.clear();
        transforms.set(key, transform);
    }
    return transforms.get(key);
};
/**\nThis component can display text`,
  ],
  [
    'const transform = (text) => {',
    `const transform = once([color, effectiveBackgroundColor, dimColor, bold, italic, underline, strikethrough, inverse], (text) => {`,
  ],
  ['        return text;\n    };', '        return text;\n    });'],
  [
    `{
                flexGrow: 0,
                flexShrink: 1,
                flexDirection: 'row',
                textWrap: wrap,
            }`,
    'styleOf(wrap)',
  ],
]);
