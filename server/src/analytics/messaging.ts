import { createHmac } from 'node:crypto';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import { z } from 'zod';
import { callOutside } from '../platform/limits/outbound-call.ts';
import type { Config } from '../platform/operations/config.ts';
import type { OutgoingMessage } from './analytics.store.ts';

/** Why a message was not taken: a code or a status, never what the other side said. */
export class MessageNotTaken extends Error {}

/**
 * The messaging service (ANA-02): takes messages at least once; `id` tells those that came twice.
 * @throws MessageNotTaken where it did not say that it has the message: the job that sends it tries again.
 */
export interface Messaging {
  send(message: OutgoingMessage): Promise<void>;
  /** Why no message would be taken now, as far as can be told without sending one; null: none is known. */
  findFault(): Promise<string | null>;
  close(): Promise<void>;
}

/** What travels, in either adapter. */
const messageText = ({ id, event, data, createdAt }: OutgoingMessage): string =>
  JSON.stringify({ id, event, createdAt: createdAt.toISOString(), data });

interface WebhookOptions {
  url: string;
  /** Known to both sides. */
  secret: string;
  timeoutMs?: number;
  /** Milliseconds since 1970; the other side refuses what is too old. */
  clock?: () => number;
}

/** `sha256=` and the HMAC of `{timestamp}.{body}`, in hex: of these very bytes, sent at that very time. */
const signatureOf = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;

/** POST with a signature; any status of success says that the message was taken. */
export const createWebhookMessaging = (options: WebhookOptions): Messaging => {
  const { url, secret, timeoutMs = 5_000, clock = Date.now } = options;
  return {
    send: async (message) => {
      const text = messageText(message);
      const timestamp = String(Math.floor(clock() / 1_000));
      const headers = {
        'x-ceiba-id': message.id,
        'x-ceiba-timestamp': timestamp,
        'x-ceiba-signature': signatureOf(secret, timestamp, text),
      };
      const answer = await callOutside({ service: 'messaging', method: 'POST', url, headers, text, timeoutMs });
      if (answer.kind !== 'answered') throw new MessageNotTaken(`${answer.kind}: ${answer.reason}`);
      if (answer.status < 200 || answer.status > 299) throw new MessageNotTaken(`status ${answer.status}`);
    },
    // Any answer to a question that brings no message: who refuses that may take messages all the same.
    findFault: async () => {
      const answer = await callOutside({ service: 'messaging', method: 'GET', url, timeoutMs });
      return answer.kind === 'answered' ? null : `does not answer (${answer.reason})`;
    },
    close: async () => {},
  };
};

interface NatsOptions {
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
 * NATS with JetStream (record 0026). A message is sent once it is stored there; `Nats-Msg-Id` lets the stream drop the
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

/** The messaging service of the settings; undefined: messages only stay in their table. */
export const openMessaging = ({ messaging }: Pick<Config, 'messaging'>): Messaging | undefined => {
  if (messaging === undefined) return undefined;
  return messaging.kind === 'nats' ? createNatsMessaging(messaging) : createWebhookMessaging(messaging);
};
