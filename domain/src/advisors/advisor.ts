import { dayMs } from '../dates/civil-date.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';

/** Code of the advisor's store if the hash names none (CONST-44, DEC-15). */
export const defaultStoreCode = 'MAX';

/** Duration of an advisor's session (DEC-145), in milliseconds. */
export const advisorLifeMs = 12 * 3_600_000;

/** Path segment of payment links (APP-13, DEC-14). */
export const linkSegment = 'wa-link';

/** The origin of an order from a payment link. The confirmation page has this origin as `?from=` (APP-07). */
export const linkOrigin = `/${linkSegment}`;

/** Parses the advisor's hash and store from `?at={hash}&store=` (ADV-01). Null without a hash. */
export function advisorEntry(query: URLSearchParams): { hash: string; store: string } | null {
  const hash = query.get('at')?.trim() ?? '';
  const store = query.get('store')?.trim() ?? '';
  return hash === '' ? null : { hash, store: store === '' ? defaultStoreCode : store };
}

/** Returns the address that opens an advisor's session on the home page: the inverse of `advisorEntry`. */
export const advisorEntryPath = (advisor: { hash: string; store: string }): string =>
  `/?${new URLSearchParams({ at: advisor.hash, store: advisor.store })}`;

/** Returns the time at which an advisor's session ends (ADV-06, DEC-145). */
export const advisorExpiration = (lookedUpAt: Date): Date => new Date(lookedUpAt.getTime() + advisorLifeMs);

/** An advisor's session ends at the expiration date itself. Then the browser clears the stored hash (ADV-05). */
export const isAdvisorExpired = (expirationDate: Date, now: Date): boolean => expirationDate <= now;

/** Returns the time at which a payment link expires (ADV-11, DEC-146). */
export const linkExpiration = (createdAt: Date, { linkCartDays }: Pick<ShopPolicy, 'linkCartDays'>): Date =>
  new Date(createdAt.getTime() + linkCartDays * dayMs);

export const isLinkExpired = (expiresAt: Date, now: Date): boolean => expiresAt <= now;

/** Returns the address of a payment link: `{origin}/wa-link/{cartId}` (DEC-146). */
export const paymentLink = (origin: string, cartId: string): string => `${origin}/${linkSegment}/${cartId}`;

/** Returns the link id in a path (ADV-18). Null for any other path. */
export function linkIdOf(path: string): string | null {
  const match = new RegExp(`^/${linkSegment}/([^/?#]+)/?$`).exec(path);
  return match?.[1] ?? null;
}
