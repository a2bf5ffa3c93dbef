import { type LastCart, readLastCart } from '../app/carts/last-cart.ts';
import { cacheNames } from './kept-pages.ts';

/** Fills the page that the worker shows if neither the server nor a cached page is available. */
const fill = (id: string, children: readonly Node[]): void => {
  const section = document.getElementById(id);
  if (section === null || children.length === 0) return;
  section.querySelector('ul')?.replaceChildren(...children);
  section.hidden = false;
};

const element = (name: string, text: string, className = ''): HTMLElement => {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
};

const seenText = (seenAt: string): string =>
  `Así estaba el ${new Intl.DateTimeFormat('es-GT', { dateStyle: 'long', timeStyle: 'short', timeZone: 'America/Guatemala' }).format(new Date(seenAt))}. Precios y existencias pueden haber cambiado.`;

const showCart = ({ lines, subtotal, seenAt }: LastCart): void => {
  const items = lines.map(({ title, quantity, total }) => {
    const item = document.createElement('li');
    item.append(
      element('span', title),
      element('span', quantity === 1 ? '1 unidad' : `${quantity} unidades`, 'quantity'),
      element('span', total, 'amount'),
    );
    return item;
  });
  fill('carrito', items);
  const sum = document.getElementById('subtotal');
  if (sum !== null) sum.textContent = subtotal;
  const seen = document.getElementById('visto');
  if (seen !== null) seen.textContent = seenText(seenAt);
};

/** The name of a cached page: its title without the shop's name. */
const titleOf = (html: string): string =>
  (new DOMParser().parseFromString(html, 'text/html').title || '').replace(/ \| [^|]*$/, '');

const showOfflinePages = async (): Promise<void> => {
  const cache = await caches.open(cacheNames.pages);
  const links: Node[] = [];
  for (const request of [...(await cache.keys())].reverse()) {
    const title = titleOf((await (await cache.match(request))?.text()) ?? '');
    if (title === '') continue;
    const link = document.createElement('a');
    link.href = new URL(request.url).pathname;
    link.textContent = title;
    const item = document.createElement('li');
    item.append(link);
    links.push(item);
  }
  fill('paginas', links);
};

const lastCart = readLastCart();
if (lastCart !== null) showCart(lastCart);
void showOfflinePages();
document.getElementById('reintentar')?.addEventListener('click', () => location.reload());
/** Milliseconds between two tries to reach a shop that does not answer despite a connection. */
const againMs = 3_000;
/** Milliseconds until a try times out. */
const longestAskMs = 8_000;
let isAsking = false;
/** Opens the requested page, whose address is still shown, once the shop answers. A connection alone is not enough. */
const openWhenReached = async (): Promise<void> => {
  if (isAsking || !navigator.onLine) return;
  isAsking = true;
  const signal = AbortSignal.timeout(longestAskMs);
  // A proxy may answer while the shop behind it is down.
  const isReached = await fetch(location.href, { method: 'HEAD', cache: 'no-store', signal }).then(
    ({ status }) => status < 500,
    () => false,
  );
  if (isReached) return location.reload();
  setTimeout(() => {
    isAsking = false;
    void openWhenReached();
  }, againMs);
};
window.addEventListener('online', () => void openWhenReached());
// The shop may have been down, not the connection.
setTimeout(() => void openWhenReached(), againMs);
