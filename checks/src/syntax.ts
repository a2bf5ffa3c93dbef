import { parseSync } from 'oxc-parser';
import { readSource } from './source-files.ts';

/** A node of the syntax tree (ESTree with TypeScript), as oxc-parser returns it. */
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

/** Returns the syntax tree of a project file. Each file is parsed once. */
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

/** Uses loops instead of nested lists, because every check calls this for each node of the project. */
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

/** Returns the text of a string literal, or of a template without placeholders. */
export const literalText = (node: Node | undefined): string | undefined => {
  if (node?.type === 'Literal') return textOf(node, 'value');
  if (node?.type !== 'TemplateLiteral' || childrenOf(node, 'expressions').length > 0) return undefined;
  const raw = childrenOf(node, 'quasis')[0]?.value;
  return typeof raw === 'object' && raw !== null && 'cooked' in raw && typeof raw.cooked === 'string'
    ? raw.cooked
    : undefined;
};

/** Returns names that a pattern binds: `a`, `{ a, b: [c] }`, `a = 1`, `...rest`. */
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

/** Returns names that the statements of a block declare. */
export const declaredNames = (statements: readonly Node[]): string[] =>
  statements.flatMap((statement) => {
    if (statement.type === 'VariableDeclaration')
      return childrenOf(statement, 'declarations').flatMap((declaration) => boundNames(childOf(declaration, 'id')));
    return /^(?:Function|Class)Declaration$/.test(statement.type) ? boundNames(childOf(statement, 'id')) : [];
  });

/** A use of a value outside a piece of code. */
export interface Reference {
  /** `name`: a value of the file. `file`: another file, by `import('…')` or `new URL('….ts', import.meta.url)`. */
  kind: 'name' | 'file';
  name: string;
  /** `member` in `name.member`, and in `const { member } = await import('…')`. */
  member: string | undefined;
}

type Scope = ReadonlySet<string>;

const functionTypes = /^(?:ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/;
/** The only TypeScript nodes that contain code. All others are types and reach no value. */
const codeWrapperTypes = /^TS(?:As|Satisfies|NonNull|InstantiationE|TypeAssertion)/;
const typesWithPropertyName = new Set([
  'MemberExpression',
  'Property',
  'MethodDefinition',
  'PropertyDefinition',
  'JSXMemberExpression',
]);

/** Returns names that a node adds to the scope of the nodes below it. */
const scopeOf = (node: Node): string[] => {
  if (functionTypes.test(node.type))
    return [...childrenOf(node, 'params').flatMap(boundNames), ...boundNames(childOf(node, 'id'))];
  if (node.type === 'BlockStatement') return declaredNames(childrenOf(node, 'body'));
  if (node.type === 'CatchClause') return boundNames(childOf(node, 'param'));
  if (/^For/.test(node.type))
    return declaredNames([childOf(node, 'init'), childOf(node, 'left')].filter((part) => part !== undefined));
  if (node.type === 'SwitchStatement')
    return declaredNames(childrenOf(node, 'cases').flatMap((one) => childrenOf(one, 'consequent')));
  return [];
};

/** Returns the child nodes without property names and attribute names. */
const codeBelow = (node: Node): Node[] => {
  if (node.type === 'JSXAttribute') return allChildren(node).filter((child) => child !== node.name);
  if (!typesWithPropertyName.has(node.type) || node.computed === true) return allChildren(node);
  return allChildren(node).filter((child) => child !== node.key && child !== node.property);
};

const fileNamedBy = (node: Node | undefined): string | undefined => {
  if (node?.type === 'ImportExpression') return literalText(childOf(node, 'source'));
  if (node?.type !== 'NewExpression' || textOf(childOf(node, 'callee'), 'name') !== 'URL') return undefined;
  const address = literalText(childrenOf(node, 'arguments')[0]);
  return address?.endsWith('.ts') ? address : undefined;
};

/** `const { a, b } = await import('…')` uses only these exports of the file. */
const takenFromFile = (node: Node): Reference[] => {
  const awaited = node.type === 'VariableDeclarator' ? childOf(node, 'init') : undefined;
  const name = awaited?.type === 'AwaitExpression' ? fileNamedBy(childOf(awaited, 'argument')) : undefined;
  const pattern = childOf(node, 'id');
  if (name === undefined || pattern?.type !== 'ObjectPattern') return [];
  return childrenOf(pattern, 'properties').map((one) => ({
    kind: 'file',
    name,
    member: textOf(childOf(one, 'key'), 'name'),
  }));
};

/** Returns the name that this node uses. Undefined if the node uses no name. Lower-case JSX elements are HTML. */
const nameUsedBy = (node: Node): string | undefined => {
  if (node.type === 'Identifier') return textOf(node, 'name');
  const name = node.type === 'JSXIdentifier' ? textOf(node, 'name') : undefined;
  return name !== undefined && /^[A-Z]/.test(name) ? name : undefined;
};

/** Returns every use of a name that the code below `node` does not declare. Types do not count. */
export const referencesOf = (node: Node, outer: Scope = new Set()): Reference[] => {
  if (node.type.startsWith('TS') && !codeWrapperTypes.test(node.type)) return [];
  const file = fileNamedBy(node);
  if (file !== undefined) return [{ kind: 'file', name: file, member: undefined }];
  const fromFile = takenFromFile(node);
  if (fromFile.length > 0) return fromFile;
  const object = /^(?:JSX)?MemberExpression$/.test(node.type) ? childOf(node, 'object') : undefined;
  const owner = object && nameUsedBy(object);
  if (owner !== undefined && node.computed !== true)
    return outer.has(owner) ? [] : [{ kind: 'name', name: owner, member: textOf(childOf(node, 'property'), 'name') }];
  const name = nameUsedBy(node);
  if (name !== undefined) return outer.has(name) ? [] : [{ kind: 'name', name, member: undefined }];
  const added = scopeOf(node);
  const scope = added.length === 0 ? outer : new Set([...outer, ...added]);
  return codeBelow(node).flatMap((child) => referencesOf(child, scope));
};
