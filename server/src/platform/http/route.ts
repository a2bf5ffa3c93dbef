import { AsyncLocalStorage } from 'node:async_hooks';
import type { Answer, ApiScope, EndpointSpec, Parsed, StaffEndpointSpec } from '@ceiba/contract/endpoint';
import type { ErrorCode, platformErrors } from '@ceiba/contract/errors';
import type { ShopTerms } from '@ceiba/domain/policies/shop-offers';
import type { Result } from '@ceiba/domain/result';
import type { Permission } from '@ceiba/domain/staff/permissions';
import { demandJudgement } from './places.ts';

/** What a handler knows of its request besides the parsed input. */
export interface RequestContext {
  now: Date;
  /** The shop's policy of this moment: one for the whole request. */
  policy: ShopTerms;
  /** Who counts as one client of the budgets; see `clientOf`. */
  client: string;
  /** The shop's own rendering asks: the page has had its turn, and `client` is nobody. */
  isRendering: boolean;
  requestId: string;
  /** What the browser calls itself, empty where it says nothing. */
  device: string;
  /** Header Idempotency-Key, when sent. */
  idempotencyKey: string | undefined;
  /** Header x-recaptcha, when sent (DEC-11). */
  captchaToken: string | undefined;
  /** Of calls of a customer, which are refused without; of calls for a cart, when a session came with them. */
  customer?: SessionCustomer;
  /**
   * Who sees what is personal of a cart, of calls for one: the customer's id; with the token of a payment link, the id of
   * the link's cart (`cart_owner`).
   */
  viewerId?: string;
  /** A payment link's token came with the call, and opens its cart. */
  isLink?: true;
  /** Of calls of staff, which are refused without. */
  staff?: StaffCaller;
  /** The token of the header Authorization, when sent; nobody has looked at it. */
  bearer: string | undefined;
  /** A cookie of the request, when sent. */
  cookie(name: string): string | undefined;
  /** All of that name: others may have planted one beside ours. */
  cookies(name: string): readonly string[];
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

/** Who of the desk calls, and what they may (OFF-02). */
export interface StaffCaller {
  id: string;
  sessionId: string;
  name: string;
  email: string;
  role: string;
  permissions: ReadonlySet<Permission>;
  /** Codes of the stores they are limited to; null: all. */
  stores: readonly string[] | null;
  sessionExpiresAt: Date;
  /** When they entered a code of their second factor last. */
  confirmedAt: Date;
}

/** Whose session of the desk a cookie opens; undefined: it opens none, or none any more. */
export type FindStaffSession = (token: string, now: Date) => Promise<StaffCaller | undefined>;

/** Writes down what somebody of the desk was refused (OFF-10). */
export type RecordRefusal = (refused: {
  staff: StaffCaller;
  call: string;
  code: ErrorCode;
  requestId: string;
  now: Date;
}) => Promise<void>;

export interface FoundSession {
  customer: SessionCustomer;
  /** Whose the cart of the call is, or of a payment link's its own id; null: a guest's, or no cart. */
  cartOwnerId: string | null;
}

/** The session of a token; undefined when it is none, over or revoked. `cartId`: the cart the call is for. */
export type FindSession = (token: string, now: Date, cartId: string | null) => Promise<FoundSession | undefined>;

/** The cart that the token of a payment link opens; undefined when it opens none, or none any more. */
export type FindLinkCart = (token: string, now: Date) => Promise<string | undefined>;

/** A token of another system that holds at that moment; undefined otherwise. */
export type FindApiToken = (
  token: string,
  now: Date,
) => Promise<{ id: string; scopes: readonly ApiScope[] } | undefined>;

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
  : E['auth'] extends 'staff'
    ? RequestContext & { staff: StaffCaller }
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

/** How long and how truly the answer of a call that is the same for everybody may be cached (record 0055). */
export interface Caching<Input = unknown, Given = unknown> {
  /** Milliseconds at most; invalidations and changes of prices end it earlier. */
  lifeMs: number;
  /** What of the shop it tells of, besides prices and names: the tags of page_purge, and `stockTag`. */
  tags(answer: Given): readonly string[];
  /** It changes by its tags alone, never by itself or unheard: caches outside may have it, too. */
  isShared?: true;
  /** For what a handler does besides answering: what it gives is called, with the client, each time a cached answer is sent. */
  sent?(input: Input, answer: Given): ((client: string) => void) | undefined;
}

export interface Route {
  spec: EndpointSpec;
  caching?: Caching;
  /** Takes stock: what is cached of it in this process is told no more. */
  takesStock?: boolean;
  handle: (input: RawInput, context: RequestContext) => Promise<Result<unknown, Refusal>>;
  /**
   * Asked as soon as it is known who calls, before the body is judged, and of a form before it is read (DEC-171): what refuses the call, if
   * anything does.
   */
  refuseFirst?: (context: RequestContext) => Promise<Refusal | undefined>;
  /** Asked of a form with files when its texts are known and parse, before a file is read: what refuses the call, if anything does. */
  refuseBeforeFiles?: (texts: RawInput, context: RequestContext) => Promise<Refusal | undefined>;
  /** Asked when the input does not parse: a refusal that comes before VALIDATION_ERROR (DEC-172), if there is one. */
  refuseEarlier?: (unparsed: RawInput, context: RequestContext) => Promise<Refusal | undefined>;
}

/**
 * Binds an endpoint to its handler. The answer goes out with the endpoint's one success status; `platform/http/api.ts`
 * parses the input, so a handler never sees an unparsed value.
 */
export const route = <E extends EndpointSpec>(spec: E & NoStaffChange<E>, handle: Handler<E>): Route =>
  boundRoute(spec, handle);

/** What staff change has a row in the audit (OFF-10): they are bound by `staff-route.ts`, else it does not compile. */
type NoStaffChange<E extends EndpointSpec> = E extends { auth: 'staff'; method: 'POST' | 'PATCH' | 'DELETE' }
  ? never
  : E;

const boundRoute = <E extends EndpointSpec>(spec: E, handle: Handler<E>): Route => ({
  spec,
  // The parser of the same endpoint made `input`; this is the one place where its static type is restored.
  handle: (spec.auth === 'staff' ? judged(spec, handle as Route['handle']) : handle) as Route['handle'],
});

/** A call of staff that answers what belongs to places has asked whose they are. */
const judged =
  (spec: StaffEndpointSpec, handle: Route['handle']): Route['handle'] =>
  async (input, context) => {
    const answer = await handle(input, context);
    if (answer.ok && context.staff !== undefined) demandJudgement(spec, context.staff);
    return answer;
  };

/** As `route`, for a form that is judged by its texts before its files are read; these are none yet then. */
export const formRoute = <E extends EndpointSpec>(
  spec: E,
  judge: (texts: Parsed<E>, context: ContextOf<E>) => Promise<Refusal | undefined>,
  handle: Handler<E>,
): Route => ({ ...boundRoute(spec, handle), refuseBeforeFiles: judge as NonNullable<Route['refuseBeforeFiles']> });

/** What is the same for everybody and tells of nobody; every other answer is kept by no browser and no cache. */
export const isShared = ({ method, auth, limit }: EndpointSpec): boolean =>
  method === 'GET' && auth === 'public' && (limit === 'read' || limit === 'search');

/**
 * As `route`, for a call whose answer is the same for everybody: it may be cached for a moment (record 0055).
 * @throws RangeError for any other call
 */
export const cachedRoute = <E extends EndpointSpec>(
  spec: E,
  caching: Caching<Parsed<E>, Answer<E>>,
  handle: Handler<E>,
): Route => {
  if (!isShared(spec)) throw new RangeError(`${spec.name} is not the same for everybody`);
  return { ...boundRoute(spec, handle), caching: caching as NonNullable<Route['caching']> };
};

/** What belongs to the request being answered, wherever the code is. */
interface RequestScope {
  statements: number;
  names: string[];
}

const storage = new AsyncLocalStorage<RequestScope>();

/** Runs `work` with its own statement count. */
export const withRequestScope = <T>(work: () => T): T => storage.run({ statements: 0, names: [] }, work);

/** Given to the database: counts a statement for the request it belongs to. */
export const countStatement = (name: string | undefined): void => {
  const scope = storage.getStore();
  if (scope === undefined) return;
  scope.statements += 1;
  scope.names.push(name ?? 'unnamed');
};

/** SQL statements sent by this request so far (BEGIN and COMMIT excluded), and their names in order. */
export const statementsOfRequest = (): { count: number; names: readonly string[] } => {
  const scope = storage.getStore();
  return { count: scope?.statements ?? 0, names: scope?.names ?? [] };
};
