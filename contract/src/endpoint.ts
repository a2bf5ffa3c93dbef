import type { NeededPermission } from '@ceiba/domain/staff/permissions';
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call:
 * - `public`: anyone; sessions are ignored.
 * - `cart`: a caller with the cart id in path, body or query (DEC-05). Personal data of a customer's cart needs that customer's
 *   session; another customer's session gets 403, an ended one 401. A payment link's token opens only the link's cart (DEC-03).
 * - `link`: a caller with that token, otherwise 401.
 * - `customer`: a caller with a session (DEC-03), otherwise 401.
 * - `demo`: exists only in demo mode (DEC-163).
 * - `token`: another system with a token (HOOK-10), otherwise 401; without the endpoint's `scope`, 403.
 */
export type ShopAuth = 'public' | 'cart' | 'link' | 'customer' | 'demo' | 'token';

/** `staff`: a caller with a desk session (OFF-02), otherwise 401. Without the endpoint's `permission`, 403. */
export type Auth = ShopAuth | 'staff';

/** Scopes of another system's token (HOOK-10). */
export const apiScopes = ['stock:write'] as const;
export type ApiScope = (typeof apiScopes)[number];
export const isApiScope = (text: string): text is ApiScope => apiScopes.some((scope) => scope === text);

/**
 * Number of calls that a client address may make in a number of seconds, before RATE_LIMIT_FACTOR applies (DEC-167). `limit` of
 * an endpoint chooses its budget. Endpoints with the same budget share one count.
 */
export const callBudgets = {
  login: { calls: 10, seconds: 60 },
  register: { calls: 10, seconds: 3_600 },
  passwordRequest: { calls: 5, seconds: 3_600 },
  guestCheck: { calls: 30, seconds: 60 },
  coupon: { calls: 30, seconds: 60 },
  installments: { calls: 30, seconds: 60 },
  /** The limit of `installments`, but with a separate count. Pages that show a bank's plan must not use up the checkout's calls (BANK). */
  bankPlans: { calls: 30, seconds: 60 },
  billingLookup: { calls: 30, seconds: 60 },
  captcha: { calls: 30, seconds: 60 },
  /** Guests' orders. Order numbers are consecutive, so guessing them with an e-mail must be slow. Not in DEC-167. */
  orderLookup: { calls: 30, seconds: 60 },
  points: { calls: 30, seconds: 60 },
  /** Codes are money, so wrong codes have an additional budget (record 0060). Not in DEC-167. */
  giftCard: { calls: 10, seconds: 60 },
  /** Returns all data about a customer in one response. Not in DEC-167. */
  personalData: { calls: 10, seconds: 3_600 },
  /** Everybody with a hash can open the advisor's session. Not in DEC-167. */
  advisor: { calls: 30, seconds: 60 },
  /** Each call may send 15 MB of pictures to decode. Not in DEC-167. */
  returns: { calls: 20, seconds: 600 },
  /** Each call copies a cart, or tries a link. Not in DEC-167. */
  paymentLink: { calls: 30, seconds: 60 },
  /** Each call may send a mail to any typed address. Not in DEC-167. */
  restockByEmail: { calls: 30, seconds: 3_600 },
  /** Links to wish lists must not be guessed, and their responses are not cached. Not in DEC-167. */
  sharedWishlist: { calls: 60, seconds: 60 },
  /** Codes of carts must not be guessed. Wrong codes have an additional budget (WA-06). */
  cartCode: { calls: 60, seconds: 60 },
  /** Links to products before their publication, like links to wish lists. Not in DEC-167. */
  preview: { calls: 60, seconds: 60 },
  /** Each call stores a row for months, and anybody may send it. Not in DEC-167. */
  measure: { calls: 30, seconds: 60 },
  /** One call for each sponsored product of an order. Not in DEC-167. */
  sponsored: { calls: 60, seconds: 60 },
  /** Each call may change thousands of stock levels. Not in DEC-167. */
  feed: { calls: 30, seconds: 60 },
  /** Sign-in to the desk. Passwords and codes have additional locks (OFF-03, OFF-04). Not in DEC-167. */
  staffLogin: { calls: 20, seconds: 60 },
  /** The people of a store share one address, and scan a lot. Not in DEC-167. */
  staffRead: { calls: 3_000, seconds: 60 },
  /**
   * Exports and documents. Each may have thousands of rows or 200 labels. `madeFiles` also limits how many are made at the same
   * time. Not in DEC-167.
   */
  staffFile: { calls: 120, seconds: 60 },
  /** Each upload may be 200 MB, stored until a worker has read it. Not in DEC-167. */
  staffUpload: { calls: 60, seconds: 3_600 },
  staffWrite: { calls: 3_000, seconds: 60 },
  /** "Ver en tiendas" reads live stock, which others could copy with calls all day (LIVE). */
  liveStock: { calls: 60, seconds: 60 },
  write: { calls: 300, seconds: 60 },
  /** The most expensive read. It has a separate count, and a limit on concurrent calls (server/src/search/search.routes.ts). */
  search: { calls: 1_200, seconds: 60 },
  read: { calls: 1_200, seconds: 60 },
} as const;

/**
 * Limits of a client address for requests other than calls, before RATE_LIMIT_FACTOR applies:
 * - `rendering`: uncached pages, the most expensive requests.
 * - `sitemap`: files of up to some megabytes.
 * - `document`: the API reference with its library, half a megabyte.
 * - `stopPage`: the page that asks whether mails should stop; mail scanners open it.
 * - `stopMails`: posts to that page. The limit is higher, because a mail provider posts for all its readers from few addresses. Not
 *   counted by token, because invented tokens would then have no limit.
 */
export const pageBudgets = {
  rendering: { calls: 300, seconds: 60 },
  sitemap: { calls: 60, seconds: 60 },
  document: { calls: 300, seconds: 60 },
  stopPage: { calls: 300, seconds: 60 },
  stopMails: { calls: 1_200, seconds: 60 },
} as const;

/**
 * Bytes of disk that a client address may fill per day through public calls, before RATE_LIMIT_FACTOR applies. `dayBytes` of an
 * endpoint chooses its budget. Endpoints with the same budget share one count. docs/operations.md, "What a stranger can have the
 * shop keep", lists every call that writes.
 */
export const dayBudgets = {
  /** About 7,500 shoppers with one address of a mobile network. A cart with three lines counts 8 kB through the whole checkout. */
  carts: 60_000_000,
  /** A code counts 10 kB, the size of a code with fifty lines (WA-06): 2,000 codes for the shoppers with one address of a mobile network. */
  cartCodes: 20_000_000,
  /** Each event is stored for 90 days and forwarded. An event about an order with three lines counts 1 kB. */
  events: 1_000_000,
  /** Data that customers store. A stranger gets an account by registration alone. */
  accounts: 5_000_000,
  /** Refused calls of one desk user. Each is an audit row that is stored for years. */
  refusals: 100_000,
} as const;

export type DayBudget = keyof typeof dayBudgets;

/** Maximum length of the header Idempotency-Key, in characters (DEC-172). */
export const idempotencyKeyMaxLength = 255;

/** Time for which a response is stored under its key, in ms (DEC-172). Afterwards the key makes a new change. */
export const idempotencyKeyLifeMs = 86_400_000;

export type RateLimit = keyof typeof callBudgets;

/** A body sent as multipart/form-data: texts by name, and a list of files. */
export interface FormSpec {
  /** The name of the list. */
  readonly files: string;
  /** Maximum number of files. */
  readonly most: number;
  /** Maximum size of each file, in bytes. */
  readonly maxBytes: number;
  /**
   * True if the form has one file, after its texts. The file is read while it arrives, as an `UploadedFile` instead of the list,
   * and is never completely in memory.
   */
  readonly isStreamed?: true;
}

/** The file of a streamed form. */
export interface UploadedFile {
  /** The sender's name for the file, without folders. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

interface AnyEndpointSpec {
  /** Unique. It becomes the operationId. */
  readonly name: string;
  readonly slice: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** In the form of OpenAPI: `/v1/carts/{id}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly limit: RateLimit;
  /** The scope that a token must have. Only with `auth: 'token'` (TOKEN_SCOPE). */
  readonly scope?: ApiScope;
  /** Bytes that a call counts against a day's budget: its body, and this number for rows and their indexes (RATE_LIMITED). */
  readonly dayBytes?: { readonly of: DayBudget; readonly bytes: number };
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Maximum size of the body in bytes, if it differs from the default (PAYLOAD_TOO_LARGE). */
  readonly bodyBytes?: number;
  /** The body is a form. The browser passes it as FormData. */
  readonly form?: FormSpec;
  /** Supports the header Idempotency-Key (DEC-172). `required`: a call without the header is refused. */
  readonly idempotent?: true | 'required';
  /** Requires the header x-recaptcha (DEC-11): in every request, or after a refusal that requests it (DEC-196). */
  readonly captcha?: 'always' | 'onRefusal';
  /**
   * True for a GET that pages of other sites must not trigger from a visitor's browser, because it would count for the visitor
   * (ORIGIN_NOT_ALLOWED).
   */
  readonly ownPagesOnly?: true;
  /** The response is a file of this type, not JSON (`fileAnswer`). */
  readonly file?: 'application/pdf' | 'text/csv' | 'image/webp';
  readonly answers: { readonly [status: number]: z.ZodType | null };
  readonly errors: readonly ErrorCode[];
}

/** A call of the shop. It needs no permission. */
export interface ShopEndpointSpec extends AnyEndpointSpec {
  readonly auth: ShopAuth;
  readonly permission?: never;
  readonly touches?: never;
}

/**
 * The data that a desk call touches. Decides what a person limited to stores may do with the call (record 0086):
 * - `places`: data that belong to places. The handler asks `mayTouch` (`server/src/platform/http/places.ts`). A call that succeeds
 *   without asking is a defect, and returns 500.
 * - `shop`: data that belong to the whole shop. A person limited to stores is refused before the handler runs.
 * - `nothing`: neither. The caller's own session, or names that everybody at the desk may know.
 */
export type Touches = 'places' | 'shop' | 'nothing';

/**
 * A desk call (OFF-08), with its permission and the data that it touches. One of several permissions is enough. `signedIn`: any
 * desk user.
 */
export interface StaffEndpointSpec extends AnyEndpointSpec {
  readonly auth: 'staff';
  readonly permission: NeededPermission;
  readonly touches: Touches;
  /** True if the call needs a second-factor code from the last ten minutes (OFF-07). */
  readonly reauthenticates?: true;
  /** True if open pages repeat the call automatically. It then does not extend the idle limit of the session (OFF-05). */
  readonly isPolled?: true;
}

export type EndpointSpec = ShopEndpointSpec | StaffEndpointSpec;

/** Describes one call of the API. Server routes, OpenAPI and the typed client are derived from it. */
export const endpoint = <const E extends EndpointSpec>(spec: E): E => spec;

type In<S> = S extends z.ZodType ? z.input<S> : never;
type Out<S> = S extends z.ZodType ? z.output<S> : never;

/** The input that a caller passes. */
export type Input<E extends EndpointSpec> = (E extends { params: z.ZodObject }
  ? { params: In<E['params']> }
  : unknown) &
  (E extends { query: z.ZodObject } ? { query: In<E['query']> } : unknown) &
  (E extends { form: FormSpec }
    ? { body: FormData }
    : E extends { body: z.ZodType }
      ? { body: In<E['body']> }
      : unknown);

/** The input that a handler gets after parsing. */
export type Parsed<E extends EndpointSpec> = {
  params: E extends { params: z.ZodObject } ? Out<E['params']> : undefined;
  query: E extends { query: z.ZodObject } ? Out<E['query']> : undefined;
  body: E extends { body: z.ZodType } ? Out<E['body']> : undefined;
};

/** The body of a successful response. Null if there is none. */
export type Answer<E extends EndpointSpec> = E['answers'][keyof E['answers']] extends null
  ? null
  : Out<NonNullable<E['answers'][keyof E['answers']]>>;
