/** A statement as the shop sent it, or the begin and end of a transaction. */
export type Sent =
  | { kind: 'query'; connection: number; name: string; text: string; values: (string | null)[] }
  | { kind: 'begin' | 'commit' | 'rollback'; connection: number };

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

/** A Bind message: portal, statement, formats, values. @throws for a binary value, which would be read as text */
const boundBy = (fields: ReturnType<typeof fieldsOf>): { name: string; values: (string | null)[] } => {
  fields.text();
  const name = fields.text();
  for (let formats = fields.int16(); formats > 0; formats -= 1)
    if (fields.int16() !== 0) throw new Error(`${name} was sent with a binary value`);
  const values: (string | null)[] = [];
  for (let count = fields.int16(); count > 0; count -= 1) values.push(fields.value());
  return { name, values };
};

const transactionWords = { begin: 'begin', commit: 'commit', rollback: 'rollback' } as const;
const isTransactionWord = (text: string): text is keyof typeof transactionWords =>
  Object.hasOwn(transactionWords, text);

/** What one connection prepares and runs, by its messages in the order of the protocol. */
const listenTo = (connection: number, record: (sent: Sent) => void) => {
  const prepared = new Map<string, string>();
  const hear = (name: string, text: string, values: (string | null)[]): void => {
    const word = text.trim().toLowerCase();
    if (isTransactionWord(word)) record({ kind: transactionWords[word], connection });
    // Replayed as a statement of its own, it would open a transaction nobody ends.
    else if (/^(?:begin|start|commit|end|rollback|abort|savepoint|release)\b/.test(word))
      throw new Error(`a transaction that cannot be replayed: ${text}`);
    else record({ kind: 'query', connection, name, text, values });
  };
  return (type: string, message: Buffer): void => {
    const fields = fieldsOf(message);
    if (type === 'Q') hear('', fields.text(), []);
    if (type === 'P') prepared.set(fields.text(), fields.text());
    if (type === 'B') {
      const { name, values } = boundBy(fields);
      const text = prepared.get(name);
      if (text === undefined) throw new Error(`"${name}" is run, but was never prepared`);
      hear(name, text, values);
    }
  };
};

/** Start-up requests that the server answers with one byte, after which a client starts up again: SSL and GSSAPI. */
const askedFirst = new Set([80_877_103, 80_877_104]);

/**
 * Reads what a client sends, in whatever pieces it comes, and records its statements.
 *
 * @param connection what its statements are told apart by
 * @throws when something was sent that cannot be replayed truly, or is not the protocol
 */
export const readStatements = (connection: number, record: (sent: Sent) => void) => {
  const hear = listenTo(connection, record);
  let rest: Buffer = Buffer.alloc(0);
  // The first message has no type.
  let isStarted = false;
  return (piece: Buffer): void => {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    for (;;) {
      const head = isStarted ? 1 : 0;
      if (rest.length < head + 4) return;
      const size = rest.readInt32BE(head);
      if (size < 4) throw new Error('not a message of PostgreSQL');
      if (rest.length < head + size) return;
      const message = rest.subarray(head + 4, head + size);
      if (isStarted) hear(rest.toString('latin1', 0, 1), message);
      else isStarted = message.length < 4 || !askedFirst.has(message.readInt32BE(0));
      rest = rest.subarray(head + size);
    }
  };
};
