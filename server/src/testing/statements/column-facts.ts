import type { Catalog } from './catalog.ts';
import { listsOf, membersOf, nodeOf, nodesOf, numberOf, type TreeNode, textOf } from './query-tree.ts';

/** The facts of an expression. If they are uncertain, it may be null and is not an amount. */
export interface ColumnFacts {
  mayBeNull: boolean;
  /** `any`: a constant or a parameter, which has the unit of the value that it is added to. */
  unit: 'money' | 'any' | 'none';
  /** The texts that it can have. It can have no other. */
  values?: readonly string[] | undefined;
}

const unknown: ColumnFacts = { mayBeNull: true, unit: 'none' };
const neverNull: ColumnFacts = { mayBeNull: false, unit: 'none' };

/** PostgreSQL's functions and casts that return null only if an argument is null. */
const total = new Set(
  `abs age array_append bool btrim cardinality ceil clock_timestamp concat_ws date date_part date_trunc encode
   extract float8 floor format gen_random_uuid hashtext int4 int8 jsonb_strip_nulls left length lower lpad ltrim md5 mod now numeric
   octet_length power random repeat replace right round rpad rtrim sha256 sqrt starts_with strpos substring substr text timestamptz
   timezone to_char to_jsonb translate upper`.split(/\s+/),
);

/** PostgreSQL's functions that never return null. */
const neverNullFunctions = new Set([
  'concat',
  'jsonb_build_array',
  'jsonb_build_object',
  'row_number',
  'rank',
  'count',
]);

/** Operators that return null if the JSON has no such member. */
const mayMiss = new Set(['->', '->>', '#>', '#>>', '@?', '@@']);

const aggregatesOfArguments = new Set(['sum', 'min', 'max', 'avg', 'string_agg', 'bool_and', 'bool_or', 'every']);
const aggregatesOfRows = new Set(['array_agg', 'jsonb_agg', 'json_agg', 'jsonb_object_agg', 'json_object_agg']);

const unitOfAll = (units: readonly ColumnFacts['unit'][]): ColumnFacts['unit'] => {
  if (units.includes('none')) return 'none';
  return units.includes('money') ? 'money' : 'any';
};

/** Combines the facts of a column with several sources. */
const eitherOf = (sources: readonly ColumnFacts[]): ColumnFacts => ({
  mayBeNull: sources.some(({ mayBeNull }) => mayBeNull),
  unit: unitOfAll(sources.map(({ unit }) => unit)),
  values: sources.every(({ values }) => values !== undefined)
    ? [...new Set(sources.flatMap(({ values = [] }) => values))]
    : undefined,
});

const isEmpty = (query: TreeNode, field: string): boolean => textOf(query, field) === '<>';

/** The queries around an expression, the innermost first. */
type Scope = readonly TreeNode[];

/** Derives the facts of a statement's columns from PostgreSQL's query tree. */
export const columnFactsOf = (catalog: Catalog) => {
  const ofColumn = (query: TreeNode, position: number, outer: Scope): ColumnFacts => {
    const scope = [query, ...outer];
    const sets = nodeOf(query, 'setOperations');
    if (sets !== undefined) return eitherOf(leavesOf(sets, query).map((leaf) => ofColumn(leaf, position, scope)));
    const target = targetsOf(query)[position];
    const expression = target && nodeOf(target, 'expr');
    return expression === undefined ? unknown : ofExpression(expression, scope);
  };

  const all = (nodes: readonly TreeNode[], scope: Scope): ColumnFacts[] =>
    nodes.map((node) => ofExpression(node, scope));

  const ofArgument = (node: TreeNode, scope: Scope): ColumnFacts => {
    const argument = nodeOf(node, 'arg');
    return argument === undefined ? unknown : ofExpression(argument, scope);
  };

  const ofVariable = (node: TreeNode, scope: Scope): ColumnFacts => {
    const around = scope.slice(numberOf(node, 'varlevelsup'));
    const [query] = around;
    const source = query && nodesOf(query, 'rtable')[numberOf(node, 'varno') - 1];
    if (source === undefined) return unknown;
    const facts = ofSource(source, numberOf(node, 'varattno'), around);
    const isNulled = membersOf(node, 'varnullingrels').length > 0 || numberOf(node, 'varreturningtype') !== 0;
    return isNulled ? { ...facts, mayBeNull: true } : facts;
  };

  /** `position` counts from 1; 0 is the whole row. */
  const ofSource = (source: TreeNode, position: number, around: Scope): ColumnFacts => {
    switch (numberOf(source, 'rtekind')) {
      case 0: {
        if (position === 0) return neverNull;
        const found = catalog.columns.get(`${textOf(source, 'relid')}.${position}`);
        if (found === undefined) return unknown;
        return { mayBeNull: !found.notNull, unit: found.isMoney ? 'money' : 'none', values: found.values };
      }
      case 1: {
        const subquery = nodeOf(source, 'subquery');
        return subquery === undefined ? unknown : ofColumn(subquery, position - 1, around);
      }
      case 2:
        return eitherOf(all(nodesOf(source, 'joinaliasvars').slice(position - 1, position), around));
      case 3:
        return ofFunctionRow(source, position);
      case 5:
        return eitherOf(
          all(
            listsOf(source, 'values_lists').flatMap((list) => list.slice(position - 1, position)),
            around,
          ),
        );
      case 6:
        return ofNamedQuery(source, position, around);
      case 9:
        return eitherOf(all(nodesOf(source, 'groupexprs').slice(position - 1, position), around));
      default:
        return unknown;
    }
  };

  const ofFunctionRow = (source: TreeNode, position: number): ColumnFacts => {
    const functions = nodesOf(source, 'functions');
    const columns = functions.reduce((sum, each) => sum + numberOf(each, 'funccolcount'), 0);
    if (textOf(source, 'funcordinality') === 'true' && position > columns) return neverNull;
    const [call] = functions.map((each) => nodeOf(each, 'funcexpr'));
    const name = call && catalog.functions.get(textOf(call, 'funcid'))?.name;
    return name === 'generate_series' ? neverNull : unknown;
  };

  const ofNamedQuery = (source: TreeNode, position: number, around: Scope): ColumnFacts => {
    // By induction, a recursive query is never null if its other part is never null.
    if (textOf(source, 'self_reference') === 'true') return { mayBeNull: false, unit: 'any' };
    const defining = around.slice(numberOf(source, 'ctelevelsup'));
    const [query] = defining;
    const found =
      query && nodesOf(query, 'cteList').find((each) => textOf(each, 'ctename') === textOf(source, 'ctename'));
    const named = found && nodeOf(found, 'ctequery');
    return named === undefined ? unknown : ofColumn(named, position - 1, defining);
  };

  const ofAggregate = (node: TreeNode, scope: Scope): ColumnFacts => {
    const name = catalog.functions.get(textOf(node, 'aggfnoid'))?.name ?? '';
    if (name === 'count') return neverNull;
    const [query] = scope;
    const everyGroupHasRows =
      query !== undefined &&
      isEmpty(node, 'aggfilter') &&
      !isEmpty(query, 'groupClause') &&
      isEmpty(query, 'groupingSets') &&
      numberOf(node, 'agglevelsup') === 0;
    const values = nodesOf(node, 'args').flatMap((target) => nodeOf(target, 'expr') ?? []);
    const facts = all(values, scope);
    const ofArguments = aggregatesOfArguments.has(name) && facts.every(({ mayBeNull }) => !mayBeNull);
    const unit = ['sum', 'min', 'max'].includes(name) ? unitOfAll(facts.map((each) => each.unit)) : 'none';
    return { mayBeNull: !(everyGroupHasRows && (ofArguments || aggregatesOfRows.has(name))), unit };
  };

  const ofSubquery = (node: TreeNode, scope: Scope): ColumnFacts => {
    const query = nodeOf(node, 'subselect');
    if (query === undefined) return unknown;
    const kind = numberOf(node, 'subLinkType');
    // The subqueries `exists (…)` and `array(…)`.
    if (kind === 0 || kind === 6) return neverNull;
    const facts = ofColumn(query, 0, scope);
    const test = nodeOf(node, 'testexpr');
    if (kind === 2)
      return { mayBeNull: facts.mayBeNull || test === undefined || ofExpression(test, scope).mayBeNull, unit: 'none' };
    if (kind !== 4) return unknown;
    const hasOneRow =
      textOf(query, 'hasAggs') === 'true' &&
      ['groupClause', 'groupingSets', 'havingQual', 'limitOffset', 'limitCount', 'setOperations'].every((field) =>
        isEmpty(query, field),
      );
    return hasOneRow ? facts : { ...facts, mayBeNull: true };
  };

  const ofCall = (node: TreeNode, scope: Scope): ColumnFacts => {
    const { name, source } = catalog.functions.get(textOf(node, 'funcid')) ?? { name: '', source: '' };
    const facts = all(nodesOf(node, 'args'), scope);
    // A cast of a JSON null is null.
    const isTotal = total.has(name) && (!source.startsWith('jsonb_') || name.startsWith('jsonb_'));
    const keepsUnit = ['int4', 'int8', 'numeric', 'abs', 'round'].includes(name);
    return {
      mayBeNull: !neverNullFunctions.has(name) && (!isTotal || facts.some(({ mayBeNull }) => mayBeNull)),
      unit: keepsUnit ? (facts[0]?.unit ?? 'none') : 'none',
    };
  };

  const ofOperator = (node: TreeNode, scope: Scope): ColumnFacts => {
    const symbol = catalog.operators.get(textOf(node, 'opno'));
    const facts = all(nodesOf(node, 'args'), scope);
    const units = facts.map(({ unit }) => unit);
    const hasOneAmount = units.filter((unit) => unit === 'money').length === 1;
    const unit = (): ColumnFacts['unit'] => {
      if (symbol === '+' || symbol === '-') return unitOfAll(units);
      return hasOneAmount && (symbol === '*' || (symbol === '/' && units[0] === 'money')) ? 'money' : 'none';
    };
    const isTotal = symbol !== undefined && !mayMiss.has(symbol);
    return { mayBeNull: !isTotal || facts.some(({ mayBeNull }) => mayBeNull), unit: unit() };
  };

  const ofExpression = (node: TreeNode, scope: Scope): ColumnFacts => {
    switch (node.tag) {
      case 'VAR':
        return ofVariable(node, scope);
      case 'CONST':
        return { mayBeNull: textOf(node, 'constisnull') === 'true', unit: 'any' };
      case 'PARAM':
        return { mayBeNull: numberOf(node, 'paramkind') !== 2, unit: 'any' };
      case 'AGGREF':
        return ofAggregate(node, scope);
      case 'WINDOWFUNC': {
        const name = catalog.functions.get(textOf(node, 'winfnoid'))?.name ?? '';
        return neverNullFunctions.has(name) ? neverNull : unknown;
      }
      case 'FUNCEXPR':
        return ofCall(node, scope);
      case 'OPEXPR':
        return ofOperator(node, scope);
      case 'SUBLINK':
        return ofSubquery(node, scope);
      case 'RELABELTYPE':
      case 'ARRAYCOERCEEXPR':
      case 'COLLATEEXPR':
      case 'COERCETODOMAIN':
        return ofArgument(node, scope);
      case 'COERCEVIAIO':
        return { mayBeNull: ofArgument(node, scope).mayBeNull, unit: 'none' };
      case 'SCALARARRAYOPEXPR': {
        const [value, list] = nodesOf(node, 'args');
        const isListed =
          list?.tag === 'CONST' ||
          (list?.tag === 'ARRAYEXPR' && nodesOf(list, 'elements').every((each) => each.tag === 'CONST'));
        return { mayBeNull: value === undefined || !isListed || ofExpression(value, scope).mayBeNull, unit: 'none' };
      }
      case 'BOOLEXPR':
        return { mayBeNull: all(nodesOf(node, 'args'), scope).some(({ mayBeNull }) => mayBeNull), unit: 'none' };
      case 'COALESCEEXPR':
      case 'MINMAXEXPR': {
        const facts = all(nodesOf(node, 'args'), scope);
        return { ...eitherOf(facts), mayBeNull: facts.every(({ mayBeNull }) => mayBeNull), values: undefined };
      }
      case 'CASEEXPR': {
        const results = nodesOf(node, 'args').flatMap((when) => nodeOf(when, 'result') ?? []);
        const otherwise = nodeOf(node, 'defresult');
        return otherwise === undefined
          ? unknown
          : { ...eitherOf(all([...results, otherwise], scope)), values: undefined };
      }
      case 'NULLIFEXPR':
        return { mayBeNull: true, unit: all(nodesOf(node, 'args'), scope)[0]?.unit ?? 'none' };
      case 'NULLTEST':
      case 'BOOLEANTEST':
      case 'DISTINCTEXPR':
      case 'ARRAYEXPR':
      case 'ROWEXPR':
      case 'SQLVALUEFUNCTION':
      case 'GROUPINGFUNC':
        return neverNull;
      default:
        return unknown;
    }
  };

  return (query: TreeNode, position: number): ColumnFacts => ofColumn(query, position, []);
};

/** Returns a query's columns: selected, or returned by a change. */
export const targetsOf = (query: TreeNode): TreeNode[] =>
  nodesOf(query, numberOf(query, 'commandType') === 1 ? 'targetList' : 'returningList').filter(
    (target) => textOf(target, 'resjunk') === 'false',
  );

const leavesOf = (sets: TreeNode, query: TreeNode): TreeNode[] => {
  if (sets.tag === 'RANGETBLREF') {
    const source = nodesOf(query, 'rtable')[numberOf(sets, 'rtindex') - 1];
    const subquery = source && nodeOf(source, 'subquery');
    return subquery === undefined ? [] : [subquery];
  }
  return ['larg', 'rarg'].flatMap((side) => {
    const part = nodeOf(sets, side);
    return part === undefined ? [] : leavesOf(part, query);
  });
};
