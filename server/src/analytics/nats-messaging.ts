import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import { z } from 'zod';
import { MessageNotTaken, type Messaging, messageText } from './messaging.ts';

export interface NatsOptions {
  /** nats:// or tls://, which wants TLS, with user and password where it wants them. */
  url: string;
  /** Belongs to a stream of JetStream, which answers when the message is stored. */
  subject: string;
  timeoutMs?: number;
}

/** JetStream's answer to a publication; one that failed has `error`. */
const stored = z.object({ stream: z.string().min(1), seq: z.number(), error: z.never().optional() });

/** JetStream's answer to which streams keep a subject; null where none does. */
const streams = z.object({ total: z.number(), streams: z.array(z.string()).nullable() });

const open = (url: string, timeoutMs: number): Promise<NatsConnection> => {
  const { protocol, host, username, password } = new URL(url);
  const account = username === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  // Who is asked is who was named. A connection that breaks is opened anew by the next message.
  const manners = { name: 'ceiba', timeout: timeoutMs, reconnect: false, ignoreClusterUpdates: true };
  // The client reads nothing of the scheme: without `tls` it would speak in the clear with a server that offers no better.
  const secrecy = protocol === 'tls:' ? { tls: {} } : {};
  return connect({ servers: `${protocol}//${host}`, ...account, ...manners, ...secrecy });
};

/** By name only: what a library says of a server it could not reach names that server's account. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');

/**
 * NATS with JetStream (record 0038). A message is sent once it is stored there; `Nats-Msg-Id` lets the stream drop the
 * second of two. The connection is made for the first message and kept.
 */
export const createNatsMessaging = ({ url, subject, timeoutMs = 5_000 }: NatsOptions): Messaging => {
  let connection: NatsConnection | undefined;
  const connected = async (): Promise<NatsConnection> => {
    if (connection === undefined || connection.isClosed()) connection = await open(url, timeoutMs);
    return connection;
  };
  return {
    send: async (message) => {
      const named = headers();
      named.set('Nats-Msg-Id', message.id);
      const answer = await connected()
        .then((nats) => nats.request(subject, messageText(message), { timeout: timeoutMs, headers: named }))
        .then((reply) => stored.safeParse(JSON.parse(reply.string())))
        .catch((error: unknown) => {
          throw new MessageNotTaken(nameOf(error));
        });
      if (!answer.success) throw new MessageNotTaken('not stored');
    },
    findFault: () =>
      connected()
        .then((nats) =>
          nats.request('$JS.API.STREAM.NAMES', JSON.stringify({ subject }), { timeout: timeoutMs, headers: headers() }),
        )
        .then((reply) => {
          const known = streams.safeParse(JSON.parse(reply.string()));
          return known.success && (known.data.streams ?? []).length === 0 ? `no stream keeps ${subject}` : null;
        })
        .catch((error: unknown) => `does not answer (${nameOf(error)})`),
    close: async () => {
      await connection?.close();
    },
  };
};
