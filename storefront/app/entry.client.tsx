import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { registerOfflineWorker } from './platform/offline-worker.ts';
import { isAtLoadedAddress, leaveDrawers } from './platform/page-load.ts';

// Who pressed "back" before this script came stands at another page's address: that page is loaded.
if (isAtLoadedAddress()) {
  // Heard before the router, which listens from now on; the first drawer that opens takes its place.
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
