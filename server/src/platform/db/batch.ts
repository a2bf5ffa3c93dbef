import pg from 'pg';

/*
 * The driver's own members that the batch stands on and its types do not tell, all of them (pg/lib/query.js, result.js and
 * connection.js). `batch.test.ts` names the version they were tried with, and holds the installed driver to this list.
 */

type Parse = (text: string) => unknown;

/** What the driver makes of a statement's row description, once for each answer. */
export interface DriverResult {
  fields: readonly object[];
  _parsers: readonly Parse[];
  _prebuiltEmptyResultObject: object;
}

export interface DriverQuery {
  name: string | undefined;
  text: string;
  callback: ((error: Error | null) => void) | undefined;
  _result: DriverResult;
  /** Set by a row description, which is left out for a statement that was described before. */
  _accumulateRows: boolean;
  /** Sends Parse where the statement is new to the connection, Bind, Describe, Execute, Sync. */
  prepare(connection: pg.Connection): void;
  handleRowDescription(message: object): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: pg.Connection): void;
  handleError(error: Error, connection: pg.Connection): void;
  handleReadyForQuery(connection: pg.Connection): void;
}

export interface DriverConnection {
  /** Texts by name: what the server has parsed, and what was sent to be parsed. */
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  /** All that a connection's methods send goes through it. */
  _send(message: Buffer): void;
}

declare module 'pg' {
  interface Query extends DriverQuery {}
  interface Connection extends DriverConnection {}
}

interface KnownConnection {
  /** By the name of the statement, which has one text on a connection. */
  shapes: Map<string, DriverResult>;
  /** The connection, but that what a query sends is gathered. */
  gathering: pg.Connection;
  /** As `gathering`, and descriptions are not asked for. */
  quiet: pg.Connection;
  gathered: Buffer[];
}

const known = new WeakMap<pg.Connection, KnownConnection>();

const knownOf = (connection: pg.Connection): KnownConnection => {
  const found = known.get(connection);
  if (found !== undefined) return found;
  const gathered: Buffer[] = [];
  const gathering: pg.Connection = Object.create(connection, {
    _send: { value: (message: Buffer) => gathered.push(message) },
  });
  const quiet: pg.Connection = Object.create(gathering, { describe: { value: () => {} } });
  const made = { shapes: new Map<string, DriverResult>(), gathering, quiet, gathered };
  known.set(connection, made);
  return made;
};

const send = ({ stream }: pg.Connection, messages: readonly Buffer[]): void => {
  if (stream.writable) stream.write(Buffer.concat(messages));
};

/** Of a statement that answers no rows at all, as an update without `returning`. */
const noColumns: DriverResult = { fields: [], _parsers: [], _prebuiltEmptyResultObject: {} };

/**
 * A named statement, described once on each connection, and sent in one piece. The driver asks with every call which columns an
 * answer has, and the server tells; for a reading of fifty columns that is more than its row. They cannot change: a server
 * refuses a prepared statement whose columns are not those any more (0A000).
 */
class NamedQuery extends pg.Query {
  #learn: (shape: DriverResult) => void = () => {};
  #shape = noColumns;
  /** Why a value could not be sent. */
  failure: Error | undefined;

  /** Without `callback`, as a pool wants it: that one sets its own. */
  constructor(
    name: string,
    text: string,
    values: readonly unknown[],
    callback?: (error: Error | undefined, result: pg.ResultBuilder) => void,
  ) {
    super(text, [...values], callback);
    this.name = name;
  }

  /** What has to be sent, by its messages; the last is Sync, which ends what the server does as one. */
  messages(connection: pg.Connection): Buffer[] {
    const { name = '' } = this;
    const { shapes, gathering, quiet, gathered } = knownOf(connection);
    const shape = shapes.get(name);
    if (shape === undefined) {
      this.#learn = (learnt) => shapes.set(name, learnt);
    } else {
      this._result.fields = shape.fields;
      this._result._parsers = shape._parsers;
      this._result._prebuiltEmptyResultObject = shape._prebuiltEmptyResultObject;
      this._accumulateRows = true;
    }
    super.prepare(shape === undefined ? gathering : quiet);
    return gathered.splice(0);
  }

  override prepare(connection: pg.Connection): void {
    send(connection, this.messages(connection));
  }

  override handleRowDescription(message: object): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.#shape = { fields, _parsers, _prebuiltEmptyResultObject };
  }

  override handleCommandComplete(message: object, connection: pg.Connection): void {
    super.handleCommandComplete(message, connection);
    this.#learn(this.#shape);
  }

  override handleError(error: Error, connection: pg.Connection): void {
    this.failure = error;
    super.handleError(error, connection);
  }
}

/**
 * Named statements that the server does as one: it answers all of them in one piece, and outside of a transaction they are one
 * of their own. Where one is refused all are, and nothing of them is written. Each caller is told once all is done.
 */
class QueryBatch extends pg.Query {
  readonly #parts: readonly NamedQuery[];
  #done = 0;

  constructor(parts: readonly NamedQuery[]) {
    super('');
    this.#parts = parts;
    this.#tellName();
  }

  /** The driver keeps what a connection has parsed by the name of the query that is being answered. */
  #tellName(): void {
    const part = this.#parts[this.#done];
    if (part === undefined) return;
    this.name = part.name;
    this.text = part.text;
  }

  override submit = (connection: pg.Connection): Error | null => {
    const messages: Buffer[] = [];
    for (const part of this.#parts) {
      const { name = '', text } = part;
      const known = connection.parsedStatements[name] ?? connection.submittedNamedStatements[name] ?? text;
      const failure = known === text ? undefined : new Error(`"${name}" was used for a different statement`);
      if (messages.length > 0) messages.pop();
      if (failure === undefined) messages.push(...part.messages(connection));
      const failed = failure ?? part.failure;
      if (failed === undefined) continue;
      this.#forget(connection);
      return failed;
    }
    send(connection, messages);
    return null;
  };

  /** What was to be parsed and will not be. */
  #forget(connection: pg.Connection): void {
    for (const { name = '' } of this.#parts) delete connection.submittedNamedStatements[name];
  }

  #current(): NamedQuery {
    const part = this.#parts[this.#done];
    if (part === undefined) throw new Error('the server answers more statements than it was asked');
    return part;
  }

  override handleRowDescription(message: object): void {
    this.#current().handleRowDescription(message);
  }

  override handleDataRow(message: object): void {
    this.#current().handleDataRow(message);
  }

  override handleCommandComplete(message: object, connection: pg.Connection): void {
    this.#current().handleCommandComplete(message, connection);
    this.#done += 1;
    this.#tellName();
  }

  override handleError(error: Error, connection: pg.Connection): void {
    this.#forget(connection);
    for (const part of this.#parts) part.handleError(error, connection);
    this.callback?.(error);
  }

  override handleReadyForQuery(connection: pg.Connection): void {
    for (const part of this.#parts) part.handleReadyForQuery(connection);
    this.callback?.(null);
  }
}

/** A statement as it is asked. */
export interface Asked {
  name?: string;
  text: string;
  values: readonly unknown[];
}

const askNamed = (name: string, { text, values }: Asked, client: pg.PoolClient): Promise<pg.QueryResult> =>
  new Promise((done, fail) => {
    client.query(new NamedQuery(name, text, values, (error, result) => (error ? fail(error) : done(result))));
  });

/** A refusal that tells who asked. */
export const tracing = async (answer: Promise<pg.QueryResult>): Promise<pg.QueryResult> => {
  try {
    return await answer;
  } catch (error) {
    // Made while a packet was read: whoever reads the log wants to know who asked.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
};

/** Sends a statement by itself. */
export const ask = (asked: Asked, client: pg.PoolClient): Promise<pg.QueryResult> => {
  const { name, text, values } = asked;
  return name === undefined ? client.query({ text, values: [...values] }) : tracing(askNamed(name, asked, client));
};

/**
 * What is asked of a connection until this turn of the event loop ends leaves as one, and is answered as one (record 0040): a
 * write and an answer for each statement would be system calls for both sides, and wake both.
 */
export const batchOn = (client: pg.PoolClient): ((asked: Asked) => Promise<pg.QueryResult>) => {
  let waiting: NamedQuery[] = [];
  const leave = (): void => {
    const [first, ...others] = waiting;
    waiting = [];
    if (first !== undefined) client.query(others.length === 0 ? first : new QueryBatch([first, ...others]));
  };
  return ({ name, text, values }) => {
    if (name === undefined) {
      leave();
      return client.query({ text, values: [...values] });
    }
    return new Promise((done, fail) => {
      if (waiting.length === 0) process.nextTick(leave);
      waiting.push(new NamedQuery(name, text, values, (error, result) => (error ? fail(error) : done(result))));
    });
  };
};
