import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Connection, openConnection } from '../http-connection.ts';

/** What a crowd of shoppers met on the way to what it got. */
export interface Troubles {
  /** Answers and losses after which a shopper tried again, by name. */
  counts: Map<string, number>;
  /** The longest a shopper had to try one step, in milliseconds; orders in the reconciler's hands apart. */
  longestMs: number;
  longestOrderMs: number;
  /** 503s that did not say when to come back. */
  silent503: number;
}

export const noTroubles = (): Troubles => ({
  counts: new Map(),
  longestMs: 0,
  longestOrderMs: 0,
  silent503: 0,
});

/** How long a shopper tries one step, in milliseconds: longer than the reconciler needs. */
const patienceMs = 60_000;

/** Of an answer that trying again mends: its name. */
const passingTrouble = ({ status, body }: Answer): string | undefined => {
  if (status === 502 || status === 503 || status === 504) return String(status);
  if (status === 409 && body.includes('ORDER_IN_PROGRESS')) return '409 ORDER_IN_PROGRESS';
  return undefined;
};

export interface PatientConnection extends Connection {
  /** Ports of the nodes that have answered since the last call. */
  takeNodes(): Set<string>;
}

/** A shopper's connection that is opened again when it breaks, and that sends a request again while the shop is away. */
export const openPatientConnection = (port: number, troubles: Troubles): PatientConnection => {
  let connection: Connection | undefined;
  let nodes = new Set<string>();

  const attempt = async (request: Buffer): Promise<Answer | string> => {
    try {
      connection ??= await openConnection(port);
      return await connection.send(request);
    } catch {
      connection = undefined;
      return 'connection lost';
    }
  };

  const note = (name: string, answer: Answer | string): void => {
    troubles.counts.set(name, (troubles.counts.get(name) ?? 0) + 1);
    if (name === '503' && typeof answer !== 'string' && !/^retry-after: \d/im.test(answer.head))
      troubles.silent503 += 1;
  };

  return {
    send: async (request) => {
      const start = performance.now();
      let isSettling = false;
      for (;;) {
        const answer = await attempt(request);
        const name = typeof answer === 'string' ? answer : passingTrouble(answer);
        const tried = performance.now() - start;
        if (name === undefined && typeof answer !== 'string') {
          const node = /^x-node: \S*:(\d+)/im.exec(answer.head)?.[1];
          if (node !== undefined) nodes.add(node);
          if (isSettling) troubles.longestOrderMs = Math.max(troubles.longestOrderMs, tried);
          else troubles.longestMs = Math.max(troubles.longestMs, tried);
          return answer;
        }
        note(name ?? '', answer);
        isSettling ||= name === '409 ORDER_IN_PROGRESS';
        if (tried > patienceMs) throw new Error(`given up after ${patienceMs} ms: ${name}`);
        await sleep(100);
      }
    },
    close: () => connection?.close(),
    takeNodes: () => {
      const taken = nodes;
      nodes = new Set();
      return taken;
    },
  };
};
