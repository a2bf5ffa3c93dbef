import { restockTexts } from '@ceiba/domain/restock/restock';
import { type MouseEvent, useState } from 'react';
import { readSession, useSession } from '../auth/session-store.ts';
import { quietly } from '../platform/load-part.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

const loadAsking = quietly(() => import('./ask-restock.ts'));

/** Asks for one e-mail when the product is back (RST-01); guests sign in first and come back (DEC-143). */
export function RestockButton({ product }: { product: { sku: string; slug: string } }) {
  const session = useSession();
  const [isBusy, setBusy] = useState(false);
  const ask = async (): Promise<void> => {
    setBusy(true);
    const { askRestock } = await loadAsking();
    await askRestock(product.sku);
    setBusy(false);
  };
  if (!session) {
    // What everybody is sent is the guests' link: a customer's press may come before the session is known (or has begun
    // in another tab), and asks all the same.
    const askAsCustomer = (event: MouseEvent): void => {
      if (readSession() === null) return;
      event.preventDefault();
      void ask();
    };
    return (
      <ButtonLink
        data-kept-press
        onClick={askAsCustomer}
        to={`/login?${new URLSearchParams({ redirect: `/${product.slug}` })}`}
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
