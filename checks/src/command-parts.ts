import { moduleOf, resolveFile, type Target, valuesUsedBy } from './reach.ts';
import { listSources, readSource } from './source-files.ts';
import { allChildren, childOf, childrenOf, literalText, type Node, programOf, referencesOf, textOf } from './syntax.ts';

/** Finds the commands of `ceiba`, the handlers of the desk's calls, and the pages of the desk, each with the values that its code uses. */

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

/** The text of a usage. A placeholder of a template is a `*`: `${kind.one} set …` is `* set *`. */
const usageOf = (node: Node | undefined): string =>
  literalText(node) ??
  childrenOf(node, 'quasis')
    .map((quasi) =>
      typeof quasi.value === 'object' && quasi.value !== null && 'raw' in quasi.value ? String(quasi.value.raw) : '',
    )
    .join('*');

/** `order cancel <number>` → `order cancel`: the words up to the last literal one, as `nameOf` of the server. */
const nameIn = (usage: string): string => {
  const words = usage.split(' ');
  return words.slice(0, words.findLastIndex((word) => !/^[<[]/.test(word) && word !== '*') + 1).join(' ');
};

export interface Part {
  file: string;
  nodes: readonly Node[];
}

/** Commands that change the shop, by their names; those of each kind of import as `* set` and `* remove`. */
export const changingCommands = (): ReadonlyMap<string, Part> =>
  new Map(
    listSources()
      .filter((file) => file.startsWith('server/src/') && isProductFile(file))
      .filter((file) => readSource(file).includes('databaseCommand('))
      .flatMap((file) =>
        calledIn(file, new Set(['databaseCommand'])).flatMap((node): [string, Part][] => {
          const [declared] = childrenOf(node, 'arguments');
          const usage = propertyOf(declared, 'usage');
          const changes = propertyOf(declared, 'changes');
          const isReading = changes?.type === 'Literal' && changes.value === null;
          if (usage === undefined || changes === undefined || isReading || declared === undefined) return [];
          const name = nameIn(usageOf(usage));
          // Such a command is made for each kind of the file, with the kind's own code.
          return [[name, { file, nodes: [name.startsWith('*') ? programOf(file) : declared] }]];
        }),
      ),
  );

const binders = new Set(['route', 'changeRoute', 'preparedRoute']);

/** `[disableStaff, enableStaff].map((spec) => changeRoute(spec, …))`: one handler of several calls. */
const boundTogether = (file: string, name: string): string[] =>
  everyNode(programOf(file)).flatMap((node) => {
    const callee = node.type === 'CallExpression' ? childOf(node, 'callee') : undefined;
    const [work] = childrenOf(node, 'arguments');
    const takes = childrenOf(work, 'params').some((param) => textOf(param, 'name') === name);
    if (textOf(childOf(callee, 'property'), 'name') !== 'map' || !takes) return [];
    return childrenOf(childOf(callee, 'object'), 'elements').flatMap((each) => textOf(each, 'name') ?? []);
  });

/** Returns a function that lists a node with the nodes of the file's own functions that it uses, directly or not: handlers share some. */
export const followerOf = (file: string): ((node: Node) => Node[]) => {
  const local = new Map(
    everyNode(programOf(file))
      .filter(({ type }) => type === 'VariableDeclarator')
      .map((node) => [textOf(childOf(node, 'id'), 'name') ?? '', childOf(node, 'init')]),
  );
  const withLocal = (node: Node, known: Set<Node>): Node[] => {
    if (known.has(node)) return [];
    known.add(node);
    return [
      node,
      ...referencesOf(node).flatMap(({ name }) => {
        const used = local.get(name);
        return used === undefined ? [] : withLocal(used, known);
      }),
    ];
  };
  return (node) => withLocal(node, new Set());
};

/** The handlers of the desk's calls, by the calls' names. Functions that a file's handlers share are followed. */
export const callHandlers = (): ReadonlyMap<string, Part> => {
  const handlers = new Map<string, Part>();
  for (const file of listSources().filter((name) => name.startsWith('server/src/') && name.endsWith('.routes.ts'))) {
    const withLocal = followerOf(file);
    for (const node of calledIn(file, binders)) {
      const [endpoint, ...others] = childrenOf(node, 'arguments');
      const inside = textOf(endpoint, 'name') ?? textOf(childOf(endpoint, 'property'), 'name') ?? '';
      const together = boundTogether(file, inside);
      for (const each of together.length > 0 ? together : [inside])
        handlers.set(moduleOf(file).imports.get(each)?.name ?? each, {
          file,
          nodes: others.flatMap((other) => withLocal(other)),
        });
    }
  }
  return handlers;
};

/** An exported value as a part, such as the job of a call. */
export const valuePart = (file: string, name: string): Part => ({
  file,
  nodes: everyNode(programOf(file)).filter(
    (node) => node.type === 'VariableDeclarator' && textOf(childOf(node, 'id'), 'name') === name,
  ),
});

/** The values of the server that a part uses, directly or not: `coupons/operator-coupons.store.ts endCoupon`. */
export const usedBy = ({ file, nodes }: Part): ReadonlySet<string> =>
  new Set(
    valuesUsedBy(
      file,
      nodes.flatMap((node) => referencesOf(node)),
    )
      .filter((value) => value.file.startsWith('server/src/'))
      .map((value: Target) => `${value.file.replace('server/src/', '')} ${value.name}`),
  );

/** The source texts that each page of the desk uses, by the page's address in the menu's table. */
export const deskPages = (): ReadonlyMap<string, () => string> => {
  const file = 'desk/app/routes.tsx';
  const pages = everyNode(programOf(file)).filter(
    (node) => node.type === 'ObjectExpression' && propertyOf(node, 'path') !== undefined,
  );
  return new Map(
    pages.map((page) => {
      // A page's own `load`, or the loader of its entity: the second argument of `entityPages`.
      const owner = everyNode(programOf(file)).find(
        (node) => node.type === 'CallExpression' && childrenOf(node, 'arguments')[0] === page,
      );
      const loaded = referencesOf(owner ?? page).filter(({ kind }) => kind === 'file');
      return [literalText(propertyOf(page, 'path')) ?? '', () => textsOf(file, loaded)] as const;
    }),
  );
};

const textsOf = (file: string, loaded: ReturnType<typeof referencesOf>): string =>
  [
    ...new Set(valuesUsedBy(file, loaded).map((value) => value.file)),
    ...loaded.flatMap(({ name }) => resolveFile(file, name) ?? []),
  ]
    .map((name) => readSource(name))
    .join('\n');
