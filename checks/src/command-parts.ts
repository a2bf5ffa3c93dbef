import { moduleOf, resolveFile, type Target, valuesUsedBy } from './reach.ts';
import { listSources, readSource } from './source-files.ts';
import { allChildren, childOf, childrenOf, literalText, type Node, programOf, referencesOf, textOf } from './syntax.ts';

/** Finds the commands of `ceiba`, the handlers of desk calls, and the pages of the desk, each with the values that its code uses. */

const everyNode = (node: Node): Node[] => [node, ...allChildren(node).flatMap(everyNode)];

const isProductFile = (file: string): boolean => !file.endsWith('.test.ts') && !file.includes('/testing/');

const propertyOf = (object: Node | undefined, name: string): Node | undefined =>
  childOf(
    childrenOf(object, 'properties').find((each) => textOf(childOf(each, 'key'), 'name') === name),
    'value',
  );

const calledIn = (file: string, names: ReadonlySet<string>): Node[] =>
  everyNode(programOf(file)).filter(
    (node) => node.type === 'CallExpression' && names.has(textOf(childOf(node, 'callee'), 'name') ?? ''),
  );

/** Returns the text of a usage. A placeholder of a template becomes `*`: `${kind.one} set …` becomes `* set *`. */
const usageOf = (node: Node | undefined): string =>
  literalText(node) ??
  childrenOf(node, 'quasis')
    .map((quasi) =>
      typeof quasi.value === 'object' && quasi.value !== null && 'raw' in quasi.value ? String(quasi.value.raw) : '',
    )
    .join('*');

/** Removes the arguments at the end of a usage, as `nameOf` of the server does: `order cancel <number>` → `order cancel`. */
const nameIn = (usage: string): string => {
  const words = usage.split(' ');
  return words.slice(0, words.findLastIndex((word) => !/^[<[]/.test(word) && word !== '*') + 1).join(' ');
};

export interface CodePart {
  file: string;
  nodes: readonly Node[];
}

/** Returns the commands that change the shop, by name. Commands for every kind of import are named `* set` and `* remove`. */
export const changingCommands = (): ReadonlyMap<string, CodePart> =>
  new Map(
    listSources()
      .filter((file) => file.startsWith('server/src/') && isProductFile(file))
      .filter((file) => readSource(file).includes('databaseCommand('))
      .flatMap((file) =>
        calledIn(file, new Set(['databaseCommand'])).flatMap((node): [string, CodePart][] => {
          const [declared] = childrenOf(node, 'arguments');
          const usage = propertyOf(declared, 'usage');
          const changes = propertyOf(declared, 'changes');
          const isReading = changes?.type === 'Literal' && changes.value === null;
          if (usage === undefined || changes === undefined || isReading || declared === undefined) return [];
          const name = nameIn(usageOf(usage));
          // A command `* …` is declared once for all kinds of the file. All code of the file therefore belongs to this
          // command.
          return [[name, { file, nodes: [name.startsWith('*') ? programOf(file) : declared] }]];
        }),
      ),
  );

const binders = new Set(['route', 'changeRoute', 'preparedRoute']);

/**
 * Returns the calls that share the handler of `name`, as in `[disableStaff, enableStaff].map((spec) => changeRoute(spec, …))`.
 */
const callsOfSharedHandler = (file: string, name: string): string[] =>
  everyNode(programOf(file)).flatMap((node) => {
    const callee = node.type === 'CallExpression' ? childOf(node, 'callee') : undefined;
    const [work] = childrenOf(node, 'arguments');
    const hasParameter = childrenOf(work, 'params').some((param) => textOf(param, 'name') === name);
    if (textOf(childOf(callee, 'property'), 'name') !== 'map' || !hasParameter) return [];
    return childrenOf(childOf(callee, 'object'), 'elements').flatMap((each) => textOf(each, 'name') ?? []);
  });

/**
 * Returns a function that lists a node and all values of the same file that the node uses, directly or indirectly. Handlers share
 * functions.
 */
export const localUsesFinder = (file: string): ((node: Node) => Node[]) => {
  const local = new Map(
    everyNode(programOf(file))
      .filter(({ type }) => type === 'VariableDeclarator')
      .map((node) => [textOf(childOf(node, 'id'), 'name') ?? '', childOf(node, 'init')]),
  );
  const withLocalUses = (node: Node, known: Set<Node>): Node[] => {
    if (known.has(node)) return [];
    known.add(node);
    return [
      node,
      ...referencesOf(node).flatMap(({ name }) => {
        const used = local.get(name);
        return used === undefined ? [] : withLocalUses(used, known);
      }),
    ];
  };
  return (node) => withLocalUses(node, new Set());
};

/**
 * Returns the handlers of the desk's calls, by the names of the calls. Includes functions that the handlers of a file share.
 */
export const callHandlers = (): ReadonlyMap<string, CodePart> => {
  const handlers = new Map<string, CodePart>();
  for (const file of listSources().filter((name) => name.startsWith('server/src/') && name.endsWith('.routes.ts'))) {
    const withLocalUses = localUsesFinder(file);
    for (const node of calledIn(file, binders)) {
      const [endpoint, ...others] = childrenOf(node, 'arguments');
      const callName = textOf(endpoint, 'name') ?? textOf(childOf(endpoint, 'property'), 'name') ?? '';
      const sharing = callsOfSharedHandler(file, callName);
      for (const each of sharing.length > 0 ? sharing : [callName])
        handlers.set(moduleOf(file).imports.get(each)?.name ?? each, {
          file,
          nodes: others.flatMap((other) => withLocalUses(other)),
        });
    }
  }
  return handlers;
};

/** Returns the code of an exported value, such as the job that a call starts. */
export const valuePart = (file: string, name: string): CodePart => ({
  file,
  nodes: everyNode(programOf(file)).filter(
    (node) => node.type === 'VariableDeclarator' && textOf(childOf(node, 'id'), 'name') === name,
  ),
});

/** Returns the server's values that a part uses, directly or indirectly: `coupons/operator-coupons.store.ts endCoupon`. */
export const usedBy = ({ file, nodes }: CodePart): ReadonlySet<string> =>
  new Set(
    valuesUsedBy(
      file,
      nodes.flatMap((node) => referencesOf(node)),
    )
      .filter((value) => value.file.startsWith('server/src/'))
      .map((value: Target) => `${value.file.replace('server/src/', '')} ${value.name}`),
  );

/** Returns functions that read the source text of all files of a desk page, by the page's path in `desk/app/*-sections.ts`. */
export const deskPages = (): ReadonlyMap<string, () => string> =>
  new Map(
    listSources()
      .filter((file) => /^desk\/app\/[\w-]+-sections\.ts$/.test(file))
      .flatMap(pagesIn),
  );

const pagesIn = (file: string): [string, () => string][] => {
  const nodes = everyNode(programOf(file));
  return nodes
    .filter((node) => node.type === 'ObjectExpression' && propertyOf(node, 'path') !== undefined)
    .map((page) => {
      // A page's own `load`, or the loader of its entity: the second argument of `entityPages`.
      const owner = nodes.find((node) => node.type === 'CallExpression' && childrenOf(node, 'arguments')[0] === page);
      const loaded = referencesOf(owner ?? page).filter(({ kind }) => kind === 'file');
      return [literalText(propertyOf(page, 'path')) ?? '', () => textsOf(file, loaded)];
    });
};

const textsOf = (file: string, loaded: ReturnType<typeof referencesOf>): string =>
  [
    ...new Set(valuesUsedBy(file, loaded).map((value) => value.file)),
    ...loaded.flatMap(({ name }) => resolveFile(file, name) ?? []),
  ]
    .map((name) => readSource(name))
    .join('\n');
