import { createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http';
import { eventBody } from '@ceiba/contract/events';
import { callWebhook, type WebhookWorld } from '../events/call-webhook.ts';
import type { OpenLine } from '../events/open-line.ts';
import { listenHere } from './listen-here.ts';

interface Received {
  headers: IncomingHttpHeaders;
  text: string;
}

export interface WebhookReceiver {
  /** The endpoint's address. */
  url: string;
  /** Every received call, oldest first. */
  received: Received[];
  /** Answers a call. By default the response is 204. */
  answer: (received: Received, response: ServerResponse) => void;
  /** Returns the bodies of the received calls, with type, entity number and sequence. */
  bodies(): ReturnType<typeof eventBody.parse>[];
  close(): Promise<void>;
}

/** Resolves every name to this machine, without TLS: the test has no certificate. */
export const testWorld: Pick<WebhookWorld, 'resolve' | 'isPublic' | 'request'> = {
  resolve: (_name, options, done) =>
    options.all === true ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
  isPublic: () => true,
  request: request as WebhookWorld['request'],
};

export const openTestLine: OpenLine = (url) => ({
  send: (message, secrets, now) => callWebhook(url, message, secrets, now, testWorld),
  close: async () => {},
});

/** Another system's endpoint, which records all calls. */
export const openWebhookReceiver = async (): Promise<WebhookReceiver> => {
  const server = createServer((call, response) => {
    let text = '';
    call.setEncoding('utf8');
    call.on('data', (part) => {
      text += String(part);
    });
    call.on('end', () => {
      const one = { headers: call.headers, text };
      receiver.received.push(one);
      receiver.answer(one, response);
    });
  });
  const port = await listenHere(server);
  const receiver: WebhookReceiver = {
    url: `https://erp.example:${port}/eventos`,
    received: [],
    answer: (_received, response) => void response.writeHead(204).end(),
    bodies: () => receiver.received.map(({ text }) => eventBody.parse(JSON.parse(text))),
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return receiver;
};
