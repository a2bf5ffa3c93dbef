import { restockTexts } from '@ceiba/domain/restock/restock';
import { useState } from 'react';
import { useSession } from '../auth/session-store.ts';
import { quietly } from '../platform/load-part.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

const loadAsking = quietly(() => import('./ask-restock.ts'));

/** Asks for one e-mail when the product is back (RST-01); guests sign in first and come back (DEC-143). */
export function RestockButton({ product }: { product: { sku: string; slug: string } }) {
  const session = useSession();
  const [isBusy, setBusy] = useState(false);
  if (!session) {
    return (
      <ButtonLink
        to={`/login?${new URLSearchParams({ redirect: `/${product.slug}` })}`}
        variant="outline"
        icon={<Icon name="mail" />}
      >
        {restockTexts.button}
      </ButtonLink>
    );
  }
  const ask = async (): Promise<void> => {
    setBusy(true);
    const { askRestock } = await loadAsking();
    await askRestock(product.sku);
    setBusy(false);
  };
  return (
    <Button variant="outline" icon={<Icon name="mail" />} loading={isBusy} onClick={() => void ask()}>
      {restockTexts.button}
    </Button>
  );
}
