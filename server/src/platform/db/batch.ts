import pg from 'pg';

/**
 * Every undocumented member of the driver that the batch uses (pg/lib/query.js, result.js and connection.js). `batch.test.ts` names the
 * tested version and checks that the installed driver has these members.
 */

type Parse = (text: string) => unknown;

/** The message that names the columns of a result. */
interface RowDescription {
  fields: { name: string; dataTypeID: number; format: string }[];
}

/** The driver's parsed row description, created once per result. */
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
  /** A row description sets this. A statement that was described before gets no second description. */
  _accumulateRows: boolean;
  /** Sends Parse if the statement is new to the connection, then Bind, Describe, Execute and Sync. */
  prepare(connection: pg.Connection): void;
  handleRowDescription(message: RowDescription): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: pg.Connection): void;
  handleError(error: Error, connection: pg.Connection): void;
  handleReadyForQuery(connection: pg.Connection): void;
}

export interface DriverConnection {
  /** Statement texts by name: statements that the server has parsed, and statements sent to be parsed. */
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  /** All methods of a connection send their messages by `_send`. */
  _send(message: Buffer): void;
}

declare module 'pg' {
  interface Query extends DriverQuery {}
  interface Connection extends DriverConnection {}
}

interface KnownConnection {
  /** Row descriptions by statement name. On a connection, a name always has the same text. */
  shapes: Map<string, DriverResult>;
  /** The connection, but with `_send` replaced: messages of a query are collected instead of sent. */
  gathering: pg.Connection;
  /** Like `gathering`, but requests no row descriptions. */
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
  const state = { shapes: new Map<string, DriverResult>(), gathering, quiet, gathered };
  known.set(connection, state);
  return state;
};

const send = ({ stream }: pg.Connection, messages: readonly Buffer[]): void => {
  if (stream.writable) stream.write(Buffer.concat(messages));
};

/** Turns a column name (`order_id`) into a property name (`orderId`). */
export const camelCase = (name: string): string =>
  name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The description of a statement that returns no columns, such as an update without `returning`. */
const noColumns: DriverResult = { fields: [], _parsers: [], _prebuiltEmptyResultObject: {} };

/**
 * A named statement that is described once per connection and sent in one packet. By default the driver requests the column descriptions
 * with every call. For fifty columns the description is longer than the row. The columns cannot change, because a server refuses a prepared
 * statement whose columns have changed (0A000).
 */
class NamedQuery extends pg.Query {
  #learn: (shape: DriverResult) => void = () => {};
  #shape = noColumns;
  readonly #isDescribed: boolean;
  /** The reason why a value could not be sent. */
  failure: Error | undefined;

  constructor(
    name: string,
    { text, values, isDescribed = false }: StatementCall,
    callback: (error: Error | undefined, result: pg.ResultBuilder) => void,
  ) {
    super(text, [...values], callback);
    this.name = name;
    this.#isDescribed = isDescribed;
  }

  /** Returns the messages to send. The last message is Sync, which ends the server's implicit transaction. */
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

  override handleRowDescription(message: RowDescription): void {
    // Renames the columns once per connection, with the description, so that reading rows costs nothing more.
    if (this.#isDescribed) for (const field of message.fields) field.name = camelCase(field.name);
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
 * Named statements that the server answers in one packet. Outside a transaction they form one implicit transaction: if one statement is
 * refused, all are refused and nothing is written. Each caller gets its answer when all statements are done.
 */
class QueryBatch extends pg.Query {
  readonly #parts: readonly NamedQuery[];
  #done = 0;

  constructor(parts: readonly NamedQuery[]) {
    super('');
    this.#parts = parts;
    this.#tellName();
  }

  /** Makes the statement's name the name of the active query, by which the driver looks up parsed statements. */
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

  /** Deletes the records of statements that will not be parsed again. */
  #forget(connection: pg.Connection): void {
    for (const { name = '' } of this.#parts) delete connection.submittedNamedStatements[name];
  }

  #current(): NamedQuery {
    const part = this.#parts[this.#done];
    if (part === undefined) throw new Error('the server answered more statements than were sent');
    return part;
  }

  override handleRowDescription(message: RowDescription): void {
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

/** A statement and its values. */
export interface StatementCall {
  name?: string;
  text: string;
  values: readonly unknown[];
  /** True if the driver returns the columns in camelCase (`statement.ts`). */
  isDescribed?: boolean;
}

const askNamed = (name: string, asked: StatementCall, client: pg.PoolClient): Promise<pg.QueryResult> =>
  new Promise((done, fail) => {
    client.query(new NamedQuery(name, asked, (error, result) => (error ? fail(error) : done(result))));
  });

/** Rethrows an error with the stack trace of the caller that ran the statement. */
export const tracing = async (answer: Promise<pg.QueryResult>): Promise<pg.QueryResult> => {
  try {
    return await answer;
  } catch (error) {
    // The driver created the error while it read a packet. The log needs the stack of the caller instead.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
};

/** Sends a single statement. */
export const ask = (asked: StatementCall, client: pg.PoolClient): Promise<pg.QueryResult> => {
  const { name, text, values } = asked;
  return name === undefined ? client.query({ text, values: [...values] }) : tracing(askNamed(name, asked, client));
};

/**
 * Collects the statements of this turn of the event loop. All are sent in one packet, and the server answers them in one packet (record
 * 0040). To send each statement in its own packet would cost both sides system calls and wake-ups.
 */
export const batchOn = (client: pg.PoolClient): ((asked: StatementCall) => Promise<pg.QueryResult>) => {
  let waiting: NamedQuery[] = [];
  const leave = (): void => {
    const [first, ...others] = waiting;
    waiting = [];
    if (first !== undefined) client.query(others.length === 0 ? first : new QueryBatch([first, ...others]));
  };
  return (asked) => {
    const { name, text, values } = asked;
    if (name === undefined) {
      leave();
      return client.query({ text, values: [...values] });
    }
    return new Promise((done, fail) => {
      if (waiting.length === 0) process.nextTick(leave);
      waiting.push(new NamedQuery(name, asked, (error, result) => (error ? fail(error) : done(result))));
    });
  };
};
