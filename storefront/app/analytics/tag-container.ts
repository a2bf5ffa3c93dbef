import { parseJson, readStored, writeStored } from '@ceiba/client/storage';
import { isMeasuredPage } from '@ceiba/domain/analytics/measured-pages';

/** Session storage: events of pages that no container may see, for the next page of this tab that one may. */
const storageKey = 'ceiba.measured';

/** A visit's checkout makes a dozen events; whoever goes there often loses the oldest. */
const mostKept = 60;

let isLoaded = false;

/** Whether the container runs in this document; nothing takes it out again but a new one. */
export const isContainerLoaded = (): boolean => isLoaded;

/** Whether the server let this document load a container: it says so for the address that was loaded, not for later ones. */
export const isMeasuredDocument = (): boolean => {
  const [load] = performance.getEntriesByType('navigation');
  return isMeasuredPage(load === undefined ? location.pathname : new URL(load.name).pathname);
};

/** As the `arguments` of a function, which is how Google's consent mode tells its commands from events. */
const command = (...words: readonly unknown[]): object =>
  Object.defineProperty({ ...words, length: words.length }, Symbol.toStringTag, { value: 'Arguments' });

const denied = {
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
  analytics_storage: 'denied',
};

const keptEvents = (): unknown[] => {
  const kept = parseJson(readStored('session', storageKey));
  return Array.isArray(kept) ? kept : [];
};

/** Takes what is measured so far out of the page. */
const takeEvents = (): unknown[] => (window.dataLayer ?? []).splice(0);

/** To be called as a page ends that no container may see, with the shopper's consent. */
export function carryEvents(): void {
  const events = [...keptEvents(), ...takeEvents()].slice(-mostKept);
  if (events.length > 0) writeStored('session', storageKey, JSON.stringify(events));
}

/**
 * Loads Google's container, once. All of its consents begin as denied; the shopper has agreed to be measured, not to
 * advertisements. What was measured before comes after both, so that no tag takes silence for a yes.
 */
export function loadContainer(container: string): void {
  if (isLoaded) return;
  isLoaded = true;
  const events = [...keptEvents(), ...takeEvents()];
  writeStored('session', storageKey, null);
  window.dataLayer = window.dataLayer ?? [];
  window.dataLayer.push(
    command('consent', 'default', denied),
    command('consent', 'update', { analytics_storage: 'granted' }),
    ...events,
    { 'gtm.start': Date.now(), event: 'gtm.js' },
  );
  const script = document.createElement('script');
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtm.js?id=${container}`;
  document.head.append(script);
}

/** What Google Analytics calls its cookies. */
const isMeasuringCookie = (name: string): boolean => /^_(?:ga|gid|gat|gcl|dc_gtm)/.test(name);

/** Cookies stand at the widest domain that takes them. */
const domainsOf = (host: string): (string | null)[] => {
  const parts = host.split('.');
  return [null, ...parts.slice(0, -1).map((_, from) => parts.slice(from).join('.'))];
};

/** After a withdrawn consent: forgets what was kept to recognise the visitor. Old browsers keep it, and nobody reads it. */
export async function forgetVisitor(): Promise<void> {
  writeStored('session', storageKey, null);
  if (!('cookieStore' in window)) return;
  const names = (await cookieStore.getAll()).flatMap(({ name = '' }) => (isMeasuringCookie(name) ? [name] : []));
  const deletions = names.flatMap((name) =>
    domainsOf(location.hostname).map((domain) => cookieStore.delete({ name, domain })),
  );
  // A domain that takes no cookies refuses to lose one.
  await Promise.allSettled(deletions);
}
