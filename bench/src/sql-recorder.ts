import { connect, createServer, type Socket } from 'node:net';

/** A statement as the shop sent it, or the begin and end of a transaction. */
export type Sent =
  | { kind: 'query'; connection: number; name: string; text: string; values: (string | null)[] }
  | { kind: 'begin' | 'commit' | 'rollback'; connection: number };

export interface SqlRecorder {
  port: number;
  /** What was sent since the last call, in order. */
  take(): Sent[];
  close(): Promise<void>;
}

/** Reads the fields of one message of PostgreSQL's protocol (version 3). */
const fieldsOf = (message: Buffer) => {
  let at = 0;
  return {
    text: (): string => {
      const end = message.indexOf(0, at);
      const value = message.toString('utf8', at, end);
      at = end + 1;
      return value;
    },
    int16: (): number => {
      at += 2;
      return message.readInt16BE(at - 2);
    },
    value: (): string | null => {
      const length = message.readInt32BE(at);
      at += 4;
      if (length < 0) return null;
      at += length;
      return message.toString('utf8', at - length, at);
    },
  };
};

const transactionWords = { begin: 'begin', commit: 'commit', rollback: 'rollback' } as const;
const isTransactionWord = (text: string): text is keyof typeof transactionWords => text in transactionWords;

/** A Bind message: portal, statement, formats, values. */
const boundBy = (fields: ReturnType<typeof fieldsOf>): { name: string; values: (string | null)[] } => {
  fields.text();
  const name = fields.text();
  for (let formats = fields.int16(); formats > 0; formats -= 1) fields.int16();
  const values: (string | null)[] = [];
  for (let count = fields.int16(); count > 0; count -= 1) values.push(fields.value());
  return { name, values };
};

/** What one connection prepares and runs, by its messages in the order of the protocol. */
const listenTo = (connection: number, record: (sent: Sent) => void) => {
  const prepared = new Map<string, string>();
  const simple = (text: string): void => {
    const word = text.toLowerCase();
    if (isTransactionWord(word)) record({ kind: transactionWords[word], connection });
    else record({ kind: 'query', connection, name: '', text, values: [] });
  };
  return (type: string, message: Buffer): void => {
    const fields = fieldsOf(message);
    if (type === 'Q') simple(fields.text());
    if (type === 'P') prepared.set(fields.text(), fields.text());
    if (type === 'B') {
      const { name, values } = boundBy(fields);
      record({ kind: 'query', connection, name, text: prepared.get(name) ?? '', values });
    }
  };
};

/** Cuts a client's bytes into messages; the first has no type. */
const messagesOf = (hear: (type: string, message: Buffer) => void) => {
  let rest: Buffer = Buffer.alloc(0);
  let isStarted = false;
  return (piece: Buffer): void => {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    for (;;) {
      const head = isStarted ? 1 : 0;
      if (rest.length < head + 4) return;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return;
      if (isStarted) hear(rest.toString('latin1', 0, 1), rest.subarray(5, length));
      isStarted = true;
      rest = rest.subarray(length);
    }
  };
};

/**
 * Stands between the shop and its database and writes down every statement with its values: what the bare script sends
 * is then what the shop sends, whatever its code becomes.
 */
export const startSqlRecorder = async (database: { host: string; port: number }): Promise<SqlRecorder> => {
  let sent: Sent[] = [];
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    connections += 1;
    const upstream = connect({ ...database, noDelay: true });
    const cut = messagesOf(listenTo(connections, (statement) => sent.push(statement)));
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    client.setNoDelay(true);
    client.on('data', cut);
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    take: () => {
      const taken = sent;
      sent = [];
      return taken;
    },
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
};
