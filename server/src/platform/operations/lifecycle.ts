import { createServer, Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The setting that moves a port. */
type PortSetting = 'PORT' | 'BANK_PORT' | 'OPERATIONS_PORT';

/** The line a person reads, in the shop's language and in the project's; `variable` is the setting that moves the port. */
export const portTaken = (variable: PortSetting, port: number): Error =>
  new Error(
    `El puerto ${port} ya está en uso: detén el programa que lo usa o elige otro con ${variable}=${port + 1}. · ` +
      `Port ${port} is already in use: stop the program that uses it, or choose another with ${variable}=${port + 1}.`,
  );

/** Whether an error of `listen` says that somebody else listens there. */
export const isPortTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

/**
 * Asked before a start touches anything, so that a second shop by mistake ends at once. 0 (any free port) is always free.
 * What else may be wrong with the address is said when it is really listened on.
 */
export const assertPortIsFree = (variable: PortSetting, port: number, host: string): Promise<void> =>
  new Promise((done, fail) => {
    const server = createServer();
    server.once('error', (error) => (isPortTaken(error) ? fail(portTaken(variable, port)) : done()));
    server.listen({ port, host, exclusive: true }, () => server.close(() => done()));
  });

/** What is open. Closed last first, each once: also when starting fails in the middle, or is ended while it goes on. */
export interface Closers {
  /** Throws when the start is to end; what was given is closed then, too. */
  add(close: () => Promise<void>): void;
  /** Whether `closeAll` was asked for. */
  isClosing(): boolean;
  /** The first that was given alone, and at once: the database server, without which no step that is under way goes on. */
  closeFirst(): Promise<void>;
  /** All of them, also where one of them fails; throws the first failure. */
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
