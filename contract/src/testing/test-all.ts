/** True if this run has all tests. `npm test -- --all` sets the variable, and only this line reads it. */
const isAll = process.env.TEST_ALL === '1';

/** Test files that a plain `npm test` omits (docs/testing.md, "Only with --all"). */
export const leftOut: readonly string[] = isAll ? [] : ['**/*.all.*'];

/** Returns how many examples a property test tries: all of them with `--all`, otherwise a tenth. */
export const examples = (all: number): number => (isAll ? all : Math.ceil(all / 10));

/** Returns the rows of a generated table: all of them with `--all`, otherwise every tenth. */
export const exampleRows = <Row>(rows: readonly Row[]): readonly Row[] =>
  isAll ? rows : rows.filter((_, index) => index % 10 === 0);
