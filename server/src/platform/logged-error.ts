import pg from 'pg';

/** SQLSTATE class 22, "data exception": its messages quote the value that did not fit. */
const quotesValue = /^22/;

const framesOf = (error: Error): string =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');

/** What may be told of an error's reason: the message, unless it is one in which PostgreSQL quotes a value. */
const tellableMessage = (error: Error): string =>
  error instanceof pg.DatabaseError && quotesValue.test(error.code ?? '')
    ? `PostgreSQL refused a value (${error.code}, ${error.routine ?? 'unknown routine'})`
    : error.message;

/** A database error as one that may be shown whole, with its message and stack only; anything else as it is. */
export const withoutValues = (error: unknown): unknown => {
  if (!(error instanceof pg.DatabaseError)) return error;
  const told = new Error(tellableMessage(error));
  told.stack = `${told.message}\n${framesOf(error)}`;
  return told;
};

/**
 * An error as it is logged. Of PostgreSQL's fields only those that name things: `detail`, `where`, `internalQuery` and
 * the parameters hold what somebody typed, and logs hold no values (ARCHITECTURE §7). Anything but an error is left as
 * it is.
 */
export const loggedError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const named =
    error instanceof pg.DatabaseError
      ? { schema: error.schema, table: error.table, column: error.column, constraint: error.constraint }
      : {};
  return {
    type: error.name,
    message: tellableMessage(error),
    ...('code' in error ? { code: error.code } : {}),
    ...named,
    stack: framesOf(error),
    ...(error.cause === undefined ? {} : { cause: loggedError(error.cause) }),
  };
};
