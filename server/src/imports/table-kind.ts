import { given, type Kind, objectOf, rowsToWrite, valuesOf } from './import-kind.ts';

/** Names that must differ from the names of other rows in more than capitals and accents. The unique index `…_twins` refuses others. */
interface SimilarNames {
  /** The table's column with the name. */
  column: string;
  /** In Spanish. */
  text: string;
  /**
   * SQL over `r` and `m.was` of the name that a row would add, by the column with the name. Null if there is no name.
   */
  added: Readonly<Record<string, string>>;
}

interface TableKind
  extends Pick<Kind, 'name' | 'one' | 'key' | 'columns'>,
    Partial<
      Pick<
        Kind,
        | 'checks'
        | 'uniques'
        | 'derive'
        | 'isPortioned'
        | 'picture'
        | 'completed'
        | 'partOf'
        | 'partForm'
        | 'sample'
        | 'notices'
      >
    > {
  table: string;
  /** SQL condition: row `t` of the table has the key `r.key`. */
  match: string;
  /** SQL for the order of rows in an export. */
  order: string;
  /** SQL of whether an export has row `t`. Default: every row. */
  isExported?: string;
  /** Values of columns that no file sets, for new rows and for all written rows. */
  inserted?: Readonly<Record<string, string>>;
  updated?: Readonly<Record<string, string>>;
  isRemovable?: boolean;
  /** True if another statement inserts new rows. */
  isInsertedElsewhere?: boolean;
  similarNames?: SimilarNames;
}

/** SQL for the key that a new row adds. */
export const newKey = 'case when m.was is null then r.key[1] end';

/** The checks of similar names: against the shop when the file is read and written, and within the file. */
const similarNameParts = (table: string, { column: target, text, added }: SimilarNames) => {
  const isBroken = (name: string): string =>
    `exists (select from ${table} k where search_fold(k.${target}) = search_fold(${name}) and k.${target} <> r.key[1])`;
  const all = `coalesce(${Object.values(added).join(', ')})`;
  return {
    checks: Object.entries(added).map(([name, sql]) => ({
      column: name,
      code: 'TAKEN',
      text,
      isBroken: isBroken(sql),
    })),
    uniques: [{ column: Object.keys(added)[0] ?? '', value: `search_fold(${all})` }],
    check: { isBroken: isBroken(all), why: text.replace(/\.$/, '') },
  };
};

/** Declares a kind whose rows are the rows of one table. */
export const tableKind = (kind: TableKind): Kind => {
  const {
    table,
    match,
    order,
    isExported = 'true',
    columns,
    inserted = {},
    updated = {},
    checks = [],
    isRemovable = false,
    isInsertedElsewhere = false,
    similarNames: named,
    uniques = [],
    ...others
  } = kind;
  const similarNames = named && similarNameParts(table, named);
  const settable = columns.flatMap(({ name, set, isChange = false }) =>
    set === undefined ? [] : [{ name, isChange, ...set }],
  );
  const insertable = settable.filter(({ isChange }) => !isChange);
  const valueIn = ({ name, value = (text: string) => text }: (typeof settable)[number]) => value(given(name));
  const insert = `insert into ${table} (${[...insertable.map((one) => one.column), ...Object.keys(inserted)].join(', ')})
    select ${[
      ...insertable.map(
        (one) =>
          `case when r.given ? '${one.name}' and r.given -> '${one.name}' <> 'null' then ${valueIn(one)} else ${one.otherwise ?? 'null'} end`,
      ),
      ...Object.values(inserted),
    ].join(', ')}
    from ${rowsToWrite(`'new'`)} r order by r.row_no`;
  const update = (names: ReadonlySet<string>): string | undefined => {
    const changes = settable.filter(({ name }) => names.has(name) && !kind.key.includes(name));
    if (changes.length === 0) return undefined;
    const sets = changes.map(
      (one) =>
        `${one.column} = case when not r.given ? '${one.name}' then t.${one.column}
          when r.given -> '${one.name}' = 'null' then ${one.otherwise ?? 'null'} else ${valueIn(one)} end`,
    );
    const all = [...sets, ...Object.entries(updated).map(([name, value]) => `${name} = ${value}`)];
    return `update ${table} t set ${all.join(', ')} from ${rowsToWrite(`'changed'`)} r where ${match}`;
  };
  const code = kind.key.length === 1 ? columns.find(({ name }) => name === kind.key[0]) : undefined;
  return {
    ...others,
    columns,
    checks: [...checks, ...(similarNames?.checks ?? [])],
    uniques: [...uniques, ...(similarNames?.uniques ?? [])],
    ...(similarNames === undefined ? {} : { similarNames: similarNames.check }),
    ...(code === undefined ? {} : { known: `select (${code.now})::text as key from ${table} t` }),
    tables: [table],
    current: `select ${objectOf(columns.map((one) => ({ ...one, now: one.currentValueSql ?? one.now })))} as now from ${table} t where ${match} limit 1`,
    all: `select ${objectOf(columns.filter(({ isChange = false }) => !isChange))} as now from ${table} t where ${isExported} order by ${order}`,
    lock: `select from ${table} t, ${rowsToWrite()} r where ${match} order by ${order} for no key update of t`,
    ...(isRemovable ? { remove: `delete from ${table} t using (select $1::text[] as key) r where ${match}` } : {}),
    apply: async (tx, portion, ofFile) => {
      if (!isInsertedElsewhere) await tx.run({ text: insert, values: valuesOf(portion) });
      const text = update(new Set(ofFile.map(({ name }) => name)));
      if (text !== undefined) await tx.run({ text, values: valuesOf(portion) });
      return [];
    },
  };
};
