import { readStored, writeStored } from '@ceiba/client/storage';
import { restockTexts } from '@ceiba/domain/restock/restock';
import { Button, ButtonLink } from '@ceiba/ui/button';
import { Icon } from '@ceiba/ui/icon';
import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { readSession, useSession } from '../auth/session-store.ts';
import { quietly } from '../platform/load-part.ts';
import { wantedKey } from '../platform/storage-keys.ts';

const loadAsking = quietly(() => import('./ask-restock.ts'));

/** Asks for one e-mail when the product is back (RST-01); guests sign in first and come back (DEC-143), and then it is asked for. */
export function RestockButton({ product }: { product: { sku: string; slug: string } }) {
  const session = useSession();
  const way = `/${product.slug}`;
  const [isBusy, setBusy] = useState(false);
  /** A press that woke this button up is made before its session is known: what it wants is not what somebody came back with. */
  const isWanted = useRef(false);
  const ask = async (): Promise<void> => {
    setBusy(true);
    const { askRestock } = await loadAsking();
    await askRestock(product.sku);
    setBusy(false);
  };
  const comeBack = useEffectEvent((isCustomer: boolean) => {
    if (isWanted.current || readStored('session', wantedKey) !== way) return;
    // Who comes back without a session has thought better of it.
    writeStored('session', wantedKey, null);
    if (isCustomer) void ask();
  });
  useEffect(() => {
    if (session !== undefined) comeBack(session !== null);
  }, [session]);
  if (!session) {
    // What everybody is sent is the guests' link: a customer's press may come before the session is known (or has begun
    // in another tab), and asks all the same.
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
