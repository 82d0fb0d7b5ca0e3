import type { Parts } from '../base/parts.ts';
import type { CallOptions, Client, ReplyOf } from '../client/client-type.ts';
import type { Endpoint, Endpoints } from '../client/endpoint-row.ts';
import type { endpoints } from '../client/endpoints.ts';
import type { ActionRow } from './action-row.ts';
import type { Money } from './money/money.ts';

/** The name of an action's key for texts, by the action's id. Loose, because the table of actions is made from records. */
export type KeyName = { of(id: string): string }['of'];

/** How long a list has to lack a write before rigdeck takes it for not done (ms). Our guess. */
export const absentAfterMs = 60_000;

/** What writes act on: how rows of one kind are named, listed and told apart. */
export type Noun<Row extends { id: number }, List = unknown> = {
  /** In sentences: `instance`, `instances`. The plural is also the title of the list on the screen. */
  one: string;
  many: string;
  /** Cache keys of the read of the list, and of one row. */
  list: string;
  alone(id: number): string;
  rows(list: List): readonly Row[];
  /** The list without one row, once that row is known to be removed. */
  without(list: List, id: number): List;
  name(row: Row): string;
  /** Its state in a word: `stopped`. */
  word(row: Row): string;
  /** The part of its state that people decide by. If it has changed, nothing is sent. */
  stage(row: Row): string;
};

/** A row as the question named it. Rows are checked against this before sending, never looked up by position. */
export type Target = {
  id: number;
  name: string;
  stage: string;
  /** Whether the list had it. A new row may not be listed yet. */
  listed: boolean;
};

/** `type-name`: the user has to type a phrase. */
export type Danger = 'none' | 'confirm' | 'type-name';

/** A marked row that is skipped, and why. */
export type Skipped<Row> = { row: Row; why: string };

/** What a question is made from, captured when it opens. */
export type Asked<Row, In> = {
  targets: readonly Row[];
  input: In;
  skipped: readonly Skipped<Row>[];
  /** Every row of the account, and how many more the list lacks. */
  rows: readonly Row[];
  missing: number;
  money: Money;
  keyName: KeyName;
  /** Part of a sweep of unused rows: the question also says what keeping them costs. */
  sweep: boolean;
};

/** A question before a write. `typed` is the phrase to type instead of a plain yes. */
export type Question = {
  title: string;
  /** The targets, a line each. */
  targets?: readonly Parts[];
  body: readonly Parts[];
  no: string;
  yes: string;
  typed?: string;
};

/** One line of text that a write takes: typed into a prompt, or an argument of its command. */
export type TextInput<Row, In> = {
  /** The name of the argument in the help of the command. */
  name: string;
  title(row: Row): string;
  initial(row: Row): string;
  /** Max characters. */
  limit: number;
  notes?(row: Row): readonly string[];
  read(typed: string, row?: Row): { ok: true; value: In } | { ok: false; reason: string };
  /** Enter accepts the initial text unchanged. */
  takesInitial?: true;
  /** Something follows: a question, or the output. */
  goesOn?: true;
};

/** What a failed write means for money and machines: when it was not done, and when that is unknown. */
export type Outcomes = {
  refused: string;
  unconfirmed: { title: string; meaning: string; next: string };
};

export type WriteMessages<Row, In, Out> = Outcomes & {
  /** The start of messages about it: `Stop box-1`. */
  title(name: string, input: In): string;
  ask?(about: Asked<Row, In>): Question;
  /** After success. `row` is the row as listed before sending, if it was. */
  done(target: Pick<Target, 'id' | 'name'> & { row?: Row | undefined }, input: In, reply: Out): string;
  /** The same for several, before their names: `Stopping`. */
  doneTogether?: string;
  /** If none of the marked rows can be changed: `None of the marked instances can be stopped now`. */
  none?: string;
  /** What the list shows after a lost answer, done or not: `box-1 is stopped`. */
  shows?(row: Row, done: boolean): string;
  /** What it means if it is not done: ` and billed`. */
  meanwhile?: string;
  /** How to send it again: `Retry with :stop 12.` */
  again?(id: number, keyName: KeyName): string;
  /** For a row that is still listed after its removal was confirmed. */
  stays?(target: Pick<Target, 'id' | 'name'>, keyName: KeyName): string;
};

/**
 * A write as a command. It is sent at once; what loses data wants the target's name typed, or --yes.
 */
export type WriteCommand<Row, In, Out> = {
  name: string;
  help: string;
  /** Two lines that run, where they are not the command on one row and the same with `--json`. */
  examples?: readonly string[];
  /** The help text of --yes, if the command may ask. */
  yes?: string;
  /**
   * The question without --yes: for the target's name if something is `lost`, else for a yes.
   */
  ask?: {
    what: string;
    effect: string;
    lost?: string;
    nothing: string;
    question(id: number, name: string, input: In): string;
  };
  /** The error code for invalid input, and what to run instead. */
  badInput?: string;
  instead?(id: number): string;
  done(id: number, input: In, reply: Out | undefined): string;
  /** What the row shows after a lost answer, done or not: `instance 12 is stopped`. */
  shows?(row: Row, done: boolean): string;
  /** Fields of its JSON besides the ID and the reply. */
  json?(input: In): Record<string, unknown>;
  /** Printed before sending, from the row as it is. */
  before?(row: Row, input: In): string | undefined;
};

/** A function that may be called with wider arguments, as TypeScript allows for methods. */
type Loose<F extends (...args: never[]) => unknown> = { call(...args: Parameters<F>): ReturnType<F> }['call'];

/**
 * Everything about a write to a row. From it come its key and help, the guard before it, the question, the pending line,
 * the one request, the messages, the check of the list after a lost answer, and the command.
 */
export type WriteDef<
  Row extends { id: number },
  In,
  Sent extends Endpoint,
  State,
  Id extends string = string,
> = {
  /** The action's id: `instance.stop`. */
  id: Id;
  /** What of a row it changes, if another write changes the same: the later one settles what became of the earlier. */
  changes?: string;
  /** The name of its row in the endpoint table. */
  endpoint: string;
  noun: Noun<Row>;
  /** Its key, label and help. Absent if something else opens it. */
  action?: Omit<ActionRow, 'group' | 'danger'>;
  /** Its names in the palette, instead of the label. */
  names?: readonly string[];
  on: 'row' | 'rows';
  input?: TextInput<Row, In>;
  danger: Danger | Loose<(input: In, row?: Row) => Danger>;
  /** How long it is pending and can be canceled before it is sent (ms). Default 0. */
  holdMs?: number;
  /** Not sent if the data is more than a minute old. */
  needsFreshData?: true;
  /** Why it can't be done to a row now, in a sentence. */
  disabledReason?(row: Row, keyName?: KeyName): string | undefined;
  request(id: number, input: In): Parameters<Sent['request']>;
  /** Cache keys of the reads that it changes. */
  touches(id: number): readonly string[];
  /** It removes the row: a whole list without the row proves it. */
  removes?: true;
  /** Whether the row shows that it was done, after a lost answer. Undefined if the row can't show it. */
  confirmedBy?(row: Row, input: In): boolean | undefined;
  /** What it printed, if it prints something. */
  output?(client: Client, reply: ReplyOf<Sent>, options?: CallOptions): Promise<readonly string[]>;
  /** Runs once the provider has accepted it. `row` is the row as known when it was sent. */
  after?(state: State, id: number, row: Row | undefined): void;
  /** Runs once a list lacks the removed row. */
  gone?(state: State, id: number): void;
  messages: WriteMessages<Row, In, ReplyOf<Sent>>;
  command?: WriteCommand<Row, In, ReplyOf<Sent>>;
};

/** A write of any kind, for code that treats all alike. */
export type AnyWrite = WriteDef<{ id: number }, unknown, Endpoint<unknown[]>, unknown>;

/** A change that stays on this machine: nothing is sent to the provider. */
export type LocalDef<Row extends { id: number }> = Pick<AnyWrite, 'id' | 'names'> & {
  noun: Noun<Row>;
  action: Omit<ActionRow, 'group' | 'danger'>;
  /** Replaces the label in the key line, to show the state of a switch. */
  label(row: Row, state: LocalState): string;
  disabledReason(row: Row, state: LocalState): string | undefined;
  /** Returns the message to show. */
  run(row: Row, state: LocalState): string;
};

/** What local acts change. */
export type LocalState = {
  /** Whether notifications are on at all. */
  rings: boolean;
  /** IDs of muted instances. */
  silent: { get(): ReadonlySet<number>; set(ids: ReadonlySet<number>): void };
};

/**
 * Makes records of a noun: `define('instance.stop', 'stopInstance')({ … })`, with the type of the input if there is one.
 * `State` is what `after` and `gone` change, `Rows` the endpoint table.
 */
export const defineWrite =
  <State = unknown, Rows extends Endpoints = typeof endpoints>() =>
  <Row extends { id: number }>(noun: Noun<Row>) =>
  <const Id extends string, Name extends keyof Rows & string>(id: Id, endpoint: Name) =>
  <In = void>(
    def: Omit<WriteDef<Row, In, Rows[Name], State, Id>, 'id' | 'endpoint' | 'noun'>,
  ): WriteDef<Row, In, Rows[Name], State, Id> => ({ ...def, id, endpoint, noun });

/** What of a row a write changes. */
export const changedBy = ({ changes, id }: Pick<AnyWrite, 'changes' | 'id'>): string => changes ?? id;

/** The key of messages about one target of a write. */
export const messageOf = ({ endpoint }: Pick<AnyWrite, 'endpoint'>, id: number): string =>
  `${endpoint} ${id}`;

export const dangerOf = (write: AnyWrite, input: unknown, row?: { id: number }): Danger =>
  typeof write.danger === 'function' ? write.danger(input, row) : write.danger;

/** The row of a write in the table of actions. */
export const actionOf = ({
  action,
  danger = 'none',
}: Pick<AnyWrite, 'action'> & { danger?: AnyWrite['danger'] }): ActionRow => {
  if (action === undefined) throw new Error('a write without a key has no action');
  // Where the input decides, most inputs aren't asked about.
  const always = typeof danger === 'function' ? 'none' : danger;
  return { ...action, group: 'act', ...(always === 'none' ? {} : { danger: always }) };
};

/** The name of a row; with its ID if another row has the same name. */
export function nameAmong<Row extends { id: number }>(
  nameOf: (row: Row) => string,
  row: Row,
  rows: readonly Row[],
): string {
  const name = nameOf(row);
  return rows.some((other) => other.id !== row.id && nameOf(other) === name) ? `${name} (${row.id})` : name;
}

/** What a question is about, as it is now. */
export function captureTarget<Row extends { id: number }>(
  noun: Noun<Row>,
  row: Row,
  rows: readonly Row[] = [],
): Target {
  return {
    id: row.id,
    name: nameAmong(noun.name, row, rows),
    stage: noun.stage(row),
    listed: rows.some(({ id }) => id === row.id),
  };
}

/**
 * Which targets are unchanged since the user decided, and why the others are skipped, in words that follow a name:
 * `is running now`. A row that the list lacks is gone only if the list is whole.
 */
export function recheckTargets<Row extends { id: number }>(
  noun: Noun<Row>,
  targets: readonly Target[],
  rows: readonly Row[] | undefined,
  isWhole: boolean,
): { go: Target[]; left: { target: Target; why: string }[] } {
  const go: Target[] = [];
  const left: { target: Target; why: string }[] = [];
  for (const target of targets) {
    const row = rows?.find(({ id }) => id === target.id);
    if (row === undefined && target.listed && rows !== undefined && isWhole)
      left.push({ target, why: 'is gone' });
    else if (row === undefined || noun.stage(row) === target.stage) go.push(target);
    else left.push({ target, why: `is ${noun.word(row)} now` });
  }
  return { go, left };
}
