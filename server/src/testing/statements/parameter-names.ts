import { camelCase } from '../../platform/db/batch.ts';
import type { Catalog } from './catalog.ts';
import { childrenOf, nodeOf, nodesOf, numberOf, type TreeNode, textOf, textsOf } from './query-tree.ts';

/** Returns the value under any casts. */
const uncast = (node: TreeNode | undefined): TreeNode | undefined =>
  node !== undefined && /^(?:RELABELTYPE|COERCEVIAIO|ARRAYCOERCEEXPR)$/.test(node.tag)
    ? uncast(nodeOf(node, 'arg'))
    : node;

/** Names a statement's parameters by number: after the column that each parameter is written to or compared with, or after the argument. */
export function parameterNames(statement: TreeNode, catalog: Catalog): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  const offer = (value: TreeNode | undefined, name: string | undefined): void => {
    const parameter = uncast(value);
    if (parameter?.tag !== 'PARAM' || name === undefined || !/^[a-z]\w*$/.test(name)) return;
    const number = numberOf(parameter, 'paramid');
    if (!names.has(number)) names.set(number, camelCase(name));
  };

  const columnOf = (value: TreeNode | undefined, scope: readonly TreeNode[]): string | undefined => {
    const variable = uncast(value);
    if (variable?.tag !== 'VAR') return undefined;
    const query = scope[numberOf(variable, 'varlevelsup')];
    const source = query && nodesOf(query, 'rtable')[numberOf(variable, 'varno') - 1];
    const columns = source && nodeOf(source, 'eref');
    return columns && textsOf(columns, 'colnames')[numberOf(variable, 'varattno') - 1];
  };

  /** Names the values that an insert or update writes, also from a select. */
  const offerWritten = (query: TreeNode): void => {
    for (const target of nodesOf(query, 'targetList')) {
      const value = uncast(nodeOf(target, 'expr'));
      offer(value, textOf(target, 'resname'));
      if (value?.tag !== 'VAR') continue;
      const source = nodesOf(query, 'rtable')[numberOf(value, 'varno') - 1];
      const selected = source && nodeOf(source, 'subquery');
      const given = selected && nodesOf(selected, 'targetList')[numberOf(value, 'varattno') - 1];
      offer(given && nodeOf(given, 'expr'), textOf(target, 'resname'));
    }
  };

  const visit = (node: TreeNode, outer: readonly TreeNode[]): void => {
    const scope = node.tag === 'QUERY' ? [node, ...outer] : outer;
    if (node.tag === 'QUERY') {
      offer(nodeOf(node, 'limitCount'), 'limit');
      offer(nodeOf(node, 'limitOffset'), 'offset');
      if (['2', '3'].includes(textOf(node, 'commandType'))) offerWritten(node);
    }
    const [left, right] = nodesOf(node, 'args');
    if (['OPEXPR', 'DISTINCTEXPR', 'SCALARARRAYOPEXPR'].includes(node.tag)) {
      offer(left, columnOf(right, scope));
      offer(right, columnOf(left, scope));
    }
    const { argumentNames = [] } = catalog.ownFunctions.get(textOf(node, 'funcid')) ?? {};
    nodesOf(node, 'args').forEach((value, index) => {
      offer(value, argumentNames[index]);
    });
    for (const child of childrenOf(node)) visit(child, scope);
  };
  visit(statement, []);
  return names;
}
