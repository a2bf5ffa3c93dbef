import { parseJson, readStored, writeStored } from '@ceiba/client/storage';
import type { Consent, ConsentChoice } from '@ceiba/domain/analytics/consent';
import { isMeasuredPage } from '@ceiba/domain/analytics/measured-pages';
import { previewParam } from '@ceiba/domain/catalog/preview-link';
import { formatDateText } from '@ceiba/domain/dates/spanish-date';
import { Button } from '@ceiba/ui/button';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type BlockerFunction, createPath, useBlocker, useLocation } from 'react-router';
import { carryAlerts, showCarriedAlerts } from '../alerts/carried-alerts.ts';
import { closeConsentPanel, useConsentPanel } from './consent-panel.ts';
import { answerConsent, useConsent } from './consent-store.ts';

const answered = { granted: 'Las aceptaste', denied: 'Las rechazaste' } as const;

/**
 * Asks for the consent to measure the visit. Refusing is as easy as accepting. The banner covers no content: sticky bars and the page's end move up
 * by its height. `isWanted` is true if the shopper opened the banner.
 */
function ConsentBanner({ consent, isWanted }: { consent: Consent | null; isWanted: boolean }) {
  const banner = useRef<HTMLElement>(null);
  useRoomBelow(banner);
  useFocusWhile(isWanted, banner);
  const answer = (choice: ConsentChoice) => (): void => {
    answerConsent(choice);
    closeConsentPanel();
  };
  return (
    <section
      ref={banner}
      tabIndex={-1}
      aria-labelledby="consent-title"
      onKeyDown={({ key }) => key === 'Escape' && closeConsentPanel()}
      className="consent fixed inset-x-0 bottom-0 z-(--z-header) border-t border-border bg-surface pb-[env(safe-area-inset-bottom)] shadow-lg"
    >
      <div className="wrap grid gap-3 py-4 lg:grid-cols-[1fr_auto] lg:items-center lg:gap-10">
        <div className="grid gap-1 text-sm">
          <h2 id="consent-title" className="font-sans text-base font-semibold tracking-normal">
            ¿Podemos medir tu visita?
          </h2>
          <p className="max-w-[76ch] text-ink-soft">
            Con tu permiso usamos cookies de Google Analytics para saber qué páginas te ayudan y cuáles no. Sin ellas la
            tienda funciona igual.{' '}
            {consent && (
              <b className="font-semibold text-ink">
                {answered[consent.choice]} el {formatDateText(consent.at)}.
              </b>
            )}
          </p>
        </div>
        <div className="grid cols-pair gap-3 lg:w-80">
          <Button variant="outline" onClick={answer('denied')}>
            Rechazar
          </Button>
          <Button variant="outline" onClick={answer('granted')}>
            Aceptar
          </Button>
        </div>
      </div>
    </section>
  );
}

/** Sets the height taken at the page's lower edge (`--bottom-taken` of app.css). */
function useRoomBelow(banner: React.RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const measure = (): void => style.setProperty('--bottom-taken', `${banner.current?.offsetHeight ?? 0}px`);
    measure();
    const observer = new ResizeObserver(measure);
    if (banner.current) observer.observe(banner.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--bottom-taken');
    };
  }, [banner]);
}

/** If a button opened the banner, the focus moves to it, and back to the button afterwards. */
function useFocusWhile(isWanted: boolean, banner: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!isWanted) return;
    const opener = document.activeElement;
    banner.current?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [isWanted, banner]);
}

/** Key in session storage. Events of pages without the container wait here until this tab opens a page with the container. */
const storageKey = 'ceiba.measured';

/** A visit's checkout makes about twelve events. A shopper who visits it often loses the oldest. */
const maxKept = 60;

let isLoaded = false;

/** Returns whether the container runs in this document. Only a new document removes it. */
const isContainerLoaded = (): boolean => isLoaded;

/** Returns whether the server lets this document load a container. The answer is for the address that was loaded, not for later ones. */
const isMeasuredDocument = (): boolean => {
  const [load] = performance.getEntriesByType('navigation');
  const loaded = new URL(load === undefined ? location.href : load.name);
  // The address of a preview is a secret, which a container would send on (PROD-04).
  return isMeasuredPage(loaded.pathname) && !loaded.searchParams.has(previewParam);
};

/** An `arguments` object: Google's consent mode recognises commands by that type. */
const command = (...words: readonly unknown[]): object =>
  Object.defineProperty({ ...words, length: words.length }, Symbol.toStringTag, { value: 'Arguments' });

const denied = {
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
  analytics_storage: 'denied',
};

const keptEvents = (): unknown[] => {
  const stored = parseJson(readStored('session', storageKey));
  return Array.isArray(stored) ? stored : [];
};

/** Removes the measured events from the page and returns them. */
const takeEvents = (): unknown[] => (window.dataLayer ?? []).splice(0);

/** Called, with the shopper's consent, when a page without a container ends. */
function carryEvents(): void {
  const events = [...keptEvents(), ...takeEvents()].slice(-maxKept);
  if (events.length > 0) writeStored('session', storageKey, JSON.stringify(events));
}

/**
 * Loads Google's container once. All of its consents start as denied; the shopper has agreed to measuring, not to advertisements. Earlier events
 * follow both commands, so that no tag mistakes a missing consent for an agreement.
 */
function loadContainer(container: string): void {
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

/** The names of Google Analytics cookies. */
const isMeasuringCookie = (name: string): boolean => /^_(?:ga|gid|gat|gcl|dc_gtm)/.test(name);

/** The domains on which a cookie may be set: Google sets cookies on the widest one that accepts them. */
const domainsOf = (host: string): (string | null)[] => {
  const parts = host.split('.');
  return [null, ...parts.slice(0, -1).map((_, from) => parts.slice(from).join('.'))];
};

/** Deletes the visitor's cookies after consent is withdrawn. In browsers without the Cookie Store API the cookies stay, but no script reads them. */
async function forgetVisitor(): Promise<void> {
  writeStored('session', storageKey, null);
  if (!('cookieStore' in window)) return;
  const names = (await cookieStore.getAll()).flatMap(({ name = '' }) => (isMeasuringCookie(name) ? [name] : []));
  const deletions = names.flatMap((name) =>
    domainsOf(location.hostname).map((domain) => cookieStore.delete({ name, domain })),
  );
  // The browser rejects the deletion for a domain that cannot hold cookies.
  await Promise.allSettled(deletions);
}

/** Rendered in the browser only, because cached pages are the same for everybody. */
export default function ConsentWatch({ container }: { container: string }) {
  const [isInBrowser, setInBrowser] = useState(false);
  useEffect(() => setInBrowser(true), []);
  return isInBrowser ? <Watch container={container} /> : null;
}

/**
 * Asks for consent on the first measured page, and loads the container with the shopper's consent. The server's security policy decides for each
 * document whether it is measured. With consent, moving between the two kinds of page loads a new document. So no Google script is ever in memory
 * beside a card form.
 */
function Watch({ container }: { container: string }) {
  const consent = useConsent((state) => state.consent);
  const isPanelOpen = useConsentPanel((state) => state.isOpen);
  const { pathname } = useLocation();
  const isGranted = consent?.choice === 'granted';
  useContainer(container, isGranted);
  useDocumentOfItsKind(isGranted);
  useEffect(showCarriedAlerts, []);
  const isAsked = isPanelOpen || (consent === null && isMeasuredPage(pathname));
  return isAsked ? <ConsentBanner consent={consent} isWanted={isPanelOpen} /> : null;
}

function useContainer(container: string, isGranted: boolean): void {
  useEffect(() => {
    if (!isGranted) {
      // A running container can only be ended together with its document.
      if (isContainerLoaded()) void forgetVisitor().then(() => location.reload());
      return;
    }
    if (isMeasuredDocument()) return loadContainer(container);
    window.addEventListener('pagehide', carryEvents);
    return () => window.removeEventListener('pagehide', carryEvents);
  }, [container, isGranted]);
}

function useDocumentOfItsKind(isGranted: boolean): void {
  const isReplacing = useRef(false);
  const mustLoad: BlockerFunction = ({ nextLocation, historyAction }) => {
    isReplacing.current = historyAction === 'REPLACE';
    return isGranted && isMeasuredPage(nextLocation.pathname) !== isMeasuredDocument();
  };
  const blocker = useBlocker(mustLoad);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const address = createPath(blocker.location);
    // Resets the blocker, because the browser may restore this document from its back-forward cache.
    blocker.reset();
    carryAlerts();
    if (isReplacing.current) location.replace(address);
    else location.assign(address);
  }, [blocker]);
}
