import { createServer, Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The setting that changes a port. */
type PortSetting = 'PORT' | 'BANK_PORT' | 'OPERATIONS_PORT';

/** Returns the error that a person reads, in Spanish and English. `variable`: the setting that changes the port. */
export const portTaken = (variable: PortSetting, port: number): Error =>
  new Error(
    `El puerto ${port} ya está en uso: detén el programa que lo usa o elige otro con ${variable}=${port + 1}. · ` +
      `Port ${port} is already in use: stop the program that uses it, or choose another with ${variable}=${port + 1}.`,
  );

/** Returns whether `listen` failed because another program uses the port. */
export const isPortTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

/**
 * Runs before anything else starts, so that an accidental second shop ends immediately. Port 0 (any free port) is always free. Other
 * problems with the address are reported when the server listens on it.
 */
export const assertPortIsFree = (variable: PortSetting, port: number, host: string): Promise<void> =>
  new Promise((done, fail) => {
    const server = createServer();
    server.once('error', (error) => (isPortTaken(error) ? fail(portTaken(variable, port)) : done()));
    server.listen({ port, host, exclusive: true }, () => server.close(() => done()));
  });

/** Open resources. They are closed once, in reverse order, even if the start fails or is canceled halfway. */
export interface Closers {
  /** Adds a resource. If the start was canceled, closes the resource and throws. */
  add(close: () => Promise<void>): void;
  /** Returns whether `closeAll` was called. */
  isClosing(): boolean;
  /** Closes only the first resource, the database server, immediately. Without the server, no running step of the start can continue. */
  closeFirst(): Promise<void>;
  /** Closes all resources, even if one fails. Throws the first failure. */
  closeAll(): Promise<void>;
}

export const createClosers = (signal?: AbortSignal): Closers => {
  const open: (() => Promise<void>)[] = [];
  let closing: Promise<void> | undefined;
  const closeDown = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (let close = open.pop(); close !== undefined; close = open.pop()) {
      await close().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  };
  const once = (close: () => Promise<void>): (() => Promise<void>) => {
    let closed: Promise<void> | undefined;
    return () => {
      closed ??= close();
      return closed;
    };
  };
  let first: (() => Promise<void>) | undefined;
  return {
    add: (close) => {
      const closeOnce = once(close);
      first ??= closeOnce;
      open.push(closeOnce);
      signal?.throwIfAborted();
    },
    isClosing: () => closing !== undefined,
    closeFirst: async () => first?.(),
    closeAll: () => {
      closing ??= closeDown();
      return closing;
    },
  };
};

interface DrainableServer extends Server {
  closeIdleConnections(): void;
}

interface DrainOptions {
  /** Milliseconds for which an idle connection stays open. */
  graceMs?: number;
  /** Maximum time of an answer, in milliseconds. */
  limitMs?: number;
}

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((done, fail) => {
    server.getConnections((error, count) => (error === null ? done(count) : fail(error)));
  });

/**
 * Stops a server without visible errors. New connections are refused, so that a load balancer uses the next node. Each open
 * connection is closed by its next answer (`connection: close`, sent by the caller). http.Server#close would cut idle connections
 * immediately. But a proxy may just be sending an order on such a connection, and may not send the order again.
 */
export const drain = async (server: DrainableServer, options: DrainOptions = {}): Promise<void> => {
  const { graceMs = 1_000, limitMs = 20_000 } = options;
  Server.prototype.close.call(server);
  const start = performance.now();
  while ((await connectionsOf(server)) > 0) {
    const elapsed = performance.now() - start;
    if (elapsed > limitMs) return;
    if (elapsed > graceMs) server.closeIdleConnections();
    await sleep(20);
  }
};
