import { tryToLoad } from '@ceiba/ui/try-to-load';
import { useEffect, useEffectEvent, useState } from 'react';
import { useHasCome } from '../platform/clock.ts';
import { usePolicy } from '../policies/shop-policy.ts';
import type { CardProduct } from './card-product.ts';

/**
 * The current product of a card. When its flash sale ends while the card is shown, the tag goes away and the price is read again (CAT-15). The script
 * for that loads at that moment.
 */
export const useRunningSale = (original: CardProduct): { product: CardProduct; isOver: boolean } => {
  const policy = usePolicy();
  const isOver = useHasCome(original.flashSale === null ? null : Date.parse(original.flashSale.endsAt));
  const [shown, setShown] = useState({ original, product: original });
  const refresh = useEffectEvent(async (show: (product: CardProduct) => void) => {
    const { showAfterSale } = await tryToLoad(() => import('./after-sale.ts'));
    await showAfterSale(original, policy, show);
  });
  useEffect(() => {
    if (!isOver) return;
    let isShown = true;
    // Rejects without a network. Then the card stays unchanged.
    refresh((product) => isShown && setShown({ original, product })).catch(() => undefined);
    return () => {
      isShown = false;
    };
  }, [isOver, original]);
  return { product: shown.original === original ? shown.product : original, isOver };
};
