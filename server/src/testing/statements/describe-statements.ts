import { createHash } from 'node:crypto';
import type pg from 'pg';
import { camelCase } from '../../platform/db/batch.ts';
import type { describedStatements } from '../../platform/db/statement.ts';
import { type Catalog, readCatalog } from './catalog.ts';
import { type ColumnFacts, columnFactsOf, targetsOf } from './column-facts.ts';
import { parameterNames } from './parameter-names.ts';
import { firstNode, parseTree, textOf } from './query-tree.ts';

/** The driver's types of PostgreSQL's values (`server/src/platform/db/database.ts` sets its parsers). */
const readTypes: Record<string, string> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  'character varying': 'string',
  date: 'CivilDate',
  'double precision': 'number',
  inet: 'string',
  integer: 'number',
  name: 'string',
  numeric: 'number',
  oid: 'number',
  real: 'number',
  smallint: 'number',
  text: 'string',
  'timestamp with time zone': 'Date',
  uuid: 'string',
  void: 'string',
  'boolean[]': 'boolean[]',
  'date[]': 'CivilDate[]',
  'integer[]': 'number[]',
  'numeric[]': 'number[]',
  'text[]': 'string[]',
  'timestamp with time zone[]': 'Date[]',
  'uuid[]': 'string[]',
  'bigint[]': 'string[]',
};

/** Types that the driver serializes. Other values are sent as text. */
const writtenTypes: Record<string, string> = {
  bigint: 'number | string',
  boolean: 'boolean',
  bytea: 'Uint8Array',
  'double precision': 'number',
  integer: 'number',
  json: 'object | string',
  jsonb: 'object | string',
  numeric: 'number',
  real: 'number',
  smallint: 'number',
  'timestamp with time zone': 'Date | string',
};

const numbers = ['bigint', 'integer', 'numeric'];

const orNull = (type: string): string => `${type} | null`;

const unionOf = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(' | ');

const readType = (type: string, { unit, values }: ColumnFacts, { enumerations }: Catalog): string => {
  if (unit === 'money' && numbers.includes(type)) return 'Centavos';
  const texts = enumerations.get(type) ?? (type === 'text' ? values : undefined);
  return texts === undefined ? (readTypes[type] ?? 'Opaque') : unionOf(texts);
};

const writtenType = (type: string, { enumerations }: Catalog): string => {
  const texts = enumerations.get(type);
  if (texts !== undefined) return unionOf(texts);
  if (!type.endsWith('[]')) return writtenTypes[type] ?? 'string';
  const element = writtenTypes[type.slice(0, -2)] ?? 'string';
  return `readonly (${orNull(element)})[]`;
};

interface Description {
  /** TypeScript's types, without null. */
  values: { name: string | undefined; type: string }[];
  columns: { name: string; type: string; mayBeNull: boolean }[];
}

type DescribedStatements = typeof describedStatements;

/**
 * Gets a statement's types and its query tree from PostgreSQL. The statement becomes the body of a function, which the rollback
 * removes. Throws if PostgreSQL refuses the statement.
 */
async function analyse(client: pg.ClientBase, text: string) {
  await client.query('begin');
  try {
    await client.query(`prepare described as ${text}`);
    const { rows: prepared } = await client.query<{ values: string[]; results: string[] | null }>(
      `select parameter_types::text[] as values, result_types::text[] as results
       from pg_prepared_statements where name = 'described'`,
    );
    const { values = [], results = [] } = prepared[0] ?? {};
    await client.query(
      `create function pg_temp.described(${values.join(', ')}) returns void begin atomic ${text}\n; end`,
    );
    const { rows: bodies } = await client.query<{ tree: string }>(
      `select prosqlbody::text as tree from pg_proc where proname = 'described' and pronamespace = pg_my_temp_schema()`,
    );
    const query = firstNode(parseTree(bodies[0]?.tree ?? ''), 'QUERY');
    if (query === undefined) throw new Error('PostgreSQL has not analysed the statement');
    return { values, results: results ?? [], query };
  } finally {
    await client.query('rollback');
    await client.query('deallocate all');
  }
}

async function describe(client: pg.ClientBase, catalog: Catalog, text: string): Promise<Description> {
  const { values, results, query } = await analyse(client, text);
  const factsOf = columnFactsOf(catalog);
  const names = parameterNames(query, catalog);
  return {
    values: values.map((type, index) => ({ name: names.get(index + 1), type: writtenType(type, catalog) })),
    columns: targetsOf(query).map((target, position) => {
      const facts = factsOf(query, position);
      const type = readType(results[position] ?? '', facts, catalog);
      return { name: camelCase(textOf(target, 'resname')), type, mayBeNull: facts.mayBeNull };
    }),
  };
}

const keyOf = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`);

const typeLines = (name: string, { values, columns }: Description): string[] => [
  `  '${name}': {`,
  `    values: [${values.map(({ name: value, type }, index) => `${value ?? `value${index + 1}`}: ${orNull(type)}`).join(', ')}];`,
  ...(columns.length === 0
    ? ['    row: object;']
    : [
        '    row: {',
        ...columns.map(
          ({ name: column, type, mayBeNull }) => `      ${keyOf(column)}: ${mayBeNull ? orNull(type) : type};`,
        ),
        '    };',
      ]),
  '  };',
];

/** Hashes the text of a statement. The types of the statement depend on the text. */
export const fingerprintOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

const imports = [
  "import type { CivilDate } from '@ceiba/domain/dates/civil-date';",
  "import type { Centavos } from '@ceiba/domain/money/money';",
];

const generated = '// Generated by `npm run statements` from what PostgreSQL says of each statement; never edited.';

const head = `
declare const opaque: unique symbol;

/** A value that PostgreSQL does not describe: JSON, or a composite. The statement gives its type (\`column\`). */
export interface Opaque {
  readonly [opaque]: never;
}
`;

/** The texts of the two generated files. */
interface Generated {
  /** The text of `statements.gen.ts`, for the compiler. */
  types: string;
  /** The text of `descriptions.gen.ts`, for the tests. */
  facts: string;
}

const checkColumns = (name: string, columns: readonly string[], marked: readonly string[]): void => {
  const twice = columns.find((column, index) => columns.indexOf(column) !== index);
  if (twice !== undefined) throw new Error(`${name} has two columns called ${twice}`);
  const unknown = marked.filter((column) => !columns.includes(column));
  if (unknown.length > 0) throw new Error(`${name} has no column ${unknown.join(', ')}`);
};

/**
 * Before PostgreSQL 18 the analysis lists neither all outer joins nor the groups of a query. Nullable columns would be described
 * as never null.
 */
async function demandVersion(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isKnown: boolean }>(
    `select current_setting('server_version_num')::int >= 180000 as "isKnown"`,
  );
  if (rows[0]?.isKnown !== true) throw new Error('statements are described by PostgreSQL 18 or later');
}

/** `schema`: the text of `schema.dump.sql`. */
export async function describeStatements(
  client: pg.ClientBase,
  statements: DescribedStatements,
  schema: string,
): Promise<Generated> {
  const catalog = await readCatalog(client);
  await demandVersion(client);
  const types: string[] = [];
  const facts: string[] = [];
  for (const [name, { text, columns: marked }] of [...statements].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const description = await describe(client, catalog, text).catch((error: Error) => {
      throw new Error(`${name}: ${error.message}`, { cause: error });
    });
    checkColumns(
      name,
      description.columns.map((column) => column.name),
      Object.keys(marked),
    );
    types.push(...typeLines(name, description));
    const neverNull = description.columns.filter(({ mayBeNull }) => !mayBeNull).map((column) => `'${column.name}'`);
    facts.push(`  '${name}': { text: '${fingerprintOf(text)}', neverNull: [${neverNull.join(', ')}] },`);
  }
  const used = imports.filter((line) => types.some((type) => type.includes(line.split(' ')[3] ?? '')));
  return {
    types: [generated, ...used, head, 'export interface Statements {', ...types, '}', ''].join('\n'),
    facts: [
      generated,
      `export const describedSchema = '${fingerprintOf(schema)}';`,
      '',
      '/** The fingerprint of each statement, and its columns that are never null. */',
      'export const descriptions: Readonly<Record<string, { text: string; neverNull: readonly string[] }>> = {',
      ...facts,
      '};',
      '',
    ].join('\n'),
  };
}
