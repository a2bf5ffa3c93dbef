import { connect, createServer, type Socket } from 'node:net';
import { listenHere } from './listen-here.ts';

/** A proxy between client and server that can cut connections silently, as a firewall does. */
export interface CuttingProxy {
  /** Returns `url` with this proxy's port. */
  through(url: string): string;
  /** Stops all data on open connections, without closing them on either side. New connections work. */
  cut(): void;
  close(): Promise<void>;
}

export const startCuttingProxy = async (target: { host: string; port: number }): Promise<CuttingProxy> => {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target);
    client.pipe(upstream).pipe(client);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
  });
  const port = await listenHere(server);
  return {
    through: (url) => {
      const moved = new URL(url);
      moved.hostname = '127.0.0.1';
      moved.port = String(port);
      return moved.href;
    },
    cut: () => {
      for (const socket of sockets) {
        socket.unpipe();
        socket.removeAllListeners('end');
        socket.resume();
      }
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
};
