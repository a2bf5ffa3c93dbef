import { createBrowserClient } from '@ceiba/client/browser-client';
import { sessionRefusals, sessionsStarted } from '@ceiba/client/session-refusals';
import { callTable } from '@ceiba/contract/call-table';
import { arrivalMs, type CallName, type Client, type ShopCalls, type WireRequest } from '@ceiba/contract/client';
import { createContext } from 'react-router';
import { keepOpenLink, readOpenLink } from './open-link.ts';
import { readLimitMs, takePrefetched } from './prefetch.ts';

/**
 * Milliseconds a shopper waits for each kind of call; placing waits for the bank, which the server gives up before; a form
 * for as long as its pictures may be on their way, and until they are opened and kept.
 */
const limits = { read: readLimitMs, write: 20_000, place: 60_000, form: arrivalMs + 45_000 } as const;

const limitOf = ({ method, url, body }: WireRequest): number => {
  const isPlacing = [callTable.placeOrder, callTable.placeLinkOrder].some(
    ([verb, path]) => method === verb && url === path,
  );
  if (isPlacing) return limits.place;
  if (body instanceof FormData) return limits.form;
  return method === 'GET' ? limits.read : limits.write;
};

/** Browsers keep 64 kB of bodies under way for a page that is gone; a letter may take several bytes. */
const keptLetters = 20_000;

/** What is told at the end of a page that the next one may replace at once. */
const outlivesPage = ({ url, body }: WireRequest): boolean =>
  [callTable.sendMessagingEvent, callTable.sendSponsoredEvent].some(([, path]) => url === path) &&
  typeof body === 'string' &&
  body.length <= keptLetters;

const browserClient: Client = createBrowserClient<ShopCalls>(callTable, { limitOf, outlivesPage, takePrefetched });

/**
 * The token that a call of a link's page brings (ADV-21, DEC-03): every call that names the link's cart, and the look-up
 * of its invoice, which names none (DIF-28). Calls of an account go with the session alone.
 */
const linkHeaders = (name: CallName, input: object): Record<string, string> => {
  const link = readOpenLink();
  if (link === null) return {};
  const isOfCart = link.cartId !== null && JSON.stringify(input).includes(`"${link.cartId}"`);
  return isOfCart || name === 'lookUpTaxpayer' ? { authorization: `Bearer ${link.token}` } : {};
};

/** What asks what became of an order says itself that it is not told any more. */
const tellsItself: readonly CallName[] = ['placeLinkOrder', 'findPlacement'];

/** The API from the browser, for personal data (cart, location, availability). Loaders use `apiContext` instead. */
export const api: Client = async (name, input, options) => {
  const headers: Record<string, string> = { ...linkHeaders(name, input), ...options?.headers };
  const sentIn = sessionsStarted();
  const isShut = readOpenLink()?.cartId === null;
  const answer = await browserClient(name, input, { ...options, headers });
  if (answer.ok || answer.error.code !== 'UNAUTHORIZED') return answer;
  const link = readOpenLink();
  // A token that opens its copy no longer ends nobody's session.
  if (headers.authorization !== undefined) {
    if (headers.authorization === `Bearer ${link?.token}` && link !== null && !tellsItself.includes(name))
      keepOpenLink({ ...link, cartId: null });
  } else if (!isShut && sentIn === sessionsStarted()) {
    // Asked in a session before this one, or of a copy that was shut already, it says nothing of this one.
    sessionRefusals.dispatchEvent(new Event('refused'));
  }
  return answer;
};

/** The API client of one request, set by the server (`loadContext` of entry.server); loaders read it. */
export const apiContext = createContext<Client>();
