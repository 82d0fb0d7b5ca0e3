import type { Case } from './case.ts';

/** The keyboard, pastes, and the ways out. */
export const keyboard: readonly Case[] = [
  {
    id: 'C097',
    title: 'a letter that is typed into a field is taken for a command',
    test: [
      'flows/renting.test.tsx',
      'C097 takes letters as letters in a field; Esc leaves the field, then the form',
    ],
    source: 'src/layers.ts',
    anchor: "if (!hidden && layer.edits?.(stroke)) return { kind: 'edit', layer };",
    also: [
      {
        test: [
          'flows/renting.test.tsx',
          'C097 takes letters as letters in a field; Esc leaves the field, then the form',
        ],
        source: 'src/hooks/use-form.ts',
        anchor: 'if (leaveField()) return;',
      },
      {
        test: [
          'flows/renting.test.tsx',
          'C097 takes letters as letters in a field; Esc leaves the field, then the form',
        ],
        source: 'src/hooks/use-form.ts',
        anchor: "else deck.go({ go: 'back' });",
        instead: '',
      },
    ],
  },
  {
    id: 'C098',
    title: 'a line end in a paste sends the form',
    test: ['strokes.test.ts', 'C098 several lines without paste markers are one text that submits nothing'],
    source: 'src/strokes.ts',
    anchor: 'hasBreakInside ? run.length : last + 1',
    instead: 'last + 1',
    also: [
      {
        test: ['text-edit.test.ts', 'C098 a paste of three lines stays three lines'],
        source: 'src/text-edit.ts',
        anchor: 'if (multiline) return plain;',
      },
      {
        test: ['text-edit.test.ts', 'C098 pasted lines become one line, and the copied line end is dropped'],
        source: 'src/text-edit.ts',
        anchor: String.raw`.replace(/[\n\t]+/g, ' ')`,
      },
    ],
  },
  {
    id: 'C099',
    title: 'keys that come in one piece are taken for one',
    test: ['strokes.test.ts', 'C099 a chunk of several keys is cut into one stroke each'],
    source: 'src/strokes.ts',
    anchor: 'for (const { segment } of segmentsOf(text)) {',
    instead: 'for (const segment of [text]) {',
    also: [
      {
        test: ['flows/offers.test.tsx', 'C099 takes keys that arrive in one chunk one by one'],
        source: 'src/hooks/use-keys.ts',
        anchor: '      if (!press(deck, stroke)) queue.strokes = [];\n    }\n    await drawn();',
        instead: '      if (!press(deck, stroke)) queue.strokes = [];\n    }',
      },
      {
        test: [
          'flows/typed-at-once.test.tsx',
          'C099 filter, keep the filter, move and open the row, each in its turn',
        ],
        source: 'src/hooks/use-keys.ts',
        anchor: 'const typed = target?.pressesEnter === true && deck.services.terminal.marksPastes === true;',
        instead: 'const typed = false;',
      },
    ],
  },
  {
    id: 'C100',
    title: 'backspace and delete are mixed up',
    test: ['text-edit.test.ts', 'C100 backspace deletes to the left, delete to the right'],
    source: 'src/text-edit.ts',
    anchor: 'return remove(state, next);',
    instead: 'return remove(state, previous);',
    also: [
      {
        test: ['text-edit.test.ts', 'C100 Ctrl+U, Ctrl+W, Ctrl+K, Home and End work as in a shell'],
        source: 'src/text-edit.ts',
        anchor: 'return remove(state, lineStart);',
        instead: 'return state;',
      },
    ],
  },
  {
    id: 'C101',
    title: 'Escape acts late',
    test: ['stroke-reader.test.ts', 'C101 a lone ESC becomes Escape when its wait is over'],
    source: 'src/stroke-reader.ts',
    anchor: 'if (!held || now < held.due) return [];',
    instead: 'if (!held || now < held.due + 1000) return [];',
    also: [
      {
        test: ['stroke-reader.test.ts', 'C101 waits longer over SSH, and never longer than a person notices'],
        source: 'src/stroke-reader.ts',
        anchor: '? 100 : 30',
        instead: '? 1000 : 30',
      },
    ],
  },
  {
    id: 'C102',
    title: 'what the terminal answers is typed into a field',
    test: ['stroke-reader.test.ts', 'C102 the terminal answering a colour query types nothing'],
    source: 'src/stroke-reader.ts',
    anchor: 'return end < 0 ? [] : textStrokes(text.slice(end));',
    instead: 'return textStrokes(text);',
    also: [
      {
        test: ['strokes-ink.test.tsx', 'C102 terminal reports are neither typed nor acted on'],
        source: 'src/stroke-reader.ts',
        anchor: "if (input === 'O' || isStringIntroducer(input)) {",
        instead: "if (input === 'O') {",
      },
      {
        test: [
          'screens/sign-in.test.ts',
          'C102 answers of the terminal at the start are not in the key and do nothing',
        ],
        source: 'src/stroke-reader.ts',
        anchor: "if (input === 'O' || isStringIntroducer(input)) {",
        instead: "if (input === 'O') {",
      },
      {
        test: [
          'terminal/background.test.ts',
          'C102 and a reply that comes after the wait, but before the reader, is swallowed all the same',
        ],
        source: 'src/terminal/background.ts',
        anchor: "typed = typed.replace(colourReply, '').replace(kindReply, '');",
      },
    ],
  },
  {
    id: 'C103',
    title: 'keys in the enhanced encoding are none, or act twice',
    test: ['strokes.test.ts', 'C103 a key release is no stroke, a repeat is one'],
    source: 'src/strokes.ts',
    anchor: "key.eventType === 'release' || key.super || key.hyper",
    instead: 'key.super || key.hyper',
    also: [
      {
        test: ['strokes-ink.test.tsx', 'C103 enhanced key encodings are the keys they stand for'],
        source: 'src/strokes.ts',
        anchor: 'if (key.ctrl || key.meta) return modifiedCharacter(input, key);',
        instead: 'if (key.meta) return modifiedCharacter(input, key);',
      },
      {
        test: ['stroke-reader.test.ts', 'C103 an Escape in the enhanced encoding does not wait'],
        source: 'src/stroke-reader.ts',
        anchor: 'const isKitty = key.eventType !== undefined;',
        instead: 'const isKitty = false;',
      },
    ],
  },
  {
    id: 'C104',
    title: 'a syllable is halved, or the cursor stands beside it',
    test: ['text-edit.test.ts', 'C104 a cluster is passed and deleted as one glyph'],
    source: 'src/text-edit.ts',
    anchor: 'return remove(state, previous);',
    instead: 'return remove(state, (_, at) => Math.max(0, at - 1));',
    also: [
      {
        test: ['text-view.test.ts', 'C104 counts two cells for each wide glyph'],
        source: 'src/text-view.ts',
        anchor: 'const column = width(before);',
        instead: 'const column = before.length;',
      },
      {
        test: ['text-edit.test.ts', 'C104 a cluster is passed and deleted as one glyph'],
        source: 'src/text-edit.ts',
        anchor: 'cursor: snap(text, before.length)',
        instead: 'cursor: state.cursor + 1',
      },
    ],
  },
  {
    id: 'C106',
    title: 'the shell gets codes in place of keys after the deck',
    test: [
      'terminal/modes.test.ts',
      'C106 restoring undoes everything, and the cursor is back where the deck began',
    ],
    source: 'src/terminal/modes.ts',
    anchor: 'return `${inputOff}\\x1b[r${originOff}\\x1b(B\\x0f${drawingOff}\\x1b[?1049l`;',
    instead: 'return `\\x1b[r${originOff}\\x1b(B\\x0f${drawingOff}\\x1b[?1049l`;',
    also: [
      {
        test: [
          'terminal/modes.test.ts',
          'C106 restoring undoes everything, and the cursor is back where the deck began',
        ],
        source: 'src/terminal/modes.ts',
        anchor: 'return `${inputOff}\\x1b[r${originOff}\\x1b(B\\x0f${drawingOff}\\x1b[?1049l`;',
        instead: 'return `${inputOff}\\x1b[r${originOff}\\x1b(B\\x0f\\x1b[?1049l`;',
      },
      {
        test: ['terminal/restore.pty.test.ts', 'C106 gives the terminal back after %s'],
        source: 'src/terminal/restore-on-exit.ts',
        anchor: 'attempt(restore);',
      },
      {
        test: ['terminal/restore.pty.test.ts', 'C106 gives the terminal back after %s, and ends by it'],
        source: 'src/terminal/restore-on-exit.ts',
        anchor: 'for (const signal of endSignals) process.on(signal, onSignal);',
      },
      {
        test: [
          'terminal/restore.pty.test.ts',
          'C106 C111 gives the terminal back after a bug (%s), says it and exits with 70',
        ],
        source: 'src/terminal/restore-on-exit.ts',
        anchor: "process.on('uncaughtException', onError);",
      },
      {
        test: ['terminal/modes.test.ts', 'C106 works once, however often it is called'],
        source: 'src/terminal/modes.ts',
        anchor: 'if (stdin?.isTTY) stdin.setRawMode?.(false);',
      },
    ],
  },
  {
    id: 'C107',
    title: 'Ctrl+C does nothing while something is on its way, or ends it unsaid',
    test: [
      'flows/leaving.test.tsx',
      'C107 says what is lost while a rent is on its way, and leaves on the second Ctrl+C',
    ],
    source: 'src/hooks/quit-warning.ts',
    anchor: "if (lost === '' || lost === standing(deck)) {",
    instead: 'if (lost !== undefined) {',
    also: [
      {
        test: ['screens/sign-in.test.ts', 'C107 a key check that hangs is left at once by Ctrl+C'],
        source: 'src/hooks/quit-warning.ts',
        anchor: "if (lost === '' || lost === standing(deck)) {",
        instead: "if (lost !== '' && lost === standing(deck)) {",
      },
      {
        test: ['flows/in-flight.test.tsx', 'C107 warns at Ctrl+C that the outcome would not be known'],
        source: 'src/hooks/unfinished.ts',
        anchor: "...(isRenting ? [says.sent('rent')] : []),",
      },
      {
        test: [
          'flows/leaving.test.tsx',
          'C107 names at Ctrl+C what is out with no answer, once, and again in its last words: %s',
        ],
        source: 'src/hooks/unfinished.ts',
        anchor: '...others.map((write) => nameOfWrite(deck, write)),',
      },
      {
        test: ['commands/built-program.test.ts', 'C107 ends at Ctrl+C while the service says nothing'],
        source: 'src/process-ports.ts',
        anchor: 'interrupt.abort();',
      },
      {
        test: [
          'commands/built-program.test.ts',
          'C107 says at %s (exit %i) that the write may have gone through: %j',
        ],
        source: 'src/domain/error-advice.ts',
        anchor: "'The request may have gone through all the same.'",
        instead: "''",
      },
    ],
  },
  {
    id: 'C108',
    title: 'the deck is gone, and its process stays',
    test: ['pty/leaving.test.ts', 'C108 the prompt is back at once'],
    source: 'src/main.tsx',
    anchor: 'void main(given).catch(sayBroken).then(end);',
    instead: 'void main(given).catch(sayBroken);',
    also: [
      {
        test: ['pty/leaving.test.ts', 'C108 the prompt is back at once'],
        source: 'src/shell/global-keys.tsx',
        anchor: "stack.length > 1 ? deck.go({ go: 'back' }) : quit()",
        instead: "deck.go({ go: 'back' })",
      },
    ],
  },
  {
    id: 'C109',
    title: 'a terminal that is gone makes the clean-up stop half-way',
    test: ['terminal/restore-on-exit.test.ts', 'C109 every step is tried, whatever the others do'],
    source: 'src/terminal/restore-on-exit.ts',
    anchor: 'attempt(stop);',
    instead: 'stop();',
    also: [
      {
        test: [
          'commands/program.test.ts',
          'C109 129: a terminal that went away before a question is hung up, and no bug',
        ],
        source: 'src/commands/program.ts',
        anchor: "if (isTerminalGone(error)) return exitCodeOf('SIGHUP');",
      },
    ],
  },
  {
    id: 'C110',
    title: 'after a stop the screen is not what it was',
    test: [
      'terminal/hand-over.pty.test.ts',
      'C110 after a stop and a continuation from outside the screen is drawn anew',
    ],
    source: 'src/terminal/deck-terminal.ts',
    anchor: 'void repaint();',
    also: [
      {
        test: [
          'pty/job-control.test.ts',
          'C110 Ctrl+Z, as both kinds of terminals send it, stops the deck and its wrapper; fg brings a fresh whole frame of the new size',
        ],
        source: 'src/terminal/suspend.ts',
        anchor: 'io.write(leaveModes);',
      },
      {
        test: ['terminal/hand-over.pty.test.ts', 'C110 without a shell Ctrl+Z says that it cannot stop'],
        source: 'src/terminal/suspend.ts',
        anchor: "continued ? undefined : 'The deck cannot be stopped here: no shell is waiting for it'",
        instead: 'undefined',
      },
    ],
  },
  {
    id: 'C111',
    title: 'a bug ends the program as if all were well',
    test: ['terminal/restore-on-exit.test.ts', 'C111 by %s reports and exits with 70'],
    source: 'src/terminal/restore-on-exit.ts',
    anchor: 'return process.exit(options.exitCodeOf?.(error) ?? bugExitCode);',
    instead: 'return process.exit(0);',
    also: [
      {
        test: ['terminal/restore-on-exit.test.ts', 'C111 by %s reports and exits with 70'],
        source: 'src/terminal/restore-on-exit.ts',
        anchor: 'attempt(restore);',
      },
      {
        test: ['terminal/restore-on-exit.test.ts', 'C111 by %s reports and exits with 70'],
        source: 'src/terminal/restore-on-exit.ts',
        anchor: '`${told()}\\n${attempt(goodbye) ?? untold}`',
        instead: '(attempt(goodbye) ?? untold)',
      },
      {
        test: [
          'terminal/restore-on-exit.test.ts',
          'C111 a bug while a bug is reported still says that there is one, and the goodbye',
        ],
        source: 'src/terminal/restore-on-exit.ts',
        anchor: "attempt(() => report(error)) ?? 'The program has a bug and had to stop.'",
        instead: 'report(error)',
      },
    ],
  },
];
