import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call. `public`: anyone; a session is not looked at. `cart`: whoever knows the cart id in path, body or query
 * (DEC-05); personal data of a customer's cart needs that customer's session, another customer's is refused (403), and
 * one that holds no longer too (401). `customer`: whoever brings a session (DEC-03), else 401. `demo`: exists only in demo
 * mode (DEC-163).
 */
export type Auth = 'public' | 'cart' | 'customer' | 'demo';

/**
 * DEC-167: calls of a client address in so many seconds, before RATE_LIMIT_FACTOR. Endpoints with one name share one
 * count. `coupon`, `login` and what else no endpoint names yet is what the shop's rules say of those calls.
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
  write: { calls: 300, seconds: 60 },
  /** The dearest of reads: a count of its own, and a cap at once (server/src/search/search.routes.ts). */
  search: { calls: 1_200, seconds: 60 },
  read: { calls: 1_200, seconds: 60 },
} as const;

/** Characters of the header Idempotency-Key, at most (DEC-172). */
export const idempotencyKeyMaxLength = 255;

export type RateLimit = keyof typeof callBudgets;

export interface EndpointSpec {
  /** Unique; becomes the operationId. */
  readonly name: string;
  readonly slice: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** OpenAPI form: `/v1/carts/{id}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly auth: Auth;
  readonly limit: RateLimit;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Honours the header Idempotency-Key (DEC-172). */
  readonly idempotent?: true;
  /** May ask for the header x-recaptcha (DEC-11). */
  readonly captcha?: true;
  readonly answers: { readonly [status: number]: z.ZodType | null };
  readonly errors: readonly ErrorCode[];
}

/** Describes one call of the API; server routes, OpenAPI and the typed client are made from it. */
export const endpoint = <const E extends EndpointSpec>(spec: E): E => spec;

type In<S> = S extends z.ZodType ? z.input<S> : never;
type Out<S> = S extends z.ZodType ? z.output<S> : never;

/** What a caller passes. */
export type Input<E extends EndpointSpec> = (E extends { params: z.ZodObject }
  ? { params: In<E['params']> }
  : unknown) &
  (E extends { query: z.ZodObject } ? { query: In<E['query']> } : unknown) &
  (E extends { body: z.ZodType } ? { body: In<E['body']> } : unknown);

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
