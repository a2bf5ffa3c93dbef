import type { FastifyRequest } from 'fastify';

/** A cookie of the request as it came; undefined when there is none of that name. */
export const cookieOf = ({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined => {
  for (const pair of headers.cookie?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
};

export interface KeptCookie {
  name: string;
  /** Letters, digits, `-`, `_` and `.` only. */
  value: string;
  /** Seconds; 0 takes it away. */
  maxAge: number;
  path: `/${string}`;
}

/**
 * A header Set-Cookie that no script reads and no other site's call carries along (DEC-04). Browsers keep it over https,
 * and over http on this machine only.
 */
export const setCookie = ({ name, value, maxAge, path }: KeptCookie): string =>
  `${name}=${value}; Max-Age=${maxAge}; Path=${path}; HttpOnly; Secure; SameSite=Lax`;
