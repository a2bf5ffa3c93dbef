import type { EndpointSpec } from '@ceiba/contract/endpoint';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { cookiesOf } from './cookies.ts';
import { isLinkToken } from './link-token.ts';
import { bearerOf, headerOf } from './request-headers.ts';
import type { FindLinkCart, FindSession, FoundSession, Refusal, RequestContext } from './route.ts';

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
  /** Name of the storefront's session cookie. */
  sessionCookie: string;
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
