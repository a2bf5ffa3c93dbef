import pg from 'pg';

type Parse = (text: string) => unknown;

/** What the driver makes of a statement's row description, once for each answer. */
interface RowShape {
  fields: readonly object[];
  _parsers: readonly Parse[];
  _prebuiltEmptyResultObject: object;
}

declare module 'pg' {
  // Members of the driver's own query (pg/lib/query.js) that its types do not tell.
  interface Query {
    name: string | undefined;
    _result: RowShape;
    _accumulateRows: boolean;
    prepare(connection: pg.Connection): void;
    handleRowDescription(message: object): void;
  }
}

interface KnownConnection {
  /** By the name of the statement, which has one text on a connection. */
  shapes: Map<string, RowShape>;
  /** The connection, but that what a query sends is gathered, and descriptions are not asked for. */
  quiet: pg.Connection;
  gathered: Buffer[];
}

const known = new WeakMap<pg.Connection, KnownConnection>();

const knownOf = (connection: pg.Connection): KnownConnection => {
  const found = known.get(connection);
  if (found !== undefined) return found;
  const gathered: Buffer[] = [];
  const quiet: pg.Connection = Object.create(connection, {
    describe: { value: () => {} },
    _send: { value: (message: Buffer) => gathered.push(message) },
  });
  const made = { shapes: new Map<string, RowShape>(), quiet, gathered };
  known.set(connection, made);
  return made;
};

/**
 * A named statement, described once on each connection, and sent in one piece. The driver asks with every call which columns an
 * answer has, and the server tells; for a reading of fifty columns that is more than its row. They cannot change: a server
 * refuses a prepared statement whose columns are not those any more (0A000).
 */
export class NamedQuery extends pg.Query {
  #learn: (shape: RowShape) => void = () => {};

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

  override prepare(connection: pg.Connection): void {
    const { name = '' } = this;
    const { shapes, quiet, gathered } = knownOf(connection);
    const shape = shapes.get(name);
    if (shape === undefined) {
      this.#learn = (learnt) => shapes.set(name, learnt);
      super.prepare(connection);
      return;
    }
    this._result.fields = shape.fields;
    this._result._parsers = shape._parsers;
    this._result._prebuiltEmptyResultObject = shape._prebuiltEmptyResultObject;
    this._accumulateRows = true;
    super.prepare(quiet);
    if (connection.stream.writable) connection.stream.write(Buffer.concat(gathered.splice(0)));
  }

  override handleRowDescription(message: object): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.#learn({ fields, _parsers, _prebuiltEmptyResultObject });
  }
}
