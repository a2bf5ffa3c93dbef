import { createBrowserClient } from '@ceiba/client/browser-client';
import { sessionRefusals, sessionsStarted } from '@ceiba/client/session-refusals';
import { callTable } from '@ceiba/contract/call-table';
import { arrivalMs, type CallName, type Client, type ShopCalls, type WireRequest } from '@ceiba/contract/client';
import { createContext } from 'react-router';
import { readOpenLink, setOpenLink } from './open-link.ts';
import { readLimitMs, takePrefetched } from './prefetch.ts';

/**
 * Milliseconds until each kind of call times out. `place`: longer than the server waits for the bank. `form`: while pictures may be uploading, and
 * until they are decoded and stored.
 */
const limits = { read: readLimitMs, write: 20_000, place: 60_000, form: arrivalMs + 45_000 } as const;

const limitOf = ({ method, url, body }: WireRequest): number => {
  const isPlacing = [callTable.placeOrder, callTable.placeLinkOrder].some((row) => row === `${url} ${method}`);
  if (isPlacing) return limits.place;
  if (body instanceof FormData) return limits.form;
  return method === 'GET' ? limits.read : limits.write;
};

/** Browsers allow 64 kB of pending `keepalive` bodies, and a letter may take several bytes. */
const keptLetters = 20_000;

/** Returns whether a call may outlive its page: the next page may replace this page before the answer. */
const outlivesPage = ({ method, url, body }: WireRequest): boolean =>
  [callTable.sendMessagingEvent, callTable.sendSponsoredEvent].some((row) => row === `${url} ${method}`) &&
  typeof body === 'string' &&
  body.length <= keptLetters;

const browserClient: Client = createBrowserClient<ShopCalls>(callTable, { limitOf, outlivesPage, takePrefetched });

/**
 * The token for the calls of a link's page (ADV-21, DEC-03): the calls with the id of the link's cart, and the tax look-up (DIF-28). Calls of an
 * account use only the session.
 */
const linkHeaders = (name: CallName, input: object): Record<string, string> => {
  const link = readOpenLink();
  if (link === null) return {};
  const isOfCart = link.cartId !== null && JSON.stringify(input).includes(`"${link.cartId}"`);
  return isOfCart || name === 'lookUpTaxpayer' ? { authorization: `Bearer ${link.token}` } : {};
};

/** The components that make these calls show their own message when the token has expired. */
const tellsItself: readonly CallName[] = ['placeLinkOrder', 'findPlacement'];

/** The API from the browser, for personal data (cart, location, availability). Loaders use `apiContext` instead. */
export const api: Client = async (name, input, options) => {
  const headers: Record<string, string> = { ...linkHeaders(name, input), ...options?.headers };
  const sentIn = sessionsStarted();
  const isShut = readOpenLink()?.cartId === null;
  const answer = await browserClient(name, input, { ...options, headers });
  if (answer.ok || answer.error.code !== 'UNAUTHORIZED') return answer;
  const link = readOpenLink();
  // A link's token that has expired ends no session.
  if (headers.authorization !== undefined) {
    if (headers.authorization === `Bearer ${link?.token}` && link !== null && !tellsItself.includes(name))
      setOpenLink({ ...link, cartId: null });
  } else if (!isShut && sentIn === sessionsStarted()) {
    // A refused call from an earlier session, or for a closed copy, does not end the current session or copy.
    sessionRefusals.dispatchEvent(new Event('refused'));
  }
  return answer;
};

/** The API client of one request, set by the server (`loadContext` of entry.server); loaders read it. */
export const apiContext = createContext<Client>();
