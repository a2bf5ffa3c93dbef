import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { registerOfflineWorker } from './platform/offline-worker.ts';
import { isAtLoadedAddress, leaveDrawers } from './platform/page-load.ts';

// If the shopper pressed "back" before this script ran, the address belongs to another page. The browser then loads that page.
if (isAtLoadedAddress()) {
  // Runs before the router's listener, which starts now. The first drawer that opens replaces this handler.
  window.onpopstate = leaveDrawers;
  leaveDrawers();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
  registerOfflineWorker();
} else {
  location.reload();
}
