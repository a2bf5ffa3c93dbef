import { createHash, createHmac } from 'node:crypto';
import { callOutside, type OutboundAnswer } from '../../platform/limits/outbound-call.ts';

interface CyberSourceKeys {
  merchantId: string;
  /** The ID of the secret, a UUID. */
  keyId: string;
  /** Base64, as the Business Center shows it. */
  secret: string;
}

interface CallToSign {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  /** The body as sent. GET and DELETE have no body. */
  text?: string;
}

/**
 * Returns the headers of HTTP Signature authentication: a digest of the body, and an HMAC-SHA256 over host, date, target, digest and
 * merchant. CyberSource refuses a call that was changed on the way, or repeated much later.
 */
export function signedHeaders(keys: CyberSourceKeys, call: CallToSign, now: Date): Record<string, string> {
  const { host, pathname, search } = new URL(call.url);
  // The signature covers this header instead of `date`, because proxies and clients set `date` themselves.
  const moment = { 'v-c-date': now.toUTCString() };
  const digest = call.text === undefined ? {} : { digest: `SHA-256=${digestOf(call.text)}` };
  const merchant = { 'v-c-merchant-id': keys.merchantId };
  const target = { 'request-target': `${call.method.toLowerCase()} ${pathname}${search}` };
  const signed = Object.entries({ host, ...moment, ...target, ...digest, ...merchant });
  const lines = signed.map(([name, value]) => `${name}: ${value}`).join('\n');
  const parts = {
    keyid: keys.keyId,
    algorithm: 'HmacSHA256',
    headers: signed.map(([name]) => name).join(' '),
    signature: createHmac('sha256', Buffer.from(keys.secret, 'base64')).update(lines).digest('base64'),
  };
  const signature = Object.entries(parts).map(([name, value]) => `${name}="${value}"`);
  return { ...moment, ...digest, ...merchant, signature: signature.join(', ') };
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64');

export interface CyberSourceAccess extends CyberSourceKeys {
  /** Origin of the REST API, without a trailing slash. */
  url: string;
  /** The adapter's clock, which dates signatures. */
  now?: () => Date;
}

/** A line that signs calls and sends each call once. */
export interface SignedLine {
  post(path: string, body: object, timeoutMs: number): Promise<OutboundAnswer>;
  remove(path: string, timeoutMs: number): Promise<OutboundAnswer>;
}

export const openSignedLine = ({ url, now = () => new Date(), ...keys }: CyberSourceAccess): SignedLine => ({
  post: (path, body, timeoutMs) => {
    const call = { method: 'POST', url: `${url}${path}`, text: JSON.stringify(body) } as const;
    return callOutside({ service: 'bank', ...call, headers: signedHeaders(keys, call, now()), timeoutMs });
  },
  remove: (path, timeoutMs) => {
    const call = { method: 'DELETE', url: `${url}${path}` } as const;
    return callOutside({ service: 'bank', ...call, headers: signedHeaders(keys, call, now()), timeoutMs });
  },
});
