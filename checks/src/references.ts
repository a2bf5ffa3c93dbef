import {
  allChildren,
  boundNames,
  childOf,
  childrenOf,
  declaredNames,
  literalText,
  type Node,
  textOf,
} from './syntax.ts';

/** What a piece of code uses from outside itself. */
export interface Reference {
  /** `name`: a value of the file. `file`: another file, by `import('…')` or `new URL('….ts', import.meta.url)`. */
  kind: 'name' | 'file';
  name: string;
  /** `member` of `name.member`, and of `const { member } = await import('…')`. */
  member: string | undefined;
}

type Scope = ReadonlySet<string>;

const functions = /^(?:ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/;
/** The only TypeScript nodes that hold code; every other one is a type and reaches no value. */
const typedCode = /^TS(?:As|Satisfies|NonNull|InstantiationE|TypeAssertion)/;
const named = new Set([
  'MemberExpression',
  'Property',
  'MethodDefinition',
  'PropertyDefinition',
  'JSXMemberExpression',
]);

/** Names a node adds to the scope of what stands below it. */
const scopeOf = (node: Node): string[] => {
  if (functions.test(node.type))
    return [...childrenOf(node, 'params').flatMap(boundNames), ...boundNames(childOf(node, 'id'))];
  if (node.type === 'BlockStatement') return declaredNames(childrenOf(node, 'body'));
  if (node.type === 'CatchClause') return boundNames(childOf(node, 'param'));
  if (/^For/.test(node.type))
    return declaredNames([childOf(node, 'init'), childOf(node, 'left')].filter((part) => part !== undefined));
  if (node.type === 'SwitchStatement')
    return declaredNames(childrenOf(node, 'cases').flatMap((one) => childrenOf(one, 'consequent')));
  return [];
};

/** Children that are code: no types, and no names of properties. */
const codeBelow = (node: Node): Node[] => {
  if (node.type === 'JSXAttribute') return allChildren(node).filter((child) => child !== node.name);
  if (!named.has(node.type) || node.computed === true) return allChildren(node);
  return allChildren(node).filter((child) => child !== node.key && child !== node.property);
};

const fileNamedBy = (node: Node | undefined): string | undefined => {
  if (node?.type === 'ImportExpression') return literalText(childOf(node, 'source'));
  if (node?.type !== 'NewExpression' || textOf(childOf(node, 'callee'), 'name') !== 'URL') return undefined;
  const address = literalText(childrenOf(node, 'arguments')[0]);
  return address?.endsWith('.ts') ? address : undefined;
};

/** `const { a, b } = await import('…')` takes only these out of the file. */
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

/** A use of a name, if this node is one. Lower-case JSX elements are HTML. */
const nameUsedBy = (node: Node): string | undefined => {
  if (node.type === 'Identifier') return textOf(node, 'name');
  const name = node.type === 'JSXIdentifier' ? textOf(node, 'name') : undefined;
  return name !== undefined && /^[A-Z]/.test(name) ? name : undefined;
};

/** Every use of a name that the code below `node` does not bind itself; types are no use. */
export const referencesOf = (node: Node, outer: Scope = new Set()): Reference[] => {
  if (node.type.startsWith('TS') && !typedCode.test(node.type)) return [];
  const file = fileNamedBy(node);
  if (file !== undefined) return [{ kind: 'file', name: file, member: undefined }];
  const taken = takenFromFile(node);
  if (taken.length > 0) return taken;
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
