import pg from 'pg';

type Parse = (text: string) => unknown;

/** What the driver makes of a statement's row description, once for each answer. */
interface RowShape {
  fields: readonly object[];
  _parsers: readonly Parse[];
  _prebuiltEmptyResultObject: object;
}

declare module 'pg' {
  // Members of the driver's own query (pg/lib/query.js) and connection that its types do not tell.
  interface Query {
    name: string | undefined;
    text: string;
    callback: ((error: Error | null) => void) | undefined;
    _result: RowShape;
    _accumulateRows: boolean;
    prepare(connection: pg.Connection): void;
    handleRowDescription(message: object): void;
    handleDataRow(message: object): void;
    handleCommandComplete(message: object, connection: pg.Connection): void;
    handleEmptyQuery(connection: pg.Connection): void;
    handleError(error: Error, connection: pg.Connection): void;
    handleReadyForQuery(connection: pg.Connection): void;
  }
  interface Connection {
    parsedStatements: Record<string, string>;
    submittedNamedStatements: Record<string, string>;
  }
}

interface KnownConnection {
  /** By the name of the statement, which has one text on a connection. */
  shapes: Map<string, RowShape>;
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
  const made = { shapes: new Map<string, RowShape>(), gathering, quiet, gathered };
  known.set(connection, made);
  return made;
};

const send = ({ stream }: pg.Connection, messages: readonly Buffer[]): void => {
  if (stream.writable) stream.write(Buffer.concat(messages));
};

/** Of a statement that answers no rows at all, as an update without `returning`. */
const noColumns: RowShape = { fields: [], _parsers: [], _prebuiltEmptyResultObject: {} };

/**
 * A named statement, described once on each connection, and sent in one piece. The driver asks with every call which columns an
 * answer has, and the server tells; for a reading of fifty columns that is more than its row. They cannot change: a server
 * refuses a prepared statement whose columns are not those any more (0A000).
 */
export class NamedQuery extends pg.Query {
  #learn: (shape: RowShape) => void = () => {};
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
export class QueryBatch extends pg.Query {
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
