import { isListOf, isShape } from '@ceiba/client/guards';
import { callTable } from '@ceiba/contract/call-table';
import { type CallName, urlOf } from '@ceiba/contract/client';
import { type PageHandle, readLimitMs } from './prefetch.ts';

/** Where a browser keeps what early calls go by. */
export interface BrowserKeys {
  /** Local storage: who is signed in, and the id of the cart. */
  session: string;
  cart: string;
  /** The channel on which tabs tell that a cart has changed. */
  cartChanges: string;
}

const isCallName = (value: unknown): value is CallName => typeof value === 'string' && value in callTable;

/** Whether a route's `handle` names early calls: the router does not look at what it is. */
export const isPageHandle = isShape<PageHandle>({ prefetchedCalls: isListOf(isCallName) });

/** Stands for the cart's id, which the browser alone knows. */
const cartPlace = '{id}';

/**
 * Leaves `window.ceibaPrefetch` (`prefetch.ts`), and says in the page's root element that somebody is signed in, by which
 * app.css shows what waits for that. It takes itself out of the page, in which React has to find what it wrote. A call
 * that fails tells whoever takes it, else nobody; a cart that another tab changes meanwhile is asked for anew.
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
  const [method, path] = callTable[name];
  if (method !== 'GET') throw new Error(`${name} may change something: it is not made before it is wanted`);
  return path.includes(cartPlace) ? path : urlOf(path, { params });
};

/**
 * The script with which a page begins its calls (record 0039); empty where it has none. `params` are those of its address,
 * `nonce` is what its page is rendered with.
 * @throws for a call that is no GET
 */
export function prefetchScript(
  calls: readonly CallName[],
  params: Readonly<Record<string, string | undefined>>,
  keys: BrowserKeys,
  nonce?: string,
): string {
  if (calls.length === 0) return '';
  // The address is anybody's: nothing of it may end the script.
  const [paths, names] = [calls.map((name) => pathOf(name, params)), keys].map((data) =>
    JSON.stringify(data).replaceAll('<', '\\u003c'),
  );
  const mark = nonce === undefined ? '' : ` nonce="${nonce}"`;
  return `<script${mark}>try{${source}(${paths},${names},${readLimitMs})}catch{}</script>`;
}
