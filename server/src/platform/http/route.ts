import { AsyncLocalStorage } from 'node:async_hooks';
import type { Answer, ApiScope, EndpointSpec, Parsed, StaffEndpointSpec } from '@ceiba/contract/endpoint';
import type { ErrorCode, platformErrors } from '@ceiba/contract/errors';
import type { ShopTerms } from '@ceiba/domain/policies/shop-offers';
import type { Result } from '@ceiba/domain/result';
import type { Permission } from '@ceiba/domain/staff/permissions';
import { demandJudgement, type LimitedPerson } from './places.ts';

/** The request as a handler sees it, in addition to its parsed input. */
export interface RequestContext {
  now: Date;
  /** The shop's policy, constant for the whole request. */
  policy: ShopTerms;
  /** The client that rate limits count this request for (`clientOf`). */
  client: string;
  /**
   * True for calls that render the shop's own pages. Rate limits do not count these calls, because the page itself was counted. `client` is
   * then a placeholder.
   */
  isRendering: boolean;
  requestId: string;
  /** The header User-Agent, or an empty text. */
  device: string;
  /** The header Idempotency-Key, if sent. */
  idempotencyKey: string | undefined;
  /** The header x-recaptcha, if sent (DEC-11). */
  captchaToken: string | undefined;
  /** The signed-in customer. Always present in calls of a customer. Present in calls for a cart if a session was sent. */
  customer?: SessionCustomer;
  /**
   * In calls for a cart: the owner who may see its personal data. This is the customer's ID or, with a payment link's token, the ID of the
   * link's cart (`cart_owner`).
   */
  viewerId?: string;
  /** True if the call has a payment link's token, which opens the link's cart. */
  isLink?: true;
  /** The signed-in staff member. Always present in calls of staff. */
  staff?: StaffCaller;
  /** The token of the Authorization header, if sent. Not yet verified. */
  bearer: string | undefined;
  /** Returns a cookie of the request, if sent. */
  cookie(name: string): string | undefined;
  /** Returns all cookies of that name, because another site may have set a cookie beside the shop's. */
  cookies(name: string): readonly string[];
  /** Adds a response header; Set-Cookie may be added more than once. */
  setHeader(name: string, value: string): void;
}

/** The customer of a call's session. */
interface SessionCustomer {
  id: string;
  email: string;
  firstName: string;
  /** The token's jti. */
  sessionId: string;
  sessionExpiresAt: Date;
}

/** The staff member who calls, with their permissions (OFF-02). */
export interface StaffCaller extends LimitedPerson {
  id: string;
  sessionId: string;
  name: string;
  email: string;
  role: string;
  permissions: ReadonlySet<Permission>;
  sessionExpiresAt: Date;
  /** Time at which the person last entered a second-factor code. */
  confirmedAt: Date;
}

/** Finds the desk session of a cookie's token. Undefined if there is no session, or it has ended. */
export type FindStaffSession = (token: string, now: Date, isPolled?: boolean) => Promise<StaffCaller | undefined>;

/** Writes a refusal of a staff call to the audit (OFF-10). */
export type RecordRefusal = (refused: {
  staff: StaffCaller;
  call: string;
  code: ErrorCode;
  requestId: string;
  now: Date;
}) => Promise<void>;

export interface FoundSession {
  customer: SessionCustomer;
  /**
   * The owner of the call's cart. For a payment link's cart, the cart's own ID. Null if the cart belongs to a guest, or the call
   * has no cart.
   */
  cartOwnerId: string | null;
}

/** Finds the session of a token. Undefined if there is none, or it has expired or was revoked. `cartId`: the cart of the call. */
export type FindSession = (token: string, now: Date, cartId: string | null) => Promise<FoundSession | undefined>;

/** Finds the cart that a payment link's token opens. Undefined if there is none, or the link has expired. */
export type FindLinkCart = (token: string, now: Date) => Promise<string | undefined>;

/** Finds the API token of another system, if it is valid at that moment. */
export type FindApiToken = (
  token: string,
  now: Date,
) => Promise<{ id: string; scopes: readonly ApiScope[] } | undefined>;

/** A refusal. Its code determines the status (contract/errors); `message` overrides the code's default text in Spanish. */
export interface Refusal<Code extends ErrorCode = ErrorCode> {
  code: Code;
  message?: string;
  metadata?: Record<string, unknown>;
}

export type RefusalOf<E extends EndpointSpec> = Refusal<E['errors'][number] | (typeof platformErrors)[number]>;

/** The context with the caller that the endpoint's `auth` guarantees. */
type ContextOf<E extends EndpointSpec> = E['auth'] extends 'customer'
  ? RequestContext & { customer: SessionCustomer }
  : E['auth'] extends 'staff'
    ? RequestContext & { staff: StaffCaller }
    : RequestContext;

export type Handler<E extends EndpointSpec> = (
  input: Parsed<E>,
  context: ContextOf<E>,
) => Promise<Result<Answer<E>, RefusalOf<E>>>;

/** The input of a request, parsed or not. */
interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** Caching of a call whose answer is the same for everybody (record 0055). */
export interface Caching<Input = unknown, Given = unknown> {
  /** Maximum time in milliseconds. Invalidations and price changes end it earlier. */
  lifeMs: number;
  /** Tags of the data in the answer, besides prices and names: tags of page_purge, and `stockTag`. */
  tags(answer: Given): readonly string[];
  /**
   * Returns whether everybody gets the same answer to an input. Only for a call that also answers for a cart. Its answers to other inputs
   * are not cached.
   */
  isForAll?(input: Input): boolean;
  /** True if the answer changes only with its tags, never with time. Outside caches may then store the answer, too. */
  isOutsideCacheable?: true;
  /** Replaces the handler's side effects. The returned function is called with the client whenever a cached answer is sent. */
  onSent?(input: Input, answer: Given): ((client: string) => void) | undefined;
}

export interface Route {
  spec: EndpointSpec;
  caching?: Caching;
  /** True if the call takes stock. Cached answers about stock are then dropped in this process. */
  takesStock?: boolean;
  handle: (input: RawInput, context: RequestContext) => Promise<Result<unknown, Refusal>>;
  /** Runs once the caller is known, before body or form are read (DEC-171). Returns a refusal or nothing. */
  refuseFirst?: (context: RequestContext) => Promise<Refusal | undefined>;
  /** For a form with files. Runs once its text fields are parsed, before a file is read. Returns a refusal or nothing. */
  refuseBeforeFiles?: (texts: RawInput, context: RequestContext) => Promise<Refusal | undefined>;
  /** Runs if the input does not parse. Returns a refusal that takes precedence over VALIDATION_ERROR (DEC-172), or nothing. */
  refuseEarlier?: (unparsed: RawInput, context: RequestContext) => Promise<Refusal | undefined>;
}

/** Options that most routes do not need. */
interface RouteOptions<E extends EndpointSpec> {
  /** The caching of the answer (record 0055). Only for a call whose answer is the same for everybody. */
  caching?: Caching<Parsed<E>, Answer<E>>;
  /** Checks a form by its text fields, before its files are read. `texts` contains no files yet. */
  refuseBeforeFiles?: (texts: Parsed<E>, context: ContextOf<E>) => Promise<Refusal | undefined>;
}

/**
 * Binds an endpoint to its handler. The answer has the endpoint's only success status. `platform/http/api.ts` parses the input,
 * so that a handler never sees an unparsed value.
 *
 * @throws RangeError if `caching` is given for a call whose answer differs between callers
 */
export const route = <E extends EndpointSpec>(
  spec: E & NoStaffChange<E>,
  handle: Handler<E>,
  { caching, refuseBeforeFiles }: RouteOptions<E> = {},
): Route => {
  if (caching !== undefined && caching.isForAll === undefined && !isSameForAll(spec))
    throw new RangeError(`${spec.name} is not the same for everybody`);
  return {
    spec,
    // The parser of the same endpoint created `input`. The casts of this function restore the static type.
    handle: (spec.auth === 'staff' ? judged(spec, handle as Route['handle']) : handle) as Route['handle'],
    ...(caching && { caching: caching as NonNullable<Route['caching']> }),
    ...(refuseBeforeFiles && { refuseBeforeFiles: refuseBeforeFiles as NonNullable<Route['refuseBeforeFiles']> }),
  };
};

/** Excludes changes by staff, which need an audit row (OFF-10). They do not compile with `route`; use `staff-route.ts`. */
type NoStaffChange<E extends EndpointSpec> = E extends { auth: 'staff'; method: 'POST' | 'PATCH' | 'DELETE' }
  ? never
  : E;

/** Throws if a staff call on data of places succeeds without having checked the places (`places.ts`). */
const judged =
  (spec: StaffEndpointSpec, handle: Route['handle']): Route['handle'] =>
  async (input, context) => {
    const answer = await handle(input, context);
    if (answer.ok && context.staff !== undefined) demandJudgement(spec, context.staff);
    return answer;
  };

/** Returns true if everybody gets the same answer, without personal data. Browsers and caches store only such answers. */
export const isSameForAll = ({ method, auth, limit }: EndpointSpec): boolean =>
  method === 'GET' && auth === 'public' && (limit === 'read' || limit === 'search');

/** The statement count of the current request, accessible from its whole call tree. */
interface RequestScope {
  statements: number;
  names: string[];
}

const storage = new AsyncLocalStorage<RequestScope>();

/** Runs `work` with its own statement count. */
export const withRequestScope = <T>(work: () => T): T => storage.run({ statements: 0, names: [] }, work);

/** Called by the database: counts a statement for its request. */
export const countStatement = (name: string | undefined): void => {
  const scope = storage.getStore();
  if (scope === undefined) return;
  scope.statements += 1;
  scope.names.push(name ?? 'unnamed');
};

/** Returns the number of SQL statements that this request has sent so far (without BEGIN and COMMIT), and their names in order. */
export const statementsOfRequest = (): { count: number; names: readonly string[] } => {
  const scope = storage.getStore();
  return { count: scope?.statements ?? 0, names: scope?.names ?? [] };
};
