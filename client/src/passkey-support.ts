import { useEffect, useState } from 'react';

/** Returns whether this browser supports passkeys. False until the page has hydrated. */
export function usePasskeySupport(): boolean {
  const [isKnown, setKnown] = useState(false);
  useEffect(() => setKnown(typeof window.PublicKeyCredential === 'function'), []);
  return isKnown;
}
