import { describedStatements } from '../../platform/db/statement.ts';
import { descriptions } from './descriptions.gen.ts';

interface NeverNull {
  column: string;
  /** The column that is null together with this one. */
  unless: string | undefined;
}

const columnsByName = new Map<string, readonly NeverNull[]>();

/** Returns the columns of a described statement that must never be null, by their description or by a mark. */
const neverNullColumns = (name: string): readonly NeverNull[] => {
  const known = columnsByName.get(name);
  if (known !== undefined) return known;
  const described = descriptions[name]?.neverNull ?? [];
  const marks = Object.entries(describedStatements.get(name)?.columns ?? {});
  const columns = [
    ...described.map((column) => ({ column, unless: undefined })),
    ...marks.flatMap(([column, mark]) => (mark?.isNeverNull ? [{ column, unless: mark.joinedWith }] : [])),
  ];
  columnsByName.set(name, columns);
  return columns;
};

const isNull = (row: object, column: string): boolean => Reflect.get(row, column) === null;

/** Throws if a row has a null that its type excludes. A mark of the statement, or the rule for its description, is then wrong. */
export const refuseNulls = (name: string | undefined, rows: readonly object[]): void => {
  if (name === undefined || !describedStatements.has(name)) return;
  const columns = neverNullColumns(name);
  for (const row of rows) {
    const found = columns.find(
      ({ column, unless }) => isNull(row, column) && !(unless !== undefined && isNull(row, unless)),
    );
    if (found) throw new Error(`${name}: the column ${found.column} is null, and its type says that it never is`);
  }
};
