import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A connection between two programs that can be cut and slowed down. */
export interface Relay {
  port: number;
  /** Breaks all open connections. New connections are accepted. */
  cut(): void;
  /** Delays data in each direction by this time, in milliseconds. 0 means as fast as possible. */
  delay(milliseconds: number): void;
  close(): Promise<void>;
}

/** Copies data in one direction: chunks in order, each after its delay. */
const carry = (from: Socket, to: Socket, delayOf: () => number): void => {
  let last = Promise.resolve();
  const later = (act: () => void): void => {
    const wait = delayOf();
    const due = new Promise<void>((done) => (wait === 0 ? done() : setTimeout(done, wait)));
    last = last.then(() => due).then(act);
  };
  from.on('data', (piece: Buffer) => later(() => to.write(piece)));
  from.on('end', () => later(() => to.end()));
};

/** A relay to a port of this machine. If the port cannot be reached, the connection to the relay breaks. */
export const openRelay = async (target: number): Promise<Relay> => {
  const sockets = new Set<Socket>();
  let milliseconds = 0;
  const hold = (socket: Socket, other: Socket): void => {
    sockets.add(socket);
    // An error on one side breaks the other side. The end of a stream is passed on after its data.
    socket.on('error', () => other.resetAndDestroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
    hold(near, far);
    hold(far, near);
    carry(near, far, () => milliseconds);
    carry(far, near, () => milliseconds);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('the relay has no port');
  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: address.port,
    cut,
    delay: (wanted) => {
      milliseconds = wanted;
    },
    close: async () => {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
};
