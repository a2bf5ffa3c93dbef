import { createHmac } from 'node:crypto';
import { callOutside } from '../platform/outbound-call.ts';
import { MessageNotTaken, type Messaging, messageText } from './messaging.ts';

export interface WebhookOptions {
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
      const answer = await callOutside({ method: 'POST', url, headers, text, timeoutMs });
      if (answer.kind !== 'answered') throw new MessageNotTaken(`${answer.kind}: ${answer.reason}`);
      if (answer.status < 200 || answer.status > 299) throw new MessageNotTaken(`status ${answer.status}`);
    },
    // Any answer to a question that brings no message: who refuses that may take messages all the same.
    findFault: async () => {
      const answer = await callOutside({ method: 'GET', url, timeoutMs });
      return answer.kind === 'answered' ? null : `does not answer (${answer.reason})`;
    },
    close: async () => {},
  };
};
