import { createHmac } from 'node:crypto';
import { jetStreamFailureOf, openJetStream } from '../platform/limits/jet-stream.ts';
import { callOutside } from '../platform/limits/outbound-call.ts';
import type { Config } from '../platform/operations/config.ts';
import type { OutgoingMessage } from './analytics.store.ts';

/** Why a message was not taken: a code or a status, never text from the other side. */
export class MessageNotTaken extends Error {}

/**
 * The messaging service (ANA-02), which gets each message at least once; `id` marks repeated ones. @throws MessageNotTaken if the
 * service did not confirm the message: the job that sends it tries again.
 */
export interface Messaging {
  send(message: OutgoingMessage): Promise<void>;
  /** Checks, without a message, why the service would accept no message now. Null: no fault was found. */
  findFault(): Promise<string | null>;
  close(): Promise<void>;
}

/** The text that is sent, by either adapter. */
const messageText = ({ id, event, data, createdAt }: OutgoingMessage): string =>
  JSON.stringify({ id, event, createdAt: createdAt.toISOString(), data });

interface WebhookOptions {
  url: string;
  /** Known to both sides. */
  secret: string;
  timeoutMs?: number;
  /** Milliseconds since 1970; the other side refuses messages that are too old. */
  clock?: () => number;
}

/** `sha256=` and the HMAC of `{timestamp}.{body}`, in hex: of exactly the bytes and the timestamp that are sent. */
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
    // Any answer to a request without a message counts: a service that refuses this request may still take messages.
    findFault: async () => {
      const answer = await callOutside({ service: 'messaging', method: 'GET', url, timeoutMs });
      return answer.kind === 'answered' ? null : `does not answer (${answer.reason})`;
    },
    close: async () => {},
  };
};

interface NatsOptions {
  /** nats://, or tls:// for TLS, with user and password if the server requires them. */
  url: string;
  /** Belongs to a stream of JetStream, which answers when the message is stored. */
  subject: string;
  timeoutMs?: number;
}

/** NATS with JetStream (record 0026). A message counts as sent once JetStream has stored it. */
export const createNatsMessaging = ({ url, subject, timeoutMs = 5_000 }: NatsOptions): Messaging => {
  const nats = openJetStream(url, timeoutMs);
  return {
    send: (message) =>
      nats.publish({ subject, id: message.id, text: messageText(message) }).catch((error: unknown) => {
        throw new MessageNotTaken(jetStreamFailureOf(error));
      }),
    findFault: () =>
      nats
        .isKept(subject)
        .then((isKept) => (isKept ? null : `no stream keeps ${subject}`))
        .catch((error: unknown) => `does not answer (${jetStreamFailureOf(error)})`),
    close: () => nats.close(),
  };
};

/** The configured messaging service; undefined: messages stay in their table and are not sent. */
export const openMessaging = ({ messaging }: Pick<Config, 'messaging'>): Messaging | undefined => {
  if (messaging === undefined) return undefined;
  return messaging.kind === 'nats' ? createNatsMessaging(messaging) : createWebhookMessaging(messaging);
};
