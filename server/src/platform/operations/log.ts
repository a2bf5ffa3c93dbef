import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import pg from 'pg';
import { type DestinationStream, pino } from 'pino';

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

/**
 * What the framework says of a request: only what names nobody. Addresses, cart ids and query values (a NIT, an e-mail)
 * never reach the log.
 */
const serializers = {
  req: (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions?.url }),
  res: (reply: { statusCode: number }) => ({ statusCode: reply.statusCode }),
  err: loggedError,
};

/** Lines wait for this many others, or this many milliseconds: a write for each would cost a fifth of a cached page. */
const batchLines = 100;
const batchMs = 500;

/**
 * Hands lines on together. The destination could wait for a length itself, but counts all that waits anew for each line,
 * which costs more than the writes it saves (6 µs a line, 1 µs this way). Batches are written at once: one under way in
 * another thread is lost when the process exits.
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
 * The process's log: lines of JSON to its output, written together; which machine's they are, whoever collects them knows.
 * What waits is written when the process ends, also by an error; only killed hard does it lose its last half second.
 * To be made once in a process. `output` is the process's own, unless somebody wants to read the lines.
 */
export const createLog = (level: string, output?: DestinationStream): FastifyBaseLogger =>
  level === 'silent' ? pino({ level }) : pino({ level, serializers, base: null }, output ?? inBatches());
