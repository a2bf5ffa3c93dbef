import { isMeasuredPage } from '@ceiba/domain/analytics/measured-pages';
import { useEffect, useRef, useState } from 'react';
import { type BlockerFunction, createPath, useBlocker, useLocation } from 'react-router';
import { carryAlerts, showCarriedAlerts } from '../alerts/carried-alerts.ts';
import { ConsentBanner } from './consent-banner.tsx';
import { useConsentPanel } from './consent-panel.ts';
import { useConsent } from './consent-store.ts';
import { carryEvents, forgetVisitor, isContainerLoaded, isMeasuredDocument, loadContainer } from './tag-container.ts';

/** Only the browser shows it, as pages are the same for everybody. */
export default function ConsentWatch({ container }: { container: string }) {
  const [isInBrowser, setInBrowser] = useState(false);
  useEffect(() => setInBrowser(true), []);
  return isInBrowser ? <Watch container={container} /> : null;
}

/**
 * Asks on the first measured page, and loads the container with the shopper's consent. A document is measured or it is
 * not, as the server's security policy said when it was loaded: with consent the way between the two kinds of page loads
 * a new document, so that nothing of Google is ever in memory beside a card form.
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
      // What runs can only be ended with its document.
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
    // The browser may come back to this document as it was.
    blocker.reset();
    carryAlerts();
    if (isReplacing.current) location.replace(address);
    else location.assign(address);
  }, [blocker]);
}
