import { setCookie } from './cookies.ts';

/** The storefront's session as a cookie (DEC-04). */
export interface SessionCookie {
  name: string;
  /** The header that keeps it for so many seconds. */
  keep(token: string, seconds: number): string;
  /** The header that takes it away. */
  forget: string;
}

/**
 * `__Host-`: browsers take a cookie of that name from this very host alone, so that none of its subdomains plants one in its
 * place. They do so over https; a shop on this machine has the plain name.
 */
export const sessionCookieOf = (publicUrl: string): SessionCookie => {
  const name = publicUrl.startsWith('https://') ? '__Host-ceiba.session' : 'ceiba.session';
  const keep = (token: string, seconds: number): string =>
    setCookie({ name, value: token, maxAge: seconds, path: '/' });
  return { name, keep, forget: keep('', 0) };
};
