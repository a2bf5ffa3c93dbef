import { parseSync } from 'oxc-parser';
import { readSource } from './source-files.ts';

/** A node of the syntax tree (ESTree with TypeScript), as oxc-parser gives it. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;

export const parseProgram = (file: string, text: string): Node => {
  const { program, errors } = parseSync(file, text);
  const tree: unknown = program;
  if (errors.length > 0 || !isNode(tree)) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  return tree;
};

const programs = new Map<string, Node>();

/** The syntax tree of a file of the project; each is parsed once. */
export const programOf = (file: string): Node => {
  const program = programs.get(file) ?? parseProgram(file, readSource(file));
  programs.set(file, program);
  return program;
};

export const childOf = (node: Node | undefined, key: string): Node | undefined => {
  const child = node?.[key];
  return isNode(child) ? child : undefined;
};

export const childrenOf = (node: Node | undefined, key: string): Node[] => {
  const list = node?.[key];
  return Array.isArray(list) ? list.filter(isNode) : [];
};

/** Loops, not lists of lists: every check comes by here for each node of the project. */
export const allChildren = (node: Node): Node[] => {
  const children: Node[] = [];
  for (const child of Object.values(node)) {
    if (typeof child !== 'object') continue;
    if (!Array.isArray(child)) {
      if (isNode(child)) children.push(child);
    } else for (const one of child) if (isNode(one)) children.push(one);
  }
  return children;
};

export const textOf = (node: Node | undefined, key: string): string | undefined => {
  const text = node?.[key];
  return typeof text === 'string' ? text : undefined;
};

/** The text of a string literal, or of a template without holes. */
export const literalText = (node: Node | undefined): string | undefined => {
  if (node?.type === 'Literal') return textOf(node, 'value');
  if (node?.type !== 'TemplateLiteral' || childrenOf(node, 'expressions').length > 0) return undefined;
  const raw = childrenOf(node, 'quasis')[0]?.value;
  return typeof raw === 'object' && raw !== null && 'cooked' in raw && typeof raw.cooked === 'string'
    ? raw.cooked
    : undefined;
};

/** Names a pattern binds: `a`, `{ a, b: [c] }`, `a = 1`, `...rest`. */
export const boundNames = (pattern: Node | undefined): string[] => {
  switch (pattern?.type) {
    case 'Identifier':
      return [textOf(pattern, 'name') ?? ''];
    case 'Property':
      return boundNames(childOf(pattern, 'value'));
    case 'AssignmentPattern':
      return boundNames(childOf(pattern, 'left'));
    default:
      return pattern === undefined ? [] : allChildren(pattern).flatMap(boundNames);
  }
};

/** Names the statements of a block declare. */
export const declaredNames = (statements: readonly Node[]): string[] =>
  statements.flatMap((statement) => {
    if (statement.type === 'VariableDeclaration')
      return childrenOf(statement, 'declarations').flatMap((declaration) => boundNames(childOf(declaration, 'id')));
    return /^(?:Function|Class)Declaration$/.test(statement.type) ? boundNames(childOf(statement, 'id')) : [];
  });
