import { tryToLoad } from '@ceiba/ui/try-to-load';
import { useEffect, useEffectEvent, useState } from 'react';
import { useHasCome } from '../platform/clock.ts';
import { usePolicy } from '../policies/shop-policy.ts';
import type { CardProduct } from './card-product.ts';

/**
 * The current product of a card. When its flash sale ends while the card is shown, the tag goes away and the price is read again (CAT-15). The script
 * for that loads at that moment.
 */
export const useRunningSale = (given: CardProduct): { product: CardProduct; isOver: boolean } => {
  const policy = usePolicy();
  const isOver = useHasCome(given.flashSale === null ? null : Date.parse(given.flashSale.endsAt));
  const [shown, setShown] = useState({ given, product: given });
  const refresh = useEffectEvent(async (show: (product: CardProduct) => void) => {
    const { showAfterSale } = await tryToLoad(() => import('./after-sale.ts'));
    await showAfterSale(given, policy, show);
  });
  useEffect(() => {
    if (!isOver) return;
    let isShown = true;
    // Rejects without a network. Then the card stays unchanged.
    refresh((product) => isShown && setShown({ given, product })).catch(() => undefined);
    return () => {
      isShown = false;
    };
  }, [isOver, given]);
  return { product: shown.given === given ? shown.product : given, isOver };
};
