import type { Opaque, Statements } from '../../statements.gen.ts';
import type { Tx } from './database.ts';

/** The facts that a declaration adds to PostgreSQL's description of a column. `type` exists only for the compiler. */
interface Column<Type, IsNeverNull extends boolean = boolean> {
  readonly isNeverNull: IsNeverNull;
  /** The column that is null exactly when the declared column is null. */
  readonly joinedWith?: string;
  readonly type?: Type;
}

/** Declares the type of a column where PostgreSQL is less precise: JSON, or a text with few values. */
export const column = <Type>(): Column<Type, false> => ({ isNeverNull: false });

/** Declares a column as never null where PostgreSQL cannot infer this. The tests' database refuses a row with a null there. */
export const neverNull = <Type = never>(): Column<Type, true> => ({ isNeverNull: true });

/** Declares a column of an outer join: null only if `name` is null, which the caller checks first. The tests' database enforces this. */
export const joinedWith = <Type = never>(name: string): Column<Type, true> => ({ isNeverNull: true, joinedWith: name });

type DescribedType<Value> = [NonNullable<Value>] extends [Opaque] ? unknown : NonNullable<Value>;

type ColumnsOf<Row> = { readonly [Name in keyof Row]?: Column<DescribedType<Row[Name]>> };

type Value<Described, Fact> =
  Fact extends Column<infer Type, infer IsNeverNull>
    ?
        | ([Type] extends [never] ? NonNullable<Described> : Type)
        | (IsNeverNull extends true ? never : Extract<Described, null>)
    : Described;

type RowWith<Row, Columns> = {
  [Name in keyof Row]: Name extends keyof Columns ? Value<Row[Name], Columns[Name]> : Row[Name];
};

/** The type of a statement's rows: `RowOf<typeof selectCoupons>`. */
export type RowOf<Run extends (tx: Tx, values: never) => Promise<object[]>> = Awaited<ReturnType<Run>>[number];

interface DescribedStatement {
  readonly text: string;
  readonly columns: Readonly<Record<string, Column<unknown> | undefined>>;
}

/** Every described statement of the loaded modules, by name. */
export const describedStatements = new Map<string, DescribedStatement>();

/**
 * A named prepared statement. PostgreSQL describes its values and rows (`npm run statements` writes `statements.gen.ts`), and the driver
 * returns its columns in camelCase. `name` is unique: pg_stat_statements, traces and counts show it.
 *
 *   const findSeller = statement('sellers.by-slug', 'select id, opening_hours from sellers where slug = $1', {
 *     openingHours: column<OpeningHours>(),
 *   });
 *   const [seller] = await findSeller(tx, [slug]);
 */
export const statement = <
  Name extends keyof Statements,
  Columns extends ColumnsOf<Statements[Name]['row']> = Record<never, never>,
>(
  name: Name,
  text: string,
  columns?: Columns,
) => {
  if (describedStatements.has(name)) throw new Error(`two statements are called ${name}`);
  describedStatements.set(name, { text, columns: { ...columns } });
  return (tx: Tx, values: Statements[Name]['values']) =>
    tx.run<RowWith<Statements[Name]['row'], Columns>>({ name, text, values, isDescribed: true });
};
