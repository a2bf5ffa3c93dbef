import { createHash, randomBytes } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import type { EndpointSpec, StaffEndpointSpec } from '@ceiba/contract/endpoint';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { hasNeeded, namedPermission } from '@ceiba/domain/staff/permissions';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { refusalOfLimited } from './places.ts';
import type {
  FindApiToken,
  FindLinkCart,
  FindSession,
  FindStaffSession,
  FoundSession,
  RecordRefusal,
  Refusal,
  RequestContext,
  StaffCaller,
} from './route.ts';

const namesCart = z.object({ id: z.uuid() });
const bearsCart = z.object({ cartId: z.uuid() });

/** Returns the ID of the call's cart, from its path, query or body. */
const cartIdOf = ({ params, query, body }: Pick<FastifyRequest, 'params' | 'query' | 'body'>): string | null =>
  namesCart.safeParse(params).data?.id ??
  bearsCart.safeParse(body).data?.cartId ??
  bearsCart.safeParse(query).data?.cartId ??
  null;

/**
 * Counts the bytes of the body against the client's daily budget, before the body is stored. If the call is refused later, the
 * bytes are given back. `waitSeconds`: the seconds until the budget is free again. Undefined if the budget is not used up.
 */
export type TakeDayBudget = (
  spec: Pick<EndpointSpec, 'dayBytes'>,
  body: unknown,
  client: string,
) => Promise<{ waitSeconds: number } | { giveBack(): void }>;

/** The look-ups that authenticate a caller. */
export interface CallerOptions {
  now: () => Date;
  findSession: FindSession;
  findLinkCart: FindLinkCart;
  findApiToken: FindApiToken;
  findStaffSession: FindStaffSession;
  recordRefusal: RecordRefusal;
  takeDayBudget: TakeDayBudget;
  /** Names of the session cookies: the storefront's and the desk's. */
  sessionCookie: string;
  staffCookie: string;
}

/** The facts about the caller in a request's context. */
type Caller = Pick<RequestContext, 'customer' | 'viewerId' | 'isLink'>;

/** Authenticates by a payment link's token. It opens only its own cart (DEC-03), and no account (DIF-28). */
const authenticateLink = async (
  spec: EndpointSpec,
  request: FastifyRequest,
  token: string,
  { findLinkCart, now }: CallerOptions,
): Promise<Result<Caller, Refusal>> => {
  const cartId = spec.auth === 'customer' ? undefined : await findLinkCart(token, now());
  if (cartId === undefined) return refuse({ code: 'UNAUTHORIZED' });
  return cartId === cartIdOf(request) ? ok({ viewerId: cartId, isLink: true }) : refuse({ code: 'FORBIDDEN' });
};

/** Checks a call of another system, which needs a bearer token with the required scope (HOOK-10). Undefined if the call is allowed. */
export const refuseToken = async (
  { scope }: EndpointSpec,
  request: FastifyRequest,
  { findApiToken, now }: CallerOptions,
): Promise<Refusal | undefined> => {
  const [, sent] = apiTokenForm.exec(headerOf(request, 'authorization') ?? '') ?? [];
  const token = sent === undefined ? undefined : await findApiToken(sent, now());
  if (token === undefined) return { code: 'UNAUTHORIZED' };
  return scope !== undefined && token.scopes.includes(scope) ? undefined : { code: 'TOKEN_SCOPE' };
};

/** Milliseconds for which a second-factor code counts as fresh, for calls that require a fresh code (OFF-07). */
const confirmationMs = 600_000;

/** A refused call counts this much against the daily quota: its audit row and the index entry of that row. */
const refusalRow = { dayBytes: { of: 'refusals', bytes: 500 } } as const;

/**
 * Records a refusal in the audit (OFF-10) and returns it. Beyond the staff member's daily quota, writes nothing and returns 429. Otherwise
 * one person could fill the audit, whose rows are stored for years.
 */
export const writtenRefusal = async (
  spec: Pick<EndpointSpec, 'name'>,
  refusal: Refusal,
  { staff, requestId, now }: Pick<RequestContext, 'requestId' | 'now'> & { staff: StaffCaller },
  { recordRefusal, takeDayBudget }: Pick<CallerOptions, 'recordRefusal' | 'takeDayBudget'>,
): Promise<Refusal> => {
  const taken = await takeDayBudget(refusalRow, undefined, `staff:${staff.id}`);
  if ('waitSeconds' in taken) return { code: 'RATE_LIMITED', metadata: { retryAfter: taken.waitSeconds } };
  await recordRefusal({ staff, call: spec.name, code: refusal.code, requestId, now });
  return refusal;
};

/** Authenticates a call of the desk (OFF-02), and checks the permission for it (OFF-08). */
export const authenticateStaff = async (
  spec: StaffEndpointSpec,
  request: FastifyRequest,
  options: CallerOptions,
): Promise<Result<{ staff: StaffCaller }, Refusal>> => {
  const { findStaffSession, staffCookie, now } = options;
  const moment = now();
  const [token] = cookiesOf(request, staffCookie);
  const staff = token === undefined ? undefined : await findStaffSession(token, moment, spec.isPolled);
  if (staff === undefined) return refuse({ code: 'UNAUTHORIZED' });
  const hasOrigin = request.method === 'GET' || headerOf(request, 'origin') !== undefined;
  const refusal: Refusal | undefined = hasOrigin ? refusalOfStaff(spec, staff, moment) : { code: 'ORIGIN_NOT_ALLOWED' };
  if (refusal === undefined) return ok({ staff });
  return refuse(await writtenRefusal(spec, refusal, { staff, requestId: request.id, now: moment }, options));
};

const refusalOfStaff = (spec: StaffEndpointSpec, staff: StaffCaller, now: Date): Refusal | undefined => {
  const { permission, reauthenticates } = spec;
  const { permissions, confirmedAt } = staff;
  if (!hasNeeded(permission, (each) => permissions.has(each)))
    return { code: 'FORBIDDEN', metadata: { permission: namedPermission(permission) } };
  const limited = refusalOfLimited(spec, staff);
  if (limited !== undefined) return limited;
  const isLongAgo = now.getTime() - confirmedAt.getTime() > confirmationMs;
  return reauthenticates === true && isLongAgo ? { code: 'REAUTHENTICATION_REQUIRED' } : undefined;
};

/** Returns the session of the first valid token. */
const firstSession = async (
  tokens: readonly string[],
  request: FastifyRequest,
  { findSession, now }: CallerOptions,
): Promise<FoundSession | undefined> => {
  for (const token of tokens) {
    const found = await findSession(token, now(), cartIdOf(request));
    if (found !== undefined) return found;
  }
  return undefined;
};

/**
 * Authenticates a call (DEC-03, DEC-04) by its bearer token, otherwise by the storefront's cookie. Refuses a call without the session that
 * it requires. Refuses any call with an expired bearer token (DEC-02), and any call for another customer's cart (DEC-169).
 */
export const authenticate = async (
  spec: EndpointSpec,
  request: FastifyRequest,
  options: CallerOptions,
): Promise<Result<Caller, Refusal>> => {
  const header = headerOf(request, 'authorization');
  const cookies = header === undefined ? cookiesOf(request, options.sessionCookie) : [];
  const isCookie = cookies.length > 0;
  if (header === undefined && !isCookie) return spec.auth === 'cart' ? ok({}) : refuse({ code: 'UNAUTHORIZED' });
  // Browsers add cookies to any request. A call that changes something must also come from a page of the shop, as its Origin header shows (DEC-04).
  if (isCookie && request.method !== 'GET' && headerOf(request, 'origin') === undefined)
    return refuse({ code: 'ORIGIN_NOT_ALLOWED' });
  const bearer = bearerOf(request);
  if (bearer !== undefined && isLinkToken(bearer)) return authenticateLink(spec, request, bearer, options);
  const tokens = isCookie || bearer === undefined ? cookies : [bearer];
  const session = await firstSession(tokens, request, options);
  if (session === undefined) {
    // Browsers add cookies to any request, so a browser with an expired cookie continues as a guest. The cookie is not deleted here. This
    // answer may arrive after a login's answer, and would then delete the new cookie.
    return isCookie && spec.auth === 'cart' ? ok({}) : refuse({ code: 'UNAUTHORIZED' });
  }
  const { customer, cartOwnerId } = session;
  const isForeign = spec.auth === 'cart' && cartOwnerId !== null && cartOwnerId !== customer.id;
  // A session never replaces a payment link's token (DEC-02).
  return isForeign || spec.auth === 'link' ? refuse({ code: 'FORBIDDEN' }) : ok({ customer, viewerId: customer.id });
};

/** Maximum number of cookies with the same name. No real browser sends more, and each cookie may cost a database look-up. */
const maxOfOneName = 8;

/** Returns all cookies with that name, in their order. A subdomain may have set more than one. */
export const cookiesOf = ({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string[] => {
  const found = new Set<string>();
  for (const pair of headers.cookie?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) found.add(pair.slice(at + 1).trim());
  }
  return [...found].slice(0, maxOfOneName);
};

export interface CookieToSet {
  name: string;
  /** Letters, digits, `-`, `_` and `.` only. */
  value: string;
  /** Seconds until the cookie expires; 0 deletes the cookie. */
  maxAge: number;
  path: `/${string}`;
}

/**
 * Builds a Set-Cookie header. Scripts cannot read the cookie, and calls from other sites do not carry it (DEC-04). Browsers store it over
 * https, and over http only on localhost.
 */
export const setCookie = ({ name, value, maxAge, path }: CookieToSet): string =>
  `${name}=${value}; Max-Age=${maxAge}; Path=${path}; HttpOnly; Secure; SameSite=Lax`;

/** A session as a cookie (DEC-04, OFF-05). */
export interface SessionCookie {
  name: string;
  /** Returns the header that sets the cookie. The cookie expires after this many seconds. */
  keep(token: string, seconds: number): string;
  /** The header that deletes the cookie. */
  forget: string;
}

/**
 * With the prefix `__Host-`, browsers accept the cookie only from this host, so that no subdomain can set such a cookie. The prefix
 * requires https. A shop on localhost uses the plain name.
 */
export const sessionCookieOf = (publicUrl: string): SessionCookie => {
  const name = publicUrl.startsWith('https://') ? '__Host-ceiba.session' : 'ceiba.session';
  const keep = (token: string, seconds: number): string =>
    setCookie({ name, value: token, maxAge: seconds, path: '/' });
  return { name, keep, forget: keep('', 0) };
};

/**
 * The desk's own cookie (OFF-05), by the address of the shop. Because of `Path=/`, browsers also send it with the shop's calls, which
 * ignore it. `SameSite=Strict` excludes calls that another site starts. The `__Host-` prefix has the same effect as for the storefront's
 * cookie.
 */
export const staffCookieOf = (publicUrl: string): SessionCookie => {
  const isSecure = publicUrl.startsWith('https://');
  const name = isSecure ? '__Host-ceiba_staff' : 'ceiba_staff';
  const keep = (token: string, seconds: number): string =>
    `${name}=${token}; Max-Age=${seconds}; Path=/; HttpOnly${isSecure ? '; Secure' : ''}; SameSite=Strict`;
  return { name, keep, forget: keep('', 0) };
};

/** The client key for a missing address: a proxy may write "unknown". */
const unknownAddress = 'unknown';

/** Some proxies append a port to the address: `1.2.3.4:5678`, `[2001:db8::1]:5678`. */
const withPort = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/;

/** Returns the eight groups of an IPv6 address without zone. A URL normalizes it to its shortest form. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const numbers = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)));
  const [first, last] = [numbers(head), numbers(tail ?? '')];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}

/**
 * Returns the client key of an address for all rate limits (DEC-167, DEC-196). Each IPv4 address counts separately, even when written as
 * IPv6 (`::ffff:1.2.3.4`). IPv6 addresses count by /64, which one client usually owns. Anything else is the client `unknown`.
 */
export function clientOf(address: string): string {
  const [, bracketed, dotted] = withPort.exec(address) ?? [];
  const [bare = ''] = (bracketed ?? dotted ?? address).split('%', 1);
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return unknownAddress;
  const groups = groupsOf(bare);
  const [, , , , , marker, high = 0, low = 0] = groups;
  const isMapped = marker === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/**
 * Returns the network of a `clientOf` key. For IPv6 this is the /48, because one line may own a /48 with 65,536 clients. Every other client
 * is its own network.
 */
export const networkOf = (client: string): string => {
  const [, network] = /^((?:[0-9a-f]{1,4}:){3})[0-9a-f]{1,4}::\/64$/.exec(client) ?? [];
  return network === undefined ? client : `${network}:/48`;
};

/** Number of clients' budgets that one network may use together (DEC-167, DEC-196). */
export const clientsOfNetwork = 16;

/** Returns a header's value. Undefined if it is missing or empty. */
export const headerOf = ({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const apiTokenForm = /^Bearer (ceiba_[\w-]{43})$/i;
const bearerForm = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;

/** Returns the token of the Authorization header. Undefined if it is missing or malformed. */
export const bearerOf = (request: Pick<FastifyRequest, 'headers'>): string | undefined =>
  bearerForm.exec(headerOf(request, 'authorization') ?? '')?.[1];

/** Returns whether an address belongs to the API. The API answers every caller with JSON, and checks the origin. */
export const isApiPath = (url: string): boolean => /^\/(?:v1|v2|api|demo\/api)(?:[/?]|$)/.test(url);

/** Returns whether a person opens a page, rather than a program calls the API. A person gets refusals as a page (DEC-191). */
export const isNavigation = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && !isApiPath(url) && (headers.accept ?? '').includes('text/html');

/** The token has three parts like a session token, so that both can be sent in the same way. The first part distinguishes them. */
const prefix = 'link.1.';

/** Creates a payment-link token of 32 random bytes. Only its hash is stored. */
export const newLinkToken = (): string => `${prefix}${randomBytes(32).toString('base64url')}`;

const isLinkToken = (token: string): boolean => token.startsWith(prefix);

/** Returns the stored hash of a token. The token cannot be recovered from the hash. A token has 256 random bits, so no salt is needed. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
