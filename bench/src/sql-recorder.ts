import { connect, createServer, type Socket } from 'node:net';
import { readStatements, type Sent } from './sql-wire.ts';

export interface SqlRecorder {
  port: number;
  /** What was sent since the last call, in order. @throws when something could not be recorded truly */
  take(): Sent[];
  /** Round trips since the last call: how often something was sent behind an answer, however many statements it held. */
  takeTrips(): number;
  close(): Promise<void>;
}

/**
 * Stands between the shop and its database and writes down every statement with its values: what the bare script sends
 * is then what the shop sends, whatever its code becomes.
 */
export const startSqlRecorder = async (database: { host: string; port: number }): Promise<SqlRecorder> => {
  let sent: Sent[] = [];
  let failure: unknown;
  let trips = 0;
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    connections += 1;
    const upstream = connect({ ...database, noDelay: true });
    const read = readStatements(connections, (statement) => sent.push(statement));
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    client.setNoDelay(true);
    let isAnswered = true;
    upstream.on('data', () => {
      isAnswered = true;
    });
    client.on('data', (piece) => {
      if (isAnswered) trips += 1;
      isAnswered = false;
      try {
        read(piece);
      } catch (error) {
        failure ??= error;
      }
    });
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    take: () => {
      if (failure !== undefined) throw failure;
      const taken = sent;
      sent = [];
      return taken;
    },
    takeTrips: () => {
      const taken = trips;
      trips = 0;
      return taken;
    },
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
};
