import { readSource } from './source-files.ts';
import { allChildren, childOf, childrenOf, literalText, type Node, parseProgram, programOf, textOf } from './syntax.ts';

export interface FoundExpression {
  source: string;
  flags: string;
  /** Where it stands: file and line. */
  at: string;
}

const nodesOf = (node: Node): Node[] => [node, ...allChildren(node).flatMap(nodesOf)];

/** `/…/flags`, as it is written. */
const literalIn = (node: Node): { source: string; flags: string } | undefined => {
  const regex = node.type === 'Literal' ? node.regex : undefined;
  if (typeof regex !== 'object' || regex === null || !('pattern' in regex) || !('flags' in regex)) return undefined;
  return { source: String(regex.pattern), flags: String(regex.flags) };
};

/** The text of an expression given to `new RegExp`; what is only known while it runs stands as a word of any length. */
const patternText = (node: Node | undefined): string => {
  const text = literalText(node);
  if (text !== undefined) return text;
  if (node?.type !== 'TemplateLiteral') return String.raw`\w+`;
  const quasis = childrenOf(node, 'quasis').map(({ value }) =>
    typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '',
  );
  return quasis.join('word');
};

const constructedIn = (node: Node): { source: string; flags: string } | undefined => {
  const isCall = node.type === 'NewExpression' || node.type === 'CallExpression';
  if (!isCall || textOf(childOf(node, 'callee') ?? node, 'name') !== 'RegExp') return undefined;
  const [pattern, flags] = childrenOf(node, 'arguments');
  return { source: patternText(pattern), flags: literalText(flags) ?? '' };
};

const expressionsOf = (file: string, text: string, program: Node): FoundExpression[] =>
  nodesOf(program).flatMap((node) => {
    const found = literalIn(node) ?? constructedIn(node);
    if (found === undefined) return [];
    return [{ ...found, at: `${file}:${text.slice(0, node.start).split('\n').length}` }];
  });

/** Regular expressions of code that is no file of the project. */
export const expressionsInText = (name: string, text: string): FoundExpression[] =>
  expressionsOf(name, text, parseProgram(name, text));

/** Every regular expression of a file: literals, and those made by `RegExp`. */
export const expressionsIn = (file: string): FoundExpression[] =>
  expressionsOf(file, readSource(file), programOf(file));
