import { marks, unmarked } from './spoken-marks.ts';

/** A line being typed into: what it is of, its text, and the cursor's place in that. */
export type SpokenField = { of: string; text: string; cursor: number };

/** Of what is quiet: the figures of the account, what stands whatever the place is, and all that is aside. */
type Aside = 'money' | 'standing' | 'aside';
type Line = { kind: 'text' | 'focus' | 'quiet'; text: string; aside?: Aside; field?: SpokenField };

/** A frame of the deck as the announcer sees it: lines in reading order, and none of their places. */
export type SpokenFrame = {
  key: string;
  title: string;
  screen: readonly Line[];
  /** What stands over the screen; its title is its first line. */
  modal: readonly Line[] | undefined;
  /** Which part of a long text stands in what is on top. */
  page: string;
  messages: readonly { id: number; text: string }[];
  order: number;
};

/** Reads a frame that Ink has made of a tree for a screen reader. */
export function parseFrame(output: string): SpokenFrame {
  const [first = '', ...rest] = output.split('\n');
  const [, key = '', title = ''] = first.split(marks.title);
  const screen: Line[] = [];
  let modal: Line[] | undefined;
  const messages: { id: number; text: string }[] = [];
  let order = 0;
  let page = '';
  for (const line of rest) {
    if (line.startsWith(marks.message)) {
      const [, id = '0', text = ''] = line.split(marks.message);
      messages.push({ id: Number(id), text });
    } else if (line.startsWith(marks.order)) {
      order = Number(line.slice(1));
    } else if (line.startsWith(marks.page)) {
      page = line.slice(1);
    } else if (line.startsWith(marks.modal)) {
      modal = [{ kind: 'text', text: unmarked(line) }];
      page = '';
    } else if (unmarked(line).trim() !== '' || line.includes(marks.field)) {
      (modal ?? screen).push(lineOf(line));
    }
  }
  return { key, title, screen, modal, page, messages, order };
}

const asides: Readonly<Record<string, Aside>> = { m: 'money', s: 'standing' };

function lineOf(line: string): Line {
  const kind = line.startsWith(marks.focus) ? 'focus' : line.startsWith(marks.quiet) ? 'quiet' : 'text';
  const aside = kind === 'quiet' ? { aside: asides[line[1] ?? ''] ?? 'aside' } : {};
  const body = kind === 'quiet' ? line.slice(2) : line;
  const [before = '', typed, after = ''] = body.split(marks.field);
  if (typed === undefined) return { kind, text: unmarked(body).trim(), ...aside };
  const cursor = Math.max(0, typed.indexOf(marks.caret));
  const text = [before, after].map((part) => unmarked(part).trim()).filter((part) => part !== '');
  const said = text.join(text[0]?.endsWith(':') === true ? ' ' : ', ').replace(/:$/, '');
  // What is wrong with it may follow its name, and changes while it is typed.
  const of = unmarked(before).split(',')[0]?.trim() ?? '';
  return { kind, text: said, ...aside, field: { of, text: unmarked(typed), cursor } };
}

/** The field that takes what is typed: of what stands over the screen, else of the screen. */
export const fieldOf = ({ screen, modal }: SpokenFrame): SpokenField | undefined =>
  (modal ?? screen).findLast(({ field, kind }) => field !== undefined && kind !== 'quiet')?.field;

/** Spans and times of day, as `3 hours 12 minutes`, `28:41` and `16:42:43`: that they pass is nothing to tell. */
const passing = /\d+(?:\.\d+)? (?:second|minute|hour|day)s?(?: \d+ (?:second|minute|hour)s?)*|\d+(?::\d\d)+/g;
/** Whether a label has its colon is a matter of whether something stands behind it. */
const timeless = (text: string): string => text.replace(/:$/, '').replace(passing, '#');
/** Figures too: a poll that moves a price or a load by a little tells nothing that somebody waits for. */
const figureless = (text: string): string => timeless(text).replace(/\d[\d.,]*/g, '#');

/** A row without its place among the others. */
const placeless = (text: string): string => text.replace(/^\d+ of \d+: /, '');

/** Seconds that a countdown has left when it is said. */
const tollsAt = [300, 60, 10];
const clocks = /(?<![\d:])(\d+):(\d\d)(?![\d:])/g;
const secondsIn = (text: string): number[] =>
  [...text.matchAll(clocks)].map(([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds));

/** Whether a clock of the line has run past one of the times at which it is said. */
function tolls(before: string, after: string): boolean {
  const was = secondsIn(before);
  return secondsIn(after).some((left, index) =>
    tollsAt.some((at) => left <= at && (was[index] ?? 0) > at && (was[index] ?? 0) - left < 120),
  );
}

/** Whether a message that has been said is worth saying again: its countdown is nearly over, or at its end. */
const hasRung = (was: string | undefined, text: string): boolean =>
  was !== undefined && (timeless(was) !== timeless(text) || tolls(was, text));

/** What is new of `after`: its lines first, and where the person is last, so that the cursor ends there. */
function changes(before: readonly Line[], after: readonly Line[], isAnswer: boolean): string[] {
  const same = isAnswer ? timeless : figureless;
  // A row that the cursor has left may stand there without its place.
  const known = new Map(before.map((line) => [same(placeless(line.text)), line.text]));
  const isNew = ({ text }: Line) => {
    const was = known.get(same(placeless(text)));
    return was === undefined || tolls(was, text);
  };
  const all = after.filter((line) => line.kind === 'text' && line.text !== '' && isNew(line));
  // What another line goes on from is not said by itself.
  const lines = all.filter(({ text }) => !all.some((one) => one.text.startsWith(`${text}, `)));
  const here = focusOf(after);
  const moved = here !== undefined && same(focusOf(before)?.text ?? '') !== same(here.text);
  return [...lines, ...(moved ? [here] : [])].map(({ text }) => text);
}

const focusOf = (lines: readonly Line[]): Line | undefined => lines.findLast(({ kind }) => kind === 'focus');

/** All of it but what is read when it is asked for; where the person is comes last. */
function whole(lines: readonly Line[], withQuiet = false): string[] {
  const here = focusOf(lines);
  return [
    ...lines.filter((line) => line !== here && line.text !== '' && (withQuiet || line.kind === 'text')),
    ...(here === undefined ? [] : [here]),
  ].map(({ text }) => text);
}

/**
 * What is said of a frame, given the one that was said before it. A new place is read to its end; of the same one what
 * has changed. Where the person has just pressed a key (`isAnswer`) a change of a figure alone counts as well, but not
 * where that key has closed a dialog: figures moved on below it all the while.
 */
export function announce(
  before: SpokenFrame | undefined,
  now: SpokenFrame,
  { isAnswer }: { isAnswer: boolean },
): string[] {
  const lastId = Math.max(0, ...(before?.messages.map(({ id }) => id) ?? []));
  const messages = now.messages
    .filter(
      ({ id, text }) => id > lastId || hasRung(before?.messages.find((one) => one.id === id)?.text, text),
    )
    .map(({ text }) => text);
  const money = before !== undefined && now.order > before.order ? asideOf(now, 'money') : [];
  const stood = before === undefined ? [] : asideOf(before, 'standing');
  const standing = asideOf(now, 'standing').filter((text) => !stood.includes(text));
  const said = bodyOf(before, now, isAnswer);
  // Where the person is stays last.
  const ends = said.at(-1) === focusOf(now.modal ?? now.screen)?.text ? said.slice(-1) : [];
  const rest = ends.length > 0 ? said.slice(0, -1) : said;
  return [...rest, ...money, ...standing, ...messages, ...ends];
}

function bodyOf(before: SpokenFrame | undefined, now: SpokenFrame, isAnswer: boolean): string[] {
  const isElsewhere = before === undefined || before.key !== now.key;
  const isTurned = isAnswer && before?.page !== now.page;
  const below = isElsewhere
    ? [now.title, ...whole(now.screen)]
    : now.modal !== undefined
      ? []
      : isTurned && before.modal === undefined
        ? whole(now.screen)
        : changes(before.screen, now.screen, isAnswer && before.modal === undefined);
  if (now.modal !== undefined) {
    const isSame = !isElsewhere && before.modal?.[0]?.text === now.modal[0]?.text;
    if (!isSame) return [...below, ...whole(now.modal)];
    // Its title has been said.
    return isTurned ? whole(now.modal.slice(1)) : changes(before.modal ?? [], now.modal, isAnswer);
  }
  // Back from a dialog or from a field that was left as it was, the place is still known, and where on it the person is
  // may not be.
  const here = focusOf(now.screen)?.text ?? now.title;
  const isOut =
    !isElsewhere &&
    fieldOf(before)?.text === '' &&
    fieldOf(now) === undefined &&
    focusOf(now.screen) !== undefined;
  const isBack = !isElsewhere && (before.modal !== undefined || isOut);
  return isBack && below.at(-1) !== here ? [...below, here] : below;
}

const asideOf = ({ screen }: SpokenFrame, which: Aside): string[] =>
  screen.filter(({ aside }) => aside === which).map(({ text }) => text);

/** The frame to hold the next one against. Under a dialog the screen is as it was when that came up. */
export const kept = (before: SpokenFrame | undefined, now: SpokenFrame): SpokenFrame =>
  now.modal !== undefined && before !== undefined && before.key === now.key
    ? { ...now, screen: before.screen }
    : now;

/** Everything there is to say of a frame, for a person who asks for it anew. */
export const recital = (now: SpokenFrame): string[] =>
  now.modal === undefined ? [now.title, ...whole(now.screen, true)] : whole(now.modal, true);
