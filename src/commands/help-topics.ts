import { padEnd, width } from '../cells.ts';
import { keyPages } from '../key-pages.ts';
import { defaultKeymap, type Keymap } from '../keymap.ts';
import { wrapWords } from '../wrap-words.ts';
import { environment } from './environment.ts';
import { exitLines } from './exit-codes.ts';

/** Pages of `rigdeck help` that are about no single command. */
export const topics = {
  'exit-codes': { what: 'what each exit code tells a script', rows: exitRows },
  environment: {
    what: 'the variables that rigdeck reads',
    rows: () => [{ title: '', rows: variableRows() }],
  },
  keys: { what: 'every key of the deck, by place', rows: keyRows },
} as const;

export type Topic = keyof typeof topics;
export const isTopic = (word: string): word is Topic => Object.hasOwn(topics, word);

/** Rows under a heading; an empty one has none. */
type Section = { title: string; rows: readonly (readonly [name: string, means: string])[] };

/** A topic as plain text of at most `columns` cells a line: names left, what they mean wrapped beside them. Of the keys those of `keymap`. */
export function topicText(topic: Topic, columns: number, keymap: Keymap = defaultKeymap): string {
  const sections: readonly Section[] = topics[topic].rows(keymap);
  const names = sections.flatMap(({ rows }) => rows.map(([name]) => width(name)));
  const left = Math.min(Math.max(...names), Math.floor(columns / 2));
  return sections
    .map(({ title, rows }) => {
      const lines = rows.flatMap(([name, means]) => {
        const text = wrapWords(means.replaceAll('`', ''), Math.max(8, columns - left - 4));
        return width(name) > left
          ? [`  ${name}`, ...text.map((line) => `${' '.repeat(left + 4)}${line}`)]
          : text.map((line, index) => `  ${padEnd(index === 0 ? name : '', left)}  ${line}`);
      });
      return `${[...(title === '' ? [] : [title]), ...lines].join('\n')}\n`;
    })
    .join('\n');
}

function exitRows(): Section[] {
  return [{ title: '', rows: exitLines.map(([code, means]) => [code, means]) }];
}

function variableRows(): [string, string][] {
  return environment.flatMap(({ names, means }) => names.map((name): [string, string] => [name, means]));
}

/** With the id of each action, which is what `[keys]` in config.toml names it by. */
function keyRows(keymap: Keymap): Section[] {
  return keyPages(keymap).map(({ place, rows }) => ({
    title: place,
    rows: rows.map(({ keys, does, id }): [string, string] => [keys.join(' ') || 'none', `${does} · ${id}`]),
  }));
}
