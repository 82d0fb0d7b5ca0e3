import type { Parts } from '../base/parts.ts';
import type { CallOptions, Client, ReplyOf } from '../client/client-type.ts';
import type { Endpoint, Endpoints } from '../client/endpoint-row.ts';
import type { endpoints } from '../client/endpoints.ts';
import type { ActionRow } from './action-row.ts';
import type { Money } from './money/money.ts';

/** What a text calls the key of an action, by the action's id. Loose, since the table of actions is made from records. */
export type KeyName = { of(id: string): string }['of'];

/** From the moment a write became unclear until nothing in the list means that nothing was done: our guess. */
export const absentAfterMs = 60_000;

/** What writes are about: how rows of one kind are named, listed and told apart. */
export type Noun<Row extends { id: number }, List = unknown> = {
  /** As sentences have it: `instance`, `instances`. The plural names its list on the screen, too. */
  one: string;
  many: string;
  /** Cache keys of the read of all of them, and of one. */
  list: string;
  alone(id: number): string;
  rows(list: List): readonly Row[];
  /** The list with one row less, as once that row is known to go. */
  without(list: List, id: number): List;
  name(row: Row): string;
  /** Its state in a word, for a sentence: `stopped`. */
  word(row: Row): string;
  /** What of its state a person decides by: when it has become another, nothing is sent. */
  stage(row: Row): string;
};

/** A row as a question named it. What is sent is checked against this, and never looked up by its place in a list. */
export type Target = {
  id: number;
  name: string;
  stage: string;
  /** The list had it then; one that was made a moment ago may not be there yet. */
  listed: boolean;
};

/** `type-name`: a phrase is to be typed. */
export type Danger = 'none' | 'confirm' | 'type-name';

/** A row that was marked and that nothing is asked of, and why. */
export type Skipped<Row> = { row: Row; why: string };

/** What a question is made from, as it all is when it opens. */
export type Asked<Row, In> = {
  targets: readonly Row[];
  input: In;
  skipped: readonly Skipped<Row>[];
  /** Every row of the account, and how many more there are that the list lacks. */
  rows: readonly Row[];
  missing: number;
  money: Money;
  keyName: KeyName;
  /** They are shown because nothing comes of them: what it costs to leave them is said too. */
  sweep: boolean;
};

/** A question before a write. `typed` is the phrase that stands in for a plain yes. */
export type Question = {
  title: string;
  /** What it is about, a line each. */
  targets?: readonly Parts[];
  body: readonly Parts[];
  no: string;
  yes: string;
  typed?: string;
};

/** One line of text that a write takes: typed into a prompt, or an argument of its command. */
export type TextInput<Row, In> = {
  /** The argument's name in the help of the command. */
  name: string;
  title(row: Row): string;
  initial(row: Row): string;
  /** At most so many characters. */
  limit: number;
  notes?(row: Row): readonly string[];
  read(typed: string, row?: Row): { ok: true; value: In } | { ok: false; reason: string };
  /** What stands there from the start may be taken as it is. */
  takesInitial?: true;
  /** Something follows: a question, or what the write prints. */
  goesOn?: true;
};

/** What a write that failed means for money and machines: when it certainly was not done, and when nobody can tell. */
export type Outcomes = {
  refused: string;
  unconfirmed: { title: string; meaning: string; next: string };
};

export type WriteMessages<Row, In, Out> = Outcomes & {
  /** What it is called before the name of its target, at the beginning of a line: `Stop box-1`. */
  title(name: string, input: In): string;
  ask?(about: Asked<Row, In>): Question;
  /** Of one that went well; `row` as the list had it when it was sent, where it did. */
  done(target: Pick<Target, 'id' | 'name'> & { row?: Row | undefined }, input: In, reply: Out): string;
  /** The same of several, before their names: `Stopping`. */
  doneTogether?: string;
  /** Of marked rows none of which it makes sense for: `None of the marked instances can be stopped now`. */
  none?: string;
  /** What the list shows of it where the answer was lost, whether it is done or not: `box-1 is stopped`. */
  shows?(row: Row, done: boolean): string;
  /** What it means that it is not: ` and billed`. */
  meanwhile?: string;
  /** How it is sent again: `Retry with :stop 12.` */
  again?(id: number, keyName: KeyName): string;
  /** Of a row that stays though it was said to go. */
  stays?(target: Pick<Target, 'id' | 'name'>, keyName: KeyName): string;
};

/**
 * What a write is as a command. It is sent at once; what is lost for good wants the target's name typed, or --yes.
 */
export type WriteCommand<Row, In, Out> = {
  name: string;
  help: string;
  /** Two lines that run, where they are not the command on one row and the same with `--json`. */
  examples?: readonly string[];
  /** What --yes stands for in the help, where the command may ask. */
  yes?: string;
  /**
   * Asked before what is dangerous is sent without --yes: for the target's name where it is said what is `lost`, else
   * for a yes.
   */
  ask?: {
    what: string;
    effect: string;
    lost?: string;
    nothing: string;
    question(id: number, name: string, input: In): string;
  };
  /** The code of input that cannot be, and what to run instead. */
  badInput?: string;
  instead?(id: number): string;
  done(id: number, input: In, reply: Out | undefined): string;
  /** What the record shows of it where the answer was lost: `instance 12 is stopped`. */
  shows?(row: Row): string;
  /** Fields of its JSON beside the id and the reply. */
  json?(input: In): Record<string, unknown>;
  /** Said of what is there before it is sent. */
  before?(row: Row, input: In): string | undefined;
};

/** A member that may be called with less than is known of its arguments, as methods may. */
type Loose<F extends (...args: never[]) => unknown> = { call(...args: Parameters<F>): ReturnType<F> }['call'];

/**
 * Everything about a write on a row, in one place. From it come its key with its help, the guard before it, its question,
 * the pending line, the one request, what is said of it, the look at the list where the answer is lost, and its command.
 */
export type WriteDef<
  Row extends { id: number },
  In,
  Sent extends Endpoint,
  State,
  Id extends string = string,
> = {
  /** Of the action: `instance.stop`. */
  id: Id;
  /** The name of its row in the table of endpoints. */
  endpoint: string;
  noun: Noun<Row>;
  /** Its key, what the key line calls it and its help; absent where something else asks for it. */
  action?: Omit<ActionRow, 'group' | 'danger'>;
  /** What the palette calls it, in the place of what the key line does. */
  names?: readonly string[];
  on: 'row' | 'rows';
  input?: TextInput<Row, In>;
  danger: Danger | Loose<(input: In, row?: Row) => Danger>;
  /** It waits so long in sight before it is sent, and can be cancelled; 0 when absent. */
  holdMs?: number;
  /** What is over a minute old is nothing to decide it by. */
  needsFreshData?: true;
  /** Why it makes no sense for a row now, in a sentence. */
  disabledReason?(row: Row): string | undefined;
  request(id: number, input: In): Parameters<Sent['request']>;
  /** Cache keys of the reads that it changes. */
  touches(id: number): readonly string[];
  /** The row goes with it: one that a whole list lacks is the proof. */
  removes?: true;
  /** Whether a row shows that it was done, where the answer was lost; undefined where the row does not tell. */
  confirmedBy?(row: Row, input: In): boolean | undefined;
  /** What it printed, where it prints something. */
  output?(client: Client, reply: ReplyOf<Sent>, options?: CallOptions): Promise<readonly string[]>;
  /** What follows from it once the service has taken it; `row` is as it was known when it was sent. */
  after?(state: State, id: number, row: Row | undefined): void;
  /** What follows once a list lacks what it removed. */
  gone?(state: State, id: number): void;
  messages: WriteMessages<Row, In, ReplyOf<Sent>>;
  command?: WriteCommand<Row, In, ReplyOf<Sent>>;
};

/** A write of any kind, for what handles all of them alike. */
export type AnyWrite = WriteDef<{ id: number }, unknown, Endpoint<unknown[]>, unknown>;

/** What is done to a row here alone, without a word to the provider. */
export type LocalDef<Row extends { id: number }> = Pick<AnyWrite, 'id' | 'names'> & {
  noun: Noun<Row>;
  action: Omit<ActionRow, 'group' | 'danger'>;
  /** In the place of its label, where the key line says how a switch stands. */
  label(row: Row, state: LocalState): string;
  disabledReason(row: Row, state: LocalState): string | undefined;
  /** Answers what is said of it. */
  run(row: Row, state: LocalState): string;
};

/** What local acts change. */
export type LocalState = {
  /** Whether anybody is called at all when something happens. */
  rings: boolean;
  /** Instances of which nobody is called, by id. */
  silent: { get(): ReadonlySet<number>; set(ids: ReadonlySet<number>): void };
};

/**
 * Makes records of a noun: `define('instance.stop', 'stopInstance')({ … })`, with the type of the input where there is
 * one. `State` is what is remembered of the noun's rows by what was asked of them, `Rows` the table of endpoints.
 */
export const defineWrite =
  <State = unknown, Rows extends Endpoints = typeof endpoints>() =>
  <Row extends { id: number }>(noun: Noun<Row>) =>
  <const Id extends string, Name extends keyof Rows & string>(id: Id, endpoint: Name) =>
  <In = void>(
    def: Omit<WriteDef<Row, In, Rows[Name], State, Id>, 'id' | 'endpoint' | 'noun'>,
  ): WriteDef<Row, In, Rows[Name], State, Id> => ({ ...def, id, endpoint, noun });

/** Messages about one target of a write are of this. */
export const messageOf = ({ endpoint }: Pick<AnyWrite, 'endpoint'>, id: number): string =>
  `${endpoint} ${id}`;

export const dangerOf = (write: AnyWrite, input: unknown, row?: { id: number }): Danger =>
  typeof write.danger === 'function' ? write.danger(input, row) : write.danger;

/** The row of a write's action in the table of keys. */
export const actionOf = ({
  action,
  danger = 'none',
}: Pick<AnyWrite, 'action'> & { danger?: AnyWrite['danger'] }): ActionRow => {
  if (action === undefined) throw new Error('a write without a key has no action');
  const most = typeof danger === 'function' ? 'confirm' : danger;
  return { ...action, group: 'act', ...(most === 'none' ? {} : { danger: most }) };
};

/** Rows as a question names them; each with its id where another has its name too. */
export function captureTarget<Row extends { id: number }>(
  noun: Noun<Row>,
  row: Row,
  rows: readonly Row[] = [],
): Target {
  const name = noun.name(row);
  const isShared = rows.some((other) => other.id !== row.id && noun.name(other) === name);
  return {
    id: row.id,
    name: isShared ? `${name} (${row.id})` : name,
    stage: noun.stage(row),
    listed: rows.some(({ id }) => id === row.id),
  };
}

/**
 * Which targets are still as they were when the person decided, and of the others why they are left out, in words that
 * follow a name: `is running now`. One that the list does not show is gone only if the list is whole.
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
