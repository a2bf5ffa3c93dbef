/** An SQL text whose parameters are numbered when it is put together. */
export type Sql = (parameter: (value: unknown) => string) => string;

/** Numbers the parameters of a statement while its text is put together. */
export const numbered = (build: Sql): { text: string; values: unknown[] } => {
  const values: unknown[] = [];
  const text = build((value) => `$${values.push(value)}`);
  return { text, values };
};
