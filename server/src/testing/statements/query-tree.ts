/** A node of an analysed statement, as PostgreSQL prints it: `{VAR :varno 1 :varattno 2}`. */
export interface TreeNode {
  readonly tag: string;
  readonly fields: ReadonlyMap<string, readonly TreeItem[]>;
}

type TreeItem = string | TreeNode | readonly TreeItem[];

const isNode = (item: TreeItem | undefined): item is TreeNode =>
  item !== undefined && typeof item !== 'string' && 'tag' in item;

const isList = (item: TreeItem | undefined): item is readonly TreeItem[] => Array.isArray(item);

/** Parses the output of the server's function `outNode`. */
export function parseTree(text: string): TreeItem {
  const tokens = text.match(/[(){}]|(?:\\[\s\S]|[^\s(){}\\])+/g) ?? [];
  let at = 0;
  const readItem = (): TreeItem => {
    const token = tokens[at++];
    if (token === undefined) throw new Error('the printed statement ends too early');
    if (token === '(') return readUntil(')');
    return token === '{' ? readNode() : token.replaceAll(/\\([\s\S])/g, '$1');
  };
  const readUntil = (end: string): TreeItem[] => {
    const items: TreeItem[] = [];
    while (tokens[at] !== end) items.push(readItem());
    at += 1;
    return items;
  };
  const readNode = (): TreeNode => {
    const tag = tokens[at++] ?? '';
    const fields = new Map<string, TreeItem[]>();
    let values: TreeItem[] = [];
    while (tokens[at] !== '}') {
      const token = tokens[at];
      if (token?.startsWith(':')) {
        values = [];
        fields.set(token.slice(1), values);
        at += 1;
      } else values.push(readItem());
    }
    at += 1;
    return { tag, fields };
  };
  return readItem();
}

/** Returns the first node of a tree with this tag. Also searches lists. */
export const firstNode = (item: TreeItem, tag: string): TreeNode | undefined => {
  if (isNode(item)) return item.tag === tag ? item : undefined;
  if (!isList(item)) return undefined;
  return item.map((each) => firstNode(each, tag)).find((found) => found !== undefined);
};

export const textOf = (node: TreeNode, field: string): string => {
  const [value] = node.fields.get(field) ?? [];
  return typeof value === 'string' ? value : '';
};

export const numberOf = (node: TreeNode, field: string): number => Number(textOf(node, field));

/** Returns the node of a field. Undefined if the field is empty (`<>`). */
export const nodeOf = (node: TreeNode, field: string): TreeNode | undefined => {
  const [value] = node.fields.get(field) ?? [];
  return isNode(value) ? value : undefined;
};

/** Returns the nodes of a list field. */
export const nodesOf = (node: TreeNode, field: string): TreeNode[] => {
  const [value] = node.fields.get(field) ?? [];
  return isList(value) ? value.filter(isNode) : [];
};

/** Returns the lists of nodes in a field with a list of lists. */
export const listsOf = (node: TreeNode, field: string): TreeNode[][] => {
  const [value] = node.fields.get(field) ?? [];
  return isList(value) ? value.filter(isList).map((list) => list.filter(isNode)) : [];
};

/** Returns the members of a set of numbers: `(b 1 3)`. */
export const membersOf = (node: TreeNode, field: string): number[] => {
  const [value] = node.fields.get(field) ?? [];
  return isList(value) ? value.slice(1).map(Number) : [];
};

/** Returns the quoted texts of a list field. */
export const textsOf = (node: TreeNode, field: string): string[] => {
  const [value] = node.fields.get(field) ?? [];
  return isList(value) ? value.map((text) => String(text).replaceAll('"', '')) : [];
};

/** Returns the direct children of a node, also those in its lists. */
export const childrenOf = (node: TreeNode): TreeNode[] => {
  const nodesIn = (item: TreeItem): TreeNode[] => {
    if (isNode(item)) return [item];
    return isList(item) ? item.flatMap(nodesIn) : [];
  };
  return [...node.fields.values()].flatMap((items) => items.flatMap(nodesIn));
};
