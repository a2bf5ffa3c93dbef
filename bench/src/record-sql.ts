import { appendFileSync } from 'node:fs';
import pg from 'pg';
import type { Sent } from './sql-script.ts';

/*
 * Loaded into a shop's process before anything else (`--import`). Also writes everything that the driver sends to the
 * file RECORD_SQL, one statement per line, with the values that the server gets. The bare script therefore always sends
 * the same as the shop's current code.
 */
const file = process.env.RECORD_SQL ?? '';

interface Known {
  connection: number;
  /** Texts of prepared statements by name. */
  texts: Map<string, string>;
  /** Number of bytes received from the server at the last send. */
  bytesRead: number;
}

/** Keyed by socket, because the shop gives the driver wrappers of a connection that collect the statements. */
const connections = new WeakMap<object, Known>();

let opened = 0;

const knownOf = ({ stream }: pg.Connection): Known => {
  const known = connections.get(stream) ?? { connection: ++opened, texts: new Map(), bytesRead: -1 };
  connections.set(stream, known);
  return known;
};

const note = (connection: pg.Connection, name: string, values: (string | null)[], given?: string): void => {
  const known = knownOf(connection);
  const { stream } = connection;
  const text = given ?? known.texts.get(name);
  if (text === undefined) throw new Error(`"${name}" is run, but was never prepared`);
  const bytesRead = 'bytesRead' in stream && typeof stream.bytesRead === 'number' ? stream.bytesRead : 0;
  const sent: Sent = {
    connection: known.connection,
    name,
    text,
    values,
    // Statements that are sent before any response share a round trip.
    isTrip: bytesRead !== known.bytesRead,
  };
  known.bytesRead = bytesRead;
  appendFileSync(file, `${JSON.stringify(sent)}\n`);
};

const textOf = (value: unknown): string | null => {
  if (value !== null && typeof value !== 'string')
    throw new Error('a recorded value is no text, and cannot be replayed');
  return value;
};

const { parse, bind, query } = pg.Connection.prototype;

pg.Connection.prototype.parse = function (...given) {
  const [{ name, text }] = given;
  // The driver omits the name of an unnamed statement.
  knownOf(this).texts.set(name ?? '', text);
  parse.apply(this, given);
};

pg.Connection.prototype.bind = function (...given) {
  const [config] = given;
  const map: unknown = config !== null && 'valueMapper' in config ? config.valueMapper : undefined;
  const values = (config?.values ?? []).map((value) => textOf(typeof map === 'function' ? map(value) : value));
  note(this, config?.statement ?? '', values);
  bind.apply(this, given);
};

pg.Connection.prototype.query = function (text) {
  note(this, '', [], text);
  query.call(this, text);
};
