/**
 * What a build changes in Ink and what Ink stands on, as esbuild plugins: each is a few lines, and a build fails where a
 * new version no longer has the line that is changed. The tests run the same Ink as the bundle (`test/support/build.ts`).
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  looksOnce,
  marksWithFrame,
  onlyWhatDiffers,
  onlyWhatIsTaken,
  rowsOfLastFrame,
  textsAsTheyAre,
} from './frame-patches.mjs';
import { patched } from './patched.mjs';

/** Ink imports its devtools bridge only in development; a bundle has no use for it. */
const withoutDevtools = {
  name: 'without-devtools',
  setup(pluginBuild) {
    pluginBuild.onResolve({ filter: /^(react-devtools-core|ws)$/ }, ({ path }) => ({
      path,
      namespace: 'empty',
    }));
    pluginBuild.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default {}' }));
  },
};

/**
 * Yoga prefers `fetch` for its embedded wasm, which would load Node's whole HTTP stack before the first frame, and else
 * waits for it to be compiled, which a script cannot do while it is loaded.
 */
const yogaAtOnce = patched('yoga-at-once', /yoga-wasm-base64-esm\.js$/, [
  ['import.meta.url', '""'],
  [
    'if(h.instantiateWasm)try{return h.instantiateWasm(d,\na)}',
    `try {
    const bytes = Buffer.from(H.slice(H.indexOf(',') + 1), 'base64');
    const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), d);
    a(instance);
    return instance.exports;
  }`,
  ],
]);
const yogaReady = patched('yoga-ready', /yoga-layout[\\/]dist[\\/]src[\\/]index\.js$/, [
  [
    'const Yoga = wrapAssembly(await loadYoga());',
    'const assembly = {};\nloadYoga(assembly);\nconst Yoga = wrapAssembly(assembly);',
  ],
]);

/** What Ink does only for its own developers waits for files. */
const withoutWaiting = [
  ["await import('./devtools.js')", 'undefined'],
  ['await loadPackageJson()', '{}'],
];

/**
 * Ink lays out and draws after every commit of React, those too that changed no node of the screen: what draws nothing,
 * as whoever carries something out, is committed as well, and so is a screen that says the same as before.
 */
const onlyWhatWasTouched = [
  [
    'const hostConfig = {',
    `let touched = false;
const hostConfig = {`,
  ],
  [
    `        if (!props && !style) {
            return;
        }`,
    `        if (!props && !style) {
            return;
        }
        if (style || Object.keys(props).some(key => key !== 'style' && key !== 'children')) touched = true;`,
  ],
  [
    'export default createReconciler(hostConfig);',
    `for (const name of ['hideTextInstance', 'unhideTextInstance', 'hideInstance', 'unhideInstance', 'appendChild',
    'insertBefore', 'appendChildToContainer', 'insertInContainerBefore', 'removeChildFromContainer', 'removeChild',
    'commitTextUpdate']) {
    const change = hostConfig[name];
    hostConfig[name] = (...given) => {
        touched = true;
        return change(...given);
    };
}
const { resetAfterCommit } = hostConfig;
hostConfig.resetAfterCommit = (rootNode) => {
    if (!touched && !rootNode.isStaticDirty) return;
    touched = false;
    resetAfterCommit(rootNode);
};
export default createReconciler(hostConfig);`,
  ],
];

/** The only use of Node's assertions, a module that nothing else loads. */
const withoutAssert = patched('without-assert', /signal-exit[\\/]index\.js$/, [
  ["var assert = require('assert')", ''],
  ["assert.equal(typeof cb, 'function', 'a callback must be provided for exit handler')", ''],
]);

/** Of ninety spinners those that the deck draws (`tui/text/asking-line.tsx`). */
const ownSpinners = ['dots', 'line'];
const fewSpinners = {
  name: 'few-spinners',
  setup(pluginBuild) {
    pluginBuild.onLoad({ filter: /cli-spinners[\\/]spinners\.json$/ }, async ({ path }) => {
      const all = JSON.parse(await readFile(path, 'utf8'));
      const few = ownSpinners.map((name) => {
        if (all[name] === undefined) throw new Error(`few-spinners: ${path} no longer has ${name}`);
        return [name, all[name]];
      });
      return { contents: JSON.stringify(Object.fromEntries(few)), loader: 'json' };
    });
  },
};
const reconciler = /ink[\\/]build[\\/]reconciler\.js$/;

/** ASCII, and the signs that the deck itself draws with: as wide as they are many, and a cluster each. */
const ownSigns =
  ' -~\u00b7\u2022\u2026\u203a\u2190-\u2193\u2298\u23ce\u2500-\u2595\u25a0-\u25fc\u2713\u2715\u2717\u2800-\u28ff\u29d7';

/**
 * Ink takes every line of every frame apart into cells, though most stand as they stood one frame ago. Kept is what the
 * frame before this one needed and no more, so that memory stays flat.
 */
const linesOfLastFrame = patched('lines-of-last-frame', /ink[\\/]build[\\/]output\.js$/, [
  [
    'class OutputCaches {',
    `let lastFrame;
/** One line of signs that each stand alone, and looks: there is nothing in it to part or to leave out. */
const alone = /^(?:[${ownSigns}\u2018-\u201d\u2190-\u21f0\u2595-\u25a0]|\\x1b\\[[0-9;]*m)*$/;
class OutputCaches {
    constructor() {
        this.before = lastFrame;
        if (this.before !== undefined) this.before.before = undefined;
        lastFrame = this;
    }
    lines = new Map();
    kept(name, key) {
        const known = this.before?.[name].get(key);
        if (known !== undefined) this[name].set(key, known);
        return known;
    }
    getLines(text) {
        let cached = this.lines.get(text) ?? this.kept('lines', text);
        if (cached === undefined && alone.test(text)) {
            cached = [text];
            this.lines.set(text, cached);
        }
        if (cached === undefined) {
            const characterLines = [[]];
            for (const character of this.getStyledChars(text)) {
                if (character.value === '\\n') characterLines.push([]);
                else characterLines.at(-1).push(character);
            }
            cached = characterLines.map(line => styledCharsToString(line));
            this.lines.set(text, cached);
        }
        return cached;
    }`,
  ],
  [
    'let cached = this.styledChars.get(line);',
    "let cached = this.styledChars.get(line) ?? this.kept('styledChars', line);",
  ],
  ['let cached = this.widths.get(text);', "let cached = this.widths.get(text) ?? this.kept('widths', text);"],
  [
    'let cached = this.blockWidths.get(text);',
    "let cached = this.blockWidths.get(text) ?? this.kept('blockWidths', text);",
  ],
  [
    `        const characterLines = [[]];
        for (const character of this.caches.getStyledChars(text)) {
            if (character.value === '\\n') {
                characterLines.push([]);
            }
            else {
                characterLines.at(-1).push(character);
            }
        }
        let lines = characterLines.map(line => styledCharsToString(line));`,
    '        let lines = this.caches.getLines(text);',
  ],
  ...rowsOfLastFrame,
]);

/**
 * What takes texts apart into clusters, and the list of all emoji, take as long to prepare as a third of a start, since
 * their tables are read from the disk. A screen of ASCII and of signs of our own asks for neither.
 */
function segmenterWhenNeeded(name, args) {
  return [
    `const ${name} = new Intl.Segmenter(${args});`,
    `let ${name}Made;
const ${name} = { segment: (text) => (${name}Made ??= new Intl.Segmenter(${args})).segment(text) };`,
  ];
}
const clustersWhenNeeded = [
  [/ink[\\/]build[\\/]line-update\.js$/, 'segmenter', "undefined, { granularity: 'grapheme' }"],
  [/slice-ansi[\\/]tokenize-ansi\.js$/, 'GRAPHEME_SEGMENTER', "undefined, {granularity: 'grapheme'}"],
  [/wrap-ansi[\\/]index\.js$/, 'segmenter', ''],
].map(([filter, name, args]) => patched(`clusters-${name}`, filter, [segmenterWhenNeeded(name, args)]));

/** Of a line of ASCII and of signs of our own each character is a cluster. */
const cellsOfPlainLines = patched('cells-of-plain-lines', /ansi-tokenize[\\/]build[\\/]tokenize\.js$/, [
  [
    'const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });',
    `const plain = /^[\\n\\x1b${ownSigns}]*$/;
let made;
const segmenter = {
    segment: text => plain.test(text)
        ? Array.from(text, (segment, index) => ({ segment, index }))
        : (made ??= new Intl.Segmenter(undefined, { granularity: "grapheme" })).segment(text),
};`,
  ],
]);

/**
 * Ink measures the same few texts many times a frame. A text of ASCII and of signs that the deck itself draws with (`·…↑→↓`,
 * lines, blocks, circles, marks) is as wide as it is long, whatever colours it has; others are cut into clusters once, not
 * at each frame. Of a single character the short list of those that are emoji by themselves says what the long one of all
 * emoji says, which takes longer to prepare than a frame to draw.
 */
const widthsKnown = patched('widths-known', /string-width[\\/]index\.js$/, [
  segmenterWhenNeeded('segmenter', ''),
  ['const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;', 'let rgiEmoji;'],
  [
    'if (rgiEmojiRegex.test(segment) ||',
    'if ((segment.length === 1 ? /\\p{Emoji_Presentation}/u : (rgiEmoji ??= /^\\p{RGI_Emoji}$/v)).test(segment) ||',
  ],
  [
    'export default function stringWidth(input, options = {}) {',
    `const known = new Map();
const plain = /^[${ownSigns}]*$/;
export default function stringWidth(input, options) {
	if (options !== undefined || typeof input !== 'string') return measured(input, options);
	if (plain.test(input)) return input.length;
	let width = known.get(input);
	if (width === undefined) {
		const uncoloured = input.replace(/\\x1b\\[[0-9;]*m/g, '');
		width = plain.test(uncoloured) ? uncoloured.length : measured(input);
		if (known.size >= 2000) known.clear();
		known.set(input, width);
	}
	return width;
}
function measured(input, options = {}) {`,
  ],
]);

/**
 * Ink draws within the first commit, before the effects that follow it have put together the key line and the rest: a
 * frame that nobody needs, and the dearest, since nothing is warm yet. The first one waits for them.
 */
const firstFrameWhole = [
  [
    'this.writeBestEffort(this.options.stdout, ansiEscapes.enterAlternativeScreen);',
    `// Entering it once more erases it in some terminals.
        if (this.options.stdout.firstFrame === undefined)
            this.writeBestEffort(this.options.stdout, ansiEscapes.enterAlternativeScreen);`,
  ],
  [
    `            this.rootNode.onRender = () => {
                this.hasPendingThrottledRender = true;
                throttled();
            };`,
    `            let draw = () => {
                draw = () => {};
                setImmediate(() => {
                    draw = throttled;
                    throttled();
                });
            };
            this.rootNode.onRender = () => {
                this.hasPendingThrottledRender = true;
                draw();
            };`,
  ],
];

/**
 * Ink remembers how four to eight thousand texts are measured and broken. Of a deck that shows the time most of them come
 * never again, and they hold megabytes after some hours; a frame has a hundred or two.
 */
const fewTexts = [
  patched('few-texts-measured', /ink[\\/]build[\\/]measure-text\.js$/, [['maxSize: 4096', 'maxSize: 300']]),
  patched('few-texts-broken', /ink[\\/]build[\\/]wrap-text\.js$/, [['maxSize: 4096', 'maxSize: 300']]),
];

/**
 * What hides the cursor for Ink shows it again on standard error as the process ends, whatever that is: a file would
 * have a sequence in it, and a program that has the terminal by then its cursor back. The deck restores it itself.
 */
const cursorLeftAlone = patched('cursor-left-alone', /restore-cursor[\\/]index\.js$/, [
  ["import onetime from 'onetime';\nimport signalExit from 'signal-exit';\n", ''],
  [
    `onetime(() => {
	signalExit(() => {
		process.stderr.write('\\u001B[?25h');
	}, {alwaysLast: true});
});`,
    '() => {};',
  ],
]);

/** What a bundle needs to run and to start: Ink as it is otherwise, to compare with. */
const bundled = [withoutDevtools, yogaAtOnce, yogaReady];
export const barePatches = [...bundled, patched('ink-without-waiting', reconciler, withoutWaiting)];

export const inkPatches = [
  ...bundled,
  patched('ink-commits', reconciler, [...withoutWaiting, ...onlyWhatWasTouched]),
  linesOfLastFrame,
  widthsKnown,
  ...clustersWhenNeeded,
  cellsOfPlainLines,
  onlyWhatDiffers,
  looksOnce,
  textsAsTheyAre,
  cursorLeftAlone,
  ...fewTexts,
  withoutAssert,
  fewSpinners,
  patched('ink-itself', /ink[\\/]build[\\/]ink\.js$/, [
    ...firstFrameWhole,
    ...marksWithFrame,
    ...onlyWhatIsTaken,
  ]),
];

/** Ink, what imports it and what it measures with, as the tests bundle them: one copy that all of them share. */
export const testBundles = ['ink', 'ink-spinner', 'ink-table', 'string-width'];
const testFolder = new URL('../node_modules/.cache/rigdeck-ink/', import.meta.url);
export const testBundle = (name) => fileURLToPath(new URL(`${name}.mjs`, testFolder));
