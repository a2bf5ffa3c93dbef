import { callOutside, type OutboundAnswer } from '../../platform/outbound-call.ts';
import { type CyberSourceKeys, signedHeaders } from './signature.ts';

export interface CyberSourceAccess extends CyberSourceKeys {
  /** Origin of the REST API, without a trailing slash. */
  url: string;
  /** The adapter's clock: signatures are dated by it. */
  now?: () => Date;
}

/** Signed calls, each made once. */
export interface SignedLine {
  post(path: string, body: object, timeoutMs: number): Promise<OutboundAnswer>;
  remove(path: string, timeoutMs: number): Promise<OutboundAnswer>;
}

export const openSignedLine = ({ url, now = () => new Date(), ...keys }: CyberSourceAccess): SignedLine => ({
  post: (path, body, timeoutMs) => {
    const call = { method: 'POST', url: `${url}${path}`, text: JSON.stringify(body) } as const;
    return callOutside({ ...call, headers: signedHeaders(keys, call, now()), timeoutMs });
  },
  remove: (path, timeoutMs) => {
    const call = { method: 'DELETE', url: `${url}${path}` } as const;
    return callOutside({ ...call, headers: signedHeaders(keys, call, now()), timeoutMs });
  },
});
