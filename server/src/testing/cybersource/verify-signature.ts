import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export interface ShopKeys {
  merchantId: string;
  keyId: string;
  secret: string;
}

export interface ReceivedCall {
  method: string;
  /** Path and query. */
  url: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Undefined if the method has no body. */
  text: string | undefined;
}

const tolerance = 5 * 60_000;

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('base64');

const isSame = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(sha256(a)), Buffer.from(sha256(b)));

/**
 * Returns why a call is rejected, or null. Checks headers, digest of the body, date and signature by CyberSource's documentation.
 * Shares no code with the adapter.
 */
export function findSignatureFault(call: ReceivedCall, keys: ShopKeys, now: Date): string | null {
  const header = (name: string): string => String(call.headers[name] ?? '');
  const signature = new Map(
    header('signature')
      .split(/,\s*/)
      .flatMap((part) => {
        const [, name = '', value = ''] = /^(\w+)="(.*)"$/.exec(part) ?? [];
        return [[name, value] as const];
      }),
  );
  const wanted = [
    'host',
    'v-c-date',
    'request-target',
    ...(call.text === undefined ? [] : ['digest']),
    'v-c-merchant-id',
  ];
  if (signature.get('headers') !== wanted.join(' ')) return `signed ${signature.get('headers')}`;
  if (signature.get('keyid') !== keys.keyId || signature.get('algorithm') !== 'HmacSHA256') return 'key';
  if (header('v-c-merchant-id') !== keys.merchantId) return 'merchant';
  if (call.text !== undefined && header('digest') !== `SHA-256=${sha256(call.text)}`) return 'digest';
  const age = now.getTime() - Date.parse(header('v-c-date'));
  if (!(Math.abs(age) <= tolerance)) return 'moment';
  const lines = wanted.map((name) =>
    name === 'request-target' ? `${name}: ${call.method.toLowerCase()} ${call.url}` : `${name}: ${header(name)}`,
  );
  const hmac = createHmac('sha256', Buffer.from(keys.secret, 'base64')).update(lines.join('\n')).digest('base64');
  return isSame(hmac, signature.get('signature') ?? '') ? null : 'signature';
}
