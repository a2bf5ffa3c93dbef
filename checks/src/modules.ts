import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { type Reference, referencesOf } from './references.ts';
import { root } from './source-files.ts';
import { boundNames, childOf, childrenOf, declaredNames, literalText, type Node, programOf, textOf } from './syntax.ts';

/** A value of another file; `*` is the whole of it. */
export interface Target {
  file: string;
  name: string;
}

/** Where a value stands in its file and what it uses. */
export interface Declared {
  references: Reference[];
  /** A function, a class or what one of them made; else a fixed text, number or table. */
  isCode: boolean;
  start: number;
  end: number;
}

export interface Module {
  /** The values at the top of the file, by their names inside it; the entries of a table also as `table.entry`. */
  values: ReadonlyMap<string, Declared>;
  /** Tables whose entries count one by one, each with the names of its entries among the values. */
  tables: ReadonlyMap<string, readonly string[]>;
  imports: ReadonlyMap<string, Target>;
  /** Name outside → name inside, or the value of another file that is passed on. */
  exports: ReadonlyMap<string, string | Target>;
  /** Files whose loading this file causes. */
  loads: readonly string[];
  /** What runs when the file is loaded: statements that declare nothing. */
  effects: readonly Node[];
}

/** `@ceiba/domain/money/money` → `domain/src/money/money.ts`; undefined for packages and what is not TypeScript. */
export const resolveFile = (from: string, specifier: string): string | undefined => {
  const own = /^@ceiba\/([^/]+)\/(.+)$/.exec(specifier);
  const path = own
    ? join(own[1] ?? '', 'src', own[2] ?? '')
    : specifier.startsWith('.')
      ? relative(root, resolve(root, dirname(from), specifier))
      : undefined;
  if (path === undefined) return undefined;
  return [path, `${path}.ts`, `${path}.tsx`].find((file) => /\.tsx?$/.test(file) && existsSync(join(root, file)));
};

const isType = (node: Node): boolean => node.importKind === 'type' || node.exportKind === 'type';

const importedName = (specifier: Node): string => {
  if (specifier.type === 'ImportDefaultSpecifier') return 'default';
  if (specifier.type === 'ImportNamespaceSpecifier') return '*';
  return textOf(childOf(specifier, 'imported'), 'name') ?? '';
};

/** Entries of `{ a: …, b: … }`; none for any other code, and for tables whose keys are not all written out. */
const entriesOf = (node: Node | undefined): [string, Node][] => {
  if (node && /^TS(?:As|Satisfies)/.test(node.type)) return entriesOf(childOf(node, 'expression'));
  const properties = node?.type === 'ObjectExpression' ? childrenOf(node, 'properties') : [];
  const entries = properties.flatMap((property): [string, Node][] => {
    const key = childOf(property, 'key');
    const name = property.computed === true ? undefined : (textOf(key, 'name') ?? literalText(key));
    return property.type === 'Property' && name !== undefined ? [[name, property]] : [];
  });
  return entries.length === properties.length ? entries : [];
};

const isCode = (node: Node | undefined): boolean => {
  if (node && /^TS(?:As|Satisfies)/.test(node.type)) return isCode(childOf(node, 'expression'));
  if (node?.type === 'VariableDeclarator') return isCode(childOf(node, 'init'));
  if (node?.type === 'Property') return isCode(childOf(node, 'value'));
  return /Function|^Class|^CallExpression|^NewExpression|^AwaitExpression/.test(node?.type ?? '');
};

const readModule = (file: string): Module => {
  const values = new Map<string, Declared>();
  const tables = new Map<string, string[]>();
  const imports = new Map<string, Target>();
  const exports = new Map<string, string | Target>();
  const loads: string[] = [];
  const effects: Node[] = [];

  const declare = (node: Node, names: readonly string[]): void => {
    const references = referencesOf(node);
    for (const name of names) values.set(name, { references, isCode: isCode(node), start: node.start, end: node.end });
  };
  const readImport = (statement: Node, from: string): void => {
    for (const specifier of childrenOf(statement, 'specifiers')) {
      if (isType(specifier)) continue;
      const local = textOf(childOf(specifier, 'local'), 'name') ?? '';
      imports.set(local, { file: from, name: importedName(specifier) });
    }
  };
  const readExports = (statement: Node, from: string | undefined): void => {
    for (const specifier of childrenOf(statement, 'specifiers').filter((one) => !isType(one))) {
      const local = textOf(childOf(specifier, 'local'), 'name') ?? '';
      const exported = textOf(childOf(specifier, 'exported'), 'name') ?? '';
      exports.set(exported, from === undefined ? local : { file: from, name: local });
    }
  };
  const readDeclaration = (statement: Node): string[] => {
    if (statement.type === 'VariableDeclaration') {
      for (const one of childrenOf(statement, 'declarations')) {
        const names = boundNames(childOf(one, 'id'));
        declare(one, names);
        const entries = entriesOf(childOf(one, 'init'));
        for (const [entry, node] of entries) declare(node, [`${names[0]}.${entry}`]);
        if (names[0] !== undefined && entries.length > 0)
          tables.set(
            names[0],
            entries.map(([entry]) => `${names[0]}.${entry}`),
          );
      }
    } else declare(statement, declaredNames([statement]));
    return declaredNames([statement]);
  };
  const read = (statement: Node): void => {
    if (isType(statement) || statement.type.startsWith('TS')) return;
    const specifier = textOf(childOf(statement, 'source'), 'value');
    const from = specifier === undefined ? undefined : resolveFile(file, specifier);
    if (from !== undefined) loads.push(from);
    const declaration = childOf(statement, 'declaration');
    if (statement.type === 'ImportDeclaration') {
      if (from !== undefined) readImport(statement, from);
    } else if (statement.type === 'ExportDefaultDeclaration' && declaration) {
      declare(declaration, [...declaredNames([declaration]), 'default']);
      exports.set('default', 'default');
    } else if (statement.type === 'ExportNamedDeclaration') {
      if (declaration)
        for (const name of declaration.type.startsWith('TS') ? [] : readDeclaration(declaration))
          exports.set(name, name);
      else if (specifier === undefined || from !== undefined) readExports(statement, from);
    } else if (declaredNames([statement]).length > 0) readDeclaration(statement);
    else effects.push(statement);
  };
  for (const statement of childrenOf(programOf(file), 'body')) read(statement);
  return { values, tables, imports, exports, loads, effects };
};

const cache = new Map<string, Module>();

/** What a file declares, uses, imports and exports, value by value. */
export const moduleOf = (file: string): Module => {
  const known = cache.get(file) ?? readModule(file);
  cache.set(file, known);
  return known;
};
