import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { isAtLoadedAddress } from './platform/page-load.ts';

// Who pressed "back" before this script came stands at another page's address: that page is loaded.
if (isAtLoadedAddress()) {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
} else {
  location.reload();
}
