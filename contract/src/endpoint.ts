import type { NeededPermission } from '@ceiba/domain/staff/permissions';
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call. `public`: anyone; a session is not looked at. `cart`: whoever knows the cart id in path, body or query
 * (DEC-05); personal data of a customer's cart needs that customer's session, another customer's is refused (403), and
 * one that holds no longer too (401). The token of a payment link is taken for the link's own cart alone (DEC-03). `link`:
 * whoever brings that token, else 401. `customer`: whoever brings a session (DEC-03), else 401. `demo`: exists only in
 * demo mode (DEC-163). `token`: another system that brings a token (HOOK-10), else 401, for the endpoint's `scope`, else 403.
 */
export type ShopAuth = 'public' | 'cart' | 'link' | 'customer' | 'demo' | 'token';

/** `staff`: whoever brings a session of the desk (OFF-02), else 401, and has the endpoint's `permission`, else 403. */
export type Auth = ShopAuth | 'staff';

/** What a token of another system may do (HOOK-10). */
export const apiScopes = ['stock:write'] as const;
export type ApiScope = (typeof apiScopes)[number];
export const isApiScope = (text: string): text is ApiScope => apiScopes.some((scope) => scope === text);

/**
 * DEC-167: calls of a client address in so many seconds, before RATE_LIMIT_FACTOR. An endpoint names its own with
 * `limit`; those with one name share one count.
 */
export const callBudgets = {
  login: { calls: 10, seconds: 60 },
  register: { calls: 10, seconds: 3_600 },
  passwordRequest: { calls: 5, seconds: 3_600 },
  guestCheck: { calls: 30, seconds: 60 },
  coupon: { calls: 30, seconds: 60 },
  installments: { calls: 30, seconds: 60 },
  billingLookup: { calls: 30, seconds: 60 },
  captcha: { calls: 30, seconds: 60 },
  /** Guests' orders: numbers follow each other, so who tries them with an e-mail is slowed down. Not in DEC-167. */
  orderLookup: { calls: 30, seconds: 60 },
  points: { calls: 30, seconds: 60 },
  /** Codes are money: wrong ones have a budget of their own besides (record 0060). Not in DEC-167. */
  giftCard: { calls: 10, seconds: 60 },
  /** Everything about a customer at once. Not in DEC-167. */
  personalData: { calls: 10, seconds: 3_600 },
  /** A hash opens an advisor's session to whoever knows it. Not in DEC-167. */
  advisor: { calls: 30, seconds: 60 },
  /** Each may bring 15 MB of pictures to be opened. Not in DEC-167. */
  returns: { calls: 20, seconds: 600 },
  /** Each copies a cart, or tries a link. Not in DEC-167. */
  paymentLink: { calls: 30, seconds: 60 },
  /** Each may have a mail written to an address that anybody types. Not in DEC-167. */
  restockByEmail: { calls: 30, seconds: 3_600 },
  /** Links to wish lists are not to be guessed, and their answers kept by nobody. Not in DEC-167. */
  sharedWishlist: { calls: 60, seconds: 60 },
  /** Each is kept for months, whoever sends it. Not in DEC-167. */
  measure: { calls: 30, seconds: 60 },
  /** One for each sponsored product of an order. Not in DEC-167. */
  sponsored: { calls: 60, seconds: 60 },
  /** Each may change thousands of levels. Not in DEC-167. */
  feed: { calls: 30, seconds: 60 },
  /** The desk's door: passwords and codes have locks of their own besides (OFF-03, OFF-04). Not in DEC-167. */
  staffLogin: { calls: 20, seconds: 60 },
  /** A store's people share one address, and scan. Not in DEC-167. */
  staffRead: { calls: 3_000, seconds: 60 },
  /** Exports and papers: each may be thousands of rows or 200 labels, and no more than some are made at once (`madeFiles`). Not in DEC-167. */
  staffFile: { calls: 120, seconds: 60 },
  /** Each may be 200 MB, which lie there until a worker has read them. Not in DEC-167. */
  staffUpload: { calls: 60, seconds: 3_600 },
  staffWrite: { calls: 3_000, seconds: 60 },
  write: { calls: 300, seconds: 60 },
  /** The dearest of reads: a count of its own, and a cap at once (server/src/search/search.routes.ts). */
  search: { calls: 1_200, seconds: 60 },
  read: { calls: 1_200, seconds: 60 },
} as const;

/**
 * What an address may ask for besides calls, before RATE_LIMIT_FACTOR. `rendering`: pages that are not kept and have to
 * be made, the dearest thing there is to ask for; `sitemap`: files of up to some megabytes; `document`: the reference
 * of the API with its library, half a megabyte; `stopPage`: the page that asks whether
 * mails are to stop, which scanners of mails open; `stopMails`: the posts to it, which a mail provider sends for all its readers
 * from few addresses, so that there are more of them. Not by token: made-up ones would be counted by nothing.
 */
export const pageBudgets = {
  rendering: { calls: 300, seconds: 60 },
  sitemap: { calls: 60, seconds: 60 },
  document: { calls: 300, seconds: 60 },
  stopPage: { calls: 300, seconds: 60 },
  stopMails: { calls: 1_200, seconds: 60 },
} as const;

/**
 * Bytes of its disk that the shop gives a client address in a day for what anybody may write, before RATE_LIMIT_FACTOR. An
 * endpoint names its own with `keeps`; those with one name share one count. docs/operations.md, "What a stranger can have
 * the shop keep", lists every call that writes.
 */
export const dayBudgets = {
  /** Some 7,500 shoppers behind one address of a mobile network: a cart with three lines that goes through the checkout counts 8 kB. */
  carts: 60_000_000,
  /** Each is kept for 90 days and handed on; one of an order with three lines counts 1 kB. */
  events: 1_000_000,
  /** What customers keep; an account costs a stranger nothing but its registration. */
  accounts: 5_000_000,
  /** Refused calls of one person of the desk. Each is a row of the audit that stays for years. */
  refusals: 100_000,
} as const;

export type DayBudget = keyof typeof dayBudgets;

/** Characters of the header Idempotency-Key, at most (DEC-172). */
export const idempotencyKeyMaxLength = 255;

export type RateLimit = keyof typeof callBudgets;

/** A body that travels as multipart/form-data: its texts by name, and files as a list. */
export interface FormSpec {
  /** Name of the list. */
  readonly files: string;
  /** Files, at most. */
  readonly most: number;
  /** Bytes of each, at most. */
  readonly maxBytes: number;
  /** Its one file stands behind its texts and is read as it comes, an `UploadedFile` in place of the list: it is never in memory whole. */
  readonly isStreamed?: true;
}

/** The file of a streamed form. */
export interface UploadedFile {
  /** As its sender calls it, without folders. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

interface AnyEndpointSpec {
  /** Unique; becomes the operationId. */
  readonly name: string;
  readonly slice: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** OpenAPI form: `/v1/carts/{id}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly limit: RateLimit;
  /** Of `auth: 'token'`: what its token has to allow (TOKEN_SCOPE). */
  readonly scope?: ApiScope;
  /** What a call counts of a day's bytes: its body, and so many for rows and their indexes (RATE_LIMITED). */
  readonly keeps?: { readonly of: DayBudget; readonly bytes: number };
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Bytes of the body, at most, where that is more or less than of other calls (PAYLOAD_TOO_LARGE). */
  readonly bodyBytes?: number;
  /** The body is a form; the browser hands it over as FormData. */
  readonly form?: FormSpec;
  /** Honours the header Idempotency-Key (DEC-172); `required`: refuses a call without it. */
  readonly idempotent?: true | 'required';
  /** Wants the header x-recaptcha (DEC-11): of every request, or where its refusal asks for it (DEC-196). */
  readonly captcha?: 'always' | 'onRefusal';
  /** A GET that pages of other sites must not send from a visitor's browser, whom it would count for (ORIGIN_NOT_ALLOWED). */
  readonly ownPagesOnly?: true;
  /** Its answer is a file of this type, no JSON: `fileAnswer`. */
  readonly file?: 'application/pdf' | 'text/csv' | 'image/webp';
  readonly answers: { readonly [status: number]: z.ZodType | null };
  readonly errors: readonly ErrorCode[];
}

/** A call of the shop: it wants nobody's permission. */
export interface ShopEndpointSpec extends AnyEndpointSpec {
  readonly auth: ShopAuth;
  readonly permission?: never;
  readonly touches?: never;
}

/**
 * What a call of the desk touches. It decides what a person who is limited to stores may do with the call (record 0086).
 * `places`: things that belong to places. The handler asks `mayTouch` (`server/src/platform/http/places.ts`); a call that succeeds without
 * asking is a defect, and is answered with 500.
 * `shop`: what belongs to the whole shop. Whoever is limited to stores is refused before the handler runs.
 * `nothing`: neither. The caller's own session, or names that everybody at the desk may know.
 */
export type Touches = 'places' | 'shop' | 'nothing';

/** A call of the desk (OFF-08). It names its permission and what it touches. One of several permissions is enough; `signedIn`: any person of the desk. */
export interface StaffEndpointSpec extends AnyEndpointSpec {
  readonly auth: 'staff';
  readonly permission: NeededPermission;
  readonly touches: Touches;
  /** A code of the second factor must have been entered in the last ten minutes (OFF-07). */
  readonly reauthenticates?: true;
}

export type EndpointSpec = ShopEndpointSpec | StaffEndpointSpec;

/** Describes one call of the API; server routes, OpenAPI and the typed client are made from it. */
export const endpoint = <const E extends EndpointSpec>(spec: E): E => spec;

type In<S> = S extends z.ZodType ? z.input<S> : never;
type Out<S> = S extends z.ZodType ? z.output<S> : never;

/** What a caller passes. */
export type Input<E extends EndpointSpec> = (E extends { params: z.ZodObject }
  ? { params: In<E['params']> }
  : unknown) &
  (E extends { query: z.ZodObject } ? { query: In<E['query']> } : unknown) &
  (E extends { form: FormSpec }
    ? { body: FormData }
    : E extends { body: z.ZodType }
      ? { body: In<E['body']> }
      : unknown);

/** What a handler receives after parsing. */
export type Parsed<E extends EndpointSpec> = {
  params: E extends { params: z.ZodObject } ? Out<E['params']> : undefined;
  query: E extends { query: z.ZodObject } ? Out<E['query']> : undefined;
  body: E extends { body: z.ZodType } ? Out<E['body']> : undefined;
};

/** The body of a successful answer; null for one without. */
export type Answer<E extends EndpointSpec> = E['answers'][keyof E['answers']] extends null
  ? null
  : Out<NonNullable<E['answers'][keyof E['answers']]>>;
