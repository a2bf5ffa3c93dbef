/** An SQL text whose parameters are numbered when it is assembled. */
export type Sql = (parameter: (value: unknown) => string) => string;

/** Assembles a statement and numbers its parameters. */
export const numbered = (build: Sql): { text: string; values: unknown[] } => {
  const values: unknown[] = [];
  const text = build((value) => `$${values.push(value)}`);
  return { text, values };
};
