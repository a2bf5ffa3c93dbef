import { isListOf, isShape } from '@ceiba/client/guards';
import { callTable } from '@ceiba/contract/call-table';
import { type CallName, urlOf } from '@ceiba/contract/client';
import { type PageHandle, readLimitMs } from './prefetch.ts';

/** Browser storage that early calls depend on. */
export interface BrowserKeys {
  /** Keys in local storage: the session, and the cart's ID. */
  session: string;
  cart: string;
  /** The channel on which tabs announce a changed cart. */
  cartChanges: string;
}

const isCallName = (value: unknown): value is CallName => typeof value === 'string' && value in callTable;

/** Returns whether a route's `handle` names early calls. The router does not check its type. */
export const isPageHandle = isShape<PageHandle>({ prefetchedCalls: isListOf(isCallName) });

/** Placeholder for the cart's ID, which only the browser knows. */
const cartPlace = '{id}';

/**
 * Sets `window.ceibaPrefetch` (`prefetch.ts`), and marks the page's root element if a customer is signed in, for
 * app.css. Removes itself from the page, because React must find the markup that React wrote. A failed call is only
 * reported to the code that uses its answer. If another tab changes the cart in between, the cart is fetched again.
 */
const source = `(function(paths,keys,ms){document.currentScript.remove();
var session=localStorage.getItem(keys.session),cart=localStorage.getItem(keys.cart),answers={};
if(session)document.documentElement.setAttribute('data-signed-in','');
paths.forEach(function(path){var ofCart=path.indexOf('${cartPlace}')>=0;if(!(ofCart?cart:session))return;
path=path.replace('${cartPlace}',encodeURIComponent(cart));
var answer=answers[path]=fetch(path,{headers:{accept:'application/json'},signal:AbortSignal.timeout(ms)});answer.catch(function(){});
if(ofCart)new BroadcastChannel(keys.cartChanges).onmessage=function(event){if(event.data===cart)delete answers[path]}});
window.ceibaPrefetch={session:[keys.session,session],until:performance.now()+ms,answers:answers}})`;

const pathOf = (name: CallName, params: Readonly<Record<string, string | undefined>>): string => {
  const path: string = callTable[name];
  if (path.includes(' ')) throw new Error(`${name} is no GET call, so it cannot be prefetched`);
  return path.includes(cartPlace) ? path : urlOf(path, { params });
};

/**
 * Returns the script with which a page starts its calls (record 0039). Empty if the page has no calls. `params`: the
 * address's parameters. `nonce`: the nonce of this rendering. Throws for a call that is no GET.
 */
export function prefetchScript(
  calls: readonly CallName[],
  params: Readonly<Record<string, string | undefined>>,
  keys: BrowserKeys,
  nonce?: string,
): string {
  if (calls.length === 0) return '';
  // A visitor can write any address, so no part of the address may end the script.
  const [paths, names] = [calls.map((name) => pathOf(name, params)), keys].map((data) =>
    JSON.stringify(data).replaceAll('<', '\\u003c'),
  );
  const mark = nonce === undefined ? '' : ` nonce="${nonce}"`;
  return `<script${mark}>try{${source}(${paths},${names},${readLimitMs})}catch{}</script>`;
}
