import type pg from 'pg';

interface CatalogColumn {
  notNull: boolean;
  isMoney: boolean;
  /** The texts that a check constraint of the column allows. No other text is allowed. */
  values: readonly string[] | undefined;
}

/** The facts of the schema that a statement's description needs. */
export interface Catalog {
  /** By the table's OID and the column's number: `16384.2`. */
  columns: ReadonlyMap<string, CatalogColumn>;
  /** PostgreSQL's built-in functions, by OID. */
  functions: ReadonlyMap<string, { name: string; source: string }>;
  /** The schema's own functions, by OID. Any of them may return null. */
  ownFunctions: ReadonlyMap<string, { argumentNames: readonly string[] }>;
  /** The symbols of PostgreSQL's built-in operators, by OID. */
  operators: ReadonlyMap<string, string>;
  /** The texts of each enumeration, by its name. */
  enumerations: ReadonlyMap<string, readonly string[]>;
}

/** Columns of type bigint without centavos. Keys and references are not amounts either. */
const counts = ['bytes', 'counter', 'entries', 'job', 'last_step', 'n', 'number', 'order_number', 'seal'];

/** Parses `CHECK ((place = ANY (ARRAY['hero'::text, 'promo'::text])))`. */
const valuesOf = (check: string | null): string[] | undefined => {
  const [, list, ...others] = check?.split(/[[\]]/) ?? [];
  if (list === undefined || others.join('') !== ')))') return undefined;
  return list.split(', ').map((value) => value.slice(1, -"'::text".length));
};

export const readCatalog = async (client: pg.ClientBase): Promise<Catalog> => {
  const columns = await client.query<{ key: string; notNull: boolean; isMoney: boolean; check: string | null }>(
    `select a.attrelid || '.' || a.attnum as key, a.attnotnull as "notNull",
       a.atttypid = 'int8'::regtype and a.attidentity = '' and a.attname !~ '(^|_)id$' and a.attname <> all ($1)
         and not exists (select from pg_constraint k
           where k.conrelid = a.attrelid and k.contype = 'f' and k.conkey = array[a.attnum]) as "isMoney",
       (select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum]
          and pg_get_constraintdef(k.oid) like '% = ANY (ARRAY[%' order by k.oid limit 1) as check
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped`,
    [counts],
  );
  const functions = await client.query<{ oid: string; name: string; source: string }>(
    `select oid::text, proname as name, prosrc as source from pg_proc where pronamespace = 'pg_catalog'::regnamespace`,
  );
  const ownFunctions = await client.query<{ oid: string; argumentNames: string[] }>(
    `select oid::text, coalesce(proargnames, '{}') as "argumentNames" from pg_proc where pronamespace = 'public'::regnamespace`,
  );
  const operators = await client.query<{ oid: string; symbol: string }>(
    `select oid::text, oprname as symbol from pg_operator where oprnamespace = 'pg_catalog'::regnamespace`,
  );
  const enumerations = await client.query<{ name: string; values: string[] }>(
    `select enumtypid::regtype::text as name, array_agg(enumlabel::text order by enumsortorder) as values
     from pg_enum group by enumtypid`,
  );
  return {
    columns: new Map(columns.rows.map(({ key, check, ...facts }) => [key, { ...facts, values: valuesOf(check) }])),
    functions: new Map(functions.rows.map(({ oid, ...facts }) => [oid, facts])),
    ownFunctions: new Map(ownFunctions.rows.map(({ oid, ...facts }) => [oid, facts])),
    operators: new Map(operators.rows.map(({ oid, symbol }) => [oid, symbol])),
    enumerations: new Map(enumerations.rows.map(({ name, values }) => [name, values])),
  };
};
