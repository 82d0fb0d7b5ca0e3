import type { Case } from './case.ts';

/** Drawing: flicker, sizes, widths, colours. */
export const drawing: readonly Case[] = [
  {
    id: 'C084',
    title: 'a screen that is only watched floods a slow line',
    test: [
      'flows/flicker.test.tsx',
      'C084 a minute of watching machines is little to send, in frames that are shown whole, and clears nothing',
    ],
    source: 'scripts/frame-update/index.ts',
    anchor:
      'if (was === line) continue;\n    const [old, next] = [read(was), read(line)];\n    if (old === undefined || next === undefined) {',
    instead:
      'const [old, next] = [read(was), read(line)];\n    if (old !== undefined || next !== undefined) {',
    also: [
      {
        test: ['flows/flicker.test.tsx', 'C084 nothing moves by itself where motion is reduced'],
        source: 'src/components/asking-line.tsx',
        anchor: 'still ? glyphs.ellipsis : ',
        instead: '',
      },
    ],
  },
  {
    id: 'C085',
    title: 'what has not changed is drawn again',
    test: [
      'flows/flicker.test.tsx',
      'C085 ten reads that bring the same write nothing but the steps of an age',
    ],
    source: 'src/domain/answer-age.ts',
    anchor: 'const late = everyMs <= 0 || asked ? 0 : (bounds.find((ms) => ms >= planned) ?? 0);',
    instead: 'const late = 0;',
  },
  {
    id: 'C086',
    title: 'what stood in the terminal before is gone after the deck',
    test: ['pty/exits.test.ts', 'C086 C106 after %s'],
    source: 'src/terminal/modes.ts',
    anchor: 'return `${inputOff}\\x1b[r${originOff}\\x1b(B\\x0f${drawingOff}\\x1b[?1049l`;',
    instead: 'return `${inputOff}\\x1b[r${originOff}\\x1b(B\\x0f${drawingOff}`;',
    also: [
      {
        test: ['pty/exits.test.ts', 'C086 C106 after %s'],
        source: 'src/terminal/modes.ts',
        anchor: '\\x1b[?1049h${drawingModes}\\x1b[H`;',
        instead: '\\x1b[?1049h${drawingModes}\\x1b[H\\x1b[3J`;',
      },
      {
        test: [
          'pty/frames.test.ts',
          'C086 C087 two hundred offers in 24 lines: a window of rows, nothing above it, nothing below',
        ],
        source: 'src/components/grid.tsx',
        anchor: 'rows.slice(top.current, top.current + room)',
        instead: 'rows',
      },
    ],
  },
  {
    id: 'C087',
    title: 'a frame as high as the terminal scrolls it',
    test: [
      'pty/frames.test.ts',
      'C087 without the alternate screen twenty updates add nothing to the scrollback',
    ],
    source: 'src/app.tsx',
    anchor: '<Box flexDirection="column" width={size.columns} height={size.rows} overflow="hidden">',
    instead: '<Box flexDirection="column" width={size.columns} height={size.rows + 1}>',
    also: [
      {
        test: [
          'pty/frames.test.ts',
          'C087 every screen at %sx%s fills the window and leaves the last line its keys',
        ],
        source: 'src/app.tsx',
        anchor: '{ full: 6, slim: 2, bare: 0 }',
        instead: '{ full: 5, slim: 2, bare: 0 }',
      },
    ],
  },
  {
    id: 'C088',
    title: 'a window that is made narrow keeps copies of the interface, or loses the selection',
    test: [
      'flows/sizes.test.tsx',
      'C090 C088 the row under the cursor stays in sight at every size, and through sizes that no deck fits on',
    ],
    source: 'src/components/grid.tsx',
    anchor: 'top.current = scrollTop(top.current, cursor, rows.length, room);',
    also: [
      {
        test: [
          'flows/sizes.test.tsx',
          'C088 a question that is open while the window becomes narrow is broken anew: no word of it is cut, no button lost',
        ],
        source: 'src/shell/confirm.tsx',
        anchor: 'Math.min(panelWidth, size.columns)',
        instead: 'panelWidth',
      },
      {
        test: [
          'pty/resize.test.ts',
          'C088 C086 quickly narrow and wide again: one header, one key line, a table that reflows, the selection kept',
        ],
        source: 'src/app.tsx',
        anchor: 'if (changes > 0) deck.redraw.current();',
      },
    ],
  },
  {
    id: 'C089',
    title: 'wide characters push columns out of line, or are halved',
    test: ['cells.test.ts', 'C089 a cut falls on a cell boundary and never halves a glyph'],
    source: 'src/cells.ts',
    anchor: 'if (used > cells) break;',
    instead: 'if (kept.length >= cells) break;',
    also: [
      {
        test: ['cells.test.ts', 'C089 padding fills to the cell, whatever the text'],
        source: 'src/cells.ts',
        anchor: 'return fitted + blanks(cells - width(fitted));',
        instead: 'return fitted.padEnd(cells);',
      },
    ],
  },
  {
    id: 'C090',
    title: 'a tiny window crashes a list, or shows half of it',
    test: [
      'flows/sizes.test.tsx',
      'C090 C088 the row under the cursor stays in sight at every size, and through sizes that no deck fits on',
    ],
    source: 'src/app.tsx',
    anchor: 'const tiny = size.columns < smallest.columns || size.rows < smallest.rows;',
    instead: 'const tiny = false;',
    also: [
      {
        test: [
          'flows/sizes.test.tsx',
          'C090 C088 the row under the cursor stays in sight at every size, and through sizes that no deck fits on',
        ],
        source: 'src/shell/digest.tsx',
        anchor: '`rigdeck needs ${smallest.columns}x${smallest.rows}, has ${columns}x${rows}`',
        instead: "'rigdeck'",
      },
    ],
  },
  {
    id: 'C091',
    title: 'a terminal that does not know its size gets an empty screen',
    test: ['hooks/use-viewport.test.ts', 'C091 a size that is not told, or told as nothing, counts as 80x24'],
    source: 'src/hooks/use-viewport.ts',
    anchor: 'columns > 0 ? columns : 80',
    instead: 'columns',
    also: [
      {
        test: [
          'hooks/use-viewport.test.ts',
          'C091 a size that is not told, or told as nothing, counts as 80x24',
        ],
        source: 'src/hooks/use-viewport.ts',
        anchor: 'rows > 0 ? rows : 24',
        instead: 'rows',
      },
    ],
  },
  {
    id: 'C092',
    title: 'each second that is drawn keeps a little memory for ever',
    test: ['ink-patches.test.ts', 'C092 what 20,000 different frames leave behind is what one leaves behind'],
    source: 'scripts/frame-patches.mjs',
    anchor:
      "const known = keys.map((key, y) => this.caches.kept('rows', key) ?? this.rowAtOnce(key, writes[y]));",
    also: [
      {
        test: ['ink-patches.test.ts', 'C092 what draws is pinned to the version that was measured'],
        source: 'package.json',
        anchor: '"ink": "8.0.0"',
        instead: '"ink": "^8.0.0"',
      },
    ],
  },
  {
    id: 'C093',
    title: 'a stray print of a library overwrites the screen',
    test: [
      'terminal/guard-output.test.ts',
      'C093 prints, warnings and stray writes go to the sink and not to the screen',
    ],
    source: 'src/terminal/guard-output.ts',
    anchor: "process.removeAllListeners('warning');",
    also: [
      {
        test: [
          'terminal/guard-output.test.ts',
          'C093 prints, warnings and stray writes go to the sink and not to the screen',
        ],
        source: 'src/terminal/guard-output.ts',
        anchor: 'for (const [name] of before) console[name] = (...args: unknown[]) => take(format(...args));',
      },
      {
        test: [
          'terminal/guard-output.test.ts',
          'C093 prints, warnings and stray writes go to the sink and not to the screen',
        ],
        source: 'src/terminal/guard-output.ts',
        anchor: 'stderr.write = (chunk: unknown, ...rest: unknown[]) => {',
        instead: 'const unused = (chunk: unknown, ...rest: unknown[]) => {',
      },
    ],
  },
  {
    id: 'C094',
    title: 'colours are sent to somebody who wants none',
    test: ['terminal/colour.test.ts', 'C094 NO_COLOR takes all colour away, unless it is empty'],
    source: 'src/terminal/colour.ts',
    anchor: 'if (env.NO_COLOR) return 0;',
    also: [
      {
        test: ['terminal/colour.test.ts', 'C094 a dumb terminal is told from others'],
        source: 'src/terminal/colour.ts',
        anchor: "dumb: env.TERM === 'dumb',",
        instead: 'dumb: false,',
      },
    ],
  },
];
