import type { FastifyRequest } from 'fastify';

/** Of one name, at most: nobody has more, and each may be asked of the database. */
const mostOfOneName = 8;

/** The cookies of that name as they came: a subdomain may have planted more of them. */
export const cookiesOf = ({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string[] => {
  const found = new Set<string>();
  for (const pair of headers.cookie?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) found.add(pair.slice(at + 1).trim());
  }
  return [...found].slice(0, mostOfOneName);
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
