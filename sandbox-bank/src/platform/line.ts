import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Milliseconds. A test that acts during the delay passes a promise instead. */
export type Delay = number | Promise<unknown>;

/** The connection to the shop, with the faults of real ones. */
export interface Line {
  /** Counts a call until its connection has finished it. */
  readonly begin: (reply: FastifyReply) => void;
  /** Sends no response: the connection stays open until the caller disconnects or the bank closes. */
  readonly leaveUnanswered: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Closes the connection without a response. */
  readonly drop: (request: FastifyRequest, reply: FastifyReply) => void;
  /** @returns true after `delay`, or false immediately if the bank is closing. */
  readonly wait: (delay: Delay) => Promise<boolean>;
  /** Ends every delay, closes the held connections, and resolves when no call is left. */
  readonly close: () => Promise<void>;
}

export function openLine(): Line {
  const calls = new Set<ServerResponse>();
  const heldSockets = new Set<FastifyRequest['raw']['socket']>();
  const closing = new AbortController();
  return {
    begin: ({ raw }) => {
      calls.add(raw);
      raw.once('close', () => calls.delete(raw));
    },
    leaveUnanswered: (request, reply) => {
      reply.hijack();
      const { socket } = request.raw;
      heldSockets.add(socket);
      socket.once('close', () => heldSockets.delete(socket));
      request.log.info('connection held without an answer');
    },
    drop: (request, reply) => {
      reply.hijack();
      request.raw.socket.destroy();
      request.log.info('connection dropped instead of an answer');
    },
    wait: async (delay) => {
      if (closing.signal.aborted) return false;
      if (typeof delay !== 'number') {
        const closed = once(closing.signal, 'abort').then(() => false);
        return Promise.race([delay.then(() => true), closed]);
      }
      const elapsed = sleep(delay, true, { signal: closing.signal });
      return elapsed.catch((error: unknown) => {
        if (closing.signal.aborted) return false;
        throw error;
      });
    },
    close: async () => {
      closing.abort();
      for (const socket of heldSockets) socket.destroy();
      await Promise.all([...calls].map((call) => new Promise((resolve) => call.once('close', resolve))));
    },
  };
}
