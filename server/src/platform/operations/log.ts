import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import pg from 'pg';
import { type DestinationStream, pino } from 'pino';

/** SQLSTATE class 22, "data exception". Messages of this class quote the invalid value. */
const quotesValue = /^22/;

const framesOf = (error: Error): string =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');

/** Returns the error's message, unless it quotes a value. */
const loggableMessage = (error: Error): string =>
  error instanceof pg.DatabaseError && quotesValue.test(error.code ?? '')
    ? `PostgreSQL refused a value (${error.code}, ${error.routine ?? 'unknown routine'})`
    : error.message;

/** Converts a database error into an error that may be logged completely, with only message and stack. Returns any other value unchanged. */
export const withoutValues = (error: unknown): unknown => {
  if (!(error instanceof pg.DatabaseError)) return error;
  const redacted = new Error(loggableMessage(error));
  redacted.stack = `${redacted.message}\n${framesOf(error)}`;
  return redacted;
};

/**
 * Converts an error for the log. Of PostgreSQL's fields, only names are included. `detail`, `where`, `internalQuery` and the parameters
 * hold user input, and logs contain no values (ARCHITECTURE §7). A value that is not an error stays unchanged.
 */
export const loggedError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const named =
    error instanceof pg.DatabaseError
      ? { schema: error.schema, table: error.table, column: error.column, constraint: error.constraint }
      : {};
  return {
    type: error.name,
    message: loggableMessage(error),
    ...('code' in error ? { code: error.code } : {}),
    ...named,
    stack: framesOf(error),
    ...(error.cause === undefined ? {} : { cause: loggedError(error.cause) }),
  };
};

/** The log fields of a request, without personal data. Addresses, cart IDs and query values (a NIT, an e-mail) never reach the log. */
const serializers = {
  req: (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions?.url }),
  res: (reply: { statusCode: number }) => ({ statusCode: reply.statusCode }),
  err: loggedError,
};

/** Lines are written after this many lines, or after this many milliseconds. To write each line separately would cost a fifth of a cached page. */
const batchLines = 100;
const batchMs = 500;

/**
 * Writes lines in batches. The destination has its own batching, but recounts all waiting bytes for each line: 6 µs per line instead of 1
 * µs. Batches are written synchronously, because an asynchronous write would be lost when the process exits.
 */
const inBatches = () => {
  const output = pino.destination({ dest: 1, sync: true });
  let lines: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (lines.length === 0) return;
    const text = lines.join('');
    lines = [];
    output.write(text);
  };
  process.on('exit', flush);
  return {
    write: (line: string): void => {
      lines.push(line);
      if (lines.length >= batchLines) flush();
      else timer ??= setTimeout(flush, batchMs).unref();
    },
  };
};

/**
 * Creates the process's log: lines of JSON on its output, written in batches. The log collector knows the machine. Waiting lines are
 * written when the process ends, even because of an error. Only a hard kill loses the last half second. Must be created once per process.
 * `output` replaces the process's output in tests.
 */
export const createLog = (level: string, output?: DestinationStream): FastifyBaseLogger =>
  level === 'silent' ? pino({ level }) : pino({ level, serializers, base: null }, output ?? inBatches());
