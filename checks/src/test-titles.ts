import { isTest } from './rooms.ts';
import { listSources, readSource } from './source-files.ts';
import {
  allChildren,
  boundNames,
  childOf,
  childrenOf,
  literalText,
  type Node,
  programOf,
  type Reference,
  referencesOf,
  textOf,
} from './syntax.ts';

/** A test or a `describe`, with the title that a runner prints. A table that fills the first `%s` gives one block for each row. */
export interface TestBlock {
  file: string;
  line: number;
  title: string;
  /** References in the test's code, in its table, and in the surrounding values that the test names. */
  own: Reference[];
  /** The test's references together with the references of the file's hooks. */
  references: Reference[];
  /** Names of its functions' parameters: the fixtures of a browser test. */
  params: string[];
}

type Surroundings = ReadonlyMap<string, Node>;

const idList = /^\[[A-Z]{2,5}-\d{2,3}(?:, [A-Z]{2,5}-\d{2,3})*\]\s*/;

/** Returns the IDs in the brackets at the beginning of a title: `[CART-21] …`, `[CART-21, DEC-80] …`, `[CART-21] [DEC-80] …`. */
export const idsOf = (title: string): string[] => {
  const list = idList.exec(title)?.[0];
  if (list === undefined) return [];
  return [...(list.match(/[A-Z]{2,5}-\d{2,3}/g) ?? []), ...idsOf(title.slice(list.length))];
};

/** Returns bracketed parts of a title that the trace cannot read: ranges, and IDs from a table or a variable. */
export const unreadableQuotes = (title: string): string[] => {
  const list = idList.exec(title)?.[0];
  if (list !== undefined) return unreadableQuotes(title.slice(list.length));
  return title.match(/\[(?:[^\]]*[A-Z]{2,5}-\d|[$%])[^\]]*\]?/g) ?? [];
};

/** Returns `test`, `it` or `describe`, with any code between the name and its arguments: `test.each(table)(…)`. */
const rootName = (callee: Node | undefined): string | undefined => {
  if (callee?.type === 'Identifier') return textOf(callee, 'name');
  const next = childOf(callee, 'object') ?? childOf(callee, 'callee') ?? childOf(callee, 'tag');
  return next && rootName(next);
};

const titleOf = (node: Node | undefined): string | undefined => {
  if (node?.type !== 'TemplateLiteral') return literalText(node);
  return childrenOf(node, 'quasis')
    .map(({ value }) => (typeof value === 'object' && value !== null && 'cooked' in value ? value.cooked : ''))
    .join('…');
};

/** Returns the first cells of a table that is a list of rows, in the call or as a value of the file. */
const firstCells = (callee: Node | undefined, values: Surroundings): string[] => {
  const argument = childrenOf(callee, 'arguments')[0];
  const named = argument?.type === 'Identifier' ? values.get(textOf(argument, 'name') ?? '') : argument;
  const bare = (node: Node | undefined): Node | undefined =>
    node && /^TS(?:As|Satisfies)/.test(node.type) ? bare(childOf(node, 'expression')) : node;
  const table = bare(named?.type === 'VariableDeclarator' ? childOf(named, 'init') : named);
  if (table?.type !== 'ArrayExpression') return [];
  return childrenOf(table, 'elements').flatMap((row) => {
    const cell = literalText(row.type === 'ArrayExpression' ? childrenOf(row, 'elements')[0] : row);
    return cell === undefined ? [] : [cell];
  });
};

const titlesOf = (call: Node, values: Surroundings): string[] | undefined => {
  const title = titleOf(childrenOf(call, 'arguments')[0]);
  if (title === undefined || !title.includes('%s')) return title === undefined ? undefined : [title];
  const cells = firstCells(childOf(call, 'callee'), values);
  const isFirst = title.search(/%[a-z]/) === title.indexOf('%s');
  return cells.length === 0 || !isFirst ? [title] : cells.map((cell) => title.replace('%s', () => cell));
};

const declarators = (statements: readonly Node[]): [string, Node][] =>
  statements.flatMap((statement): [string, Node][] => {
    if (statement.type === 'FunctionDeclaration')
      return boundNames(childOf(statement, 'id')).map((name) => [name, statement]);
    return childrenOf(statement, 'declarations').flatMap((one) =>
      boundNames(childOf(one, 'id')).map((name): [string, Node] => [name, one]),
    );
  });

/** Returns uses in a piece of code, and in the surrounding values that this code names. */
const referencesWithin = (node: Node, values: Surroundings, seen = new Set<Node>()): Reference[] => {
  if (seen.has(node)) return [];
  seen.add(node);
  return referencesOf(node).flatMap((reference) => {
    const around = reference.kind === 'name' ? values.get(reference.name) : undefined;
    return around ? [reference, ...referencesWithin(around, values, seen)] : [reference];
  });
};

const paramsBelow = (node: Node): string[] => [
  ...childrenOf(node, 'params').flatMap(boundNames),
  ...allChildren(node).flatMap(paramsBelow),
];

const readBlocks = (file: string): TestBlock[] => {
  const text = readSource(file);
  const blocks: TestBlock[] = [];
  const visit = (node: Node, values: Surroundings, hooks: readonly Node[]): void => {
    const statements = childrenOf(node, 'body');
    const around = statements.length === 0 ? values : new Map([...values, ...declarators(statements)]);
    const called = node.type === 'CallExpression' ? rootName(childOf(node, 'callee')) : undefined;
    const titles = /^(?:test|it|describe)$/.test(called ?? '') ? titlesOf(node, values) : undefined;
    const own = statements
      .map((one) => (one.type === 'ExpressionStatement' ? childOf(one, 'expression') : undefined))
      .filter((one) => one !== undefined)
      .filter((one) => /\b(?:before|after)(?:Each|All)$/.test(text.slice(one.start, childOf(one, 'callee')?.end)));
    const all = [...hooks, ...own];
    for (const title of titles ?? []) {
      const line = text.slice(0, node.start).split('\n').length;
      const own = referencesWithin(node, values);
      const references = [...own, ...all.flatMap((part) => referencesWithin(part, values))];
      blocks.push({ file, line, title, own, references, params: paramsBelow(node) });
    }
    for (const child of allChildren(node)) visit(child, around, all);
  };
  visit(programOf(file), new Map(), []);
  return blocks;
};

let all: TestBlock[] | undefined;

/** Returns every test of the project. */
export const listTestBlocks = (): TestBlock[] => {
  all ??= listSources().filter(isTest).flatMap(readBlocks);
  return all;
};
