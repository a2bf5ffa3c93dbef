import { listEntryPoints } from './entry-points.ts';
import { moduleOf, resolveFile } from './modules.ts';
import { type Reference, referencesOf } from './references.ts';
import { isProduct } from './rooms.ts';
import { listSources } from './source-files.ts';

/** A value at the top of a file, by its name inside the file. */
export interface Value {
  file: string;
  name: string;
}

/**
 * Walks from value to value. A value that is used brings what its own code uses; a file that is loaded brings the
 * statements that run with it. Types bring nothing. `import('…')` brings what is taken out of it by name, else the default export, or
 * everything where there is none. What one object or one function holds counts as a whole.
 */
class Walk {
  readonly values = new Map<string, Set<string>>();
  readonly #loaded = new Set<string>();
  readonly #enters: (file: string) => boolean;

  /** Values of files it does not enter are noted and not followed. */
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

  /** Reaches what `exported` of a file names, or one entry of it; `*` is all of the file. */
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
    // Of a table only the entry that is named; the whole of it where it is used as a whole.
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

/** Names inside a file that the product reaches from its entry points (entry-points.ts). */
export const reachedIn = (file: string): ReadonlySet<string> => {
  if (product === undefined) {
    product = new Walk(() => true);
    for (const entry of listEntryPoints()) product.use(entry, '*');
  }
  return product.values.get(file) ?? new Set();
};

/** Whether a value is a table whose entries count one by one. */
export const isTable = (file: string, name: string): boolean => moduleOf(file).tables.has(name);

/** Whether the product reaches a value, or at least one entry of it. */
export const isReached = ({ file, name }: Value): boolean => {
  const reached = reachedIn(file);
  return reached.has(name) || (moduleOf(file).tables.get(name) ?? []).some((entry) => reached.has(entry));
};

const walks = new WeakMap<readonly Reference[], Walk>();

/** The walk from what a piece of test code uses through the helpers of tests, up to the product; made once. */
const walkFrom = (file: string, references: readonly Reference[]): Walk => {
  const known = walks.get(references);
  if (known !== undefined) return known;
  const walk = new Walk((other) => !isProduct(other));
  walk.follow(file, references);
  walks.set(references, walk);
  return walk;
};

/** Values of the product that a piece of test code uses, also through the helpers of tests; of tables their entries. */
export const productValuesOf = (file: string, references: readonly Reference[]): Value[] =>
  [...walkFrom(file, references).values].flatMap(([where, names]) =>
    isProduct(where) ? [...names].filter((name) => !isTable(where, name)).map((name) => ({ file: where, name })) : [],
  );

/** Values that a piece of code uses in the end, of all files. */
export const valuesUsedBy = (file: string, references: readonly Reference[]): Value[] => {
  const walk = new Walk(() => true);
  walk.follow(file, references);
  return [...walk.values].flatMap(([where, names]) => [...names].map((name) => ({ file: where, name })));
};

/** Names that a piece of test code uses, itself and through the helpers of tests: of values, packages and members. */
export const namesUsedBy = (file: string, references: readonly Reference[]): ReadonlySet<string> => {
  const helpers = [...walkFrom(file, references).values].flatMap(([where, names]) =>
    isProduct(where) ? [] : [...names].flatMap((name) => moduleOf(where).values.get(name)?.references ?? []),
  );
  return new Set([...references, ...helpers].flatMap(({ name, member }) => (member ? [name, member] : [name])));
};

/** Exported values of a file that the product does not reach. */
export const unreachedIn = (file: string): Value[] =>
  [...moduleOf(file).exports].flatMap(([, inside]) => {
    const isOwn = typeof inside === 'string' && moduleOf(file).values.has(inside);
    return isOwn && !isReached({ file, name: inside }) ? [{ file, name: inside }] : [];
  });

/** Exported values of a room that only tests reach. */
export const unreachedOf = (room: string): Value[] =>
  listSources()
    .filter((file) => (file.startsWith(`${room}/src/`) || file.startsWith(`${room}/app/`)) && isProduct(file))
    .flatMap(unreachedIn);
