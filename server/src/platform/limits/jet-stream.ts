import { jetstream } from '@nats-io/jetstream';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import { z } from 'zod';

/** A NATS server with JetStream. Errors of its calls contain only the error's name, never the server's text. */
export interface JetStream {
  /** Resolves once a stream has stored the message. The stream ignores a second message with the same ID. */
  publish(message: { subject: string; id: string; text: string }): Promise<void>;
  /** Returns whether a stream stores the subject. */
  isKept(subject: string): Promise<boolean>;
  close(): Promise<void>;
}

/** JetStream's answer: the streams that store a subject. Null if no stream stores it. */
const streams = z.object({ streams: z.array(z.string()).nullable().default(null), error: z.never().optional() });

const open = (url: string, timeoutMs: number): Promise<NatsConnection> => {
  const { protocol, host, username, password } = new URL(url);
  const account = username === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  // Connects only to the configured server. A broken connection is opened again for the next message.
  const manners = { name: 'ceiba', timeout: timeoutMs, reconnect: false, ignoreClusterUpdates: true };
  // The client ignores the URL's scheme. Without `tls`, it would accept an unencrypted server.
  const secrecy = protocol === 'tls:' ? { tls: {} } : {};
  return connect({ servers: `${protocol}//${host}`, ...account, ...manners, ...secrecy });
};

/** Returns only the error's name. The message about an unreachable server contains the account of that server. */
export const jetStreamFailureOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');

/**
 * `url`: nats://, or tls:// to require TLS, with user and password if needed. The first call opens the connection. Later calls use the same
 * connection.
 */
export const openJetStream = (url: string, timeoutMs: number): JetStream => {
  let connection: Promise<NatsConnection> | undefined;
  const connected = async (): Promise<NatsConnection> => {
    const opened = await connection?.catch(() => undefined);
    if (opened !== undefined && !opened.isClosed()) return opened;
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
      const opened = await connection?.catch(() => undefined);
      await opened?.close();
    },
  };
};
