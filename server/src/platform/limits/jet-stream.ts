import { jetstream } from '@nats-io/jetstream';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import { z } from 'zod';

/** A server of NATS with JetStream. Its calls throw, by name and never with what the other side said. */
export interface JetStream {
  /** Ends once a stream has stored it, which drops the second of two with one id. */
  publish(message: { subject: string; id: string; text: string }): Promise<void>;
  /** Whether a stream keeps the subject. */
  isKept(subject: string): Promise<boolean>;
  close(): Promise<void>;
}

/** JetStream's answer to which streams keep a subject; null where none does. */
const streams = z.object({ streams: z.array(z.string()).nullable().default(null), error: z.never().optional() });

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
export const jetStreamFailureOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');

/** `url`: nats:// or tls://, which wants TLS, with user and password where it wants them. The connection is made for the first call and kept. */
export const openJetStream = (url: string, timeoutMs: number): JetStream => {
  let connection: Promise<NatsConnection> | undefined;
  const connected = async (): Promise<NatsConnection> => {
    const held = await connection?.catch(() => undefined);
    if (held !== undefined && !held.isClosed()) return held;
    connection = open(url, timeoutMs);
    return connection;
  };
  return {
    publish: async ({ subject, id, text }) => {
      const nats = await connected();
      await jetstream(nats).publish(subject, text, { msgID: id, timeout: timeoutMs });
    },
    isKept: async (subject) => {
      const nats = await connected();
      const reply = await nats.request('$JS.API.STREAM.NAMES', JSON.stringify({ subject }), {
        timeout: timeoutMs,
        headers: headers(),
      });
      const known = streams.safeParse(JSON.parse(reply.string()));
      return !known.success || (known.data.streams ?? []).length > 0;
    },
    close: async () => {
      const held = await connection?.catch(() => undefined);
      await held?.close();
    },
  };
};
