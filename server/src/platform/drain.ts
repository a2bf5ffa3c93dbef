import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface DrainableServer extends Server {
  closeIdleConnections(): void;
}

export interface DrainOptions {
  /** How long a connection nobody is using may still be used, in milliseconds. */
  graceMs?: number;
  /** How long answers may take, in milliseconds. */
  limitMs?: number;
}

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((done, fail) => {
    server.getConnections((error, count) => (error === null ? done(count) : fail(error)));
  });

/**
 * Lets a server end without anybody noticing: new connections are refused, so a balancer takes the next node; each open
 * one is told to close by its next answer (`connection: close`, which the caller sends). http.Server#close would cut
 * connections at rest at once, among them those into which a proxy is just writing an order: it may not send that again.
 */
export const drain = async (server: DrainableServer, options: DrainOptions = {}): Promise<void> => {
  const { graceMs = 1_000, limitMs = 30_000 } = options;
  Server.prototype.close.call(server);
  const start = performance.now();
  while ((await connectionsOf(server)) > 0) {
    const elapsed = performance.now() - start;
    if (elapsed > limitMs) return;
    if (elapsed > graceMs) server.closeIdleConnections();
    await sleep(20);
  }
};
