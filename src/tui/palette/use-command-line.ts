import { useEffect, useState } from 'react';
import { closestName } from '../../base/closest-name.ts';
import { createStore } from '../../base/store.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import type { MenuEntry, Modal } from '../dialog/modal.ts';
import { type LineField, useLine } from '../text/use-line.ts';
import { useStore } from '../use-store.ts';
import {
  fittingOptions,
  mendedLine,
  nearlyCalled,
  nothingCalled,
  type Option,
  quoted,
  readCommand,
  takesNoWords,
  withWord,
  wordsOf,
} from './palette-line.ts';
import { type Found, ranked } from './palette-rank.ts';
import { useCommandHistory } from './use-command-history.ts';

/** What stands above the line: entries that it may mean, or words that may come next. */
type Listed =
  | { kind: 'entries'; found: readonly Found<MenuEntry>[] }
  | { kind: 'options'; options: readonly Option[]; what: string };

export type CommandLineState = {
  typed: LineField;
  listed: Listed;
  /** The lit row; undefined while Enter takes the line as it is. */
  at: number | undefined;
  count: number;
  /** Why the line does nothing, in a sentence. */
  wrong: string | undefined;
  up(): void;
  down(): void;
  next(): void;
  previous(): void;
  complete(): void;
  enter(): void;
};

/** What is typed in an opened line. All that is drawn begins anew once the account is known, and what was typed stays. */
const typedIn = new WeakMap<Modal, string>();

/** The command line over what it can do: what is typed, what that may mean, and what Enter makes of it. */
export function useCommandLine(entries: readonly MenuEntry[]): CommandLineState {
  const deck = useDeck();
  const opened = deck.modal.get();
  const typed = useLine((opened && typedIn.get(opened)) ?? '');
  useEffect(() => void (opened && typedIn.set(opened, typed.text)));
  const history = useCommandHistory(typed);
  const [movedTo] = useState(() => createStore<{ line: string; at: number } | undefined>(undefined));
  const moved = useStore(movedTo);
  const [refused, setRefused] = useState<{ line: string; why: string }>();

  const line = readCommand(typed.text, entries);
  const sought = line.kind === 'find' ? ranked(line.text, entries, closestName) : [];
  // With words behind it the mended line is put in the place of what was typed, and nothing is done yet.
  const mended =
    line.kind === 'find' && sought.length === 0 ? mendedLine(line.text, entries, closestName) : undefined;
  const guess = (found: Omit<Found<MenuEntry>, 'nameAt' | 'labelAt'>): Found<MenuEntry> => ({
    ...found,
    ...{ nameAt: [], labelAt: [], isGuess: true },
  });
  const listed: Listed =
    line.kind === 'find'
      ? { kind: 'entries', found: mended === undefined ? sought : [guess(mended)] }
      : {
          kind: 'options',
          options: fittingOptions(line.word, line.entry.takes?.options(line.before) ?? [], closestName),
          what: line.entry.takes?.what ?? 'nothing',
        };
  const count = listed.kind === 'entries' ? listed.found.length : listed.options.length;
  // A row is lit by itself where Enter takes it; a word is only offered.
  const first = listed.kind === 'entries' && count > 0 ? 0 : undefined;
  const at = moved?.line === typed.text && moved.at < count ? moved.at : first;
  const to = (index: number) => {
    if (index >= 0 && index < count) movedTo.set({ line: typed.text, at: index });
  };

  const noWords =
    line.kind === 'words' && line.entry.takes === undefined && wordsOf(line).length > 0
      ? takesNoWords(line.name, wordsOf(line))
      : undefined;
  const [likeliest] = listed.kind === 'entries' ? listed.found : [];
  const nothing =
    listed.kind !== 'entries'
      ? undefined
      : likeliest === undefined
        ? nothingCalled(typed.text)
        : likeliest.isGuess === true
          ? nearlyCalled(typed.text, likeliest.name ?? likeliest.entry.label)
          : undefined;

  const done = (text: string, run: () => unknown) => {
    const why = run();
    if (typeof why === 'string') return setRefused({ line: typed.text, why });
    deck.palette.remember(text);
    if (deck.modal.get()?.kind === 'palette') deck.close();
  };
  const pick = (entry: MenuEntry, name: string | undefined) => {
    if (entry.needsWords === true) return typed.set(`${name ?? entry.label} `);
    // What opens a dialog puts it in the place of this one.
    deck.close();
    done(name ?? entry.label, entry.run);
  };
  const enter = () => {
    if (mended !== undefined) return typed.set(mended.line);
    if (listed.kind === 'entries') {
      const found = listed.found[at ?? 0];
      return found && pick(found.entry, found.name);
    }
    if (line.kind !== 'words' || noWords !== undefined) return;
    const lit = at === undefined ? undefined : listed.options[at];
    const words = lit === undefined ? wordsOf(line) : [...line.before, lit.word];
    const { takes } = line.entry;
    if (words.length === 0 || takes === undefined) {
      if (line.entry.needsWords !== true) return pick(line.entry, line.name);
      return setRefused({ line: typed.text, why: `${line.name} takes ${listed.what}` });
    }
    done([line.name, ...words.map(quoted)].join(' '), () => takes.run(words));
  };
  const complete = () => {
    if (mended !== undefined) return typed.set(mended.line);
    if (listed.kind === 'entries') {
      const found = listed.found[at ?? 0];
      if (found === undefined) return;
      typed.set(`${found.name ?? found.entry.label}${found.entry.takes === undefined ? '' : ' '}`);
      return;
    }
    const option = listed.options[at ?? 0];
    if (option !== undefined && line.kind === 'words') typed.set(`${withWord(line, option.word)} `);
  };

  return {
    typed,
    listed,
    at,
    count,
    wrong: noWords ?? nothing ?? (refused?.line === typed.text ? refused.why : undefined),
    up: () => (at === undefined || at === 0 ? history.older() : to(at - 1)),
    down: () => (history.walking ? history.newer() : to(at === undefined ? 0 : at + 1)),
    next: () => to(at === undefined ? 0 : at + 1),
    previous: () => to((at ?? 0) - 1),
    complete,
    enter,
  };
}
