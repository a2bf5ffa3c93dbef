import { createHmac } from 'node:crypto';
import { type RequestOptions, request as requestByHttps } from 'node:https';
import { isIP } from 'node:net';
import { callFailureOf, type NameWorld, nameWorld, publicLookup } from '../platform/limits/public-address.ts';
import type { EndpointSecrets } from './endpoints.store.ts';

/** The outcome of one call. */
export interface Answer {
  /** Null if no answer arrived. */
  status: number | null;
  /** Null if the message was accepted. */
  error: string | null;
  /** The first 2 kB of the answer. */
  answer: string;
}

/** A message. `text` is signed byte by byte. */
export interface Message {
  id: string;
  text: string;
}

/** The time-out of HOOK-06. */
const timeoutMs = 10_000;

/** The limit of HOOK-08. */
const maxAnswerBytes = 2_048;

/** The network functions of a call, which tests replace. */
export interface WebhookWorld extends NameWorld {
  request: typeof requestByHttps;
  timeoutMs: number;
}

const world: WebhookWorld = { ...nameWorld, request: requestByHttps, timeoutMs };

/**
 * Returns a signature of Standard Webhooks (HOOK-04): `v1,` and the HMAC-SHA256, in base64, of `{id}.{timestamp}.{body}`, keyed by the bytes after
 * `whsec_`.
 */
const signatureOf = (secret: string, signed: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(signed)
    .digest('base64')}`;

/** Returns the headers that prove sender and time: one signature per secret, separated by spaces. */
export const signedHeaders = (
  { id, text }: Message,
  { current, previous }: EndpointSecrets,
  now: Date,
): Record<string, string> => {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const secrets = [current, previous].filter((secret) => secret !== null);
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signatureOf(secret, `${id}.${timestamp}.${text}`)).join(' '),
  };
};

const failed = (error: string): Answer => ({ status: null, error, answer: '' });

/** Decodes text that PostgreSQL can store. */
const textOf = (chunks: readonly Buffer[]): string =>
  Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString('utf8').replaceAll('\u0000', '�');

/**
 * Posts a message to a webhook. The name is resolved once, and called only if every address is public (HOOK-03). Redirects are not followed. A
 * status of 200 to 299 within ten seconds means acceptance. Never throws.
 */
export const callWebhook = (
  url: string,
  message: Message,
  secrets: EndpointSecrets,
  now: Date,
  changes: Partial<WebhookWorld> = {},
): Promise<Answer> => {
  const here = { ...world, ...changes };
  const { hostname, port, pathname, search } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  // The look-up would not check a numeric address, because it is never resolved.
  if (isIP(host) !== 0 && !here.isPublic(host)) return Promise.resolve(failed('PRIVATE_ADDRESS'));
  const options: RequestOptions = {
    host,
    port: port === '' ? 443 : Number(port),
    path: `${pathname}${search}`,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(message.text),
      'user-agent': 'Ceiba',
      ...signedHeaders(message, secrets, now),
    },
    agent: false,
    lookup: publicLookup(here),
    signal: AbortSignal.timeout(here.timeoutMs),
  };
  return new Promise((done) => {
    const call = here.request(options, (response) => {
      const status = response.statusCode ?? 0;
      const chunks: Buffer[] = [];
      let bytes = 0;
      const end = (): void => {
        done({ status, error: status >= 200 && status <= 299 ? null : `status ${status}`, answer: textOf(chunks) });
        response.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes >= maxAnswerBytes) end();
      });
      response.on('end', end);
      // The status has arrived, so errors in the rest of the answer change nothing.
      response.on('error', end);
    });
    call.on('error', (error) => done(failed(callFailureOf(error))));
    call.end(message.text);
  });
};
