import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Column } from '../../src/tui/list/columns.ts';
import { spokenRow } from '../../src/tui/list/spoken-row.ts';
import { announce, kept, parseFrame, recital, type SpokenFrame } from '../../src/tui/reader/announcer.ts';
import { createLineWriter } from '../../src/tui/reader/spoken-line-writer.ts';
import { markedField, markedVerbatim, marks } from '../../src/tui/reader/spoken-marks.ts';
import { spelled, spokenLine, spokenText } from '../../src/tui/reader/spoken-text.ts';
import { trendOf } from '../../src/tui/reader/spoken-words.ts';
import { transcript } from '../support/deck.tsx';

const frame = (lines: readonly string[], { place = 'list', title = 'Instances' } = {}): SpokenFrame =>
  parseFrame([`${marks.title}${place}${marks.title}${title}`, ...lines].join('\n'));
const here = (text: string) => marks.focus + text;
const quiet = (text: string) => `${marks.quiet}a${text}`;
const over = (title: string) => marks.modal + title;
const said = (id: number, text: string) => `${marks.message}${id}${marks.message}${text}`;
const told = (before: readonly string[], after: readonly string[], isAnswer = false) =>
  announce(frame(before), frame(after), { isAnswer });

describe('what is said of a frame', () => {
  it('reads a new place with its title, and where the person is last', () => {
    const first = frame([here('1 of 2: train-a, running'), '2 instances', quiet('a detail')]);
    expect(announce(undefined, first, { isAnswer: false })).toEqual([
      'Instances',
      '2 instances',
      '1 of 2: train-a, running',
    ]);
  });

  it('says the row that a key leads to, and no row that is left', () => {
    expect(
      told(
        [here('1 of 2: a, 3 hours 12 minutes'), '2 of 2: b'],
        ['1 of 2: a, 3 hours 13 minutes', here('2 of 2: b')],
        true,
      ),
    ).toEqual(['2 of 2: b']);
    // Of a table in which only the row under the cursor has its place.
    expect(told([here('1 of 2: a'), 'b'], ['a', here('2 of 2: b')], true)).toEqual(['2 of 2: b']);
  });

  it('says nothing of time that passes, nor of a figure that a poll moves', () => {
    const at = (age: string, price: string) => [
      here(`1 of 1: a, ${age}, ${price} dollars`),
      `checked ${age} ago`,
    ];
    expect(told(at('4 seconds', '0.31'), at('2 minutes 1 second', '0.32'))).toEqual([]);
  });

  it('says the figure that a key has changed', () => {
    expect(told(['64 of 64'], ['12 of 64'], true)).toEqual(['12 of 64']);
    expect(told(['64 of 64'], ['12 of 64'], false)).toEqual([]);
  });

  it('says a state that changes by itself', () => {
    expect(told([here('1 of 1: a, loading')], [here('1 of 1: a, running')])).toEqual(['1 of 1: a, running']);
  });

  it('says a message that counts down when it is nearly over and at its end, and not in between', () => {
    const text = (left: string) => said(3, `Destroy box: refused. Try again${left}.`);
    expect(told([text(' in 0:30')], [text(' in 0:29')])).toEqual([]);
    expect(told([text(' in 0:11')], [text(' in 0:10')])).toEqual([
      'Destroy box: refused. Try again in 0:10.',
    ]);
    expect(told([text(' in 0:01')], [text('')])).toEqual(['Destroy box: refused. Try again.']);
    expect(told([text('')], [text('')])).toEqual([]);
  });

  it('says a countdown at 5 minutes, 1 minute and 10 seconds, and then what came of it', () => {
    const at = (left: string) => [`window ${left} left`];
    const steps = ['28:41', '5:03', '4:58', '4:10', '1:01', '0:58', '0:12', '0:09', '0:04'];
    const heard = steps.slice(1).flatMap((left, index) => told(at(steps[index] as string), at(left)));
    expect(heard).toEqual(['window 4:58 left', 'window 0:58 left', 'window 0:09 left']);
    expect(told(at('0:01'), ['window shut'])).toEqual(['window shut']);
    // A new window is no countdown that has run on.
    expect(told(at('28:41'), at('0:50'))).toEqual([]);
  });

  it('reads a dialog whole, nothing of the screen below it, and where one is back at', () => {
    const list = [here('1 of 1: a, running')];
    const dialog = [here('1 of 1: a, stopped'), over('Stop it?'), 'The disk stays.', here('Chosen: No.')];
    expect(told(list, dialog, true)).toEqual(['Stop it?', 'The disk stays.', 'Chosen: No.']);
    const held = kept(frame(list), frame(dialog));
    expect(announce(held, frame([here('1 of 1: a, stopped')]), { isAnswer: true })).toEqual([
      '1 of 1: a, stopped',
    ]);
    expect(announce(held, frame(list), { isAnswer: true })).toEqual(['1 of 1: a, running']);
  });

  it('tells the page that a key has turned to whole, what it has in common with the one before included', () => {
    const page = (at: number, ...lines: string[]) => [over('A log'), `${marks.page}${at}`, ...lines];
    expect(told(page(0, 'a', '}', '}'), page(3, '}', 'b', '}'), true)).toEqual(['}', 'b', '}']);
    expect(told(page(0, 'a', '}'), page(0, 'a', 'b'), true)).toEqual(['b']);
    expect(told([`${marks.page}0`, 'a', '}'], [`${marks.page}2`, '}', 'b'], true)).toEqual(['}', 'b']);
    // A page that moves on by itself, as the end of a log, tells what is new.
    expect(told([`${marks.page}0`, 'a', '}'], [`${marks.page}2`, '}', 'b'])).toEqual(['b']);
  });

  it('tells no figure that moved below a dialog, no line that another goes on from, and no colon alone', () => {
    const list = (spent: string) => [here('1 of 1: a, running'), `spent ${spent} dollars`];
    const held = kept(frame(list('1.20')), frame([...list('1.20'), over('Stop it?')]));
    expect(announce(held, frame(list('1.25')), { isAnswer: true })).toEqual(['1 of 1: a, running']);
    expect(told(list('1.20'), list('1.25'), true)).toEqual(['spent 1.25 dollars']);
    const filter = `filter: ${markedField('', 0)}`;
    expect(told([here('1 of 1: a'), filter], [here('1 of 1: a')], true)).toEqual(['1 of 1: a']);
    expect(told([], ['renting', 'renting, page 1 of 2'], true)).toEqual(['renting, page 1 of 2']);
    expect(told(['6-digit code:'], ['6-digit code'], true)).toEqual([]);
  });

  it('says each message once, one of the same words again', () => {
    expect(told([said(1, 'copied')], [said(1, 'copied'), said(2, 'copied')])).toEqual(['copied']);
    expect(told([said(2, 'copied')], [said(2, 'copied')])).toEqual([]);
  });

  it('tells the money when it is asked for, and all there is when that is', () => {
    const lines = (order: number) => [
      `${marks.order}${order}`,
      `${marks.quiet}m41.20 dollars`,
      'text',
      quiet('aside'),
    ];
    expect(told(lines(0), lines(1))).toEqual(['41.20 dollars']);
    expect(recital(frame(lines(1)))).toEqual(['Instances', '41.20 dollars', 'text', 'aside']);
  });
});

describe('a line as it is said', () => {
  it('has its units in words, and commas for columns and signs', () => {
    expect(spokenText('   $41.20 · burn $1.92/h   21h 27m runway → Sat')).toBe(
      '41.20 dollars, burn 1.92 dollars per hour, 21 hours 27 minutes runway to Sat',
    );
    expect(spokenText('0.319 $/h  7.66 $/day')).toContain('dollars per hour');
    expect(spokenText('Saves $0.021/h, $7.66/day')).toBe(
      'Saves 0.021 dollars per hour, 7.66 dollars per day',
    );
    expect(spokenText('── methods ───')).toBe('methods');
    expect(spokenText('SPENT  ·')).toBe('SPENT, unknown');
    expect(spokenText('≥ 1 h')).toBe('at least 1 hour');
    expect(spokenText('$1, $11, $1/h')).toBe('1 dollar, 11 dollars, 1 dollar per hour');
    expect(spokenText('•••• 4417  •••')).toBe('ending in 4417, hidden');
    expect(spokenText('marked  2 marked · marked 1x')).toBe('2 marked, marked 1x');
  });

  it('leaves a command as it is to be typed', () => {
    for (const command of [
      'ssh -p 10441 root@ssh5.example.com',
      'rigdeck rent --max-price 0.4',
      'a-5m.txt',
      'v2.5s',
    ])
      expect(spokenText(command)).toBe(command);
  });

  it('makes of a curve which way it goes, behind the figure beside it', () => {
    expect(trendOf('▁▂▃▅▇█')).toBe('rising');
    expect(trendOf('▇▇▅▃▂▁')).toBe('falling');
    expect(trendOf('▅▅▆▅▅')).toBe('steady');
    expect(spokenText('GPU   ▂▃▅▇▇█  93 %')).toBe('GPU, 93 percent, rising');
  });

  it('changes no letter of what is spelled', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/), (code) => {
        const text = spokenText(`code 1: ${spelled(code)}`);
        expect(text.replace('code 1: ', '').replaceAll(', ', '-').replaceAll(' ', '')).toBe(code);
      }),
    );
  });

  it('says which of several words is lit', () => {
    expect(spokenLine(['Do ', ['[ stop ]', 'sel'], ['  destroy  ', 'plain']], {})).toBe(
      'Do, stop, chosen, destroy',
    );
  });

  it('makes nothing of a name within a line of ours', () => {
    for (const name of ['m', '5m', '3 h', '$4/h', '93 %', '24G', 'a  b', 'x · y', '★']) {
      expect(spokenLine([`1 of 2:  ${markedVerbatim(name)}, 3h 12m`], {})).toBe(
        `1 of 2: ${name}, 3 hours 12 minutes`,
      );
      const columns = [
        { id: 'label', title: 'LABEL', cell: () => name },
        { id: 'age', title: 'AGE', cell: () => '5m' },
      ] as unknown as readonly Column<object>[];
      expect(spokenText(spokenRow(columns, {}, 0))).toBe(`${name}, age 5 minutes`);
    }
    expect(spokenText('9100479 m')).toBe('9100479 m');
  });

  it('keeps somebody else’s text, its blanks and signs included', () => {
    expect(spokenLine(['  loss · 5m  $3/h'], { verbatim: true })).toBe('  loss · 5m  $3/h');
  });
});

describe('the lines of the terminal', () => {
  const writer = () => {
    let out = '';
    const lines = createLineWriter(
      (text) => {
        out += text;
      },
      () => 40,
    );
    return { lines, output: () => out, shown: () => transcript(out) };
  };
  const field = (text: string, cursor = text.length) => ({ of: 'Label', text, cursor });

  it('grow at their end; only what is typed changes, and no escape sequence is needed for it', () => {
    const { lines, output, shown } = writer();
    lines.say(['Rent', '1 of 3: Label, edit'], field(''));
    for (const text of ['t', 'tr', 'tra', 'tr']) lines.say([], field(text));
    lines.say([], field('tr', 0));
    lines.say([], field('xtr', 1));
    expect(shown()).toEqual(['Rent', '1 of 3: Label, edit', '> xtr']);
    lines.say(['a message'], field('xtr', 1));
    expect(shown()).toEqual(['Rent', '1 of 3: Label, edit', 'a message', '> xtr']);
    lines.say(['2 of 3: Disk'], undefined);
    expect(shown().slice(-2)).toEqual(['> xtr', '2 of 3: Disk']);
    expect(output()).not.toContain('\x1b');
  });

  it('show the end of a text that is longer than the terminal is wide', () => {
    const { lines, shown } = writer();
    lines.say([], field(`${'a'.repeat(100)}end`));
    expect(shown()[0]).toMatch(/^> a+end$/);
    expect(shown()[0]?.length).toBeLessThan(40);
  });

  it('are broken between words, with nothing lost and nothing padded; a word that is longer stays whole', () => {
    const { lines, output } = writer();
    const long = `see https://example.com/${'a'.repeat(40)} for  what it says of the machines that you rent here`;
    lines.say(['a short one', long, '  set in'], undefined);
    const said = output().split('\r\n');
    expect(said).toEqual([
      'a short one',
      'see',
      `https://example.com/${'a'.repeat(40)}`,
      'for  what it says of the machines that',
      'you rent here',
      '  set in',
    ]);
    expect(said.slice(1, 5).join(' ')).toBe(long);
  });

  it('stay whole where the output is no terminal', () => {
    let out = '';
    const lines = createLineWriter(
      (text) => {
        out += text;
      },
      () => undefined,
    );
    lines.say(['word '.repeat(60)], undefined);
    expect(out).toBe('word '.repeat(60));
  });

  it('leave the line to somebody else who writes', () => {
    const { lines, output } = writer();
    lines.say(['here'], undefined);
    lines.leave();
    lines.leave();
    expect(output()).toBe('here\r\n');
  });
});

it('takes no mark from what is typed', () => {
  expect(markedField(`a${marks.title}b`, 1)).toBe(`${marks.field}a${marks.caret}b${marks.field}`);
});
