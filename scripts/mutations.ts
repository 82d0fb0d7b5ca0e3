/** Small faults that could be in a line of the source, and a sample of them: for mutate.mjs. Pure. */

import { posix } from 'node:path';
import { chance } from '../test/support/chance.ts';

/** A node of the syntax tree, in ESTree with the types of TypeScript. */
type Node = { type: string; start: number; end: number } & Record<string, unknown>;

export type Parse = (text: string, options: { lang: 'ts' | 'tsx' }) => unknown;

/** One fault: the text from `start` to `end` becomes `text`. `what` describes it in a few words. */
export type Mutation = { start: number; end: number; text: string; line: number; what: string };

export type Mutant = Mutation & { path: string };

const swapped = new Map<unknown, string>(
  Object.entries({
    ...{ '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===' },
    ...{ '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' },
    ...{ '&&': '||', '||': '&&', '+=': '-=', '-=': '+=' },
    ...{ min: 'max', max: 'min', some: 'every', every: 'some' },
  }),
);
/** Types around a value, which is all that counts of them. */
const wrappers = [
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSInstantiationExpression',
];
const leftOut = ['ImportDeclaration', 'ExportAllDeclaration', 'JSXText', 'TemplateElement'];

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const isText = (node: unknown): boolean =>
  isNode(node) &&
  (node.type === 'TemplateLiteral' ||
    (node.type === 'Literal' && typeof node.value === 'string') ||
    (node.type === 'BinaryExpression' && (isText(node.left) || isText(node.right))));

/** Every fault that this knows to make in a file, in the order of their places. */
export function mutationsOf(text: string, path: string, parse: Parse): Mutation[] {
  const found: Mutation[] = [];
  const source = (node: Node) => text.slice(node.start, node.end);
  const put = (node: { start: number; end: number }, next: string, what: string) => {
    const line = text.slice(0, node.start).split('\n').length;
    if (text.slice(node.start, node.end) !== next)
      found.push({ start: node.start, end: node.end, text: next, line, what });
  };
  /** Swaps the operator between two nodes. */
  const swap = (left: Node, right: Node, operator: string) => {
    const next = swapped.get(operator);
    const start = text.indexOf(operator, left.end);
    if (next !== undefined && start >= 0 && start < right.start)
      put({ start, end: start + operator.length }, next, `${operator} becomes ${next}`);
  };
  const negate = (test: unknown) => {
    if (isNode(test)) put(test, `!(${source(test)})`, 'condition negated');
  };
  // A value that any type takes, so that a test has to find it and not the compiler.
  const nothing = 'undefined as never';

  const visit = (node: Node): void => {
    if (leftOut.includes(node.type)) return;
    if (node.type.startsWith('TS')) {
      if (wrappers.includes(node.type)) visit(node.expression as Node);
      return;
    }
    const { left, right, operator, argument, body, value } = node;
    switch (node.type) {
      case 'BinaryExpression':
        if (operator !== '+' || !isText(node)) swap(left as Node, right as Node, operator as string);
        break;
      case 'LogicalExpression':
        if (operator === '??') put(node, `(${source(right as Node)})`, '?? without its left side');
        else swap(left as Node, right as Node, operator as string);
        break;
      case 'AssignmentExpression':
        swap(left as Node, right as Node, operator as string);
        break;
      case 'IfStatement':
      case 'ConditionalExpression':
      case 'WhileStatement':
        negate(node.test);
        break;
      case 'UnaryExpression':
        if (operator === '!') put(node, source(argument as Node), '! dropped');
        break;
      case 'ExpressionStatement':
        if (typeof node.directive !== 'string') put(node, 'void 0;', 'statement dropped');
        break;
      case 'ReturnStatement':
        if (isNode(argument) && source(argument) !== 'undefined')
          put(argument, argument.type === 'ArrayExpression' ? '[]' : nothing, 'returns nothing');
        break;
      case 'ArrowFunctionExpression':
        if (isNode(body) && body.type === 'CallExpression') put(body, nothing, 'returns nothing');
        break;
      case 'Literal':
        if (typeof value === 'number') {
          const next = value < 10 ? value + 1 : value * 2;
          put(node, String(next), `${value} becomes ${next}`);
        }
        if (typeof value === 'boolean') put(node, String(!value), `${value} becomes ${!value}`);
        break;
      case 'MemberExpression': {
        const property = node.property as Node;
        const next = node.computed === true ? undefined : swapped.get(property.name);
        if (next !== undefined) put(property, next, `${property.name} becomes ${next}`);
        break;
      }
    }
    for (const [key, child] of Object.entries(node)) {
      if (node.type === 'Property' && key === 'key' && node.computed !== true) continue;
      for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) visit(one);
    }
  };
  visit(parse(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as Node);
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** `count` lines at random with one fault each, the same for the same files and seed. */
export function pickMutants(
  files: readonly { path: string; text: string }[],
  { count, seed, parse }: { count: number; seed: number; parse: Parse },
): Mutant[] {
  const byLine = new Map<string, Mutant[]>();
  for (const { path, text } of [...files].sort((a, b) => (a.path < b.path ? -1 : 1)))
    for (const mutation of mutationsOf(text, path, parse)) {
      const at = `${path}:${mutation.line}`;
      byLine.set(at, [...(byLine.get(at) ?? []), { path, ...mutation }]);
    }
  const next = chance(seed);
  const draw = <T>(from: T[]): T => from.splice(Math.floor(next() * from.length), 1)[0] as T;
  const lines = [...byLine.values()];
  return Array.from({ length: Math.min(count, lines.length) }, () => draw(draw(lines)));
}

/** The text of a file with a fault in it. */
export const mutated = (text: string, { start, end, text: next }: Mutation): string =>
  text.slice(0, start) + next + text.slice(end);

/** What a fault changes, line by line. */
export function diffOf(text: string, mutation: Mutation): string[] {
  const first = mutation.line - 1;
  const last = text.slice(0, mutation.end).split('\n').length;
  const after = mutated(text, mutation).split('\n');
  const before = text.split('\n');
  return [
    ...before.slice(first, last).map((line) => `- ${line}`),
    ...after.slice(first, after.length - (before.length - last)).map((line) => `+ ${line}`),
  ];
}

type Source = { path: string; text: string; imports: readonly string[] };

/** Tests that start programs take too long to be asked about each fault. */
const slow = /^test\/(?:pty|soak|bench|fuzz|matrix|scripts|support|spec)\//;
const startsPrograms = /^test\/support\/(?:pty|program|bundle)\.ts$/;
const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => word.replace(/s$/, ''))
    .filter((word) => word.length > 2);

/**
 * Finds the tests that may see a fault in a file: those of its own folder, and of the others that reach it by imports
 * those that speak most of what it names. Imports alone say too little: a flow reaches everything.
 */
export function findTests(sources: readonly Source[]) {
  const importers = new Map<string, string[]>();
  for (const { path: from, imports } of sources)
    for (const to of imports) importers.set(to, [...(importers.get(to) ?? []), from]);
  const quick = sources.filter(
    ({ path, imports }) =>
      /\.test\.tsx?$/.test(path) && !slow.test(path) && !imports.some((to) => startsPrograms.test(to)),
  );
  const spoken = new Map<string, Map<string, number>>();
  const files = new Map<string, number>();
  for (const { path, text } of quick) {
    const counts = new Map<string, number>();
    for (const word of wordsOf(`${path} ${text}`)) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const word of counts.keys()) files.set(word, (files.get(word) ?? 0) + 1);
    spoken.set(path, counts);
  }
  return (path: string, most = 10): { own: string[]; related: string[] } => {
    const reaching = new Set<string>();
    const visit = (to: string) => {
      for (const from of importers.get(to) ?? [])
        if (!reaching.has(from)) {
          reaching.add(from);
          visit(from);
        }
    };
    visit(path);
    const names = sources.find((source) => source.path === path)?.text ?? '';
    const exported = [...names.matchAll(/^export (?:async )?(?:const|function|class) (\w+)/gm)].map(
      ([, name]) => name,
    );
    const words = new Set(wordsOf(`${path.replace('src/engine/', '')} ${exported.join(' ')}`));
    const folder = posix.dirname(path.replace(/^src\//, 'test/'));
    const isDirect = (test: Source) => test.imports.includes(path);
    const isOwn = (test: Source) =>
      posix.dirname(test.path) === folder && (folder !== 'test/engine' || isDirect(test));
    const rank = (test: Source) => {
      const counts = spoken.get(test.path);
      return [...words].reduce(
        (sum, word) => {
          const count = counts?.get(word) ?? 0;
          const rarity = Math.log(quick.length / (files.get(word) ?? quick.length));
          return count === 0 ? sum : sum + rarity * (1 + Math.log(count));
        },
        isDirect(test) ? 100 : 0,
      );
    };
    const there = quick.filter((test) => reaching.has(test.path));
    const ranked = there
      .filter((test) => !isOwn(test))
      .map((test) => ({ path: test.path, rank: rank(test) }))
      .sort((a, b) => b.rank - a.rank || (a.path < b.path ? -1 : 1));
    return {
      own: there.filter(isOwn).map((test) => test.path),
      related: ranked.slice(0, most).map((test) => test.path),
    };
  };
}
