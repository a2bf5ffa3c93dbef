import { readStored, writeStored } from '@ceiba/client/storage';
import { restockTexts } from '@ceiba/domain/restock/restock';
import { Button, ButtonLink } from '@ceiba/ui/button';
import { Icon } from '@ceiba/ui/icon';
import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { readSession, useSession } from '../auth/session-store.ts';
import { loadOptionalPart } from '../platform/load-part.ts';
import { wantedKey } from '../platform/storage-keys.ts';

const loadAsking = loadOptionalPart(() => import('./ask-restock.ts'));

/** Requests one e-mail when the product is available again (RST-01). Guests sign in first; the request is sent when they return (DEC-143). */
export function RestockButton({ product }: { product: { sku: string; slug: string } }) {
  const session = useSession();
  const way = `/${product.slug}`;
  const [isBusy, setBusy] = useState(false);
  /**
   * A press that hydrated this button comes before its session is known. The press must not be mistaken for a request
   * from before a login.
   */
  const isWanted = useRef(false);
  const ask = async (): Promise<void> => {
    setBusy(true);
    const { askRestock } = await loadAsking();
    await askRestock(product.sku);
    setBusy(false);
  };
  const comeBack = useEffectEvent((isCustomer: boolean) => {
    if (isWanted.current || readStored('session', wantedKey) !== way) return;
    // A guest who returns without a session has changed their mind.
    writeStored('session', wantedKey, null);
    if (isCustomer) void ask();
  });
  useEffect(() => {
    if (session !== undefined) comeBack(session !== null);
  }, [session]);
  if (!session) {
    // The server's markup has the guests' link. A customer may press it before the session is known, or after signing in in another tab. The request
    // is then sent for the customer.
    const askAsCustomer = (event: MouseEvent): void => {
      if (readSession() === null) {
        isWanted.current = true;
        writeStored('session', wantedKey, way);
      } else {
        event.preventDefault();
        void ask();
      }
    };
    return (
      <ButtonLink
        data-kept-press
        data-leaves={`${wantedKey}=${way}`}
        onClick={askAsCustomer}
        to={`/login?${new URLSearchParams({ redirect: way })}`}
        variant="outline"
        icon={<Icon name="mail" />}
      >
        {restockTexts.button}
      </ButtonLink>
    );
  }
  return (
    <Button variant="outline" icon={<Icon name="mail" />} loading={isBusy} onClick={() => void ask()}>
      {restockTexts.button}
    </Button>
  );
}
