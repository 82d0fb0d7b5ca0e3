import type { Case } from './case.ts';

/** What fuzzing has found here (test/fuzz/): no trouble of others, and numbered apart. */
export const fuzzed: readonly Case[] = [
  {
    id: 'F001',
    title: 'a text of a stranger holds signs that draw nothing, which nobody has named yet',
    test: [
      'fuzz/findings.test.ts',
      'F001 is in no text of a stranger, whether anybody has given it a name or not',
    ],
    source: 'src/client/sanitize.ts',
    anchor: String.raw`(?![\u200d\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}|`,
  },
  {
    id: 'F002',
    title: 'cleaning a text leaves a joiner behind that joins nothing',
    test: ['fuzz/findings.test.ts', 'F002 is no joiner that is left over when a pile of accents was cut'],
    source: 'src/client/sanitize.ts',
    anchor: ".replace(strayJoiner, '')",
  },
  {
    id: 'F003',
    title: 'a sign that nobody sees is typed, or comes along with what is pasted',
    test: ['fuzz/findings.test.ts', 'F003 is no key that types, and does not come along with what is pasted'],
    source: 'src/text-edit.ts',
    anchor: ".replace(unseen, '')",
  },
  {
    id: 'F004',
    title: 'a damaged line of the journal is still JSON, and tells of another account, rent or event',
    test: ['fuzz/findings.test.ts', 'F004 that one bit has made tell of %s is known to be damaged'],
    source: 'src/local/line-sum.ts',
    anchor: 'sumOf(json) === found[1] ? parseObject(json) : undefined',
    instead: 'parseObject(json)',
  },
  {
    id: 'F005',
    title:
      'a journal that lost the end of a line loses the events on both sides, or the last one without a word',
    test: [
      'fuzz/findings.test.ts',
      'F005 that has lost the line end %s has both events, and is known to be damaged',
    ],
    source: 'src/local/journal-file.ts',
    anchor: 'value === undefined ? rescued(line) : [value]',
    instead: 'value === undefined ? [] : [value]',
  },
  {
    id: 'F006',
    title: 'a version that is no number hides a newer one behind it, and the file is written to',
    test: ['fuzz/findings.test.ts', 'F006 whose version is no number is left as it is'],
    source: 'src/local/journal-file.ts',
    anchor: "typeof value.version === 'number' ? value.version : version + 1",
    instead: '(value.version as number) ?? 0',
  },
  {
    id: 'F007',
    title: 'a setting with names in names keeps the program from starting',
    test: [
      'fuzz/findings.test.ts',
      'F007 with names in names without end do not keep the program from starting',
    ],
    source: 'src/local/config.ts',
    anchor: ' && path.length + 1 < mostNames',
  },
  {
    id: 'F008',
    title: 'a warning about a setting brings what stands in it to the terminal',
    test: ['fuzz/findings.test.ts', 'F008 are told about in one line without what a terminal acts on'],
    source: 'src/local/config.ts',
    anchor: 'message: fileWords(message), ...(line',
    instead: 'message, ...(line',
  },
  {
    id: 'F009',
    title: 'a binding that means nothing is left out without a word',
    test: [
      'fuzz/findings.test.ts',
      'F009 that are lost without a word are none: dates and __proto__ as bindings are told about',
    ],
    source: 'src/local/config.ts',
    anchor: ' && !(value instanceof Date)',
  },
  {
    id: 'F010',
    title: 'function keys are dead after a paste whose end came in two pieces',
    test: ['fuzz/findings.test.ts', 'F010 F5 is F5 again after a paste whose end came in two pieces'],
    source: 'src/raw-trace.ts',
    anchor: 'const begun = inPaste ? pasteTail : tail;',
    instead: 'const begun = tail;',
  },
  {
    id: 'F011',
    title: 'a draft that somebody has nested without end ends the program as it is saved',
    test: [
      'fuzz/findings.test.ts',
      'F011 that is deeper than any form can be saved nevertheless, without what no form holds',
    ],
    source: 'src/local/draft.ts',
    anchor: 'depth < mostDepth ? [[name, withoutSecrets(value, depth + 1)]] : []',
    instead: '[[name, withoutSecrets(value, depth + 1)]]',
  },
  {
    id: 'F012',
    title: 'a text is cut through a character, and half of one is drawn',
    test: ['fuzz/findings.test.ts', 'F012 is told by its last characters, none of them a half one'],
    source: 'src/client/decode-keys.ts',
    anchor: "Array.from(shown).slice(-4).join('')",
    instead: 'shown.slice(-4)',
  },
  {
    id: 'F013',
    title: 'keys behind a paste are taken for the rest of a mouse report that the paste has cut off',
    test: ['fuzz/findings.test.ts', 'F013 that a paste cuts off takes none of the keys behind the paste'],
    source: 'src/raw-trace.ts',
    anchor: 'if (text !== begun + chunk) mouseLeft = 0;',
  },
];
