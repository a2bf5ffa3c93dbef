import { createHmac } from 'node:crypto';
import { jetStreamFailureOf, openJetStream } from '../platform/limits/jet-stream.ts';
import { callOutside } from '../platform/limits/outbound-call.ts';
import type { Config } from '../platform/operations/config.ts';
import type { OutgoingMessage } from './analytics.store.ts';

/** The reason why a message was not accepted: a code or a status, never text from the service. */
export class MessageNotTaken extends Error {}

/**
 * The messaging service (ANA-02), which gets each message at least once. `id` marks repeated messages. @throws
 * MessageNotTaken if the service did not confirm the message. The job that sends it then tries again.
 */
export interface Messaging {
  send(message: OutgoingMessage): Promise<void>;
  /**
   * Checks, without a message, whether the service accepts messages now. Returns the fault. Null if there is no fault.
   */
  findFault(): Promise<string | null>;
  close(): Promise<void>;
}

/** The text of a message, for both adapters. */
const messageText = ({ id, event, data, createdAt }: OutgoingMessage): string =>
  JSON.stringify({ id, event, createdAt: createdAt.toISOString(), data });

interface WebhookOptions {
  url: string;
  /** Shared by both sides. */
  secret: string;
  timeoutMs?: number;
  /** Milliseconds since 1970. The service refuses messages that are too old. */
  clock?: () => number;
}

/** `sha256=` and the HMAC of `{timestamp}.{body}`, in hex. Body and timestamp must be exactly as sent. */
const signatureOf = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;

/** Sends a signed POST. Any success status means that the message was accepted. */
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
    // Any answer to a request without a message counts as available, even a refusal.
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
  /** A subject in a stream of JetStream, which answers when the message is stored. */
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

/** The configured messaging service. If undefined, messages stay in their table and are not sent. */
export const openMessaging = ({ messaging }: Pick<Config, 'messaging'>): Messaging | undefined => {
  if (messaging === undefined) return undefined;
  return messaging.kind === 'nats' ? createNatsMessaging(messaging) : createWebhookMessaging(messaging);
};
