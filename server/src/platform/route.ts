import type { Answer, EndpointSpec, Parsed } from '@ceiba/contract/endpoint';
import type { ErrorCode, platformErrors } from '@ceiba/contract/errors';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { Result } from '@ceiba/domain/result';

/** What a handler knows of its request besides the parsed input. */
export interface RequestContext {
  now: Date;
  /** The shop's policy of this moment: one for the whole request. */
  policy: ShopPolicy;
  /** Who counts as one client of the budgets; see `clientOf`. */
  client: string;
  /** Server rendering asks: the page has had its turn, and `client` is nobody. */
  isInternal: boolean;
  requestId: string;
  /** Header Idempotency-Key, when sent. */
  idempotencyKey: string | undefined;
  /** Header x-recaptcha, when sent (DEC-11). */
  captchaToken: string | undefined;
  /** Of calls of a customer, which are refused without; of calls for a cart, when a session came with them. */
  customer?: SessionCustomer;
  /** The token of the header Authorization, when sent; nobody has looked at it. */
  bearer: string | undefined;
  /** A cookie of the request, when sent. */
  cookie(name: string): string | undefined;
  /** Adds a response header; Set-Cookie may be added more than once. */
  setHeader(name: string, value: string): void;
}

/** Whose session a call brings. */
interface SessionCustomer {
  id: string;
  email: string;
  firstName: string;
  /** The token's jti. */
  sessionId: string;
  sessionExpiresAt: Date;
}

export interface FoundSession {
  customer: SessionCustomer;
  /** Whose the cart of the call is; null: a guest's, or no cart. */
  cartOwnerId: string | null;
}

/** The session of a token; undefined when it is none, over or revoked. `cartId`: the cart the call is for. */
export type FindSession = (token: string, now: Date, cartId: string | null) => Promise<FoundSession | undefined>;

/** A refusal: its code decides the status (contract/errors), `message` overrides the code's Spanish default text. */
export interface Refusal<Code extends ErrorCode = ErrorCode> {
  code: Code;
  message?: string;
  metadata?: Record<string, unknown>;
}

export type RefusalOf<E extends EndpointSpec> = Refusal<E['errors'][number] | (typeof platformErrors)[number]>;

/** Calls of a customer know whose they are; the others do not ask. */
type ContextOf<E extends EndpointSpec> = E['auth'] extends 'customer'
  ? RequestContext & { customer: SessionCustomer }
  : RequestContext;

export type Handler<E extends EndpointSpec> = (
  input: Parsed<E>,
  context: ContextOf<E>,
) => Promise<Result<Answer<E>, RefusalOf<E>>>;

/** What a request brought, parsed or not. */
interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

export interface Route {
  spec: EndpointSpec;
  handle: (input: RawInput, context: RequestContext) => Promise<Result<unknown, Refusal>>;
  /** Asked when the input does not parse: a refusal that comes before VALIDATION_ERROR (DEC-172), if there is one. */
  refuseEarlier?: (unparsed: RawInput, context: RequestContext) => Promise<Refusal | undefined>;
}

/**
 * Binds an endpoint to its handler. The answer goes out with the endpoint's one success status; `platform/api.ts`
 * parses the input, so a handler never sees an unparsed value.
 */
export const route = <E extends EndpointSpec>(spec: E, handle: Handler<E>): Route => ({
  spec,
  // The parser of the same endpoint made `input`; this is the one place where its static type is restored.
  handle: handle as Route['handle'],
});
