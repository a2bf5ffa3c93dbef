import { useEffect, useState } from 'react';

/** Whether this browser knows passkeys; false until the page has woken up. */
export function usePasskeySupport(): boolean {
  const [isKnown, setKnown] = useState(false);
  useEffect(() => setKnown(typeof window.PublicKeyCredential === 'function'), []);
  return isKnown;
}
