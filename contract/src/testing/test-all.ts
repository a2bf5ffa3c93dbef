/** True if this run includes every test. `npm test -- --all` sets the variable, and only this line reads it. */
const isAll = process.env.TEST_ALL === '1';

/** Test files that a plain `npm test` leaves out (docs/testing.md, "Only with --all"). */
export const leftOut: readonly string[] = isAll ? [] : ['**/*.all.*'];

/** How many examples a property test tries: all of them with `--all`, a tenth without. */
export const examples = (all: number): number => (isAll ? all : Math.ceil(all / 10));

/** Rows of a generated table: all of them with `--all`, every tenth without. */
export const exampleRows = <Row>(rows: readonly Row[]): readonly Row[] =>
  isAll ? rows : rows.filter((_, index) => index % 10 === 0);
