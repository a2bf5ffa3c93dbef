import { createHash, randomBytes } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import type { EndpointSpec, StaffEndpointSpec } from '@ceiba/contract/endpoint';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { hasNeeded, namedPermission } from '@ceiba/domain/staff/permissions';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { TakeDayBudget } from '../limits/rate-limit.ts';
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

/** The cart a call is for: in its path, else in its body or query. */
const cartIdOf = ({ params, query, body }: Pick<FastifyRequest, 'params' | 'query' | 'body'>): string | null =>
  namesCart.safeParse(params).data?.id ??
  bearsCart.safeParse(body).data?.cartId ??
  bearsCart.safeParse(query).data?.cartId ??
  null;

/** What finds out whose a token is. */
export interface CallerOptions {
  now: () => Date;
  findSession: FindSession;
  findLinkCart: FindLinkCart;
  findApiToken: FindApiToken;
  findStaffSession: FindStaffSession;
  recordRefusal: RecordRefusal;
  takeDayBudget: TakeDayBudget;
  /** Names of the session cookies: the storefront's, and the desk's. */
  sessionCookie: string;
  staffCookie: string;
}

/** What a call knows of who made it. */
type Caller = Pick<RequestContext, 'customer' | 'viewerId' | 'isLink'>;

/** A token of a payment link opens its own cart (DEC-03), and nothing of an account (DIF-28). */
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

/** Another system's call: by the bearer token alone, for what that allows (HOOK-10). Undefined: it may. */
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

/** Milliseconds for which a code of the second factor serves what asks for one anew (OFF-07). */
const confirmationMs = 600_000;

/** A refused call as the day's budget counts it: its row in the audit, with the index. */
const refusalRow = { keeps: { of: 'refusals', bytes: 500 } } as const;

/**
 * Writes down what a person of the desk was refused (OFF-10), and answers the refusal. Beyond the day's budget of the person nothing is
 * written, and the call answers 429: nobody fills the audit, which keeps its rows for years.
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

/** Whose call of the desk it is (OFF-02), and whether they may make it (OFF-08). */
export const authenticateStaff = async (
  spec: StaffEndpointSpec,
  request: FastifyRequest,
  options: CallerOptions,
): Promise<Result<{ staff: StaffCaller }, Refusal>> => {
  const { findStaffSession, staffCookie, now } = options;
  const moment = now();
  const [token] = cookiesOf(request, staffCookie);
  const staff = token === undefined ? undefined : await findStaffSession(token, moment);
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

/** The session of the first token that holds. */
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
 * Whose call it is (DEC-03, DEC-04): by the bearer token, else by the storefront's cookie. A call that must have a session
 * is refused without; any call that brings a bearer token is refused when that holds no longer (DEC-02), and when the cart
 * it is for is another customer's (DEC-169).
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
  // A cookie comes along by itself: what it changes must be wanted by a page of ours, which says so (DEC-04).
  if (isCookie && request.method !== 'GET' && headerOf(request, 'origin') === undefined)
    return refuse({ code: 'ORIGIN_NOT_ALLOWED' });
  const bearer = bearerOf(request);
  if (bearer !== undefined && isLinkToken(bearer)) return authenticateLink(spec, request, bearer, options);
  const tokens = isCookie || bearer === undefined ? cookies : [bearer];
  const session = await firstSession(tokens, request, options);
  if (session === undefined) {
    // A cookie comes along by itself: with one that holds no longer its browser shops on as a guest. It is not taken away
    // here, as the answer may arrive after that of a login, whose cookie it would be.
    return isCookie && spec.auth === 'cart' ? ok({}) : refuse({ code: 'UNAUTHORIZED' });
  }
  const { customer, cartOwnerId } = session;
  const isForeign = spec.auth === 'cart' && cartOwnerId !== null && cartOwnerId !== customer.id;
  // A session is no token of a link, whosever it is (DEC-02).
  return isForeign || spec.auth === 'link' ? refuse({ code: 'FORBIDDEN' }) : ok({ customer, viewerId: customer.id });
};

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

export interface CookieToSet {
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
export const setCookie = ({ name, value, maxAge, path }: CookieToSet): string =>
  `${name}=${value}; Max-Age=${maxAge}; Path=${path}; HttpOnly; Secure; SameSite=Lax`;

/** A session as a cookie (DEC-04, OFF-05). */
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

/**
 * The desk's own cookie (OFF-05), by the address of the shop. Its `Path=/` has browsers send it with calls of the shop, too, which look at none
 * of its name; `SameSite=Strict` keeps it from any call that another site begins. `__Host-` as of the storefront's.
 */
export const staffCookieOf = (publicUrl: string): SessionCookie => {
  const isSecure = publicUrl.startsWith('https://');
  const name = isSecure ? '__Host-ceiba_staff' : 'ceiba_staff';
  const keep = (token: string, seconds: number): string =>
    `${name}=${token}; Max-Age=${seconds}; Path=/; HttpOnly${isSecure ? '; Secure' : ''}; SameSite=Strict`;
  return { name, keep, forget: keep('', 0) };
};

/** What is counted as one client where no address is told: a proxy may write "unknown". */
const unknownAddress = 'unknown';

/** Some proxies write a port behind the address: `1.2.3.4:5678`, `[2001:db8::1]:5678`. */
const withPort = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/;

/** The eight numbers of an IPv6 address without zone; a URL spells it in its shortest form. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const numbers = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)));
  const [first, last] = [numbers(head), numbers(tail ?? '')];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}

/**
 * Who counts as one client of all budgets (DEC-167, DEC-196), by the address as the server sees it: an IPv4 address, also
 * when it is written as IPv6 (`::ffff:1.2.3.4`); of IPv6 the /64, which one client has whole. What is no address is one
 * client: `unknown`.
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
 * The network a client of `clientOf` belongs to: of IPv6 the /48, as one line may have it whole, with 65,536 clients; every
 * other client is its own.
 */
export const networkOf = (client: string): string => {
  const [, network] = /^((?:[0-9a-f]{1,4}:){3})[0-9a-f]{1,4}::\/64$/.exec(client) ?? [];
  return network === undefined ? client : `${network}:/48`;
};

/** What the clients of one network may do together, in budgets of one client (DEC-167, DEC-196). */
export const clientsOfNetwork = 16;

/** Undefined when it was not sent, or sent empty. */
export const headerOf = ({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const apiTokenForm = /^Bearer (ceiba_[\w-]{43})$/i;
const bearerForm = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;

/** The token of the header Authorization; undefined when there is none, or when it has not the form of one of ours. */
export const bearerOf = (request: Pick<FastifyRequest, 'headers'>): string | undefined =>
  bearerForm.exec(headerOf(request, 'authorization') ?? '')?.[1];

/** Whether an address belongs to the API: it answers JSON to everybody, and checks the origin of who calls. */
export const isApiPath = (url: string): boolean => /^\/(?:v1|v2|api|demo\/api)(?:[/?]|$)/.test(url);

/** A person who goes to a page, not a program that calls: refusals are shown as a page (DEC-191). */
export const isNavigation = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && !isApiPath(url) && (headers.accept ?? '').includes('text/html');

/** Three parts, as a session's token has them, so that both travel alike; the first tells them apart. */
const prefix = 'link.1.';

/** A token of a payment link, 32 random bytes; what is kept of it is its hash. */
export const newLinkToken = (): string => `${prefix}${randomBytes(32).toString('base64url')}`;

const isLinkToken = (token: string): boolean => token.startsWith(prefix);

/** What is kept of a token: from it the token cannot be told. It has 256 random bits, so that no salt is needed. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
