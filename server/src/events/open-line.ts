import { jetStreamFailureOf, openJetStream } from '../platform/limits/jet-stream.ts';
import { type Answer, callWebhook, type Message } from './call-webhook.ts';
import type { EndpointSecrets } from './endpoints.store.ts';

export interface EndpointLine {
  /** Sends one message and returns the outcome. Never throws. */
  send(message: Message, secrets: EndpointSecrets, now: Date): Promise<Answer>;
  close(): Promise<void>;
}

export type OpenLine = (url: string) => EndpointLine;

/** The time-out of HOOK-06. */
const timeoutMs = 10_000;

/** Splits `nats://host:4222/ceiba.events` into the server, and the subject that a stream stores. */
const natsAddress = (url: string): { server: string; subject: string } => {
  const { pathname } = new URL(url);
  return { server: url.slice(0, url.length - pathname.length), subject: decodeURIComponent(pathname.slice(1)) };
};

const openNats: OpenLine = (url) => {
  const { server, subject } = natsAddress(url);
  const nats = openJetStream(server, timeoutMs);
  return {
    send: ({ id, text }) =>
      nats.publish({ subject, id, text }).then(
        () => ({ status: null, error: null, answer: '' }),
        (error: unknown) => ({ status: null, error: jetStreamFailureOf(error), answer: '' }),
      ),
    close: () => nats.close(),
  };
};

/** Chooses the protocol by the address's scheme. */
export const openLine: OpenLine = (url) =>
  url.startsWith('https:')
    ? { send: (message, secrets, now) => callWebhook(url, message, secrets, now), close: async () => {} }
    : openNats(url);
