import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { isProduct, isProductRoom } from './rooms.ts';
import { listSources, readSource, root } from './source-files.ts';
import {
  boundNames,
  childOf,
  childrenOf,
  declaredNames,
  literalText,
  type Node,
  programOf,
  type Reference,
  referencesOf,
  textOf,
} from './syntax.ts';

/** A value at the top level of a file, by its name. `*` is the whole file. */
export interface Target {
  file: string;
  name: string;
}

/** The position of a value in its file, and what the value uses. */
export interface Declared {
  references: Reference[];
  /** True for a function, a class or the result of one. False for a fixed text, number or table. */
  isCode: boolean;
  start: number;
  end: number;
}

export interface Module {
  /** The values at the top level, by their names in the file. The entries of a table also as `table.entry`. */
  values: ReadonlyMap<string, Declared>;
  /** Tables whose entries count individually, each with the names of its entries among the values. */
  tables: ReadonlyMap<string, readonly string[]>;
  imports: ReadonlyMap<string, Target>;
  /** Name outside → name inside, or the re-exported value of another file. */
  exports: ReadonlyMap<string, string | Target>;
  /** Files that this file loads. */
  loads: readonly string[];
  /** Statements that run when the file is loaded. They declare nothing. */
  effects: readonly Node[];
}

/** `@ceiba/domain/money/money` → `domain/src/money/money.ts`. Undefined for packages and for files that are not TypeScript. */
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

/** Returns the entries of `{ a: …, b: … }`. Empty for any other code, and for tables with computed keys. */
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

/** Returns the declarations, uses, imports and exports of a file, value by value. */
export const moduleOf = (file: string): Module => {
  const known = cache.get(file) ?? readModule(file);
  cache.set(file, known);
  return known;
};

/** Returns text literals in a file that end like a file name. */
const filesNamedIn = (text: string, ending: RegExp): string[] =>
  [...text.matchAll(/'([^'\s]+)'/g)].map(([, name]) => name ?? '').filter((name) => ending.test(name));

/** Returns scripts of package.json and their imports, as files below scripts/. */
const listScripts = (): string[] => {
  const found = new Set<string>();
  const add = (file: string): void => {
    if (found.has(file) || !existsSync(join(root, file))) return;
    found.add(file);
    for (const name of filesNamedIn(readSource(file), /^\.{1,2}\/.*\.mjs$/))
      add(relative(root, resolve(root, dirname(file), name)));
  };
  for (const [file] of readSource('package.json').matchAll(/scripts\/[\w-]+\.mjs/g)) add(file);
  return [...found];
};

/** Returns files that the server loads by a name in its settings: `join(projectRoot, 'demo', 'src', 'shop-loader.ts')`. */
const loadedByName = (): string[] =>
  [...readSource('server/src/platform/operations/config.ts').matchAll(/join\(\w+, ((?:'[\w.-]+'(?:, )?)+)\)/g)]
    .map(([, parts]) => (parts ?? '').replaceAll("'", '').split(', ').join('/'))
    .filter((file) => file.endsWith('.ts'));

/**
 * Lists the entry points of the product, read from the project itself:
 * - the TypeScript files in a room of the product that the commands of package.json and their scripts start;
 * - the desk's one entry;
 * - in the storefront `routes.ts`, its routes, the root and the two entries, which the framework calls; also two files in
 * `storefront/offline`, of which the build makes scripts;
 * - the demo shop, which the server loads by name.
 */
export const listEntryPoints = (): string[] => {
  const started = ['package.json', ...listScripts()].flatMap((file) =>
    [...readSource(file).matchAll(/[\w-]+\/src\/[\w/-]+\.ts\b/g)].map(([name]) => name),
  );
  const routes = filesNamedIn(readSource('storefront/app/routes.ts'), /\.tsx$/).map((name) => `storefront/app/${name}`);
  const called = listSources().filter((file) =>
    /^desk\/app\/main\.tsx$|^storefront\/(?:app\/(?:routes\.ts|(?:root|entry\.\w+)\.tsx|platform\/part-files\.ts)|offline\/(?:worker|offline-page)\.ts)$/.test(
      file,
    ),
  );
  const all = [...new Set([...started, ...routes, ...called, ...loadedByName()])];
  return all.filter((file) => isProductRoom(file.split('/')[0] ?? '') && existsSync(join(root, file)));
};

/**
 * Follows uses from value to value. A used value adds everything that its own code uses. A loaded file adds the
 * statements that run at loading. Types add nothing. `import('…')` adds the members that the code takes by name, or
 * else the default export, or else everything. An object or a function counts as a whole.
 */
class Walk {
  readonly values = new Map<string, Set<string>>();
  readonly #loaded = new Set<string>();
  readonly #enters: (file: string) => boolean;

  /** `enters`: false for files whose values are recorded, but not followed. */
  constructor(enters: (file: string) => boolean) {
    this.#enters = enters;
  }

  #load(file: string): void {
    if (this.#loaded.has(file) || !this.#enters(file)) return;
    this.#loaded.add(file);
    const { loads, effects } = moduleOf(file);
    for (const other of loads) this.#load(other);
    for (const effect of effects) this.follow(file, referencesOf(effect));
  }

  /** Reaches the value that a file exports under this name, or one entry of the value. `*` is the whole file. */
  use(file: string, exported: string, member?: string): void {
    this.#load(file);
    const { exports } = moduleOf(file);
    if (exported === '*') {
      for (const name of exports.keys()) this.use(file, name);
      return;
    }
    const inside = exports.get(exported);
    if (typeof inside === 'string') this.#reach(file, inside, member);
    else if (inside) this.use(inside.file, inside.name, member);
  }

  #reach(file: string, name: string, member: string | undefined): void {
    const { imports, tables, values } = moduleOf(file);
    const target = imports.get(name);
    if (target) {
      if (target.name === '*' && member !== undefined) this.use(target.file, member);
      else this.use(target.file, target.name, member);
      return;
    }
    // Returns only the named entry of a table, or the whole table if the code uses the whole table.
    const entry = values.has(`${name}.${member}`) ? [`${name}.${member}`] : undefined;
    const whole = [name, ...(tables.get(name) ?? [])];
    const known = this.values.get(file) ?? new Set();
    this.values.set(file, known);
    for (const one of entry ?? whole) {
      const value = values.get(one);
      if (value === undefined || known.has(one)) continue;
      known.add(one);
      if (this.#enters(file)) this.follow(file, value.references);
    }
  }

  follow(file: string, references: readonly Reference[]): void {
    for (const { kind, name, member } of references) {
      if (kind === 'name') {
        this.#reach(file, name, member);
        continue;
      }
      const other = resolveFile(file, name);
      if (other !== undefined) this.use(other, member ?? (moduleOf(other).exports.has('default') ? 'default' : '*'));
    }
  }
}

let product: Walk | undefined;

/** Returns the names in a file that the product reaches from its entry points. */
export const reachedIn = (file: string): ReadonlySet<string> => {
  if (product === undefined) {
    product = new Walk(() => true);
    for (const entry of listEntryPoints()) product.use(entry, '*');
  }
  return product.values.get(file) ?? new Set();
};

/** Returns whether a value is a table whose entries count individually. */
export const isTable = (file: string, name: string): boolean => moduleOf(file).tables.has(name);

/** Returns whether the product reaches a value, or at least one of its entries. */
export const isReached = ({ file, name }: Target): boolean => {
  const reached = reachedIn(file);
  return reached.has(name) || (moduleOf(file).tables.get(name) ?? []).some((entry) => reached.has(entry));
};

const walks = new WeakMap<readonly Reference[], Walk>();

/** Returns the cached walk from the uses of a piece of test code, through test helpers, up to the product. */
const walkFrom = (file: string, references: readonly Reference[]): Walk => {
  const known = walks.get(references);
  if (known !== undefined) return known;
  const walk = new Walk((other) => !isProduct(other));
  walk.follow(file, references);
  walks.set(references, walk);
  return walk;
};

/** Returns values of the product that a piece of test code uses, also through test helpers. For tables, their entries. */
export const productValuesOf = (file: string, references: readonly Reference[]): Target[] =>
  [...walkFrom(file, references).values].flatMap(([where, names]) =>
    isProduct(where) ? [...names].filter((name) => !isTable(where, name)).map((name) => ({ file: where, name })) : [],
  );

/** Returns all values of all files that a piece of code uses, directly or indirectly. */
export const valuesUsedBy = (file: string, references: readonly Reference[]): Target[] => {
  const walk = new Walk(() => true);
  walk.follow(file, references);
  return [...walk.values].flatMap(([where, names]) => [...names].map((name) => ({ file: where, name })));
};

/** Returns names that a piece of test code uses, directly and through test helpers: of values, packages and members. */
export const namesUsedBy = (file: string, references: readonly Reference[]): ReadonlySet<string> => {
  const helpers = [...walkFrom(file, references).values].flatMap(([where, names]) =>
    isProduct(where) ? [] : [...names].flatMap((name) => moduleOf(where).values.get(name)?.references ?? []),
  );
  return new Set([...references, ...helpers].flatMap(({ name, member }) => (member ? [name, member] : [name])));
};

/** Returns exported values of a file that the product does not reach. */
export const unreachedIn = (file: string): Target[] =>
  [...moduleOf(file).exports].flatMap(([, inside]) => {
    const isOwn = typeof inside === 'string' && moduleOf(file).values.has(inside);
    return isOwn && !isReached({ file, name: inside }) ? [{ file, name: inside }] : [];
  });

/** Returns exported values of a room that only tests reach. */
export const unreachedOf = (room: string): Target[] =>
  listSources()
    .filter((file) => (file.startsWith(`${room}/src/`) || file.startsWith(`${room}/app/`)) && isProduct(file))
    .flatMap(unreachedIn);
