import type { EndpointSpec } from '@ceiba/contract/endpoint';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { cookieOf, setCookie } from './cookies.ts';
import { hashOfLinkToken, isLinkToken } from './link-token.ts';
import { bearerOf, headerOf } from './request-headers.ts';
import type { FindLinkCart, FindSession, Refusal, RequestContext } from './route.ts';

/** The session cookie of the storefront (DEC-04). */
export const sessionCookie = 'ceiba.session';

/** The header that takes it away. */
export const forgetSession = setCookie({ name: sessionCookie, value: '', maxAge: 0, path: '/' });

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
}

/** What a call knows of who made it. */
type Caller = Pick<RequestContext, 'customer' | 'viewerId' | 'linkToken'>;

/** A token of a payment link opens its own cart (DEC-03), and nothing of an account (DIF-28). */
const authenticateLink = async (
  spec: EndpointSpec,
  request: FastifyRequest,
  token: string,
  { findLinkCart, now }: CallerOptions,
): Promise<Result<Caller, Refusal>> => {
  const cartId = spec.auth === 'customer' ? undefined : await findLinkCart(token, now());
  if (cartId === undefined) return refuse({ code: 'UNAUTHORIZED' });
  const caller = { viewerId: cartId, linkToken: hashOfLinkToken(token) };
  return cartId === cartIdOf(request) ? ok(caller) : refuse({ code: 'FORBIDDEN' });
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
  const cookie = header === undefined ? cookieOf(request, sessionCookie) : undefined;
  if (header === undefined && cookie === undefined)
    return spec.auth === 'cart' ? ok({}) : refuse({ code: 'UNAUTHORIZED' });
  // A cookie comes along by itself: what it changes must be wanted by a page of ours, which says so (DEC-04).
  if (cookie !== undefined && request.method !== 'GET' && headerOf(request, 'origin') === undefined)
    return refuse({ code: 'ORIGIN_NOT_ALLOWED' });
  const token = cookie ?? bearerOf(request);
  if (cookie === undefined && token !== undefined && isLinkToken(token))
    return authenticateLink(spec, request, token, options);
  const { findSession, now } = options;
  const session = token === undefined ? undefined : await findSession(token, now(), cartIdOf(request));
  if (session === undefined) {
    // A cookie comes along by itself: with one that holds no longer its browser shops on as a guest. It is not taken away
    // here, as the answer may arrive after that of a login, whose cookie it would be.
    return cookie !== undefined && spec.auth === 'cart' ? ok({}) : refuse({ code: 'UNAUTHORIZED' });
  }
  const { customer, cartOwnerId } = session;
  const isForeign = spec.auth === 'cart' && cartOwnerId !== null && cartOwnerId !== customer.id;
  // A session is no token of a link, whosever it is (DEC-02).
  return isForeign || spec.auth === 'link' ? refuse({ code: 'FORBIDDEN' }) : ok({ customer, viewerId: customer.id });
};
